// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <bit>
#include <cstdint>

/// Sixteen four-bit counters in a word, all of them handled at once. Pure functions: no memory is touched.
///
/// A set of counters is a mask of their lowest bits, as layouts of 16 cells make them (layout/probe.hpp).
/// A counter of 15 is stuck: it may stand for more, so it is never lowered again.
namespace tamiz::inline v0::detail {

inline constexpr unsigned counters_per_word = 16;
inline constexpr unsigned bits_per_counter = 4;
inline constexpr unsigned stuck_count = 15;
inline constexpr std::uint64_t all_counters = 0x1111'1111'1111'1111;

/// The counters that are not 0.
[[nodiscard]] constexpr std::uint64_t counters_above_zero(std::uint64_t word) noexcept
{
    const std::uint64_t pairs = word | word >> 1;
    return (pairs | pairs >> 2) & all_counters;
}

/// The counters that are 15.
[[nodiscard]] constexpr std::uint64_t counters_stuck(std::uint64_t word) noexcept
{
    const std::uint64_t pairs = word & word >> 1;
    return pairs & pairs >> 2 & all_counters;
}

/// The word with each counter of `mask` one higher; one that is stuck stays.
[[nodiscard]] constexpr std::uint64_t counters_raised(std::uint64_t word, std::uint64_t mask) noexcept
{
    return word + (mask & ~counters_stuck(word));
}

/// The word with each counter of `mask` one lower; one that is stuck stays. None of them may be 0.
[[nodiscard]] constexpr std::uint64_t counters_lowered(std::uint64_t word, std::uint64_t mask) noexcept
{
    return word - (mask & ~counters_stuck(word));
}

/// Counter by counter the sum, 15 at most. Neighbours cannot disturb each other: every other counter is added in a byte
/// of its own.
[[nodiscard]] constexpr std::uint64_t counters_added(std::uint64_t a, std::uint64_t b) noexcept
{
    constexpr std::uint64_t low_halves = 0x0f0f'0f0f'0f0f'0f0f;
    const auto added = [](std::uint64_t x, std::uint64_t y) {
        const std::uint64_t sums = x + y;                         // 30 at most in each byte
        const std::uint64_t carries = sums & ~low_halves;         // 16 where a sum is above 15
        return (sums | (carries - (carries >> 4))) & low_halves;  // there, all four bits
    };
    return added(a & low_halves, b & low_halves) | added(a >> 4 & low_halves, b >> 4 & low_halves) << 4;
}

/// The least of the counters of `mask`, which has one or more.
[[nodiscard]] constexpr unsigned least_counter(std::uint64_t word, std::uint64_t mask) noexcept
{
    unsigned least = stuck_count;
    for (; mask != 0; mask &= mask - 1) {
        const auto count = static_cast<unsigned>(word >> std::countr_zero(mask)) & stuck_count;
        least = count < least ? count : least;
    }
    return least;
}

}  // namespace tamiz::inline v0::detail
