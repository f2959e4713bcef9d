// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "structures.hpp"

#include <support/key_streams.hpp>
#include <support/measure_rate.hpp>
#include <support/sanitizers.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

/// What the tests of rates share: how many draws, and when a measurement is right.
namespace tamiz_test {

/// Enough draws that the count is known to 0.5 % at a rate of 10 %, to 1 % at 1 %, to 2.2 % at 0.1 % and to 7 % at
/// 0.01 %. Filters of 20,000 keys: 200 to 13,000 blocks. Sixteen of them, so that the luck of one is a small part of
/// it.
[[nodiscard]] inline rate_plan plan_for(double rate)
{
    const std::uint64_t draws = rate > 0.05 ? 360'000 : rate > 0.005 ? 1'000'000 : 2'000'000;
    return {.items = 20'000, .draws = scaled(draws), .filters = scaled<std::uint64_t>(16, 4)};
}

/// The type of a filter's keys for a stream of them.
template <typename Keys>
using key_of_stream = std::conditional_t<std::same_as<std::invoke_result_t<Keys&>, std::string_view>, std::string,
                                         std::invoke_result_t<Keys&>>;

[[nodiscard]] inline bool as_predicted(const measured_rate& rate)
{
    return std::abs(rate.error_of_model()) <= tolerated_deviations;
}

/// Filters made for the plan's items at a rate, filled with exactly these.
template <typename Layout, typename Keys, typename Hash = tamiz::hash<key_of_stream<Keys>>>
[[nodiscard]] measured_rate measure_at_capacity(double rate, const rate_plan& plan, const Hash& hash = {})
{
    using filter = tamiz::bloom_filter<key_of_stream<Keys>, Layout, Hash>;
    return measure_rate<Keys>(
        [&](std::uint64_t seed) {
            return filter({.expected_items = plan.items, .false_positive_rate = rate, .seed = seed}, hash);
        },
        plan);
}

}  // namespace tamiz_test
