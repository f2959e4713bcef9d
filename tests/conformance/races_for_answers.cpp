// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "races.hpp"
#include "structures.hpp"

#include <support/broken_words.hpp>
#include <support/catch.hpp>
#include <support/keys.hpp>
#include <support/sanitizers.hpp>
#include <support/yielding_atomics.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>

// Eight threads bring the same new keys: who is told that they are new?

namespace {

using tamiz_test::answers_race;
using tamiz_test::by_claim;
using tamiz_test::by_insert;
using tamiz_test::caught;
using tamiz_test::decided_at_once;
using tamiz_test::growing_structures;
using tamiz_test::integer_structures;
using tamiz_test::name_of;
using tamiz_test::random_keys_of;
using tamiz_test::scaled;
using tamiz_test::with_words;
using tamiz_test::without_false_positives;
using tamiz_test::yielding_atomics;

constexpr std::uint64_t many = scaled(10'000U, 20U);
constexpr std::uint64_t interrupted = scaled(3'000U, 8U);  // where each access may give the processor away
constexpr std::uint64_t few = 300;

template <typename Filter>
answers_race told(const std::string& what, const answers_race& race)
{
    std::cout << name_of<Filter>() << ", " << what << ": " << race << '\n';
    return race;
}

/// In a filter so large that keys do not meet.
template <typename Filter, typename Call>
answers_race alone(std::uint64_t items, const Call& call, const std::string& what, std::uint64_t seed = 1)
{
    // One word, or sixteen counters, are little to keep keys apart: the filter grows with the square of their number,
    // to gigabytes.
    if (tamiz_test::erasing<Filter> || decided_at_once<Filter>)
        items = std::min<std::uint64_t>(items, tamiz_test::erasing<Filter> && decided_at_once<Filter> ? 100 : 1'000);
    Filter filter(without_false_positives<Filter>(items));
    const answers_race race = race_for_keys(filter, random_keys_of<std::uint64_t>(items, seed), call);
    CHECK(race.covered == 0);
    return told<Filter>(what, race);
}

/// In a filter for twice as many keys at 1 %: less than half full, and keys share words, bits and now and then all of
/// them.
template <typename Filter, typename Call>
answers_race crowded(std::uint64_t items, const Call& call, const std::string& what, std::uint64_t seed = 2)
{
    Filter filter({.expected_items = 2 * items, .false_positive_rate = 0.01});
    return told<Filter>(what, race_for_keys(filter, random_keys_of<std::uint64_t>(items, seed), call));
}

template <typename Filter>
void check_inserts(const answers_race& race)
{
    INFO(name_of<Filter>() << ": " << race);
    CHECK(race.told_nobody == 0);
    CHECK(race.not_found == 0);
    if constexpr (decided_at_once<Filter>) CHECK(race.told_several == 0);
    CHECK(race.fill < 0.5);
}

template <typename Filter>
void check_claims(const answers_race& race)
{
    INFO(name_of<Filter>() << ": " << race);
    CHECK(race.told_several == 0);
    CHECK(race.not_found == 0);
    // A claim is lost when other keys' claims set the claimant's last bits between its load and its write. Nothing
    // else may leave a key without a winner.
    CHECK(race.told_nobody == race.lost_claims);
    if constexpr (decided_at_once<Filter>) CHECK(race.told_nobody == 0);
    CHECK(race.fill < 0.5);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("of eight threads that insert a key, at least one is told that it is new",
                        "[conformance][threads]", integer_structures)
{
    check_inserts<TestType>(alone<TestType>(many, by_insert{}, "inserts"));
    check_inserts<TestType>(crowded<TestType>(many, by_insert{}, "inserts, crowded"));
    using yielding = tamiz_test::with_atomics<TestType, yielding_atomics>;
    check_inserts<TestType>(alone<yielding>(interrupted, by_insert{}, "inserts, interrupted"));
    check_inserts<TestType>(crowded<yielding>(interrupted, by_insert{}, "inserts, crowded, interrupted"));
}

TEMPLATE_LIST_TEST_CASE("no key is won twice, and without other keys in the way each is won once",
                        "[conformance][threads]", integer_structures)
{
    if constexpr (tamiz_test::claiming<TestType>) {
        using yielding = tamiz_test::with_atomics<TestType, yielding_atomics>;
        check_claims<TestType>(alone<TestType>(many, by_claim{}, "claims"));
        check_claims<TestType>(alone<yielding>(interrupted, by_claim{}, "claims, interrupted"));
        check_claims<TestType>(crowded<TestType>(many, by_claim{}, "claims, crowded"));
        check_claims<TestType>(crowded<yielding>(interrupted, by_claim{}, "claims, crowded, interrupted"));
    }
}

// Each of these is a mistake, and the runs above would have noticed it.

TEMPLATE_LIST_TEST_CASE("claims that answer from the load are caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::answering_from_the_load>;
    CHECK(caught([](std::uint64_t seed) {
        return alone<broken>(few, by_claim{}, "claims that answer from the load", seed).told_several > 0;
    }));
}

TEMPLATE_LIST_TEST_CASE("claims with torn writes are caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::torn_words>;
    CHECK(caught([](std::uint64_t seed) {
        return crowded<broken>(few, by_claim{}, "claims with torn writes", seed).told_several > 0;
    }));
}

TEMPLATE_LIST_TEST_CASE("claims from the highest word down are caught", "[conformance][threads]", growing_structures)
{
    if constexpr (!decided_at_once<TestType>) {  // there is but one order for one word
        using broken = with_words<TestType, tamiz_test::descending_words>;
        CHECK(caught([](std::uint64_t seed) {
            return crowded<broken>(few, by_claim{}, "claims from the top down", seed).told_several > 0;
        }));
    }
}

TEMPLATE_LIST_TEST_CASE("inserts that want all bits to be theirs are caught", "[conformance][threads]",
                        growing_structures)
{
    using broken = with_words<TestType, tamiz_test::answering_for_all_bits>;
    CHECK(caught([](std::uint64_t seed) {
        return crowded<broken>(few, by_insert{}, "inserts that want all bits", seed).told_nobody > 0;
    }));
}
