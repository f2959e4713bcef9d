// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include <tamiz/detail/platform.hpp>
#include <tamiz/hash.hpp>

/// What every layout shares. Stage 2 of the data path: hash -> probes. Pure functions: no memory is touched.
namespace tamiz::inline v0 {

/// One word that a key touches and the bits that it has there. A key's probes come in ascending order of their
/// words, one for each word: claims depend on it (words.hpp).
struct probe {
    std::uint64_t word;
    std::uint64_t mask;
    friend constexpr bool operator==(const probe&, const probe&) = default;
};

namespace detail {

inline constexpr unsigned bits_per_word = 64;
inline constexpr unsigned bytes_per_word = 8;
/// 64 bytes: the cache line of x86-64 and of the AArch64 servers. Our own constant, because
/// std::hardware_destructive_interference_size follows the compiler's flags, which must not change a filter's bits.
inline constexpr unsigned words_per_line = 8;
inline constexpr unsigned bytes_per_line = words_per_line * bytes_per_word;

/// A uniform number below `range` from 64 uniform bits: the high half of the product (Lemire, "Fast random
/// integer generation in an interval", 2019; without his rejection step the bias is range / 2^64).
[[nodiscard]] constexpr std::uint64_t scale(std::uint64_t bits, std::uint64_t range) noexcept
{
    return static_cast<std::uint64_t>(static_cast<double_word>(bits) * range >> 64);
}

/// Small uniform numbers, drawn one after another from 32 bits: each draw takes the high half of a product and leaves
/// the low half for the next. A draw is biased by as much as what it can no longer tell apart: when 26 bits are used
/// (one of 4 words and four bits of 64) the last draw still has 12, so that no value is 2 % off its share.
class draws {
public:
    explicit constexpr draws(std::uint32_t bits) noexcept : bits_(bits) {}

    [[nodiscard]] constexpr unsigned below(unsigned range) noexcept
    {
        const std::uint64_t product = std::uint64_t{bits_} * range;
        bits_ = static_cast<std::uint32_t>(product);
        return static_cast<unsigned>(product >> 32);
    }

private:
    std::uint32_t bits_;
};

/// Odd, random: one for each word that a key touches. The product's high half depends on all of the hash, and two
/// multipliers give two halves that behave as independent.
inline constexpr std::array<std::uint64_t, words_per_line> multipliers = {
    0x9b97f4a7c15f39cd, 0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db,
    0x8ebc6af09c88c6e3, 0x589965cc75374cc3, 0x1d8e4e27c47d124f, 0xeb44accab455d165};

/// The masks of a key: `count` distinct cells of a word, uniform over all such choices (R. W. Floyd, "A sample of
/// brilliance", Communications of the ACM 30 (1987)), without a branch. A cell is one bit, or the lowest bit of a
/// wider counter.
template <unsigned Cells>
class cell_chooser {
    static_assert(std::has_single_bit(Cells) && Cells <= bits_per_word);
    static constexpr unsigned bits_per_cell = bits_per_word / Cells;
    static constexpr unsigned draws_per_chunk = 4;  // two more bits may choose the word: 26 of 32 bits

public:
    constexpr cell_chooser(std::uint64_t hash, unsigned word) noexcept : hash_(hash), word_(word), draws_(chunk(hash))
    {
    }

    /// Which of `range` (1, 2 or 4) words; before `mask`.
    [[nodiscard]] constexpr unsigned pick(unsigned range) noexcept { return range == 1 ? 0 : draws_.below(range); }

    [[nodiscard]] constexpr std::uint64_t mask(unsigned count) noexcept
    {
        std::uint64_t chosen = 0;
        for (unsigned i = 0; i < count; ++i) {
            if (i != 0 && i % draws_per_chunk == 0) draws_ = draws(chunk(mix(hash_ + i)));
            const unsigned last = Cells - count + i;
            const unsigned drawn = draws_.below(last + 1);
            const std::uint64_t cell = cell_bit(drawn);
            chosen |= (chosen & cell) != 0 ? cell_bit(last) : cell;
        }
        return chosen;
    }

private:
    [[nodiscard]] static constexpr std::uint64_t cell_bit(unsigned cell) noexcept
    {
        return std::uint64_t{1} << (cell * bits_per_cell);
    }
    [[nodiscard]] constexpr std::uint32_t chunk(std::uint64_t hash) const noexcept
    {
        return static_cast<std::uint32_t>(hash * multipliers[word_] >> 32);
    }

    std::uint64_t hash_;
    unsigned word_;
    draws draws_;
};

}  // namespace detail
}  // namespace tamiz::inline v0
