// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/hash.hpp>
#include <tamiz/layout/probe.hpp>

#include <bit>
#include <cstdint>

namespace tamiz_test {

/// Hashes as a good hash function makes them, for tests of what comes after it.
[[nodiscard]] constexpr tamiz::hash_value random_hash(std::uint64_t number) noexcept
{
    return tamiz::hash_value(tamiz::detail::mix(number * 0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d));
}

/// Are the words in ascending order and below `word_count`, each once and with a mask?
template <typename Probes>
[[nodiscard]] constexpr bool ascends_within(const Probes& probes, std::uint64_t word_count) noexcept
{
    std::uint64_t least = 0;
    for (const tamiz::probe p : probes) {
        if (p.mask == 0 || p.word < least || p.word >= word_count) return false;
        least = p.word + 1;
    }
    return true;
}

template <typename Probes>
[[nodiscard]] constexpr std::uint64_t bits_in(const Probes& probes) noexcept
{
    std::uint64_t bits = 0;
    for (const tamiz::probe p : probes) bits += static_cast<std::uint64_t>(std::popcount(p.mask));
    return bits;
}

/// Calls `visit` with the number of each bit that is set, in ascending order.
template <typename Visit>
constexpr void for_each_bit(std::uint64_t mask, const Visit& visit)
{
    for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace tamiz_test
