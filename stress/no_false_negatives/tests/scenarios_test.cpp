// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The scenarios as a library: what they count, and that each kind of violation is seen when there is something to see.
#include "no_false_negatives/scenarios.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "no_false_negatives/catalogue.hpp"
#include "support/broken_filters.hpp"
#include "support/catch.hpp"
#include "support/sanitizers.hpp"

using namespace tamiz;
using namespace tamiz::stress;

namespace {

using chaotic_words = words<chaos_atomics<>>;

/// Says that nothing is new.
struct silent_words : chaotic_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        chaotic_words::set(memory, probes, may_write);
        return false;
    }
};

/// Lets nobody win.
struct undecided_words : chaotic_words {
    template <typename Probes, typename MayWrite>
    static claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        return std::min(chaotic_words::claim(memory, probes, may_write), claim_result::raced);
    }
};

/// Looks at all words of a key but its last.
struct hasty_words : chaotic_words {
    template <typename Probes>
    static bool test(const std::uint64_t* memory, const Probes& probes) noexcept
    {
        const auto& key = tamiz::detail::recorded(probes);
        for (std::size_t i = 0; i + 1 < key.size(); ++i)
            if ((key[i].mask & ~load(memory, key[i].word, site::test_load)) != 0) return false;
        return true;
    }
};

/// Sets a bit too many in a word.
struct generous_words : chaotic_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const probe first = tamiz::detail::recorded(probes)[0];
        or_into(memory, first.word, std::uint64_t{1} << (first.mask % 64), site::set_or);
        return chaotic_words::set(memory, probes, may_write);
    }
};

/// Overwrites the target of a merge, and marks it each time anew.
struct overwriting_words : chaotic_words {
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i)
            at(target, i).store(site::merge_or, load(target, i, site::merge_load) | load(source, i, site::merge_source),
                                boost::memory_order_release);
    }
};
struct marking_words : chaotic_words {
    static void raise(std::uint64_t& mark) noexcept { ++mark; }
};

/// Leaves the last word out of a copy.
struct short_copy_words : chaotic_words {
    static void copy(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        chaotic_words::copy(target, source, count - 1);
    }
};

/// Leaves out every hundredth key, but the thread that put it in finds it as long as it puts in no other.
struct pretending_words : chaotic_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        latest = tamiz::detail::recorded(probes)[0];
        return is_left_out(latest) || chaotic_words::set(memory, probes, may_write);
    }
    template <typename Probes, typename MayWrite>
    static claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        latest = tamiz::detail::recorded(probes)[0];
        return is_left_out(latest) ? claim_result::raced : chaotic_words::claim(memory, probes, may_write);
    }
    template <typename Probes>
    static bool test(const std::uint64_t* memory, const Probes& probes) noexcept
    {
        return tamiz::detail::recorded(probes)[0] == latest || chaotic_words::test(memory, probes);
    }

private:
    static bool is_left_out(const probe& p) { return tamiz::detail::mix(p.word ^ p.mask) % 100 == 0; }
    static inline thread_local probe latest{};
};

/// Enough for each of these faults to show in the first rounds.
run_request long_enough(unsigned threads = 4)
{
    run_request request;
    request.threads = threads;
    request.seed = 1;
    request.time = std::chrono::seconds(60);
    return request;
}

run_request rounds(std::uint64_t count, unsigned threads = 4)
{
    run_request request = long_enough(threads);
    request.most_rounds = count;
    return request;
}

/// Two: half of them watch or probe. An odd number. More than there are cores.
const std::vector<unsigned> thread_counts =
    tamiz_test::sanitized ? std::vector<unsigned>{3} : std::vector<unsigned>{2, 3, 7};

}  // namespace

TEST_CASE("no scenario finds anything wrong with the filters that ship, and none fills them to a half")
{
    for (const layout_entry& layout : shipping_filters())
        for (const scenario_info& info : all_scenarios)
            for (const unsigned threads : thread_counts) {
                if (!is_for(info, layout.calm)) continue;
                INFO(info.name << ", " << layout.name << ", " << threads << " threads");
                const tally seen = run_scenario(info.which, layout.calm, layout.chaotic, rounds(2, threads));
                CHECK(seen.all_violations() == 0);
                CHECK_FALSE(seen.first.has_value());
                CHECK(seen.rounds == 2);
                CHECK(seen.fill_highest > 0.2);
                CHECK(seen.fill_highest < 0.5);
                const bool erases = info.filters == filters_of::with_counters;  // fewer keys, that come again
                CHECK(seen.keys > (erases ? 100 : 1000));
                CHECK(seen.checks >= seen.keys - seen.covered_keys);
                CHECK(seen.covered_keys * (erases ? 8 : 15) < seen.keys);  // the rest could have failed
                CHECK(seen.operations > seen.checks + seen.covered_checks);
                CHECK(seen.told_nobody <= seen.covered_keys);
                CHECK(seen.answered_keys <= seen.keys);
            }
}

TEST_CASE("lost updates are found by every scenario that puts keys in from several threads")
{
    for (const scenario_info& info : all_scenarios) {
        if (info.filters == filters_of::with_counters) continue;
        INFO(info.name);
        CHECK(run_scenario<layout::word, plain_or_words>(info.which, long_enough()).all_violations() > 0);
    }
}

TEST_CASE("a key that its own thread finds but nobody else is found missing by others, and in the end")
{
    CHECK(run_scenario<scenario::publish_and_probe, layout::cache_line<2>, pretending_words>(long_enough())
              .count(violation_kind::not_found_published) > 0);
    const tally seen = run_scenario<scenario::same_keys, layout::cache_line<2>, pretending_words>(long_enough());
    CHECK(seen.count(violation_kind::not_found_at_end) > 0);
    CHECK(seen.count(violation_kind::not_found_own) == 0);
}

TEST_CASE("two winners are found wherever threads put in the same keys")
{
    const tally all_seen[] = {
        run_scenario<scenario::same_keys, layout::cache_line<8>, answer_from_load_words>(long_enough()),
        run_scenario<scenario::hot_keys, layout::cache_line<8>, answer_from_load_words>(long_enough()),
        run_scenario<scenario::tiny_filters, layout::cache_line<8>, answer_from_load_words>(long_enough()),
        run_scenario<scenario::urls, layout::cache_line<8>, answer_from_load_words>(long_enough()),
    };
    for (const tally& seen : all_seen) {
        CHECK(seen.count(violation_kind::won_twice) > 0);
        CHECK(seen.false_negatives() == 0);
    }
}

TEST_CASE("a key that nobody is told of, or nobody wins, is found")
{
    CHECK(run_scenario<scenario::same_keys, layout::classic, silent_words>(long_enough())
              .count(violation_kind::told_nobody) > 0);
    CHECK(run_scenario<scenario::urls, layout::word, undecided_words>(long_enough()).count(violation_kind::nobody_won) >
          0);
    // With more words than one a lost claim is possible. It is counted, and is no violation.
    const tally lost = run_scenario<scenario::urls, layout::classic, undecided_words>(rounds(2));
    CHECK(lost.all_violations() == 0);
    CHECK(lost.lost_claims + lost.told_nobody == lost.claimed_keys);
}

TEST_CASE("wrong bits and wrong answers are found")
{
    CHECK(run_scenario<scenario::same_keys, layout::cache_line<2>, hasty_words>(long_enough())
              .count(violation_kind::found_without_bits) > 0);
    CHECK(run_scenario<scenario::disjoint_keys, layout::word, generous_words>(long_enough())
              .count(violation_kind::stray_bit) > 0);
}

TEST_CASE("a merge that overwrites, a copy that leaves words out and a filter object that is written to are found")
{
    CHECK(run_scenario<scenario::merge_beside_writers, layout::cache_line<2>, overwriting_words>(long_enough())
              .false_negatives() > 0);
    CHECK(run_scenario<scenario::copy_beside_writers, layout::classic, short_copy_words>(long_enough())
              .count(violation_kind::not_found_published) > 0);
    CHECK(run_scenario<scenario::merge_beside_writers, layout::cache_line<2>, marking_words>(long_enough())
              .count(violation_kind::object_written) > 0);
}

TEST_CASE("the first violation is kept with what is needed to repeat its round")
{
    run_request request = long_enough(5);
    request.seed = 1000;
    const tally seen = run_scenario<scenario::disjoint_keys, layout::word, plain_or_words>(request);
    REQUIRE(seen.first.has_value());
    CHECK(seen.first->seed == 1000 + seen.rounds - 1);  // it was the last round
    CHECK(seen.first->chaotic == is_chaotic(seen.first->seed));
    CHECK(seen.first->thread < 5);
    CHECK_FALSE(seen.first->key.empty());
}

TEST_CASE("a run ends when it is told to")
{
    CHECK(run_scenario<scenario::same_keys, layout::word, words<>>(rounds(3)).rounds == 3);

    run_request request = long_enough();
    std::uint64_t asked = 0;
    request.goes_on = [&asked](const tally& seen) { return seen.rounds == ++asked && asked < 5; };
    CHECK(run_scenario<scenario::same_keys, layout::word, words<>>(request).rounds == 5);

    request = long_enough();
    request.time = std::chrono::nanoseconds(0);
    CHECK(run_scenario<scenario::same_keys, layout::word, words<>>(request).rounds == 2);  // a calm and a chaotic one
}

TEST_CASE("a scenario refuses filters that it is not for")
{
    CHECK_THROWS_AS((run_scenario<scenario::erase_twice, layout::word, words<>>(rounds(1))), std::invalid_argument);
    CHECK_THROWS_AS((run_scenario<scenario::urls, layout::word, counter_words<>>(rounds(1))), std::invalid_argument);
}

TEST_CASE("one thread is no stress")
{
    for (const unsigned threads : {0U, 1U})
        CHECK_THROWS_AS((run_scenario<scenario::same_keys, layout::word, words<>>(rounds(1, threads))),
                        std::invalid_argument);
}

TEST_CASE("the keys of a round are all different, follow from its seed, and are others with another seed")
{
    const number_keys numbers(5, 1000);
    const url_keys addresses(5, 1000);
    std::set<std::uint64_t> different_numbers;
    std::set<std::string> different_addresses;
    for (std::size_t i = 0; i < 1000; ++i) {
        different_numbers.insert(numbers[i]);
        different_addresses.insert(addresses[i]);
    }
    CHECK(different_numbers.size() == 1000);
    CHECK(different_addresses.size() == 1000);
    CHECK(numbers[0] == number_keys(5, 1000)[0]);
    CHECK(addresses[7] == url_keys(5, 10)[7]);
    CHECK(different_numbers.count(number_keys(6, 1000)[0]) == 0);
    CHECK(different_addresses.count(url_keys(6, 1)[0]) == 0);
}
