// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/shared_cache.hpp"

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <atomic>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

using cache::cache_options;
using cache::exact_book;
using cache::outcome;

namespace {

using plain_cache = cache::shared_cache<std::string>;
using watched_cache = cache::shared_cache<std::string, exact_book>;

constexpr cache_options open_door{.capacity = 3, .shards = 1, .has_gate = false};

std::string upper(std::string_view key)
{
    return "value of " + std::string(key);
}

template <typename Cache>
outcome ask(Cache& cache, std::string_view key)
{
    const auto got = cache.get(key, upper);
    REQUIRE(got.value == upper(key));
    return got.how;
}

template <typename Cache>
std::set<std::string> keys_of(const Cache& cache)
{
    std::set<std::string> keys;
    cache.for_each([&](std::string_view key, const std::string& value) {
        if (value == upper(key)) keys.emplace(key);
    });
    return keys;
}

std::string refusal(const cache_options& options)
{
    try {
        const plain_cache refused(options);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "(none)";
}

}  // namespace

TEST_CASE("a value is loaded once and then found", "[shared_cache]")
{
    cache_options options = open_door;
    options.knows_misses = GENERATE(true, false);
    plain_cache pages(options);
    int loads = 0;
    const auto load = [&](std::string_view key) {
        ++loads;
        return upper(key);
    };
    CHECK(pages.get("a", load).how == outcome::admitted);
    CHECK(pages.get("a", load).how == outcome::hit);
    CHECK(pages.get("a", load).value == upper("a"));
    CHECK(pages.get("", load).how == outcome::admitted);  // the empty key is a key
    CHECK(pages.get("", load).how == outcome::hit);
    CHECK(loads == 2);
    const cache::cache_stats stats = pages.stats();
    CHECK(stats.hits == 3);
    CHECK(stats.misses == 2);
    CHECK(stats.admissions == 2);
    CHECK(stats.entries == 2);
    CHECK(stats.known_misses == (options.knows_misses ? 2 : 0));
    CHECK(stats.locked_in_vain == (options.knows_misses ? 0 : 2));
    CHECK(stats.locks == (options.knows_misses ? 5 : 7));
}

TEST_CASE("the entry used least lately makes room", "[shared_cache]")
{
    plain_cache pages(open_door);
    for (const char* const key : {"a", "b", "c"}) ask(pages, key);
    CHECK(ask(pages, "a") == outcome::hit);
    CHECK(ask(pages, "d") == outcome::admitted);
    CHECK(keys_of(pages) == std::set<std::string>{"a", "c", "d"});
    CHECK(!pages.may_hold("b"));
    CHECK(pages.may_hold("a"));
    CHECK(ask(pages, "b") == outcome::admitted);
    CHECK(keys_of(pages) == std::set<std::string>{"a", "b", "d"});
    CHECK(pages.stats().evictions == 2);
}

TEST_CASE("there are never more entries than the capacity, in any number of shards", "[shared_cache]")
{
    for (const std::size_t shards : {1U, 3U, 7U, 10U}) {
        CAPTURE(shards);
        plain_cache pages({.capacity = 10, .shards = shards, .has_gate = false});
        for (int i = 0; i < 1000; ++i) {
            ask(pages, std::to_string(i));
            REQUIRE(pages.stats().entries <= 10);
        }
        CHECK(pages.stats().entries == 10);  // and all of the room is used
        CHECK(keys_of(pages).size() == 10);
    }
}

TEST_CASE("the gate lets a key in when it is seen the second time", "[shared_cache]")
{
    plain_cache pages({.capacity = 100, .shards = 4, .gate_keys = 1000});
    CHECK(ask(pages, "a") == outcome::kept_out);
    CHECK(keys_of(pages).empty());
    CHECK(!pages.may_hold("a"));
    CHECK(ask(pages, "a") == outcome::admitted);
    CHECK(ask(pages, "a") == outcome::hit);
    const cache::cache_stats stats = pages.stats();
    CHECK(stats.kept_out == 1);
    CHECK(stats.admissions == 1);
    CHECK(stats.known_misses == 2);
    CHECK(stats.locks == 2);  // to admit, and to find
}

TEST_CASE("what load throws comes out, and nothing has changed", "[shared_cache]")
{
    watched_cache pages(open_door);
    CHECK_THROWS_AS(pages.get("a", [](std::string_view) -> std::string { throw std::out_of_range("a"); }),
                    std::out_of_range);
    CHECK(!pages.may_hold("a"));
    CHECK(pages.watch().living() == 0);
    CHECK(ask(pages, "a") == outcome::admitted);
}

TEST_CASE("an entry that cannot be put in leaves no count in the filter", "[shared_cache]")
{
    tamiz::counting_bloom_filter<std::string> filter({.expected_items = 100});
    const tamiz::hash_value key = filter.hash("a");
    CHECK_THROWS_AS(cache::safe_order::enter(filter, key, [] { throw std::bad_alloc(); }), std::bad_alloc);
    CHECK(filter.occurrences(key) == 0);
    cache::safe_order::enter(filter, key, [&] { CHECK(filter.occurrences(key) == 1); });
    CHECK(filter.occurrences(key) == 1);
    cache::safe_order::leave(filter, key, [&] { CHECK(filter.occurrences(key) == 1); });
    CHECK(filter.occurrences(key) == 0);
}

TEST_CASE("an erased entry is gone, and no value that was loaded before comes back", "[shared_cache]")
{
    watched_cache pages(open_door);
    CHECK(!pages.erase("a"));
    ask(pages, "a");
    CHECK(pages.erase("a"));
    CHECK(!pages.may_hold("a"));
    CHECK(!pages.watch().lives("a"));

    // The store changes while the old value is on its way.
    const auto got = pages.get("a", [&](std::string_view) {
        pages.erase("a");
        return std::string("old");
    });
    CHECK(got.how == outcome::outdated);
    CHECK(got.value == "old");
    CHECK(!pages.may_hold("a"));
    CHECK(ask(pages, "a") == outcome::admitted);
    CHECK(pages.stats().erased == 1);
    CHECK(pages.stats().outdated == 1);
}

TEST_CASE("who loads a key that another admits meanwhile leaves the other's entry", "[shared_cache]")
{
    watched_cache pages(open_door);
    const auto got = pages.get("a", [&](std::string_view key) {
        ask(pages, "a");
        return upper(key);
    });
    CHECK(got.how == outcome::beaten);
    CHECK(ask(pages, "a") == outcome::hit);
    CHECK(pages.erase("a"));
    CHECK(!pages.may_hold("a"));  // one count went in, and one went out
    CHECK(pages.stats().beaten == 1);
}

TEST_CASE("when all entries are gone the filter is empty", "[shared_cache]")
{
    watched_cache pages({.capacity = 50, .shards = 4, .has_gate = false});
    for (int i = 0; i < 2000; ++i) ask(pages, std::to_string(i % 130));
    CHECK(pages.living_stats()->fill_ratio > 0.1);
    for (const std::string& key : keys_of(pages)) CHECK(pages.erase(key));
    CHECK(pages.living_stats()->stuck_counters == 0);
    CHECK(pages.living_stats()->fill_ratio == 0);
}

TEST_CASE("a cache that cannot be is refused by name and value", "[shared_cache]")
{
    CHECK(refusal({.capacity = 0}) == "capacity = 0: must be 1 or more");
    CHECK(refusal({.capacity = 5, .shards = 0}) == "shards = 0: must be from 1 to the capacity, 5");
    CHECK(refusal({.capacity = 5, .shards = 6}) == "shards = 6: must be from 1 to the capacity, 5");
    CHECK(refusal({.false_positive_rate = 1}).find("false_positive_rate") != std::string::npos);
    CHECK(refusal({.gate_keys = 0}).find("expected_items") != std::string::npos);
    CHECK(refusal({.capacity = 5, .shards = 5}) == "(none)");
}

TEST_CASE("beside all others no living key is denied and every value is right", "[shared_cache]")
{
    cache_options options{.capacity = 40, .shards = 3, .gate_keys = 64, .seed = 9};
    options.has_gate = GENERATE(true, false);
    watched_cache pages(options);
    std::atomic<std::uint64_t> wrong{0};
    std::atomic<std::uint64_t> hits{0};
    tamiz_test::in_threads(8, [&](unsigned number) {
        std::mt19937_64 random(number);
        for (int i = 0; i < 10'000; ++i) {
            const std::string key = std::to_string(random() % 90);
            if (random() % 16 == 0) {
                pages.erase(key);
                continue;
            }
            const auto got = pages.get(key, [](std::string_view wanted) {
                std::this_thread::yield();  // others load it, too
                return upper(wanted);
            });
            if (got.value != upper(key)) ++wrong;
            if (got.how == outcome::hit) ++hits;
        }
    });
    exact_book& book = pages.watch();
    CHECK(wrong == 0);
    CHECK(book.denied() == 0);
    CHECK(book.impossible() == 0);
    CHECK(book.judged() >= hits / 2);
    CHECK(hits > 10'000);
    const cache::cache_stats stats = pages.stats();
    CHECK(stats.hits == hits);
    CHECK(stats.evictions > 100);
    CHECK(stats.erased > 100);
    CHECK(stats.entries == stats.admissions - stats.evictions - stats.erased);
    CHECK(stats.entries == book.living());
    CHECK(stats.locked_in_vain == stats.misses - stats.known_misses);
    for (const std::string& key : keys_of(pages)) {
        CHECK(book.lives(key));
        CHECK(pages.erase(key));
    }
    CHECK(pages.living_stats()->stuck_counters == 0);
    CHECK(pages.living_stats()->fill_ratio == 0);
}
