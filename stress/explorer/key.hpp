// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>

#include <tamiz/layout/probe.hpp>

namespace tamiz::explorer {

/// How a layout hands out the probes of a key; `words` treats the two apart.
enum class form : std::uint8_t {
    array,    ///< as the blocked layouts: a std::array, all words at once
    sequence  ///< as the classic layout: one after another
};

/// A key whose words and bits a case chooses: ascending words, one mask for each.
class key {
public:
    static constexpr std::size_t capacity = 3;

    constexpr key() noexcept = default;
    constexpr key(form f, std::initializer_list<probe> probes) : form_(f)
    {
        for (const probe& p : probes) add(p);
    }
    constexpr explicit key(form f) noexcept : form_(f) {}

    /// @throws std::length_error for more than `capacity`
    constexpr void add(const probe& p)
    {
        if (size_ == capacity) throw std::length_error("explorer: a key made by hand has 3 probes at most");
        probes_[size_++] = p;
    }

    [[nodiscard]] constexpr form given_as() const noexcept { return form_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr const probe* begin() const noexcept { return probes_.data(); }
    [[nodiscard]] constexpr const probe* end() const noexcept { return probes_.data() + size_; }

    /// @pre `Words` == size()
    template <std::size_t Words>
    [[nodiscard]] constexpr std::array<probe, Words> as_array() const noexcept
    {
        std::array<probe, Words> result;
        for (std::size_t i = 0; i < Words; ++i) result[i] = probes_[i];
        return result;
    }

private:
    form form_ = form::array;
    std::array<probe, capacity> probes_{};
    std::size_t size_ = 0;
};

}  // namespace tamiz::explorer
