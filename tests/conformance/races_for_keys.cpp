// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "races.hpp"
#include "structures.hpp"

#include <support/broken_words.hpp>
#include <support/catch.hpp>
#include <support/sanitizers.hpp>
#include <support/yielding_atomics.hpp>

#include <cstdint>
#include <iostream>

// Threads insert, others look, copy and merge: is every key found whose insert happened before?

namespace {

using tamiz_test::by_claim;
using tamiz_test::by_insert;
using tamiz_test::caught;
using tamiz_test::copy_beside_writers;
using tamiz_test::growing_structures;
using tamiz_test::integer_structures;
using tamiz_test::lookups_race;
using tamiz_test::merge_beside_writers;
using tamiz_test::name_of;
using tamiz_test::publish_and_look_up;
using tamiz_test::race_threads;
using tamiz_test::scaled;
using tamiz_test::snapshots_race;
using tamiz_test::structures;
using tamiz_test::with_atomics;
using tamiz_test::with_words;
using tamiz_test::yielding_atomics;

constexpr std::uint64_t many = scaled(20'000U, 20U);
constexpr std::uint64_t few = 100;  // a thread's keys where each access may give the processor away

/// For twice as many keys at 1 %: less than half full.
template <typename Filter>
Filter roomy(std::uint64_t keys, std::uint64_t seed)
{
    return Filter({.expected_items = 2 * keys, .false_positive_rate = 0.01, .seed = seed});
}

template <typename Filter, typename Call>
lookups_race look_up(std::uint64_t keys_per_writer, const Call& call, const char* what, std::uint64_t seed = 1)
{
    auto filter = roomy<Filter>(keys_per_writer * race_threads / 2, seed);
    const lookups_race race = publish_and_look_up(filter, keys_per_writer, call);
    std::cout << name_of<Filter>() << ", " << what << ": " << race << '\n';
    return race;
}

template <typename Filter>
snapshots_race copies(std::uint64_t keys_per_writer, const char* what, std::uint64_t seed = 1)
{
    auto filter = roomy<Filter>(keys_per_writer * race_threads, seed);
    const snapshots_race race = copy_beside_writers(filter, keys_per_writer);
    std::cout << name_of<Filter>() << ", " << what << ": " << race << '\n';
    return race;
}

template <typename Filter>
snapshots_race merges(std::uint64_t keys_per_writer, const char* what, std::uint64_t seed = 1)
{
    auto target = roomy<Filter>(keys_per_writer * race_threads, seed);
    auto source = roomy<Filter>(keys_per_writer * race_threads, seed);
    const snapshots_race race = merge_beside_writers(target, source, keys_per_writer);
    std::cout << name_of<Filter>() << ", " << what << ": " << race << '\n';
    return race;
}

template <typename Filter, typename Race>
void check(const Race& race)
{
    INFO(name_of<Filter>() << ": " << race);
    CHECK(race.violations() == 0);
    CHECK(race.fill < 0.5);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a key that another thread has published is found at once", "[conformance][threads]",
                        structures)
{
    check<TestType>(look_up<TestType>(many, by_insert{}, "inserts and lookups"));
    if constexpr (tamiz_test::claiming<TestType>)
        check<TestType>(look_up<TestType>(many, by_claim{}, "claims and lookups"));
}

TEMPLATE_LIST_TEST_CASE("a published key is found at once by threads that are interrupted all the time",
                        "[conformance][threads]", integer_structures)
{
    using yielding = with_atomics<TestType, yielding_atomics>;
    check<TestType>(look_up<yielding>(5 * few, by_insert{}, "inserts and lookups, interrupted"));
    if constexpr (tamiz_test::claiming<TestType>)
        check<TestType>(look_up<yielding>(5 * few, by_claim{}, "claims and lookups, interrupted"));
}

TEMPLATE_LIST_TEST_CASE("a copy beside writers holds every key that was published before it", "[conformance][threads]",
                        integer_structures)
{
    check<TestType>(copies<TestType>(many / 2, "copies"));
    check<TestType>(copies<with_atomics<TestType, yielding_atomics>>(2 * few, "copies, interrupted"));
}

TEMPLATE_LIST_TEST_CASE("a union beside writers holds every key that was published before it", "[conformance][threads]",
                        integer_structures)
{
    check<TestType>(merges<TestType>(many / 2, "unions"));
    check<TestType>(merges<with_atomics<TestType, yielding_atomics>>(2 * few, "unions, interrupted"));
}

// Each of these is a mistake, and the runs above would have noticed it.

TEMPLATE_LIST_TEST_CASE("torn writes lose published keys, and are caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::torn_words>;
    std::uint64_t published = 0;
    std::uint64_t at_end = 0;
    CHECK(caught([&](std::uint64_t seed) {
        const lookups_race race = look_up<broken>(few, by_insert{}, "torn writes", seed);
        published += race.missed_published;
        at_end += race.missed_at_end;
        return published > 0 && at_end > 0;
    }));
}

TEMPLATE_LIST_TEST_CASE("an insert that returns too early is caught, though all is well in the end",
                        "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::late_words>;
    std::uint64_t at_end = 0;
    CHECK(caught([&](std::uint64_t seed) {
        const lookups_race race = look_up<broken>(few, by_insert{}, "late writes", seed);
        at_end += race.missed_at_end;
        return race.missed_published > 0;
    }));
    CHECK(at_end == 0);
}

TEMPLATE_LIST_TEST_CASE("an insert that leaves out a word is caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::insert_without_the_last_word>;
    const lookups_race race = look_up<broken>(few, by_insert{}, "a word left out");
    INFO(race);
    CHECK(race.missed_at_once > 0);
    CHECK(race.missed_published > 0);
    CHECK(race.missed_at_end > 0);
}

TEMPLATE_LIST_TEST_CASE("copies that leave out a word are caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::copy_without_the_last_word>;
    CHECK(
        caught([](std::uint64_t seed) { return copies<broken>(few, "copies without a word", seed).keys_missed > 0; }));
}

TEMPLATE_LIST_TEST_CASE("unions that overwrite are caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::overwriting_words>;
    const snapshots_race race = merges<broken>(few, "unions that overwrite");
    INFO(race);
    CHECK(race.keys_missed > 0);
    CHECK(race.missed_at_end > 0);
}

TEMPLATE_LIST_TEST_CASE("unions with torn writes are caught", "[conformance][threads]", growing_structures)
{
    using broken = with_words<TestType, tamiz_test::torn_merge>;
    CHECK(caught(
        [](std::uint64_t seed) { return merges<broken>(2 * few, "unions with torn writes", seed).missed_at_end > 0; }));
}
