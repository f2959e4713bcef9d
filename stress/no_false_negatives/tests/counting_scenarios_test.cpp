// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The scenarios in which keys are erased, or counted: that they do what they say, and see what they are there to see.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>

#include "mutants/broken_counters.hpp"
#include "no_false_negatives/exact_counts.hpp"
#include "no_false_negatives/scenarios.hpp"
#include "support/catch.hpp"
#include "support/chaos.hpp"

using namespace tamiz;
using namespace tamiz::stress;

namespace {

using chaos_policy = chaos_atomics<>;
using chaotic_counters = counter_words<chaos_policy>;

/// Refuses every hundredth erase.
struct refusing_counters : chaotic_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        const bool is_refused = tamiz::detail::mix(probes[0].word ^ probes[0].mask) % 100 == 0;
        return !is_refused && chaotic_counters::erase(memory, locks, probes);
    }
};

/// Says of every erase that it was done.
struct agreeable_counters : chaotic_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        chaotic_counters::erase(memory, locks, probes);
        return true;
    }
};

/// Erases all but the last word of a key.
struct forgetful_counters : chaotic_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        std::array<probe, Words - 1> first{};
        std::copy_n(probes.begin(), Words - 1, first.begin());
        return chaotic_counters::erase(memory, locks, first);
    }
};

/// Counts each key twice.
struct generous_counters : chaotic_counters {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        const bool is_new = chaotic_counters::add(memory, probes);
        chaotic_counters::add(memory, probes);
        return is_new;
    }
};

/// For filters of one line: its lock is the word behind the counters.
void wait_for_eraser(const std::uint64_t* memory)
{
    while (chaotic_counters::read(memory, tamiz::detail::words_per_line) != 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
/// A lookup waits for whoever erases in that line.
struct waiting_lookup_counters : chaotic_counters {
    template <std::size_t Words>
    static bool test(const std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        wait_for_eraser(memory);
        return chaotic_counters::test(memory, probes);
    }
};
/// An insert does.
struct waiting_insert_counters : chaotic_counters {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        wait_for_eraser(memory);
        return chaotic_counters::add(memory, probes);
    }
};

run_request long_enough(unsigned threads = 4)
{
    run_request request;
    request.threads = threads;
    request.seed = 1;
    request.time = std::chrono::seconds(60);
    return request;
}

using two_words = layout::cache_line<2>;

}  // namespace

TEST_CASE("keys are erased, and erasers are suspended, in the scenarios that say so")
{
    run_request request = long_enough();
    request.most_rounds = 2;
    for (const scenario which : {scenario::insert_and_erase, scenario::erase_twice, scenario::suspended_erasers}) {
        INFO(all_scenarios[static_cast<std::size_t>(which)].name);
        const tally seen = run_scenario<two_words, chaotic_counters>(which, request);
        CHECK(seen.all_violations() == 0);
        CHECK(seen.erases > 100);
        CHECK((seen.refused_erases > 100) == (which == scenario::erase_twice));
        CHECK((seen.suspended_erases > 10) == (which == scenario::suspended_erasers));
        CHECK(seen.calls_beside_them >= 2 * (request.threads + 1) * seen.suspended_erases);
    }
}

TEST_CASE("an erase without the lock, without the check or with a check that is too early is found by erasing twice")
{
    const tally all_seen[] = {
        run_scenario<scenario::erase_twice, two_words, mutants::unlocked_erase<chaos_policy>>(long_enough()),
        run_scenario<scenario::erase_twice, two_words, mutants::check_before_lock<chaos_policy>>(long_enough()),
        run_scenario<scenario::erase_twice, layout::word, mutants::unlocked_erase<chaos_policy>>(long_enough()),
        run_scenario<scenario::erase_twice, layout::word, mutants::check_before_lock<chaos_policy>>(long_enough()),
    };
    for (const tally& seen : all_seen) CHECK(seen.count(violation_kind::erased_too_often) > 0);
    CHECK(run_scenario<scenario::erase_twice, two_words, mutants::unchecked_erase<chaos_policy>>(long_enough())
              .false_negatives() > 0);
}

TEST_CASE("a neighbour that vanishes for a moment, while an erase takes back what it lowered, is found missing")
{
    const tally seen =
        run_scenario<scenario::erase_twice, two_words, mutants::rollback_erase<chaos_policy>>(long_enough());
    CHECK(seen.count(violation_kind::not_found_published) > 0);
}

TEST_CASE("counters that do not stick are found where a key comes more often than they can count")
{
    CHECK(run_scenario<scenario::insert_and_erase, two_words, mutants::lowers_stuck<chaos_policy>>(long_enough())
              .count(violation_kind::not_found_own) > 0);
    CHECK(run_scenario<scenario::insert_and_erase, two_words, mutants::wraps<chaos_policy>>(long_enough())
              .count(violation_kind::not_found_own) > 0);
    CHECK(run_scenario<scenario::hot_keys, layout::word, mutants::wraps<chaos_policy>>(long_enough())
              .count(violation_kind::not_found_own) > 0);
}

TEST_CASE("lost counts are found by every scenario that counts")
{
    for (const scenario_info& info : all_scenarios) {
        if (info.filters == filters_of::without_counters) continue;
        INFO(info.name);
        CHECK(run_scenario<layout::word, mutants::torn_add<chaos_policy>>(info.which, long_enough()).all_violations() >
              0);
    }
}

TEST_CASE("a key that is published before it is counted is found missing by others")
{
    for (const scenario which : {scenario::publish_and_probe, scenario::insert_and_erase})
        CHECK(run_scenario<two_words, mutants::publishes_count_early<chaos_policy>>(which, long_enough())
                  .count(violation_kind::not_found_published) > 0);
}

TEST_CASE("wrong verdicts and wrong counts are found")
{
    CHECK(run_scenario<scenario::insert_and_erase, two_words, refusing_counters>(long_enough())
              .count(violation_kind::erase_refused) > 0);
    CHECK(run_scenario<scenario::erase_twice, two_words, agreeable_counters>(long_enough())
              .count(violation_kind::erased_too_often) > 0);
    CHECK(run_scenario<scenario::insert_and_erase, two_words, forgetful_counters>(long_enough())
              .count(violation_kind::wrong_count) > 0);
    CHECK(run_scenario<scenario::disjoint_keys, two_words, generous_counters>(long_enough())
              .count(violation_kind::wrong_count) > 0);
}

TEST_CASE("inserts and lookups that wait for a suspended eraser are found")
{
    run_request request = long_enough();
    request.seed = 2;  // erasers are suspended in chaotic rounds
    CHECK(run_scenario<scenario::suspended_erasers, two_words, waiting_lookup_counters>(request).count(
              violation_kind::held_up_by_eraser) > 0);
    CHECK(run_scenario<scenario::suspended_erasers, two_words, waiting_insert_counters>(request).count(
              violation_kind::held_up_by_eraser) > 0);
}

TEST_CASE("counters are held against an exact sum, and may be stuck only if they were raised so often")
{
    const std::unique_ptr<subject> filter =
        make_subject<two_words, counter_words<>, number_keys>({1024, 6, 1}, number_keys(1, 3));
    const auto wrong_after = [&](std::uint64_t inserted, std::uint64_t erased) {
        exact_counts exact(*filter);
        exact.add(0, inserted, erased);
        return exact.wrong_counters();
    };
    CHECK(wrong_after(0, 0) == 0);
    CHECK(wrong_after(1, 0) == 6);
    for (unsigned i = 0; i < 14; ++i) filter->insert(0);
    CHECK(wrong_after(14, 0) == 0);
    CHECK(wrong_after(15, 1) == 0);
    CHECK(wrong_after(15, 0) == 6);
    filter->insert(0);
    CHECK(wrong_after(15, 0) == 0);
    CHECK(wrong_after(20, 20) == 0);
    CHECK(wrong_after(14, 0) == 6);
    CHECK(filter->erase(0));
    CHECK(filter->occurrences(0) == 15);
}

TEST_CASE("a filter says what it cannot do")
{
    const auto plain = make_subject<layout::word, words<>, number_keys>({1024, 5, 1}, number_keys(1, 3));
    CHECK_THROWS_AS(plain->erase(0), std::logic_error);
    CHECK_THROWS_AS(plain->occurrences(0), std::logic_error);
    const auto counting = make_subject<layout::word, counter_words<>, number_keys>({1024, 5, 1}, number_keys(1, 3));
    CHECK_THROWS_AS(counting->claim(0), std::logic_error);
    std::array<claim_result, 1> results{};
    CHECK_THROWS_AS(counting->claim_range({0, 1, 1}, results), std::logic_error);
}
