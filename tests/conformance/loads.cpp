// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "rates.hpp"
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/key_streams.hpp>
#include <support/keys.hpp>
#include <support/measure_rate.hpp>
#include <support/sanitizers.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// Filters that hold far less than they were made for, exactly that, or far more: rates, and what they tell of
// themselves.

namespace {

using tamiz_test::as_predicted;
using tamiz_test::layout_name;
using tamiz_test::layouts;
using tamiz_test::mean_of;
using tamiz_test::measured_rate;
using tamiz_test::random_hashes;
using tamiz_test::rate_plan;
using tamiz_test::scaled;
using tamiz_test::tolerated_deviations;

constexpr std::uint64_t capacity = 10'000;
constexpr std::uint64_t filters = 16;

template <typename Layout>
using filter_of = tamiz::bloom_filter<std::uint64_t, Layout>;

/// Filters for `capacity` keys at a rate, with a multiple of it in them.
template <typename Layout>
measured_rate at_load(double rate, double load, std::uint64_t draws)
{
    const auto items = static_cast<std::uint64_t>(capacity * load);
    const rate_plan plan{.items = items, .draws = scaled(draws), .filters = filters};
    return tamiz_test::measure_rate<random_hashes>(
        [&](std::uint64_t seed) {
            return filter_of<Layout>({.expected_items = capacity, .false_positive_rate = rate, .seed = seed});
        },
        plan);
}

template <typename Layout>
filter_of<Layout> filled(double rate, std::uint64_t items, std::uint64_t seed)
{
    filter_of<Layout> filter({.expected_items = capacity, .false_positive_rate = rate, .seed = seed});
    random_hashes hashes(seed);
    for (std::uint64_t i = 0; i < items; ++i) filter.insert(hashes());
    return filter;
}

template <typename Filter>
bool all_bits_set(const Filter& filter)
{
    std::uint64_t set = 0;
    for (const std::uint64_t word : filter.words()) set += static_cast<unsigned>(std::popcount(word));
    return set == filter.bit_count();
}

template <typename Filter>
void check_statistics_of_full(const Filter& filter)
{
    const tamiz::filter_stats stats = filter.stats();
    INFO(layout_name<typename Filter::layout_type> << ", " << stats.bit_count << " bits");
    CHECK(stats.fill_ratio == 1);
    CHECK(stats.estimated_false_positive_rate == 1);
    CHECK(std::isfinite(stats.estimated_items));
    CHECK(stats.estimated_items >= 1);
    if (stats.remaining_items) CHECK(*stats.remaining_items >= 0);
    if (stats.expected_false_drops) CHECK(std::isfinite(*stats.expected_false_drops));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the measured rate is the model's far below and far above capacity", "[conformance][rates]",
                        layouts)
{
    for (const double rate : {0.1, 0.01}) {
        for (const double load : {0.5, 2.0, 10.0}) {
            const measured_rate result = at_load<TestType>(rate, load, load < 1 ? 2'000'000 : 400'000);
            INFO(layout_name<TestType> << " made for " << rate << ", filled " << load << " times: " << result);
            CHECK(as_predicted(result));
            CHECK(std::abs(result.error_of_estimate()) <= tolerated_deviations);
            if (load > 1) CHECK(result.measured > 2 * rate);
        }
    }
}

TEMPLATE_LIST_TEST_CASE("with a quarter of the keys the rate is far below the target", "[conformance][rates]", layouts)
{
    for (const double rate : {0.1, 0.01}) {
        const measured_rate result = at_load<TestType>(rate, 0.25, 4'000'000);
        INFO(layout_name<TestType> << " made for " << rate << ": " << result);
        CHECK(as_predicted(result));
        CHECK(result.measured < rate / 8);
    }
}

TEMPLATE_LIST_TEST_CASE("the predicted rate rises with the keys and stays between 0 and 1", "[conformance]", layouts)
{
    for (const double rate : {0.1, 0.001}) {
        const auto size = TestType::size_for(1000, rate);
        double before = 0;
        for (double items = 0; items < 1e12; items = items * 1.25 + 1) {
            const double predicted = TestType::false_positive_rate(size, items);
            INFO(layout_name<TestType> << " made for " << rate << " with " << items << " keys");
            CHECK(predicted >= before);
            CHECK(predicted <= 1);
            if (items <= 4000 && items > 0) CHECK(predicted > before);
            before = predicted;
        }
        CHECK(before == 1);
    }
}

TEMPLATE_LIST_TEST_CASE("the number of keys is estimated within chance, at every load", "[conformance][rates]", layouts)
{
    for (const double rate : {0.1, 0.001}) {
        for (const double load : {0.01, 0.25, 1.0, 3.0}) {
            const auto items = static_cast<std::uint64_t>(capacity * load);
            std::vector<double> estimates;
            for (std::uint64_t seed = 1; seed <= filters; ++seed)
                estimates.push_back(filled<TestType>(rate, items, seed).estimated_items());
            const mean_of estimate(estimates);
            const auto truth = static_cast<double>(items);
            INFO(layout_name<TestType> << " made for " << rate << ": " << truth << " keys estimated as "
                                       << estimate.mean << " +- " << estimate.deviation);
            // The logarithm of a mean is not the mean of logarithms: a bias far below one deviation of one filter.
            CHECK(std::abs(estimate.mean - truth) <= tolerated_deviations * estimate.deviation + 0.001 * truth);
            CHECK(std::ranges::all_of(estimates, [&](double one) { return std::abs(one - truth) < 0.05 * truth + 5; }));
        }
    }
}

TEMPLATE_LIST_TEST_CASE("the new keys that were taken for known ones are as many as the statistics say",
                        "[conformance][rates]", layouts)
{
    for (const double rate : {0.1, 0.01}) {
        for (const double load : {1.0, 2.0}) {
            const auto items = static_cast<std::uint64_t>(capacity * load);
            std::vector<double> differences;
            double expected = 0;
            double counted = 0;
            for (std::uint64_t seed = 1; seed <= filters; ++seed) {
                filter_of<TestType> filter({.expected_items = capacity, .false_positive_rate = rate, .seed = seed});
                random_hashes hashes(seed);
                double drops = 0;
                for (std::uint64_t i = 0; i < items; ++i)
                    if (!filter.insert(hashes())) ++drops;
                const double told = filter.stats().expected_false_drops.value();
                differences.push_back(drops - told);
                counted += drops;
                expected += told;
            }
            const mean_of difference(differences);
            INFO(layout_name<TestType> << " made for " << rate << ", filled " << load << " times: " << counted
                                       << " dropped, " << expected << " expected");
            CHECK(counted > 50);
            CHECK(std::abs(difference.mean) <= tolerated_deviations * difference.deviation);
            CHECK(counted == Approx(expected).epsilon(0.35));
        }
    }
}

TEMPLATE_LIST_TEST_CASE("a sample of lines tells what all of them tell", "[conformance]", layouts)
{
    const auto filter = filled<TestType>(0.01, capacity, 1);
    const std::uint64_t lines = (filter.words().size() + 7) / 8;
    const tamiz::filter_stats all = filter.stats();
    for (const std::uint64_t sample : {lines / 2, lines - 1, lines, lines + 1, std::uint64_t{1} << 40}) {
        const tamiz::filter_stats some = filter.stats({.sample_lines = sample});
        INFO(layout_name<TestType> << ", " << sample << " of " << lines << " lines");
        CHECK(some.fill_ratio == Approx(all.fill_ratio).epsilon(0.05));
        CHECK(some.estimated_items == Approx(all.estimated_items).epsilon(0.05));
        CHECK(some.estimated_false_positive_rate == Approx(all.estimated_false_positive_rate).epsilon(0.2));
        if (sample >= lines) CHECK(some.fill_ratio == all.fill_ratio);
    }
    CHECK(filter.fill_ratio({.sample_lines = 1}) > 0);
    CHECK(filter.fill_ratio({.sample_lines = 1}) <= 1);
}

TEMPLATE_LIST_TEST_CASE("a filter with all bits set has finite statistics and answers true", "[conformance]", layouts)
{
    for (const std::uint64_t bits : {1U, 8U, 512U, 1000U, 4096U}) {
        filter_of<TestType> filter(tamiz::explicit_size{.bits = bits, .hashes = 8});
        random_hashes hashes(bits);
        for (unsigned i = 0; i < 100'000; ++i) filter.insert(hashes());
        REQUIRE(all_bits_set(filter));
        check_statistics_of_full(filter);
        CHECK(filter.may_contain(hashes()));
        CHECK_FALSE(filter.insert(hashes()));
    }
    auto crowded = filled<TestType>(0.1, 100 * capacity, 1);
    REQUIRE(all_bits_set(crowded));
    check_statistics_of_full(crowded);
    CHECK(crowded.stats().remaining_items == 0);
}
