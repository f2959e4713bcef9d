// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <tamiz/layout/blocked.hpp>

namespace tamiz::inline v0::layout {

/// A key touches `WordsPerKey` words of one 64-byte line, one in each part of it, and equally many bits in each:
/// one cache miss and WordsPerKey atomic operations. Two words, the default, serve rates down to about 0.1 %; eight
/// serve 1e-6 (docs/sizing.md has the table).
///
/// `bits` is rounded up to whole lines of 512; `hashes` is a multiple of WordsPerKey, 16 in each word at most (8 of 16
/// counters).
template <unsigned WordsPerKey, unsigned Cells = 64>
struct cache_line : detail::blocked<detail::words_per_line, WordsPerKey, Cells> {
    static_assert(WordsPerKey == 2 || WordsPerKey == 4 || WordsPerKey == 8);
    using base = detail::blocked<detail::words_per_line, WordsPerKey, Cells>;
    using typename base::size;

    /// The same geometry over words of another number of cells.
    template <unsigned OtherCells>
    using with_cells = cache_line<WordsPerKey, OtherCells>;

    /// The least size that holds `items` keys at a rate of `rate`, and the best number of bits in a word. Less than a
    /// millisecond.
    /// @throws std::invalid_argument, std::length_error as error.hpp says
    [[nodiscard]] static size size_for(std::uint64_t items, double rate)
    {
        return base::choose(items, rate,
                            WordsPerKey == 2   ? "layout::cache_line<2>"
                            : WordsPerKey == 4 ? "layout::cache_line<4>"
                                               : "layout::cache_line<8>");
    }
    [[nodiscard]] static size size_of(std::uint64_t bits, std::uint64_t hashes)
    {
        return base::explicit_cells(bits, hashes, Cells == 64 ? "bits" : "counters");
    }
};

}  // namespace tamiz::inline v0::layout
