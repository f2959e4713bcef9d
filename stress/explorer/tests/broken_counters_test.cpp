// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Counters that break a rule of the protocol: a case sees what that does.
#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <explorer/scenario.hpp>
#include <explorer/schedule.hpp>
#include <mutants/broken_counters.hpp>

namespace {

using namespace tamiz::explorer;
using tamiz::probe;
using tamiz::site;

using sound = tamiz::counter_words<atomics>;

/// An erase takes the lock, and lowers without a look at the whole key.
struct unchecked_under_the_lock : sound {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        const eraser_lock locked(locks, 0);
        for (const probe& p : probes)
            change(memory, p.word, site::erase_load, site::erase_exchange,
                   [&](std::uint64_t word) { return tamiz::detail::counters_lowered(word, p.mask); });
        return true;
    }
};

/// An eraser takes the lock again after it has given it back.
struct keeps_the_lock : sound {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        const bool undone = sound::erase(memory, locks, probes);
        std::uint64_t seen = 0;
        if (Words != 1)
            at(locks, 0).compare_exchange(site::lock_exchange, seen, 1, boost::memory_order_acquire,
                                          boost::memory_order_relaxed);
        return undone;
    }
};

/// An eraser gives back the locks of all lines.
struct gives_back_all_locks : sound {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        const bool undone = sound::erase(memory, locks, probes);
        if (Words != 1) at(locks, 0).store(site::unlock_exchange, 0, boost::memory_order_release);
        return undone;
    }
};

/// A lookup looks until it has seen the same twice.
struct lookup_looks_twice : sound {
    template <std::size_t Words>
    static bool test(const std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        for (bool seen = sound::test(memory, probes);;) {
            const bool again = sound::test(memory, probes);
            if (seen == again) return seen;
            seen = again;
        }
    }
};

/// An insert answers for the key's first word.
struct answers_for_the_first_word : sound {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        const bool was_zero = sound::add(memory, std::array<probe, 1>{probes[0]});
        for (std::size_t i = 1; i < Words; ++i) sound::add(memory, std::array<probe, 1>{probes[i]});
        return was_zero;
    }
};

struct fault {
    subject broken;
    const char* broken_case;
    model seen_in;
    const char* message;
};

template <typename Counters>
fault make(const char* name, const char* broken_case, const char* message, model seen_in = model::sequential)
{
    return {subject_of<Counters>(name), broken_case, seen_in, message};
}

std::vector<fault> faults()
{
    namespace mutants = tamiz::mutants;
    constexpr const char* missed = "false negative: a key that is in is not found";
    constexpr const char* counts = "afterwards a counter does not count the keys that are in";
    return {
        make<mutants::unlocked_erase<atomics>>("unlocked erase", "counting/two-erases", missed),
        make<mutants::unchecked_erase<atomics>>("unchecked erase", "counting/two-erases", missed),
        make<unchecked_under_the_lock>("unchecked under the lock", "counting/two-erases", missed),
        make<mutants::rollback_erase<atomics>>("rollback erase", "counting/two-erases", missed),
        make<mutants::check_before_lock<atomics>>("check before lock", "counting/two-erases", missed),
        make<mutants::lowers_stuck<atomics>>("lowers stuck", "counting/stuck", "a counter that is stuck was lowered"),
        make<mutants::wraps<atomics>>("wraps", "counting/stuck", "an erase of a key that is in is refused"),
        make<mutants::torn_add<atomics>>("torn add", "counting/two-inserts", counts),
        make<mutants::merge_carries<atomics>>("merge carries", "counting/merge-near-the-top", counts),
        make<keeps_the_lock>("keeps the lock", "counting/two-erases",
                             "deadlock: every thread that has not ended waits: 1 erases x for locks"),
        make<gives_back_all_locks>("gives back all locks", "counting/erases-in-two-lines",
                                   "a key that was inserted once is not erased once"),
        make<lookup_looks_twice>("lookup looks twice", "counting/suspended-eraser",
                                 "a lookup makes more than one access for each word"),
        make<answers_for_the_first_word>("answers for the first word", "counting/two-inserts",
                                         "a key has a counter to itself, and nobody is told that it is new"),
    };
}

}  // namespace

TEST_CASE("each broken rule of the counters' protocol breaks a promise, in an execution that can be repeated")
{
    const std::vector<scenario> all = all_scenarios();
    for (const fault& f : faults()) {
        INFO(f.broken.name);
        const auto s = std::find_if(all.begin(), all.end(), [&](const scenario& c) { return c.name == f.broken_case; });
        REQUIRE(s != all.end());
        const case_result seen = run(*s, f.broken, f.seen_in);
        REQUIRE(seen.failure);
        INFO(explain(*s, f.broken, seen));
        CHECK(seen.failure->message == f.message);
        const replay_result again = replay([&](world& w) { s->build(w, f.broken, seen.failure->configuration); },
                                           f.seen_in, seen.failure->choices);
        CHECK(again.failure == seen.failure->message);
    }
}

TEST_CASE("without the lock around check and lowering, two erases go wrong however the keys lie")
{
    const std::vector<scenario> all = all_scenarios();
    const auto s =
        std::find_if(all.begin(), all.end(), [](const scenario& c) { return c.name == "counting/two-erases"; });
    REQUIRE(s != all.end());
    for (const subject& broken : {subject_of<tamiz::mutants::unlocked_erase<atomics>>("unlocked erase"),
                                  subject_of<tamiz::mutants::check_before_lock<atomics>>("check before lock")})
        for (std::size_t i = 0; i < s->configurations; ++i) {
            INFO(broken.name << ", " << s->describe(i));
            CHECK(search([&](world& w) { s->build(w, broken, i); }, {}).failure);
        }
}
