// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/generator.hpp"

namespace tamiz::stress {

/// Integer keys. Neighbours, because the hash must cope with them; other seeds have other ones.
class number_keys {
public:
    using key_type = std::uint64_t;

    number_keys(std::uint64_t seed, std::size_t) noexcept : first_(generator(seed)()) {}

    [[nodiscard]] std::uint64_t operator[](std::size_t i) const noexcept { return first_ + i; }
    [[nodiscard]] std::string text(std::size_t i) const { return std::to_string((*this)[i]); }

private:
    std::uint64_t first_;
};

/// Addresses as a crawler meets them: long common beginnings, short and long ones. Copies share them.
class url_keys {
public:
    using key_type = std::string;

    /// `count` of them are made.
    url_keys(std::uint64_t seed, std::size_t count)
    {
        const std::uint64_t first = generator(seed)();
        auto urls = std::make_shared<std::vector<std::string>>();
        urls->reserve(count);
        for (std::size_t i = 0; i < count; ++i) urls->push_back(url_of(first + i));
        urls_ = std::move(urls);
    }

    [[nodiscard]] const std::string& operator[](std::size_t i) const noexcept { return (*urls_)[i]; }
    [[nodiscard]] const std::string& text(std::size_t i) const noexcept { return (*this)[i]; }

private:
    /// The number is what makes it unlike all others.
    static std::string url_of(std::uint64_t number)
    {
        constexpr std::array<std::string_view, 6> sections = {"articles/", "2024/",   "archive/of/all/that/was/",
                                                              "a/",        "images/", "%C3%A9tudes/"};
        generator random(number);
        std::string url = random.one_in(4) ? "http://" : "https://www.";
        url += "example-" + std::to_string(random.below(50)) + (random.one_in(2) ? ".org/" : ".com/");
        for (std::uint64_t depth = random.below(4); depth != 0; --depth) url += sections[random.below(sections.size())];
        url += std::to_string(number);
        if (random.one_in(3)) url += "?page=" + std::to_string(random.below(100)) + "&order=newest#comments";
        return url;
    }

    std::shared_ptr<const std::vector<std::string>> urls_;
};

}  // namespace tamiz::stress
