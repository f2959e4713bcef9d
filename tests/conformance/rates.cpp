// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "rates.hpp"
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/key_streams.hpp>
#include <support/measure_rate.hpp>

#include <tamiz/sizing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>

// The rate of false positives, counted, is the one that the layout's model names.

namespace {

using tamiz_test::as_predicted;
using tamiz_test::key_of_stream;
using tamiz_test::layout_name;
using tamiz_test::layouts;
using tamiz_test::measure_at_capacity;
using tamiz_test::measured_rate;
using tamiz_test::plan_for;
using tamiz_test::single_layouts;

using kinds_of_keys =
    boost::mp11::mp_list<tamiz_test::random_keys, tamiz_test::sequential_keys, tamiz_test::multiples_of_two_to_16,
                         tamiz_test::multiples_of_two_to_32, tamiz_test::multiples_of_two_to_16_with_low_bits,
                         tamiz_test::multiples_of_two_to_32_with_low_bits, tamiz_test::addresses_of_16,
                         tamiz_test::addresses_of_64_with_low_bits, tamiz_test::pointers, tamiz_test::grid_points,
                         tamiz_test::urls>;

constexpr double rates[] = {0.1, 0.01, 0.001, 0.0001};

/// "My 64 bits are well mixed", and they are the key.
struct key_as_hash {
    using is_avalanching = void;
    std::uint64_t operator()(std::uint64_t key) const { return key; }
};

/// The same without the claim: the filter mixes it.
struct key_as_modest_hash {
    std::uint64_t operator()(std::uint64_t key) const { return key; }
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("the measured rate is the model's, for keys of every kind", "[conformance][rates]", layouts)
{
    double worst = 0;
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, kinds_of_keys>>([&](auto kind) {
        using keys = typename decltype(kind)::type;
        for (const double rate : rates) {
            const measured_rate result = measure_at_capacity<TestType, keys>(rate, plan_for(rate));
            INFO(layout_name<TestType> << ", " << keys::name << ", asked for " << rate << ": " << result);
            CHECK(as_predicted(result));
            CHECK(std::abs(result.error_of_estimate()) <= tamiz_test::tolerated_deviations);
            // Asked for and predicted differ by the rounding of the size: classic rounds its hashes, the others their
            // lines.
            CHECK(result.predicted <= rate * 1.03);
            CHECK(result.predicted >= rate * 0.97);
            worst = std::max(worst, std::abs(result.error_of_model()));
        }
    });
    std::cout << layout_name<TestType> << ": furthest from the model by " << worst << " deviations\n";
}

TEMPLATE_LIST_TEST_CASE("a hash that is not mixed is mixed by the filter", "[conformance][rates]", layouts)
{
    for (const double rate : rates) {
        const measured_rate result =
            measure_at_capacity<TestType, tamiz_test::multiples_of_two_to_32, key_as_modest_hash>(rate, plan_for(rate));
        INFO(layout_name<TestType> << ", asked for " << rate << ": " << result);
        CHECK(as_predicted(result));
    }
}

TEMPLATE_LIST_TEST_CASE("a hash that only pretends to be mixed is caught", "[conformance][rates]", layouts)
{
    // `classic` mixes the hash again for each position, and asks nothing of it but that keys differ.
    if constexpr (!std::is_same_v<TestType, tamiz::layout::classic>) {
        for (const double rate : rates) {
            const measured_rate result =
                measure_at_capacity<TestType, tamiz_test::sequential_keys, key_as_hash>(rate, plan_for(rate));
            INFO(layout_name<TestType> << ", asked for " << rate << ": " << result);
            CHECK_FALSE(as_predicted(result));
        }
    }
}

// Not of two lines: their rate is the square of a large one, for which the formula is right to some percent.
TEMPLATE_LIST_TEST_CASE("the classic formula is not a blocked layout's rate, and the measurement tells",
                        "[conformance][rates]", single_layouts)
{
    if constexpr (!std::is_same_v<TestType, tamiz::layout::classic>) {
        for (const double rate : {0.01, 0.001}) {
            using filter = tamiz::bloom_filter<std::uint64_t, TestType>;
            tamiz_test::rate_plan plan = plan_for(rate);
            plan.draws = 1'000'000;  // in every build: fewer could not tell the two formulas apart
            measured_rate result = measure_at_capacity<TestType, tamiz_test::random_keys>(rate, plan);
            const filter same({.expected_items = plan.items, .false_positive_rate = rate});
            result.predicted = tamiz::theoretical_false_positive_rate(same.bit_count(), same.hash_count(),
                                                                      static_cast<double>(plan.items));
            INFO(layout_name<TestType> << ", asked for " << rate << ", by the classic formula: " << result);
            CHECK_FALSE(as_predicted(result));
            CHECK(result.measured > 1.1 * result.predicted);
        }
    }
}
