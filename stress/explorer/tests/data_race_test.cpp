// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <support/catch.hpp>

#include <utility>

#include <explorer/payload.hpp>
#include <explorer/search.hpp>
#include <explorer/variable.hpp>
#include <explorer/world.hpp>

using namespace tamiz::explorer;
using enum boost::memory_order;

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
