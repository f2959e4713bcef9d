// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <string>
#include <string_view>

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// Addresses as a crawler meets them: long common beginnings, short and long ones.
class url_keys {
public:
    explicit url_keys(std::uint64_t seed) noexcept : first_(generator(seed)()) {}

    [[nodiscard]] std::string operator()(std::size_t i) const
    {
        const std::uint64_t number = first_ + i;  // what makes it unlike all others
        generator random(number);
        std::string url = random.one_in(4) ? "http://" : "https://www.";
        url += "example-" + std::to_string(random.below(50)) + (random.one_in(2) ? ".org/" : ".com/");
        for (std::uint64_t depth = random.below(4); depth != 0; --depth) url += sections[random.below(sections.size())];
        url += std::to_string(number);
        if (random.one_in(3)) url += "?page=" + std::to_string(random.below(100)) + "&order=newest#comments";
        return url;
    }

private:
    static constexpr std::array<std::string_view, 6> sections = {"articles/", "2024/",   "archive/of/all/that/was/",
                                                                 "a/",        "images/", "%C3%A9tudes/"};
    std::uint64_t first_;
};

template <typename Layout, typename Words>
using url_filter = bloom_filter<std::string, Layout, hash<std::string>, Words>;

/// As the workers of a crawler: all claim the same addresses, each in an order of its own, one by one and in bulk; and
/// ask for them as a string, a view and a C string.
template <typename Layout, typename Words>
class urls : public one_filter_round<url_filter<Layout, Words>, url_keys> {
    using base = one_filter_round<url_filter<Layout, Words>, url_keys>;

public:
    explicit urls(const round_setup& setup) : base(setup, setup.scaled(3000, 200)) {}

    void work(worker& me)
    {
        const std::size_t count = this->plan_.key_count();
        const std::size_t first = me.random().below(count);
        for (std::size_t done = 0; done < count;) {
            const std::size_t i = (first + done) % count;
            if (me.random().one_in(8)) {
                done += claim_bulk(me, i, std::min(base::bulk_size, count - done));
            } else {
                claim_one(me, i);
                ++done;
            }
        }
    }

private:
    void claim_one(worker& me, std::size_t i)
    {
        const std::string& url = this->plan_.key(i);
        this->book_.claimed(me.index(), i, this->filter_.claim(std::string_view(url)));
        me.count_operations(1);
        const bool found =
            me.random().one_in(2) ? this->filter_.may_contain(url.c_str()) : this->filter_.may_contain(url);
        me.expect_found(found, this->plan_, i, violation_kind::not_found_own);
    }

    /// `most` addresses from `begin` on, or as many as there are; returns how many.
    std::size_t claim_bulk(worker& me, std::size_t begin, std::size_t most)
    {
        const auto bulk = std::span(this->plan_.keys()).subspan(begin, std::min(most, this->plan_.key_count() - begin));
        std::array<claim_result, base::bulk_size> results{};
        this->filter_.claim_range(bulk, results);
        me.count_operations(bulk.size());
        std::array<bool, base::bulk_size> found{};
        this->filter_.may_contain_range(bulk, found);
        for (std::size_t n = 0; n < bulk.size(); ++n) {
            this->book_.claimed(me.index(), begin + n, results[n]);
            me.expect_found(found[n], this->plan_, begin + n, violation_kind::not_found_own);
        }
        return bulk.size();
    }
};

}  // namespace tamiz::stress
