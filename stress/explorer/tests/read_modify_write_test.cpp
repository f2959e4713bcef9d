// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Litmus tests of read-modify-writes: release sequences, atomicity, the orders of compare_exchange.
#include <support/catch.hpp>

#include <array>
#include <cstdint>
#include <string>

#include "litmus.hpp"

using namespace tamiz::explorer;
using enum boost::memory_order;

TEST_CASE("a read-modify-write continues a release sequence, a store does not")
{
    // The reader acquires from another thread's relaxed write behind the release.
    const auto through = [](bool update) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] {
                t.x.store(1, relaxed);
                t.y.fetch_or(1, release);
            });
            w.thread("between", [&t, update] {
                if (update)
                    t.y.fetch_or(2, relaxed);
                else
                    t.y.store(3, relaxed);
            });
            w.thread("reader", [&t] {
                t.read[0] = t.y.load(acquire);
                t.read[1] = t.x.load(relaxed);
            });
        };
    };
    expect(through(true), {"00", "01", "11", "20", "21", "31"}, {"00", "01", "11", "20", "21", "31"});
    // Here 3 may be the store's own, before the writer came.
    expect(through(false), {"00", "01", "11", "30", "31"}, {"00", "01", "11", "30", "31"});

    // What distinguishes them: a third value that can only be read behind the release.
    const auto behind = [](bool update) {
        return [=](world& w) {
            auto& t = w.make<litmus>(w, 2u);
            w.thread("writer", [&t] {
                t.x.store(1, relaxed);
                t.y.store(1, release);
            });
            w.thread("between", [&t, update] {
                if (t.y.load(relaxed) == 0) return;
                if (update)
                    t.y.fetch_or(2, relaxed);
                else
                    t.y.store(3, relaxed);
            });
            w.thread("reader", [&t] {
                t.read[0] = t.y.load(acquire);
                t.read[1] = t.x.load(relaxed);
            });
        };
    };
    expect(behind(true), {"00", "01", "11", "31"}, {"00", "01", "11", "31"});
    expect(behind(false), {"00", "01", "11", "31"}, {"00", "01", "11", "30", "31"});
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
            w.thread("writer", [&t] {
                t.x.store(1, relaxed);
                t.y.store(1, release);
            });
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
        w.thread("writer", [&t] {
            t.x.store(1, relaxed);
            t.y.store(1, relaxed);
        });
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
            w.thread("writer", [&t] {
                t.x.store(1, relaxed);
                t.y.store(1, release);
            });
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
