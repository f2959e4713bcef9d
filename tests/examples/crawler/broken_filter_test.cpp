// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Filters broken on purpose: a check that passes them would pass anything.

#include <support/catch.hpp>

#include <array>
#include <thread>

#include <tamiz/tamiz.hpp>

#include "crawler/run.hpp"
#include "generated_site.hpp"

using crawler::policy;
using crawler::run_result;
using crawler::run_settings;
using examples_test::each_straight_from;
using examples_test::generated_site;
using examples_test::seeds_on;

namespace {

/// Sets bits by load, or, store, and yields in between: what another thread sets meanwhile is lost. The single accesses
/// are atomic, so the thread sanitizer has nothing to say: the fault is in the protocol.
struct plain_or : tamiz::words<> {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite&)
    {
        bool is_new = false;
        for (const tamiz::probe p : probes) {
            const std::uint64_t seen = load(memory, p.word, tamiz::site::set_load);
            if ((p.mask & ~seen) == 0) continue;
            is_new = true;
            std::this_thread::yield();
            at(memory, p.word).store(tamiz::site::set_or, seen | p.mask, boost::memory_order_release);
        }
        return is_new;
    }

    template <typename Probes, typename MayWrite>
    static tamiz::claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        return set(memory, probes, may_write) ? tamiz::claim_result::won : tamiz::claim_result::present;
    }
};

/// Sets bits as it should, and answers by what it saw before: every one of the racers wins.
struct answer_from_load : tamiz::words<> {
    template <typename Probes, typename MayWrite>
    static tamiz::claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const bool is_new = !test(memory, probes);
        std::this_thread::yield();
        set(memory, probes, may_write);
        return is_new ? tamiz::claim_result::won : tamiz::claim_result::present;
    }
};

/// Tells only the one who set all that was missing that the key was new: two racers who share the work both lose.
struct all_or_nothing : tamiz::words<> {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite&)
    {
        bool is_complete = true;
        bool is_mine = true;
        std::array<std::uint64_t, 64> missing{};
        std::size_t i = 0;
        for (const tamiz::probe p : probes) {
            missing[i] = p.mask & ~load(memory, p.word, tamiz::site::set_load);
            is_complete = is_complete && missing[i++] == 0;
        }
        if (is_complete) return false;
        i = 0;
        for (const tamiz::probe p : probes) {
            std::this_thread::yield();
            const std::uint64_t before = or_into(memory, p.word, p.mask, tamiz::site::set_or);
            is_mine = is_mine && (p.mask & ~before) == missing[i++];
        }
        return is_mine;
    }
};

/// Of which a broken filter must fail one. Nearly all fail the first.
constexpr int rounds = 20;

/// How many of the rounds were passed; ends at the first that is not.
template <typename Words>
int rounds_passed(policy rule, run_result& last, int count = rounds)
{
    const generated_site site{.levels = 20, .width = 24};
    for (int round = 0; round < count; ++round) {
        run_settings settings;
        settings.seeds = seeds_on(1);
        settings.threads = 8;
        settings.rule = rule;
        settings.filter = {
            .expected_items = 1000, .false_positive_rate = 1e-6, .seed = static_cast<std::uint64_t>(round)};
        settings.fetch = each_straight_from(site.handler());
        settings.fetch_truth = crawler::straight_from(site.handler());
        last = crawler::run<tamiz::layout::cache_line<8>, Words>(settings);
        if (!last.failures().empty()) return round;
    }
    return count;
}

}  // namespace

TEST_CASE("the filter as it is passes every round, by either policy", "[broken_filter]")
{
    const policy rule = GENERATE(policy::claim, policy::insert);
    run_result last;
    CHECK(rounds_passed<tamiz::words<>>(rule, last, 4) == 4);
    CHECK(last.failures().empty());
    CHECK(last.verified.has_value());
    CHECK(last.verified->lost() == 0);
}

TEST_CASE("plain or is caught, by either policy", "[broken_filter]")
{
    const policy rule = GENERATE(policy::claim, policy::insert);
    run_result last;
    CHECK(rounds_passed<plain_or>(rule, last) < rounds);
    REQUIRE(last.verified.has_value());
    CHECK(last.verified->forgotten + (rule == policy::claim ? last.fetched_twice : 0) > 0);
}

TEST_CASE("a claim that answers from the load is caught", "[broken_filter]")
{
    run_result last;
    CHECK(rounds_passed<answer_from_load>(policy::claim, last) < rounds);
    CHECK(last.fetched_twice > 0);
}

TEST_CASE("an insert that lets racers lose is caught", "[broken_filter]")
{
    run_result last;
    CHECK(rounds_passed<all_or_nothing>(policy::insert, last) < rounds);
    REQUIRE(last.verified.has_value());
    CHECK(last.verified->lost_by_race > 0);
}
