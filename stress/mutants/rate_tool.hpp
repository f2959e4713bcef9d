// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cmath>
#include <cstdint>

#include <tamiz/bloom_filter.hpp>

/// Holds a filter's false positives against the layout's model (docs/sizing.md). What makes keys more alike than they
/// are, shows as a rate that is too high; what tells more keys apart than there are bits for, as one that is too low.
namespace tamiz::mutants {

struct rate_plan {
    std::uint64_t items;
    double rate;
    std::uint64_t questions;  ///< absent keys that are asked for
};

/// A usual filter, and a precise one that tells whether all 64 bits of the hash are in use.
inline constexpr rate_plan usual_rate{50'000, 0.01, 1'000'000};
inline constexpr rate_plan precise_rate{400'000, 2e-6, 1'000'000};

/// Are all keys found, and is the number of false positives what the model says? Keys are neighbours, as numbers in use
/// are. The bound, seven standard deviations of the binomial distribution, is for questions to a filter of just that
/// rate; a filter's own rate varies less than that at these sizes. Fixed keys: the answer is always the same.
template <typename Filter>
[[nodiscard]] bool rate_is_right(const rate_plan& plan)
{
    Filter filter(filter_options{.expected_items = plan.items, .false_positive_rate = plan.rate});
    for (std::uint64_t key = 0; key < plan.items; ++key) filter.insert(key);
    for (std::uint64_t key = 0; key < plan.items; ++key)
        if (!filter.may_contain(key)) return false;

    std::uint64_t found = 0;
    for (std::uint64_t key = plan.items; key < plan.items + plan.questions; ++key)
        found += filter.may_contain(key) ? 1u : 0u;

    const double rate = Filter::layout_type::false_positive_rate(filter.layout_size(), static_cast<double>(plan.items));
    const auto questions = static_cast<double>(plan.questions);
    const double deviation = std::sqrt(questions * rate * (1 - rate));
    return std::abs(static_cast<double>(found) - questions * rate) <= 7 * deviation;
}

}  // namespace tamiz::mutants
