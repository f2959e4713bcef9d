// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace tamiz_test {

/// How far counts that should be equal in the mean are from it: the chi-square statistic in standard deviations from
/// its own mean (a fair source stays within 5 in all but one of some million tests; the keys are fixed, so a test that
/// passed once passes always). Far below 0 means too even to be random.
/// @param variance_factor 1 for counts of independent draws; if each draw raises `b` of the `c` counters at once, (c -
/// b) / (c - 1)
[[nodiscard]] inline double unevenness(std::span<const std::uint64_t> counts, double variance_factor = 1)
{
    double total = 0;
    for (const std::uint64_t count : counts) total += static_cast<double>(count);
    const double mean = total / static_cast<double>(counts.size());
    double statistic = 0;
    for (const std::uint64_t count : counts) statistic += std::pow(static_cast<double>(count) - mean, 2) / mean;
    const double freedom = static_cast<double>(counts.size()) - 1;
    return (statistic / variance_factor - freedom) / std::sqrt(2 * freedom);
}

/// Fair draws stay below it: see above.
inline constexpr double uneven = 5;

}  // namespace tamiz_test
