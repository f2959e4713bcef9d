// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "rates.hpp"
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/key_streams.hpp>
#include <support/measure_rate.hpp>
#include <support/sanitizers.hpp>

#include <tamiz/sizing.hpp>

#include <cmath>
#include <cstdint>
#include <deque>
#include <iostream>
#include <vector>

// Filters that count: the measured rate is the model's, before and after keys have come and gone, and as many counters
// stick as are predicted.

namespace {

using tamiz_test::as_predicted;
using tamiz_test::erasing_structures;
using tamiz_test::mean_of;
using tamiz_test::measured_rate;
using tamiz_test::name_of;
using tamiz_test::plan_for;
using tamiz_test::random_hashes;
using tamiz_test::random_keys;
using tamiz_test::rate_plan;
using tamiz_test::scaled;
using tamiz_test::sequential_keys;
using tamiz_test::tolerated_deviations;

constexpr double rates[] = {0.1, 0.01, 0.001};

template <typename Filter, typename Keys>
measured_rate at_capacity(double rate, const rate_plan& plan)
{
    return tamiz_test::measure_rate<Keys>(
        [&](std::uint64_t seed) {
            return Filter({.expected_items = plan.items, .false_positive_rate = rate, .seed = seed});
        },
        plan);
}

template <typename Filter>
void check(const measured_rate& result, double rate, const char* what)
{
    INFO(name_of<Filter>() << ", " << what << ", asked for " << rate << ": " << result);
    std::cout << name_of<Filter>() << ", " << what << ", asked for " << rate << ": " << result << '\n';
    CHECK(as_predicted(result));
    CHECK(std::abs(result.error_of_estimate()) <= tolerated_deviations);
    CHECK(result.predicted <= rate * 1.03);
    CHECK(result.predicted >= rate * 0.97);
}

/// A filter that has had three times as many other keys in, in turn, is filled like a new one.
template <typename Filter>
struct used_before {
    Filter filter;
    using layout_type = typename Filter::layout_type;

    used_before(double rate, std::uint64_t items, std::uint64_t seed)
        : filter({.expected_items = items, .false_positive_rate = rate, .seed = seed})
    {
        random_hashes hashes(seed + 1000);
        std::deque<tamiz::hash_value> in;
        for (std::uint64_t i = 0; i < 4 * items; ++i) {
            in.push_back(hashes());
            filter.insert(in.back());
            if (in.size() < items) continue;
            filter.erase(in.front());
            in.pop_front();
        }
        for (const tamiz::hash_value hash : in) filter.erase(hash);
    }
    bool insert(std::uint64_t key) { return filter.insert(key); }
    [[nodiscard]] bool may_contain(std::uint64_t key) const { return filter.may_contain(key); }
    [[nodiscard]] double estimated_false_positive_rate() const { return filter.estimated_false_positive_rate(); }
    [[nodiscard]] const auto& layout_size() const { return filter.layout_size(); }
};

struct stuck_counters {
    double predicted = 0;
    mean_of counted;
};

/// Filters with `load` insertions for each of their counters.
template <typename Filter>
stuck_counters count_stuck(double load, std::uint64_t filters)
{
    std::vector<double> counts;
    double predicted = 0;
    for (std::uint64_t seed = 1; seed <= filters; ++seed) {
        Filter filter(tamiz_test::explicit_size_for<Filter>(64 * 128, 8));
        const auto keys = static_cast<std::uint64_t>(load * static_cast<double>(filter.counter_count()) / 8);
        random_hashes hashes(seed);
        for (std::uint64_t i = 0; i < keys; ++i) filter.insert(hashes());
        counts.push_back(static_cast<double>(filter.stats().stuck_counters));
        predicted = static_cast<double>(filter.counter_count()) *
                    tamiz::counter_saturation_probability(filter.counter_count(), filter.hash_count(), keys);
    }
    return {predicted, mean_of(counts)};
}

/// Filters whose keys come and go, the oldest first, at four insertions for each counter. Counted is what sticks after
/// the first filling.
template <typename Filter>
stuck_counters count_stuck_by_turnover(std::uint64_t inserts, std::uint64_t filters)
{
    std::vector<double> counts;
    double predicted = 0;
    for (std::uint64_t seed = 1; seed <= filters; ++seed) {
        Filter filter(tamiz_test::explicit_size_for<Filter>(64 * 128, 8));
        const std::uint64_t keys = filter.counter_count() / 2;
        random_hashes coming(seed);
        random_hashes going(seed);  // the same, later
        for (std::uint64_t i = 0; i < keys; ++i) filter.insert(coming());
        const std::uint64_t before = filter.stats().stuck_counters;
        for (std::uint64_t i = 0; i < inserts; ++i) {
            filter.erase(going());
            filter.insert(coming());
        }
        counts.push_back(static_cast<double>(filter.stats().stuck_counters - before));
        predicted = static_cast<double>(inserts) *
                    tamiz::expected_stuck_per_insert(filter.counter_count(), filter.hash_count(), keys - 1);
    }
    return {predicted, mean_of(counts)};
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("while keys come and go about as many counters stick as are predicted, and not more",
                        "[conformance][rates]", erasing_structures)
{
    const stuck_counters result = count_stuck_by_turnover<TestType>(scaled<std::uint64_t>(40'000, 4), 64);
    INFO(name_of<TestType>() << ": stuck " << result.counted.mean << " +- " << result.counted.deviation
                             << ", predicted " << result.predicted);
    const double chance = tolerated_deviations * result.counted.deviation;
    CHECK(result.counted.mean <= result.predicted + chance);
    // Four keys for each counter: of 15 rises to 15, some four are of counters that have been there just before.
    CHECK(result.counted.mean >= result.predicted * (1 - 4.0 / 15) - chance);
    CHECK(chance < result.predicted / 4);
}

TEMPLATE_LIST_TEST_CASE("the measured rate of a filter that counts is the model's", "[conformance][rates]",
                        erasing_structures)
{
    for (const double rate : rates) {
        check<TestType>(at_capacity<TestType, random_keys>(rate, plan_for(rate)), rate, random_keys::name);
        check<TestType>(at_capacity<TestType, sequential_keys>(rate, plan_for(rate)), rate, sequential_keys::name);
    }
}

TEMPLATE_LIST_TEST_CASE("keys that came and went leave the rate as it was", "[conformance][rates]", erasing_structures)
{
    rate_plan plan = plan_for(0.01);
    plan.items = 5'000;
    const measured_rate result = tamiz_test::measure_rate<random_keys>(
        [&](std::uint64_t seed) { return used_before<TestType>(0.01, plan.items, seed); }, plan);
    check<TestType>(result, 0.01, "used before");
}

TEMPLATE_LIST_TEST_CASE("as many counters stick as are predicted", "[conformance][rates]", erasing_structures)
{
    // From one counter in four thousand to four in five.
    for (const double load : {5.0, 7.0, 10.0, 15.0, 18.0}) {
        const stuck_counters result = count_stuck<TestType>(load, scaled<std::uint64_t>(64, 4));
        INFO(name_of<TestType>() << ", " << load << " insertions a counter: stuck " << result.counted.mean << " +- "
                                 << result.counted.deviation << ", predicted " << result.predicted);
        std::cout << name_of<TestType>() << ", " << load << " insertions a counter: stuck " << result.counted.mean
                  << " +- " << result.counted.deviation << ", predicted " << result.predicted << '\n';
        CHECK(result.predicted > 1);
        CHECK(std::abs(result.counted.mean - result.predicted) <= tolerated_deviations * result.counted.deviation);
    }
}

TEMPLATE_LIST_TEST_CASE("a filter that holds what it was made for has no stuck counter", "[conformance]",
                        erasing_structures)
{
    constexpr std::uint64_t items = 100'000;
    for (const double rate : rates) {
        TestType filter({.expected_items = items, .false_positive_rate = rate});
        random_hashes hashes(1);
        for (std::uint64_t i = 0; i < items; ++i) filter.insert(hashes());
        const double predicted =
            static_cast<double>(filter.counter_count()) *
            tamiz::counter_saturation_probability(filter.counter_count(), filter.hash_count(), items);
        INFO(name_of<TestType>() << " made for " << rate << ": " << predicted << " predicted");
        CHECK(predicted < 1e-3);
        CHECK(filter.stats().stuck_counters == 0);
    }
}
