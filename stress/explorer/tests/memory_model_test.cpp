// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Litmus tests: the outcomes that the two memory models allow are exactly those of the C++20 standard, but for load
// buffering, which the weak model leaves out.
#include <support/catch.hpp>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <explorer/axioms.hpp>
#include <explorer/payload.hpp>
#include <explorer/search.hpp>
#include <explorer/variable.hpp>
#include <explorer/world.hpp>

namespace {

using namespace tamiz::explorer;
using enum boost::memory_order;

/// Three variables and what was read; the outcome is what was read, digit by digit.
struct litmus {
    explicit litmus(world& w, unsigned reads) : x(w, "x"), y(w, "y"), z(w, "z"), read(reads)
    {
        w.finally([this, &w] {
            std::string outcome;
            for (const std::uint64_t value : read) outcome += std::to_string(value);
            w.note(outcome);
        });
    }
    variable x, y, z;
    std::vector<std::uint64_t> read;
};

using outcomes = std::set<std::string>;

outcomes explore(model m, const execution::builder& build)
{
    outcomes result[2];
    for (const reduction reduce : {reduction::none, reduction::sleep_sets}) {
        const search_result found = search(build, {.memory = m, .reduce = reduce});
        REQUIRE(found.exhausted);
        for (const auto& [outcome, count] : found.notes) result[reduce == reduction::none ? 0 : 1].insert(outcome);
    }
    CHECK(result[0] == result[1]);
    return result[1];
}

void expect(const execution::builder& build, const outcomes& sequential, const outcomes& weak)
{
    CHECK(explore(model::sequential, build) == sequential);
    CHECK(explore(model::weak, build) == weak);
    // The standard's own axioms, tried by another program, agree.
    outcomes by_axioms;
    for (const auto& [outcome, count] : check_axioms(build, load_buffering::forbidden).notes) by_axioms.insert(outcome);
    CHECK(by_axioms == weak);
}

}  // namespace

TEST_CASE("store buffering: both threads may miss the other's store, unless memory is sequential")
{
    const outcomes all{"00", "01", "10", "11"};
    for (const bool update : {false, true}) {
        expect(
            [update](world& w) {
                auto& t = w.make<litmus>(w, 2u);
                const auto put = [update](variable& v) {
                    if (update)
                        v.fetch_or(1, acq_rel);
                    else
                        v.store(1, release);
                };
                w.thread("a", [&t, put] { put(t.x); t.read[0] = t.y.load(acquire); });
                w.thread("b", [&t, put] { put(t.y); t.read[1] = t.x.load(acquire); });
            },
            {"01", "10", "11"}, all);
    }
}

TEST_CASE("message passing: release and acquire together forbid the stale read, either alone does not")
{
    const auto passing = [](boost::memory_order store_order, boost::memory_order load_order) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t, store_order] { t.x.store(1, relaxed); t.y.store(1, store_order); });
            w.thread("reader", [&t, load_order] { t.read[0] = t.y.load(load_order); t.read[1] = t.x.load(relaxed); });
        };
    };
    const outcomes ordered{"00", "01", "11"};
    const outcomes all{"00", "01", "10", "11"};
    expect(passing(release, acquire), ordered, ordered);
    expect(passing(relaxed, acquire), ordered, all);
    expect(passing(release, relaxed), ordered, all);
    expect(passing(relaxed, relaxed), ordered, all);
}

TEST_CASE("a read-modify-write continues a release sequence, a store does not")
{
    // The reader acquires from another thread's relaxed write behind the release.
    const auto through = [](bool update) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] { t.x.store(1, relaxed); t.y.fetch_or(1, release); });
            w.thread("between", [&t, update] {
                if (update)
                    t.y.fetch_or(2, relaxed);
                else
                    t.y.store(3, relaxed);
            });
            w.thread("reader", [&t] { t.read[0] = t.y.load(acquire); t.read[1] = t.x.load(relaxed); });
        };
    };
    expect(through(true), {"00", "01", "11", "20", "21", "31"}, {"00", "01", "11", "20", "21", "31"});
    // Here 3 may be the store's own, before the writer came.
    expect(through(false), {"00", "01", "11", "30", "31"}, {"00", "01", "11", "30", "31"});

    // What distinguishes them: a third value that can only be read behind the release.
    const auto behind = [](bool update) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] { t.x.store(1, relaxed); t.y.store(1, release); });
            w.thread("between", [&t, update] {
                if (t.y.load(relaxed) == 0) return;
                if (update)
                    t.y.fetch_or(2, relaxed);
                else
                    t.y.store(3, relaxed);
            });
            w.thread("reader", [&t] { t.read[0] = t.y.load(acquire); t.read[1] = t.x.load(relaxed); });
        };
    };
    expect(behind(true), {"00", "01", "11", "31"}, {"00", "01", "11", "31"});
    expect(behind(false), {"00", "01", "11", "31"}, {"00", "01", "11", "30", "31"});
}

TEST_CASE("a thread's own later store does not continue its release sequence, as since C++20")
{
    const auto build = [](world& w) {
        auto& t = w.make<litmus>(w, 2u);
        w.thread("writer", [&t] { t.x.store(1, relaxed); t.y.store(1, release); t.y.store(2, relaxed); });
        w.thread("reader", [&t] { t.read[0] = t.y.load(acquire); t.read[1] = t.x.load(relaxed); });
    };
    expect(build, {"00", "01", "11", "21"}, {"00", "01", "11", "20", "21"});
}

TEST_CASE("write to read causality: what a thread has acquired it releases with its own store")
{
    const auto chain = [](boost::memory_order load_order) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 3u);
            w.thread("a", [&t] { t.x.store(1, release); });
            w.thread("b", [&t, load_order] { t.read[0] = t.x.load(load_order); t.y.store(1, release); });
            w.thread("c", [&t] { t.read[1] = t.y.load(acquire); t.read[2] = t.x.load(relaxed); });
        };
    };
    const outcomes without_110{"000", "001", "010", "011", "100", "101", "111"};
    outcomes all = without_110;
    all.insert("110");
    expect(chain(acquire), without_110, without_110);
    // Even a relaxed read is ordered before the release behind it, for its own location: coherence.
    expect(chain(relaxed), without_110, without_110);
}

TEST_CASE("causality through a second location needs the acquire in the middle (ISA2)")
{
    const auto chain = [](boost::memory_order middle) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 3u);
            w.thread("a", [&t] { t.x.store(1, relaxed); t.y.store(1, release); });
            w.thread("b", [&t, middle] { t.read[0] = t.y.load(middle); t.z.store(1, release); });
            w.thread("c", [&t] { t.read[1] = t.z.load(acquire); t.read[2] = t.x.load(relaxed); });
        };
    };
    const outcomes without_110{"000", "001", "010", "011", "100", "101", "111"};
    outcomes all = without_110;
    all.insert("110");
    expect(chain(acquire), without_110, without_110);
    expect(chain(relaxed), without_110, all);
}

TEST_CASE("two readers may see two writes in either order (IRIW), unless memory is sequential")
{
    const auto build = [](world& w) {
        auto& t = w.make<litmus>(w, 4u);
        w.thread("writer x", [&t] { t.x.store(1, release); });
        w.thread("writer y", [&t] { t.y.store(1, release); });
        w.thread("reader xy", [&t] { t.read[0] = t.x.load(acquire); t.read[1] = t.y.load(acquire); });
        w.thread("reader yx", [&t] { t.read[2] = t.y.load(acquire); t.read[3] = t.x.load(acquire); });
    };
    outcomes all;
    for (unsigned i = 0; i < 16; ++i)
        all.insert({static_cast<char>('0' + (i & 1)), static_cast<char>('0' + (i >> 1 & 1)),
                    static_cast<char>('0' + (i >> 2 & 1)), static_cast<char>('0' + (i >> 3 & 1))});
    outcomes sequential = all;
    sequential.erase("1010");
    expect(build, sequential, all);
}

TEST_CASE("coherence: one location's values are seen in one order")
{
    // Two reads of a thread (CoRR).
    expect(
        [](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] { t.x.store(1, relaxed); });
            w.thread("reader", [&t] { t.read[0] = t.x.load(relaxed); t.read[1] = t.x.load(relaxed); });
        },
        {"00", "01", "11"}, {"00", "01", "11"});
    // Two readers of two writes: never in opposite orders.
    const auto two_readers = [](world& w) {
        auto& t = w.make<litmus>(w, 4u);
        w.thread("writer 1", [&t] { t.x.store(1, relaxed); });
        w.thread("writer 2", [&t] { t.x.store(2, relaxed); });
        w.thread("reader", [&t] { t.read[0] = t.x.load(relaxed); t.read[1] = t.x.load(relaxed); });
        w.thread("reader", [&t] { t.read[2] = t.x.load(relaxed); t.read[3] = t.x.load(relaxed); });
    };
    outcomes pairs;
    for (const char* a : {"00", "01", "02", "11", "12", "21", "22"})
        for (const char* b : {"00", "01", "02", "11", "12", "21", "22"}) pairs.insert(std::string(a) + b);
    pairs.erase("1221");
    pairs.erase("2112");
    expect(two_readers, pairs, pairs);
    // A write and a read of a thread, and another's write: the own value or a newer one (CoWR).
    expect(
        [](world& w) {
            auto& t = w.make<litmus>(w, 3u);
            w.thread("a", [&t] { t.x.store(1, relaxed); t.read[0] = t.x.load(relaxed); });
            w.thread("b", [&t] { t.x.store(2, relaxed); });
            w.thread("c", [&t] { t.read[1] = t.x.load(relaxed); t.read[2] = t.x.load(relaxed); });
        },
        {"100", "101", "102", "111", "112", "121", "122", "200", "201", "202", "211", "212", "222"},
        {"100", "101", "102", "111", "112", "121", "122", "200", "201", "202", "211", "212", "222"});
}

TEST_CASE("two threads that write two locations in opposite orders may both come first (2+2W), unless memory is sequential")
{
    for (const boost::memory_order order : {relaxed, release}) {
        const auto build = [order](world& w) {
            auto& x = w.make<variable>(w, "x");
            auto& y = w.make<variable>(w, "y");
            w.thread("a", [&, order] { x.store(1, order); y.store(2, order); });
            w.thread("b", [&, order] { y.store(1, order); x.store(2, order); });
            w.finally([&] { w.note(std::to_string(x.load(relaxed)) + std::to_string(y.load(relaxed))); });
        };
        expect(build, {"12", "21", "22"}, {"11", "12", "21", "22"});
    }
}

TEST_CASE("nothing comes between a read-modify-write and what it read")
{
    // Two of them never read the same value; a store goes before, between or behind.
    const auto build = [](world& w) {
        auto& x = w.make<variable>(w, "x");
        auto& read = w.make<std::array<std::uint64_t, 2>>();
        w.thread("a", [&] { read[0] = x.fetch_or(1, relaxed); });
        w.thread("b", [&] { read[1] = x.fetch_or(2, relaxed); });
        w.thread("c", [&] { x.store(4, relaxed); });
        w.finally([&] { w.note(std::to_string(read[0]) + std::to_string(read[1]) + std::to_string(x.load(relaxed))); });
    };
    const outcomes orders{"014", "204", "046", "457", "405", "647"};
    expect(build, orders, orders);
}

TEST_CASE("a failed compare_exchange has its failure order, and may read a stale value")
{
    const auto passing = [](boost::memory_order success, boost::memory_order failure) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] { t.x.store(1, relaxed); t.y.store(1, release); });
            w.thread("reader", [&t, success, failure] {
                std::uint64_t expected = 7;  // never there
                t.y.compare_exchange(expected, 8, success, failure);
                t.read[0] = expected;
                t.read[1] = t.x.load(relaxed);
            });
        };
    };
    const outcomes ordered{"00", "01", "11"};
    const outcomes all{"00", "01", "10", "11"};
    expect(passing(relaxed, acquire), ordered, ordered);
    expect(passing(acquire, relaxed), ordered, all);

    const auto stale = [](world& w) {
        auto& t = w.make<litmus>(w, 2u);
        w.thread("writer", [&t] { t.x.store(1, relaxed); t.y.store(1, relaxed); });
        w.thread("reader", [&t] {
            t.read[0] = t.y.load(relaxed);
            std::uint64_t expected = 1;
            t.read[1] = t.x.compare_exchange(expected, 2, relaxed, relaxed) ? 2 : expected;
        });
    };
    expect(stale, {"00", "02", "12"}, {"00", "02", "10", "12"});
}

TEST_CASE("a successful compare_exchange has its success order")
{
    const auto passing = [](boost::memory_order success, boost::memory_order failure) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] { t.x.store(1, relaxed); t.y.store(1, release); });
            w.thread("reader", [&t, success, failure] {
                std::uint64_t expected = 1;
                t.read[0] = t.y.compare_exchange(expected, 2, success, failure) ? 1 : 0;
                t.read[1] = t.x.load(relaxed);
            });
        };
    };
    expect(passing(acquire, relaxed), {"00", "01", "11"}, {"00", "01", "11"});
    expect(passing(relaxed, acquire), {"00", "01", "11"}, {"00", "01", "10", "11"});
}

TEST_CASE("plain memory that release and acquire order is no data race, and is one without them")
{
    const auto race = [](model m, boost::memory_order store_order, boost::memory_order load_order) {
        return search(
            [=](world& w) {
                auto& page = w.make<payload>(w, "page");
                auto& flag = w.make<variable>(w, "flag");
                w.thread("writer", [&, store_order] {
                    page.write(7);
                    flag.store(1, store_order);
                });
                w.thread("reader", [&, load_order] {
                    if (flag.load(load_order) != 0) w.check(page.read() == 7, "an old value was read");
                });
            },
            {.memory = m});
    };
    for (const model m : {model::sequential, model::weak}) {
        CHECK_FALSE(race(m, release, acquire).failure);
        for (const auto& [store_order, load_order] : {std::pair(relaxed, acquire), std::pair(release, relaxed)}) {
            const search_result found = race(m, store_order, load_order);
            REQUIRE(found.failure);
            CHECK(found.failure->message ==
                  "data race: thread 1 reads page, and no happens-before orders that after another thread's write");
        }
    }
}

TEST_CASE("a data race is found whichever access comes first, and two reads are none")
{
    const auto race = [](bool first_writes, bool second_writes) {
        return search(
            [=](world& w) {
                auto& page = w.make<payload>(w, "page");
                auto& other = w.make<variable>(w, "other");
                const auto use = [&page](bool writes) {
                    if (writes)
                        page.write(1);
                    else
                        static_cast<void>(page.read());
                };
                w.thread("first", [use, first_writes] { use(first_writes); });
                w.thread("second", [use, &other, second_writes] {
                    other.store(1, release);
                    use(second_writes);
                });
            },
            {.memory = model::weak});
    };
    CHECK(race(true, true).failure);
    CHECK(race(true, false).failure);
    CHECK(race(false, true).failure);
    CHECK_FALSE(race(false, false).failure);
}

TEST_CASE("what a thread does after a release is not released by it")
{
    const search_result found = search(
        [](world& w) {
            auto& page = w.make<payload>(w, "page");
            auto& flag = w.make<variable>(w, "flag");
            w.thread("writer", [&] {
                flag.store(1, release);
                page.write(7);
            });
            w.thread("reader", [&] {
                if (flag.load(acquire) != 0) static_cast<void>(page.read());
            });
        },
        {.memory = model::weak});
    CHECK(found.failure);
}

TEST_CASE("load buffering: the machines do not model it, the axioms do")
{
    const auto build = [](world& w) {
        auto& t = w.make<litmus>(w, 2u);
        w.thread("a", [&t] { t.read[0] = t.x.load(relaxed); t.y.store(1, relaxed); });
        w.thread("b", [&t] { t.read[1] = t.y.load(relaxed); t.x.store(1, relaxed); });
    };
    expect(build, {"00", "01", "10"}, {"00", "01", "10"});

    const auto by_axioms = [&](load_buffering cycles) {
        outcomes result;
        for (const auto& [outcome, count] : check_axioms(build, cycles).notes) result.insert(outcome);
        return result;
    };
    CHECK(by_axioms(load_buffering::forbidden) == outcomes{"00", "01", "10"});
    CHECK(by_axioms(load_buffering::allowed) == outcomes{"00", "01", "10", "11"});
}
