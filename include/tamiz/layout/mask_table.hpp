// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include <tamiz/layout/probe.hpp>

/// The masks of the blocked layouts: a random word with exactly b cells, from a table, turned by random bits. (The idea
/// is published: the pattern filters of F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom
/// filters", 2007. What it gains over drawing b cells for each key, and costs in patterns: docs/adr/0005.)
namespace tamiz::inline v0::detail {

inline constexpr unsigned masks_per_table =
    1024;  // 8 KiB: a filter uses one table, which stays in the first-level cache
using mask_table = std::array<std::uint64_t, masks_per_table>;

/// Table b - 1: words with b bits, at random places. Not inline, or the compiler would make them anew in every file.
extern const std::array<mask_table, 16> bit_masks;
/// Table b - 1: words with the lowest bits of b of 16 counters.
extern const std::array<mask_table, 8> counter_masks;

/// How a mask of the table is turned.
enum class turning {
    word,   ///< as a whole: 65,536 masks of bits, fewer than would show in the rate of keys that touch several words
    halves  ///< each half by bits of its own: 16 times as many, for a key whose one word has all of its bits
};

/// `count` distinct cells of a word of `Cells`, each of them as likely as any other.
/// @param choice  the key's choice_bits for this word
template <unsigned Cells, turning Turning>
[[nodiscard]] inline std::uint64_t table_mask(unsigned count, std::uint64_t choice) noexcept
{
    static_assert(Cells == 64 || Cells == 16, "bits, or four-bit counters");
    const mask_table& table = Cells == 64 ? bit_masks[count - 1] : counter_masks[count - 1];
    const std::uint64_t mask = table[choice >> 52 & (masks_per_table - 1)];
    constexpr unsigned cell_width = bits_per_word / Cells;  // a counter is turned onto a counter
    if constexpr (Turning == turning::word) {
        return std::rotl(mask, static_cast<int>(choice >> 46 & (64 - cell_width)));
    } else {
        const auto low =
            std::rotl(static_cast<std::uint32_t>(mask), static_cast<int>(choice >> 46 & (32 - cell_width)));
        const auto high =
            std::rotl(static_cast<std::uint32_t>(mask >> 32), static_cast<int>(choice >> 32 & (32 - cell_width)));
        return std::uint64_t{high} << 32 | low;
    }
}

/// How many masks there are: two keys have the same one with chance 1 / mask_count, besides by chance of their cells.
template <unsigned Cells, turning Turning>
inline constexpr std::uint64_t mask_count =
    std::uint64_t{masks_per_table} * (Turning == turning::word ? Cells : Cells * Cells / 4);

}  // namespace tamiz::inline v0::detail
