// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

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

/// Odd, random: one for every two words that a key touches. The high bits of the product depend on all of the hash, and
/// two multipliers give products that behave as independent.
inline constexpr std::array<std::uint64_t, words_per_line / 2> multipliers = {0x9b97f4a7c15f39cd, 0xd6e8feb86659fd93,
                                                                              0xa0761d6478bd642f, 0xe7037ed1a0b428db};

/// Calls `use(std::integral_constant<…, part>())` for the parts 0 to Parts - 1. Written out, not a loop: GCC 12 keeps
/// the probes that a loop makes in memory, which costs a tenth of an insert.
template <auto Parts, typename Use>
TAMIZ_ALWAYS_INLINE constexpr void for_each_part(const Use& use)
{
    [&use]<decltype(Parts)... Part>(std::integer_sequence<decltype(Parts), Part...>) {
        (use(std::integral_constant<decltype(Parts), Part>()), ...);
    }(std::make_integer_sequence<decltype(Parts), Parts>());
}

/// The random bits that choose a key's word in part `part` of its block, and its mask there: from the highest bit on.
/// A product serves two words, because a multiplication costs as much as the rest of a word's choices.
[[nodiscard]] constexpr std::uint64_t choice_bits(std::uint64_t hash, unsigned part) noexcept
{
    constexpr unsigned bits_per_word_choice = 18;  // 2 for the word, 10 and 6 for its mask (layout/mask_table.hpp)
    return hash * multipliers[part / 2] << (part % 2 * bits_per_word_choice);
}

/// Which of `range` (1, 2 or 4) words: the two highest bits, or the highest, or none.
[[nodiscard]] constexpr unsigned chosen_word(std::uint64_t choice, unsigned range) noexcept
{
    return range == 1 ? 0 : static_cast<unsigned>(choice >> (range == 2 ? 63 : 62));
}

}  // namespace detail
}  // namespace tamiz::inline v0
