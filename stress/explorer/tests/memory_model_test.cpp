// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Litmus tests of loads and stores: the outcomes that the memory models allow are exactly those of the C++20 standard,
// but for load buffering, which the weak machine leaves out.
#include <support/catch.hpp>

#include <string>

#include "litmus.hpp"

using namespace tamiz::explorer;
using enum boost::memory_order;

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
                w.thread("a", [&t, put] {
                    put(t.x);
                    t.read[0] = t.y.load(acquire);
                });
                w.thread("b", [&t, put] {
                    put(t.y);
                    t.read[1] = t.x.load(acquire);
                });
            },
            {"01", "10", "11"}, all);
    }
}

TEST_CASE("message passing: release and acquire together forbid the stale read, either alone does not")
{
    const auto passing = [](boost::memory_order store_order, boost::memory_order load_order) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t, store_order] {
                t.x.store(1, relaxed);
                t.y.store(1, store_order);
            });
            w.thread("reader", [&t, load_order] {
                t.read[0] = t.y.load(load_order);
                t.read[1] = t.x.load(relaxed);
            });
        };
    };
    const outcomes ordered{"00", "01", "11"};
    const outcomes all{"00", "01", "10", "11"};
    expect(passing(release, acquire), ordered, ordered);
    expect(passing(relaxed, acquire), ordered, all);
    expect(passing(release, relaxed), ordered, all);
    expect(passing(relaxed, relaxed), ordered, all);
}

TEST_CASE("a thread's own later store does not continue its release sequence, as since C++20")
{
    const auto build = [](world& w) {
        auto& t = w.make<litmus>(w, 2u);
        w.thread("writer", [&t] {
            t.x.store(1, relaxed);
            t.y.store(1, release);
            t.y.store(2, relaxed);
        });
        w.thread("reader", [&t] {
            t.read[0] = t.y.load(acquire);
            t.read[1] = t.x.load(relaxed);
        });
    };
    expect(build, {"00", "01", "11", "21"}, {"00", "01", "11", "20", "21"});
}

TEST_CASE("write to read causality: what a thread has acquired it releases with its own store")
{
    const auto chain = [](boost::memory_order load_order) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 3u);
            w.thread("a", [&t] { t.x.store(1, release); });
            w.thread("b", [&t, load_order] {
                t.read[0] = t.x.load(load_order);
                t.y.store(1, release);
            });
            w.thread("c", [&t] {
                t.read[1] = t.y.load(acquire);
                t.read[2] = t.x.load(relaxed);
            });
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
            w.thread("a", [&t] {
                t.x.store(1, relaxed);
                t.y.store(1, release);
            });
            w.thread("b", [&t, middle] {
                t.read[0] = t.y.load(middle);
                t.z.store(1, release);
            });
            w.thread("c", [&t] {
                t.read[1] = t.z.load(acquire);
                t.read[2] = t.x.load(relaxed);
            });
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
        w.thread("reader xy", [&t] {
            t.read[0] = t.x.load(acquire);
            t.read[1] = t.y.load(acquire);
        });
        w.thread("reader yx", [&t] {
            t.read[2] = t.y.load(acquire);
            t.read[3] = t.x.load(acquire);
        });
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
            w.thread("reader", [&t] {
                t.read[0] = t.x.load(relaxed);
                t.read[1] = t.x.load(relaxed);
            });
        },
        {"00", "01", "11"}, {"00", "01", "11"});
    // Two readers of two writes: never in opposite orders.
    const auto two_readers = [](world& w) {
        auto& t = w.make<litmus>(w, 4u);
        w.thread("writer 1", [&t] { t.x.store(1, relaxed); });
        w.thread("writer 2", [&t] { t.x.store(2, relaxed); });
        w.thread("reader", [&t] {
            t.read[0] = t.x.load(relaxed);
            t.read[1] = t.x.load(relaxed);
        });
        w.thread("reader", [&t] {
            t.read[2] = t.x.load(relaxed);
            t.read[3] = t.x.load(relaxed);
        });
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
            w.thread("a", [&t] {
                t.x.store(1, relaxed);
                t.read[0] = t.x.load(relaxed);
            });
            w.thread("b", [&t] { t.x.store(2, relaxed); });
            w.thread("c", [&t] {
                t.read[1] = t.x.load(relaxed);
                t.read[2] = t.x.load(relaxed);
            });
        },
        {"100", "101", "102", "111", "112", "121", "122", "200", "201", "202", "211", "212", "222"},
        {"100", "101", "102", "111", "112", "121", "122", "200", "201", "202", "211", "212", "222"});
}

TEST_CASE(
    "two threads that write two locations in opposite orders may both come first (2+2W), unless memory is sequential")
{
    for (const boost::memory_order order : {relaxed, release}) {
        const auto build = [order](world& w) {
            auto& x = w.make<variable>(w, "x");
            auto& y = w.make<variable>(w, "y");
            w.thread("a", [&, order] {
                x.store(1, order);
                y.store(2, order);
            });
            w.thread("b", [&, order] {
                y.store(1, order);
                x.store(2, order);
            });
            w.finally([&] { w.note(std::to_string(x.load(relaxed)) + std::to_string(y.load(relaxed))); });
        };
        expect(build, {"12", "21", "22"}, {"11", "12", "21", "22"});
    }
}

TEST_CASE("load buffering: the machines do not model it, the axioms do")
{
    const auto build = [](world& w) {
        auto& t = w.make<litmus>(w, 2u);
        w.thread("a", [&t] {
            t.read[0] = t.x.load(relaxed);
            t.y.store(1, relaxed);
        });
        w.thread("b", [&t] {
            t.read[1] = t.y.load(relaxed);
            t.x.store(1, relaxed);
        });
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
