// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "races_of_erasers.hpp"

#include <support/broken_counters.hpp>
#include <support/catch.hpp>
#include <support/sanitizers.hpp>
#include <support/yielding_atomics.hpp>

#include <cstdint>
#include <iostream>
#include <string>

// Threads insert, erase and ask together: is every key found as long as it is in, and is an insert undone once?

namespace {

using tamiz_test::caught;
using tamiz_test::decided_at_once;
using tamiz_test::erase_beside_inserts;
using tamiz_test::erase_together;
using tamiz_test::erasers_race;
using tamiz_test::erasing_structures;
using tamiz_test::keys_of_threads;
using tamiz_test::name_of;
using tamiz_test::neighbours_race;
using tamiz_test::race_threads;
using tamiz_test::scaled;
using tamiz_test::with_words;

constexpr std::uint64_t many = scaled<std::uint64_t>(125'000);  // steps of each thread
constexpr std::uint64_t interrupted = 1'500;                    // where each access may give the processor away
constexpr std::uint64_t rounds = scaled<std::uint64_t>(1'000);
constexpr std::uint64_t interrupted_rounds = scaled<std::uint64_t>(200, 4);

template <typename Filter>
using interrupted_filter = tamiz_test::with_atomics<Filter, tamiz_test::yielding_atomics>;

template <typename Race>
Race told(const std::string& what, const Race& race)
{
    std::cout << what << ": " << race << '\n';
    return race;
}

/// In a filter for as many keys as there are insertions at most.
template <typename Filter>
erasers_race inserts_and_erases(std::uint64_t steps, std::uint64_t kept, std::uint64_t different, keys_of_threads whose,
                                std::uint64_t seed = 1)
{
    Filter filter({.expected_items = kept * race_threads, .false_positive_rate = 0.01, .seed = seed});
    return told(name_of<Filter>() + (whose == keys_of_threads::shared ? ", shared keys" : ", disjoint keys"),
                insert_and_erase(filter, steps, kept, different, whose, seed));
}

template <typename Filter>
neighbours_race together(std::uint64_t count, std::uint64_t seed = 1)
{
    return told(name_of<Filter>() + ", one key erased by four", erase_together<Filter>(count, seed));
}

template <typename Filter>
neighbours_race beside_inserts(std::uint64_t count, std::uint64_t seed = 1)
{
    return told(name_of<Filter>() + ", erased beside inserts", erase_beside_inserts<Filter>(count, seed));
}

template <typename Race>
void check(const Race& race)
{
    INFO(race);
    CHECK(race.violations() == 0);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("eight threads with keys of their own leave exactly what one would leave",
                        "[conformance][threads]", erasing_structures)
{
    const erasers_race race = inserts_and_erases<TestType>(many, 500, 2'000, keys_of_threads::disjoint);
    check(race);
    CHECK(race.stuck == 0);  // so that all counters were compared, each at its own count
    CHECK(race.fill > 0.05);
    CHECK(race.fill < 0.5);
    check(inserts_and_erases<interrupted_filter<TestType>>(interrupted, 20, 80, keys_of_threads::disjoint));
}

TEMPLATE_LIST_TEST_CASE("eight threads with shared keys find what they inserted, as long as they have not erased it",
                        "[conformance][threads]", erasing_structures)
{
    check(inserts_and_erases<TestType>(many, 500, 2'000, keys_of_threads::shared));
    check(inserts_and_erases<interrupted_filter<TestType>>(interrupted, 20, 80, keys_of_threads::shared));
    // Each of ten keys is in some ten times, now and then fifteen times: then its counters stick.
    const erasers_race crowded = inserts_and_erases<TestType>(many / 10, 20, 10, keys_of_threads::shared, 2);
    check(crowded);
    CHECK(crowded.stuck > 0);
}

TEMPLATE_LIST_TEST_CASE("of four erases of a key that was inserted once, one succeeds, and no neighbour is ever missed",
                        "[conformance][threads]", erasing_structures)
{
    check(together<TestType>(rounds));
    for (const std::uint64_t seed : {1U, 2U, 3U})
        check(together<interrupted_filter<TestType>>(interrupted_rounds, seed));
}

TEMPLATE_LIST_TEST_CASE("a key that is inserted while the last copies of its neighbours are erased is found, always",
                        "[conformance][threads]", erasing_structures)
{
    check(beside_inserts<TestType>(rounds));
    check(beside_inserts<interrupted_filter<TestType>>(interrupted_rounds));
}

// Each of these is a mistake, and the runs above would have noticed it.

TEMPLATE_LIST_TEST_CASE("torn increments are caught", "[conformance][threads]", erasing_structures)
{
    using broken = with_words<TestType, tamiz_test::torn_add>;
    CHECK(caught([](std::uint64_t seed) {
        const erasers_race race = inserts_and_erases<broken>(200, 10, 40, keys_of_threads::disjoint, seed);
        return race.missed > 0 && race.counters_lost > 0;
    }));
    CHECK(caught([](std::uint64_t seed) {
        const neighbours_race race = beside_inserts<broken>(50, seed);
        return race.spoilt > 0;
    }));
}

TEMPLATE_LIST_TEST_CASE("an erase without the lock is caught", "[conformance][threads]", erasing_structures)
{
    using broken = with_words<TestType, tamiz_test::unlocked_erase>;
    CHECK(caught([](std::uint64_t seed) {
        const neighbours_race race = together<broken>(50, seed);
        return race.erased_twice > 0 && race.missed > 0;
    }));
}

TEMPLATE_LIST_TEST_CASE("an erase that does not check is caught by threads that erase together",
                        "[conformance][threads]", erasing_structures)
{
    using broken = with_words<TestType, tamiz_test::unchecked_erase>;
    CHECK(caught([](std::uint64_t seed) {
        const neighbours_race race = together<broken>(50, seed);
        return race.erased_twice > 0 && race.missed > 0;
    }));
}

TEMPLATE_LIST_TEST_CASE("an erase that takes back what it has lowered is caught", "[conformance][threads]",
                        erasing_structures)
{
    if constexpr (!decided_at_once<TestType>) {  // one word is lowered at once
        using broken = with_words<TestType, tamiz_test::rollback_erase>;
        CHECK(caught([](std::uint64_t seed) { return together<broken>(50, seed).missed > 0; }));
    }
}
