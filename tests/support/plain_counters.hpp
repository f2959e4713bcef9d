// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/hash.hpp>
#include <tamiz/layout/probe.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tamiz_test {

/// What a filter that counts comes to when one thread alone uses it: a plain number for each counter, and no library
/// code but the layout's choice of counters. No packing, no words, no locks, no atomics.
template <typename Layout>
class plain_counters {
public:
    using size = typename Layout::size;
    static constexpr unsigned stuck = 15;

    explicit plain_counters(const size& s) : size_(s), counts_(Layout::cell_count(s)) {}

    bool insert(tamiz::hash_value hash)
    {
        bool was_zero = false;
        for (const std::size_t counter : counters_of(hash)) {
            was_zero |= counts_[counter] == 0;
            if (counts_[counter] < stuck) ++counts_[counter];
        }
        return was_zero;
    }

    bool erase(tamiz::hash_value hash)
    {
        if (occurrences(hash) == 0) return false;
        for (const std::size_t counter : counters_of(hash))
            if (counts_[counter] < stuck) --counts_[counter];
        return true;
    }

    [[nodiscard]] unsigned occurrences(tamiz::hash_value hash) const
    {
        unsigned least = stuck;
        for (const std::size_t counter : counters_of(hash)) least = std::min(least, counts_[counter]);
        return least;
    }
    [[nodiscard]] bool may_contain(tamiz::hash_value hash) const { return occurrences(hash) != 0; }

    /// Adds the other's counts, 15 at most.
    void merge(const plain_counters& other)
    {
        for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] = std::min(stuck, counts_[i] + other.counts_[i]);
    }

    [[nodiscard]] const std::vector<unsigned>& counts() const { return counts_; }
    [[nodiscard]] std::uint64_t stuck_counters() const
    {
        return static_cast<std::uint64_t>(std::ranges::count(counts_, stuck));
    }

    /// Which counters a key has.
    [[nodiscard]] std::vector<std::size_t> counters_of(tamiz::hash_value hash) const
    {
        constexpr unsigned width = 64 / Layout::cells;
        std::vector<std::size_t> result;
        for (const tamiz::probe p : Layout::probes(size_, hash))
            for (unsigned cell = 0; cell < Layout::cells; ++cell)
                if ((p.mask >> (cell * width) & 1) != 0) result.push_back(p.word * Layout::cells + cell);
        return result;
    }

private:
    size size_;
    std::vector<unsigned> counts_;
};

/// The counters of a real filter, one number each.
template <typename Filter>
[[nodiscard]] std::vector<unsigned> counts_of(const Filter& filter)
{
    using layout = typename Filter::layout_type;
    constexpr unsigned width = 64 / layout::cells;
    std::vector<unsigned> counts;
    counts.reserve(layout::cell_count(filter.layout_size()));
    for (const std::uint64_t word : filter.words().first(layout::word_count(filter.layout_size())))
        for (unsigned cell = 0; cell < layout::cells; ++cell)
            counts.push_back(static_cast<unsigned>(word >> (cell * width) & 15));
    return counts;
}

}  // namespace tamiz_test
