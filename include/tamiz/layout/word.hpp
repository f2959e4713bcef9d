// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <tamiz/layout/blocked.hpp>

namespace tamiz::inline v0::layout {

/// All bits of a key in one word: one atomic operation decides, so inserts, claims and lookups are linearizable
/// and a claim has exactly one winner. The price is memory: 11.8 bits a key at 1 %, 23.1 at 0.1 %.
///
/// `bits` is rounded up to whole words of 64; `hashes` is 16 at most (8 of 16 counters).
template <unsigned Cells = 64>
struct basic_word : detail::blocked<1, 1, Cells> {
    using base = detail::blocked<1, 1, Cells>;
    using typename base::size;

    template <unsigned OtherCells>
    using with_cells = basic_word<OtherCells>;

    /// As for `cache_line`.
    [[nodiscard]] static size size_for(std::uint64_t items, double rate)
    {
        return base::choose(items, rate, "layout::word");
    }
    [[nodiscard]] static size size_of(std::uint64_t bits, std::uint64_t hashes)
    {
        return base::explicit_cells(bits, hashes, Cells == 64 ? "bits" : "counters");
    }
};

using word = basic_word<>;

}  // namespace tamiz::inline v0::layout
