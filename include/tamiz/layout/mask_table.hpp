// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <tamiz/hash.hpp>
#include <tamiz/layout/probe.hpp>

#include <tamiz/detail/platform.hpp>

/// The masks of the blocked layouts: a random word with exactly b cells, from a table, turned by random bits. (The idea
/// is published: the pattern filters of F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom
/// filters", 2007. What it gains over drawing b cells for each key, and costs in patterns: docs/adr/0005.)
namespace tamiz::inline v0::detail {

inline constexpr unsigned masks_per_table =
    1024;  // 8 KiB: a filter uses one table, which stays in the first-level cache

/// The table's mask number `index` of `count` cells of a word of `Cells`: distinct ones, uniform over all choices
/// (R. W. Floyd, "A sample of brilliance", Communications of the ACM 30 (1987)): draws from growing ranges; one that
/// repeats takes the top of its range. A cell is one bit, or the lowest bit of a counter. Single cells are not drawn:
/// each comes equally often.
template <unsigned Cells>
[[nodiscard]] constexpr std::uint64_t random_mask(unsigned count, unsigned index) noexcept
{
    constexpr unsigned cell_width = bits_per_word / Cells;
    if (count == 1) return std::uint64_t{1} << (index % Cells * cell_width);
    std::uint64_t number = (std::uint64_t{Cells} << 8 | count) << 32 | std::uint64_t{index} << 8;  // of the next draw
    std::uint64_t chosen = 0;
    for (unsigned last = Cells - count; last < Cells; ++last) {
        const auto drawn = static_cast<unsigned>(scale(mix(spread(++number)), last + 1));
        const std::uint64_t cell = std::uint64_t{1} << (drawn * cell_width);
        chosen |= (chosen & cell) != 0 ? std::uint64_t{1} << (last * cell_width) : cell;
    }
    return chosen;
}

using mask_table = std::array<std::uint64_t, masks_per_table>;

// Not inline, or the compiler would make them anew in every file (src/mask_table.cpp).
TAMIZ_API extern const std::array<mask_table, 16> bit_masks;     ///< table b - 1: the masks of b bits
TAMIZ_API extern const std::array<mask_table, 8> counter_masks;  ///< table b - 1: the masks of b counters

/// How a mask of the table is turned.
enum class turning {
    once,  ///< as a whole: 65,536 masks of bits, enough for a key that touches several words
    twice  ///< and its lower half once more: 32 times as many, for a key whose one word has all of its bits
};

/// `count` distinct cells of a word of `Cells`, each of them as likely as any other.
/// @param choice  the key's choice_bits for this word
template <unsigned Cells, turning Turning>
[[nodiscard]] constexpr std::uint64_t table_mask(unsigned count, std::uint64_t choice) noexcept
{
    static_assert(Cells == 64 || Cells == 16, "bits, or four-bit counters");
    const auto index = static_cast<unsigned>(choice >> 52 & (masks_per_table - 1));
    std::uint64_t mask = 0;
    if (std::is_constant_evaluated())
        mask = random_mask<Cells>(count, index);
    else
        mask = (Cells == 64 ? bit_masks[count - 1] : counter_masks[count - 1])[index];
    constexpr unsigned cell_width = bits_per_word / Cells;  // a counter is turned onto a counter
    mask = std::rotl(mask, static_cast<int>(choice >> 46 & (64 - cell_width)));
    if constexpr (Turning == turning::once) return mask;
    const auto lower = static_cast<std::uint32_t>(mask);
    return (mask ^ lower) | std::rotl(lower, static_cast<int>(choice >> 32 & (32 - cell_width)));
}

/// How many masks there are: two keys have the same one with chance 1 / mask_count, besides by chance of their cells.
template <unsigned Cells, turning Turning>
inline constexpr std::uint64_t mask_count =
    std::uint64_t{masks_per_table} * Cells * (Turning == turning::once ? 1 : Cells / 2);

}  // namespace tamiz::inline v0::detail
