// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Every order that the library names is needed: without it, a case fails. What is not is named, with the reason.
#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <explorer/axioms.hpp>
#include <explorer/scenario.hpp>
#include <explorer/weakened.hpp>
#include <explorer/weakened_subjects.hpp>

namespace {

using namespace tamiz::explorer;
using tamiz::site;

/// Which promise breaks without an order, and under which model it is seen to.
struct need {
    const char* order;
    const char* broken_case;
    model seen_in;
    const char* message;
};
constexpr const char* race =
    "data race: thread 1 reads payload, and no happens-before orders that after another thread's write";
constexpr const char* race_in_third =
    "data race: thread 2 reads payload, and no happens-before orders that after another thread's write";
constexpr const char* missed = "false negative: a key that is in is not found";
constexpr const char* two_winners = "two claims of one key are won";
constexpr std::array needs{
    need{"test_load.acquire", "publication/payload", model::weak, race},
    need{"set_load.acquire", "publication/payload", model::weak, race},
    need{"set_or.acquire", "publication/payload", model::weak, race},
    need{"set_or.release", "publication/payload", model::weak, race},
    need{"claim_load.acquire", "publication/payload", model::weak, race},
    // Two winners take load buffering: the second claimant sees the highest word complete, sets a lower one, and the
    // first one, which comes there later, has set the higher one already.
    need{"claim_load.acquire", "claim/two-in-two-words", model::axioms, two_winners},
    need{"claim_exchange.success", "publication/payload", model::weak, race},
    need{"claim_exchange.success", "claim/two-in-two-words", model::axioms, two_winners},
    need{"claim_exchange.failure", "publication/payload", model::weak, race},
    need{"merge_source.acquire", "merge/publishes", model::weak, race_in_third},
    need{"merge_or.release", "merge/publishes", model::weak, race_in_third},
    need{"copy_load.acquire", "copy/publishes", model::weak, race_in_third},
    // Of counters.
    need{"test_load.acquire", "counting/publication", model::weak, race},
    need{"add_load.acquire", "counting/publication", model::weak, race},
    need{"add_exchange.success", "counting/publication", model::weak, race},
    need{"add_exchange.failure", "counting/publication", model::weak, race},
    // The second eraser's check sees counters as they were before the first one lowered them.
    need{"lock_exchange.success", "counting/two-erases", model::weak, missed},
    need{"unlock_exchange.success", "counting/two-erases", model::weak, missed},
    need{"merge_source.acquire", "counting/merge-publishes", model::weak, race_in_third},
    need{"merge_exchange.success", "counting/merge-publishes", model::weak, race_in_third},
    need{"copy_load.acquire", "counting/copy-publishes", model::weak, race_in_third},
};

/// What the library asks for, and no promise rests on.
constexpr std::array needed_by_nobody{
    // The other half of merge's acq_rel: merge tells its caller nothing, so nobody relies on it. What the target's word
    // has published before stays published, since the merge changes it by a read-modify-write.
    "merge_or.acquire",
    // The same, of counters.
    "merge_load.acquire",
    "merge_exchange.failure",
    // An erase's answer promises nothing about what others did before, nor does the erase publish anything. Its check
    // must see what other erasers have lowered: that it learns from the lock, or, in one word, from the exchange
    // itself.
    // What inserts have published stays so.
    "erase_load.acquire",
    "erase_exchange.success",
    "erase_exchange.failure",
};

/// A policy without any of them.
using without_unneeded =
    weakened<weakened<weakened<weakened<weakened<atomics, site::merge_or, part::acquire>, site::merge_load>,
                               site::merge_exchange, part::failure>,
                      site::erase_load>,
             site::erase_exchange>;

/// Remembers which orders the library asks for.
struct recording {
    static inline std::array<std::array<bool, 8>, 256> asked{};  // by site and part

    static void record(site where, part half) noexcept
    {
        asked[static_cast<std::size_t>(where)][static_cast<std::size_t>(half)] = true;
    }
    [[nodiscard]] static std::set<std::string> orders()
    {
        std::set<std::string> result;
        for (std::size_t where = 0; where < asked.size(); ++where)
            for (std::size_t half = 0; half < asked[where].size(); ++half)
                if (asked[where][half])
                    result.insert(std::string(name_of(static_cast<site>(where))) + "." +
                                  name_of(static_cast<part>(half)));
        return result;
    }
    static void record(site where, boost::memory_order order)
    {
        using enum boost::memory_order;
        if (order != relaxed && order != release) record(where, part::acquire);
        if (order != relaxed && order != acquire && order != consume) record(where, part::release);
    }

    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : ref_(word) {}
        std::uint64_t load(site where, boost::memory_order order) const noexcept
        {
            record(where, order);
            return ref_.load(where, order);
        }
        void store(site where, std::uint64_t value, boost::memory_order order) const noexcept
        {
            record(where, order);
            ref_.store(where, value, order);
        }
        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            record(where, order);
            return ref_.fetch_or(where, mask, order);
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            if (success != boost::memory_order::relaxed) record(where, part::success);
            if (failure != boost::memory_order::relaxed) record(where, part::failure);
            return ref_.compare_exchange(where, expected, desired, success, failure);
        }

    private:
        atomics::ref ref_;
    };
    static void pause(unsigned turn = 0) noexcept { atomics::pause(turn); }
};

}  // namespace

TEST_CASE("each order is needed: without it a promise breaks")
{
    const std::vector<subject> weakened = weakened_subjects();
    for (const need& n : needs) {
        INFO(n.order << ", " << n.broken_case);
        const auto words =
            std::find_if(weakened.begin(), weakened.end(), [&](const subject& s) { return s.name == n.order; });
        REQUIRE(words != weakened.end());
        const report seen = run_cases(*words, {.models = {n.seen_in}, .only = n.broken_case});
        REQUIRE(seen.results.size() == 1);
        REQUIRE(seen.results[0].failure);
        CHECK(seen.results[0].failure->message == n.message);
    }
}

TEST_CASE("no order that the library asks for is left out of these tests")
{
    recording::asked = {};
    CHECK(run_cases(subject_of<tamiz::words<recording>, tamiz::counter_words<recording>>("recording"),
                    {.models = {model::weak}})
              .first_not_passed() == nullptr);
    std::set<std::string> weakened;
    for (const subject& s : weakened_subjects()) weakened.insert(s.name);
    std::set<std::string> tested;
    for (const need& n : needs) tested.insert(n.order);
    CHECK(tested == weakened);
    std::set<std::string> asked_for = recording::orders();
    for (const char* order : needed_by_nobody) CHECK(asked_for.erase(order) == 1);
    CHECK(asked_for == weakened);
}

TEST_CASE("no promise breaks without the orders that are said to be needed by nobody")
{
    const subject words =
        subject_of<tamiz::words<without_unneeded>, tamiz::counter_words<without_unneeded>>("weakened");
    for (const char* cases : {"counting/", "merge/"}) {
        const report seen = run_cases(words, {.models = {model::weak}, .only = cases});
        CHECK(seen.results.size() > 3);
        CHECK(seen.first_not_passed() == nullptr);
    }
}

TEST_CASE("without the orders of a claim, the machine that knows no load buffering still finds one winner at most")
{
    // Why the axioms are needed: this is all that the machine can tell.
    for (const subject& s : weakened_subjects()) {
        if (s.name.find("claim") == std::string::npos) continue;
        const report seen = run_cases(s, {.models = {model::sequential, model::weak}, .only = "claim/two-in"});
        CHECK(seen.first_not_passed() == nullptr);
    }
}

TEST_CASE("a weakened policy changes one site's order and no other")
{
    using enum boost::memory_order;
    CHECK(without(part::acquire, acq_rel) == release);
    CHECK(without(part::acquire, acquire) == relaxed);
    CHECK(without(part::acquire, release) == release);
    CHECK(without(part::release, acq_rel) == acquire);
    CHECK(without(part::release, release) == relaxed);
    CHECK(without(part::release, acquire) == acquire);
    for (const boost::memory_order order : {acquire, release, acq_rel}) CHECK(without(part::all, order) == relaxed);

    const auto orders_of = []<typename Atomics>(Atomics) {
        recording::asked = {};
        std::uint64_t word = 0;
        const typename Atomics::ref ref(word);
        for (const site where : {site::set_or, site::merge_or}) ref.fetch_or(where, 1, acq_rel);
        std::uint64_t expected = 0;
        ref.compare_exchange(site::claim_exchange, expected, 1, release, acquire);
        return recording::orders();
    };
    using names = std::set<std::string>;
    CHECK(orders_of(recording()) == names{"set_or.acquire", "set_or.release", "merge_or.acquire", "merge_or.release",
                                          "claim_exchange.success", "claim_exchange.failure"});
    CHECK(orders_of(weakened<recording, site::set_or, part::release>()) ==
          names{"set_or.acquire", "merge_or.acquire", "merge_or.release", "claim_exchange.success",
                "claim_exchange.failure"});
    CHECK(orders_of(weakened<recording, site::claim_exchange, part::failure>()) ==
          names{"set_or.acquire", "set_or.release", "merge_or.acquire", "merge_or.release", "claim_exchange.success"});
    CHECK(orders_of(weakened<recording, site::claim_exchange, part::success>()) ==
          names{"set_or.acquire", "set_or.release", "merge_or.acquire", "merge_or.release", "claim_exchange.failure"});
}
