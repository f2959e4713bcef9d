// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Loops that wait for another thread: no endless executions, no lost ones, and a deadlock is a failure.
#include <support/catch.hpp>

#include <array>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>

#include <explorer/axioms.hpp>
#include <explorer/payload.hpp>
#include <explorer/schedule.hpp>
#include <explorer/search.hpp>
#include <explorer/variable.hpp>
#include <explorer/world.hpp>

using namespace tamiz::explorer;
using enum boost::memory_order;

namespace {

constexpr std::array both_models{model::sequential, model::weak};

struct lock_orders {
    boost::memory_order take = acquire;
    boost::memory_order give_back = release;
};

class spin_lock {
public:
    spin_lock(world& w, lock_orders orders) : word_(w, "lock"), orders_(orders) {}

    void take()
    {
        for (;;) {
            std::uint64_t expected = 0;
            if (word_.compare_exchange(expected, 1, orders_.take, relaxed)) return;
            tamiz::explorer::pause();
        }
    }
    void give_back() { word_.store(0, orders_.give_back); }

private:
    variable word_;
    lock_orders orders_;
};

/// Threads that count under the lock, in a payload.
execution::builder counting_threads(unsigned threads, lock_orders orders = {}, bool loses_unlock = false)
{
    return [=](world& w) {
        auto& lock = w.make<spin_lock>(w, orders);
        auto& count = w.make<payload>(w, "count");
        auto& step = w.make<variable>(w, "step");
        auto& inside = w.make<unsigned>(0u);
        for (unsigned i = 0; i < threads; ++i)
            w.thread("counts", [&, i, loses_unlock] {
                lock.take();
                w.check(inside++ == 0, "two threads are inside");
                count.write(count.read() + 1);
                step.load(relaxed);  // here others may run
                --inside;
                if (!loses_unlock || i != 0) lock.give_back();
            });
        w.finally([&, threads] { w.check(count.read() == threads, "a count is lost"); });
    };
}

}  // namespace

TEST_CASE("under a spin lock no two threads are inside, no count is lost, and there is an end to the executions")
{
    for (const model m : both_models) {
        INFO(name_of(m));
        for (const unsigned threads : {2u, 3u}) {
            const search_result found = search(counting_threads(threads), {.memory = m});
            CHECK_FALSE(found.failure);
            CHECK(found.exhausted);
            // Each order of the threads; and each one may have seen the lock held by any of those before it, or not.
            CHECK(found.executions == (threads == 2 ? 2u * 2u : 6u * 2u * 4u));
        }
    }
}

TEST_CASE("a lock that is not given back is a deadlock, which names who waits for what and can be repeated")
{
    for (const model m : both_models) {
        const execution::builder build = counting_threads(2, {}, true);
        const search_result found = search(build, {.memory = m});
        REQUIRE(found.failure);
        CHECK(found.failure->message == "deadlock: every thread that has not ended waits: 1 counts for lock");
        const replay_result again = replay(build, m, found.failure->choices);
        CHECK(again.failure == found.failure->message);
        CHECK_FALSE(again.complete);
    }
}

TEST_CASE("a lock whose exchange or unlock is relaxed orders no payload")
{
    for (const model m : both_models)
        for (const lock_orders orders : {lock_orders{.take = relaxed}, lock_orders{.give_back = relaxed}}) {
            const search_result found = search(counting_threads(2, orders), {.memory = m});
            REQUIRE(found.failure);
            CHECK(found.failure->message ==
                  "data race: thread 1 reads count, and no happens-before orders that after another thread's write");
        }
}

TEST_CASE("threads that wait for each other are a deadlock, in some executions or in all")
{
    const auto deadlock = [](bool always) {
        return search(
            [=](world& w) {
                auto& x = w.make<spin_lock>(w, lock_orders{});
                auto& y = w.make<spin_lock>(w, lock_orders{});
                w.thread("x, y", [&] {
                    x.take();
                    y.take();
                    y.give_back();
                    x.give_back();
                });
                w.thread("y, x", [&, always] {
                    (always ? x : y).take();
                    x.take();
                    x.give_back();
                    y.give_back();
                });
            },
            {});
    };
    for (const bool always : {false, true}) {
        const search_result found = deadlock(always);
        REQUIRE(found.failure);
        CHECK(found.failure->message.find("deadlock: every thread that has not ended waits: ") == 0);
    }
    CHECK(deadlock(false).failure->message ==
          "deadlock: every thread that has not ended waits: 0 x, y for lock, 1 y, x for lock");
}

TEST_CASE("waiting leaves out no outcome of a loop that looks again and again")
{
    // Without `pause` the loop gives up after some turns, and the execution does not count then.
    const auto outcomes = [](model m, boost::memory_order order, bool pauses) {
        const search_result found = search(
            [=](world& w) {
                struct state {
                    explicit state(world& in) : flag(in, "flag"), x(in, "x") {}
                    variable flag, x;
                    std::string read;
                };
                auto& s = w.make<state>(w);
                w.thread("waits", [&s, order, pauses] {
                    std::uint64_t seen = s.flag.load(order);
                    for (int turn = 0; seen < 2; ++turn) {
                        if (!pauses && turn == 4) return;
                        if (pauses) tamiz::explorer::pause();
                        seen = s.flag.load(order);
                    }
                    s.read = std::to_string(seen) + std::to_string(s.x.load(relaxed));
                });
                w.thread("tells", [&s] {
                    s.flag.store(1, relaxed);
                    s.x.store(1, relaxed);
                    s.flag.store(2, release);
                    s.x.store(2, relaxed);
                });
                w.thread("tells too", [&s] { s.flag.store(3, release); });
                w.finally([&w, &s] {
                    if (!s.read.empty()) w.note(s.read);
                });
            },
            {.memory = m});
        REQUIRE(found.exhausted);
        std::set<std::string> result;
        for (const auto& [outcome, count] : found.notes) result.insert(outcome);
        return result;
    };
    using texts = std::set<std::string>;
    for (const model m : both_models)
        for (const boost::memory_order order : {relaxed, acquire})
            CHECK(outcomes(m, order, true) == outcomes(m, order, false));
    CHECK(outcomes(model::sequential, acquire, true) == texts{"21", "22", "30", "31", "32"});
    CHECK(outcomes(model::weak, relaxed, true) == texts{"20", "21", "22", "30", "31", "32"});
    CHECK(outcomes(model::weak, acquire, true) == texts{"21", "22", "30", "31", "32"});
}

TEST_CASE("an exchange that would now succeed does not wait")
{
    for (const model m : both_models) {
        const search_result found = search(
            [](world& w) {
                auto& x = w.make<variable>(w, "x");
                w.thread("adds", [&] {
                    std::uint64_t expected = 7;
                    while (!x.compare_exchange(expected, expected + 1, relaxed, relaxed)) tamiz::explorer::pause();
                });
                w.finally([&] { w.check(x.load(relaxed) == 1, "it did not add"); });
            },
            {.memory = m});
        CHECK(found.exhausted);
        CHECK(found.executions == 1);
    }
}

TEST_CASE("loops that look at several words in turn, or never pause, run into the limit of steps")
{
    const auto waiting_for_two = [](bool pauses) {
        return search(
            [=](world& w) {
                auto& x = w.make<variable>(w, "x");
                auto& y = w.make<variable>(w, "y");
                w.thread("waits", [&, pauses] {
                    while (x.load(relaxed) == 0 && y.load(relaxed) == 0)
                        if (pauses) tamiz::explorer::pause();
                });
            },
            {.most_steps = 50});
    };
    for (const bool pauses : {false, true}) {
        const search_result found = waiting_for_two(pauses);
        REQUIRE(found.failure);
        CHECK(found.failure->message == "more than 50 accesses: does a thread wait for another?");
    }
}

TEST_CASE("a thread that waits cannot be made to move, nor be checked by the axioms")
{
    const execution::builder build = [](world& w) {
        auto& flag = w.make<variable>(w, "flag");
        w.thread("waits", [&] {
            while (flag.load(acquire) == 0) tamiz::explorer::pause();
        });
        w.thread("tells", [&] { flag.store(1, release); });
    };
    const auto message = [](const auto& run) -> std::string {
        try {
            run();
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
        return "accepted";
    };
    const auto repeat = [&](const char* choices) {
        return message([&] { static_cast<void>(replay(build, model::weak, parse_choices(choices))); });
    };
    CHECK(repeat("0,1,0") == "accepted");
    CHECK(repeat("0,0") == "replay: choice 2: thread 0 waits for another thread to write");
    CHECK(message([&] { static_cast<void>(check_axioms(build)); }) ==
          "explorer: the thread 'waits' cannot be checked by the axioms: it waits for another thread");
    CHECK(search(build, {.memory = model::weak}).executions == 2);
}
