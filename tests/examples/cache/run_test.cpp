// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/run.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using cache::run_result;
using cache::run_settings;
using cache::workload;

namespace {

const workload& trace()
{
    static const workload made =
        cache::make_zipf({.requests = 30'000, .keys = 2000, .exponent = 0.9, .once_share = 0.2, .seed = 11});
    return made;
}

run_result run(unsigned threads, bool knows_misses, bool has_gate, bool verify = false)
{
    const auto behind = cache::make_delay_store(std::chrono::microseconds(0), 20);
    run_settings settings;
    settings.trace = &trace();
    settings.behind = behind.get();
    settings.cache = {
        .capacity = 300, .shards = 1, .knows_misses = knows_misses, .has_gate = has_gate, .gate_keys = 1200};
    settings.threads = threads;
    settings.verify = verify;
    return cache::run(settings);
}

/// Hits of the plainest cache that there is.
std::uint64_t reference_hits(std::size_t capacity)
{
    std::list<std::uint32_t> by_use;
    std::uint64_t hits = 0;
    for (const std::uint32_t key : trace().requests()) {
        const auto found = std::find(by_use.begin(), by_use.end(), key);
        if (found != by_use.end()) {
            ++hits;
            by_use.erase(found);
        } else if (by_use.size() == capacity) {
            by_use.pop_back();
        }
        by_use.push_front(key);
    }
    return hits;
}

/// A store that fails after so many reads.
class failing_store : public cache::store {
public:
    std::unique_ptr<cache::store_reader> connect() const override { return std::make_unique<reader>(); }

private:
    struct reader : cache::store_reader {
        std::string read(std::string_view key) override
        {
            if (++reads == 100) throw std::runtime_error("the disk is gone");
            return std::string(key);
        }
        int reads = 0;
    };
};

/// A store that tells a check something else than it tells the cache, for one key.
class lying_store : public cache::store {
public:
    std::unique_ptr<cache::store_reader> connect() const override { return std::make_unique<reader>(); }

private:
    struct reader : cache::store_reader {
        std::string read(std::string_view key) override { return std::string(key); }
        std::string read_for_check(std::string_view key) override
        {
            return key == "item:1" ? "something else" : std::string(key);
        }
    };
};

}  // namespace

TEST_CASE("with one thread the hits are those of the plainest cache, with the filter and without", "[run]")
{
    const run_result without = run(1, false, false);
    const run_result with = run(1, true, false);
    CHECK(without.stats.hits == reference_hits(300));
    CHECK(with.stats.hits == without.stats.hits);
    CHECK(with.stats.misses == without.stats.misses);
    CHECK(with.stats.evictions == without.stats.evictions);
    CHECK(without.stats.known_misses == 0);
    CHECK(without.stats.filter_bytes == 0);
    // Each lock that was avoided is one that is taken without the filter.
    CHECK(with.stats.locks + with.stats.known_misses == without.stats.locks);
    // All misses but the false positives, 1 % and some luck, are known.
    CHECK(with.stats.known_misses > with.stats.misses * 97 / 100);
    CHECK(with.stats.locked_in_vain == with.stats.misses - with.stats.known_misses);
}

TEST_CASE("the gate keeps one-hit wonders out, which is good for the others", "[run]")
{
    const run_result without = run(1, true, false);
    const run_result with = run(1, true, true);
    CHECK(with.requests == trace().requests().size());
    CHECK(with.once_asked == trace().once());
    CHECK(without.once_asked == trace().once());
    CHECK(without.once_kept_out == 0);
    // All but the false positives: 1 % of the generation before, and of the one that fills.
    CHECK(with.once_kept_out > trace().once() * 97 / 100);
    CHECK(with.once_kept_out <= with.stats.kept_out);
    CHECK(with.stats.admissions < without.stats.admissions / 2);
    CHECK(with.stats.hits > without.stats.hits);
    CHECK(with.stats.gate_turns > 2);
}

TEST_CASE("threads share the trace out among them and lose none of it", "[run]")
{
    for (const bool verify : {false, true}) {
        const run_result result = run(8, true, true, verify);
        CHECK(result.requests == trace().requests().size());
        CHECK(result.once_asked == trace().once());
        CHECK(result.stats.hits + result.stats.misses == result.requests);
        CHECK(result.stats.admissions + result.stats.kept_out + result.stats.beaten == result.stats.misses);
        CHECK(result.stats.entries == 300);
        CHECK(result.failures().empty());
        CHECK(result.verified.has_value() == verify);
        if (verify) CHECK(result.verified->judged >= result.stats.hits / 2);
    }
}

TEST_CASE("a store that fails ends the run with its message", "[run]")
{
    const failing_store behind;
    run_settings settings;
    settings.trace = &trace();
    settings.behind = &behind;
    settings.cache = {.capacity = 10, .shards = 1};
    CHECK_THROWS_WITH(cache::run(settings), "the disk is gone");
}

TEST_CASE("a stop is heeded before the next request", "[run]")
{
    const auto behind = cache::make_delay_store(std::chrono::milliseconds(1), 20);
    run_settings settings;
    settings.trace = &trace();
    settings.behind = behind.get();
    settings.cache = {.capacity = 10, .shards = 1};
    settings.threads = 4;
    std::atomic<int> asked{0};
    settings.stop_requested = [&] { return ++asked > 20; };
    const run_result result = cache::run(settings);
    CHECK(result.stopped);
    CHECK(result.requests == 20);
}

TEST_CASE("a value that is not the store's is noticed", "[run]")
{
    const lying_store behind;
    run_settings settings;
    settings.trace = &trace();
    settings.behind = &behind;
    settings.cache = {.capacity = 10, .shards = 1};
    settings.verify = true;
    const run_result result = cache::run(settings);
    const auto asked = std::count_if(trace().requests().begin(), trace().requests().end(),
                                     [](std::uint32_t number) { return trace().key_of(number) == "item:1"; });
    CHECK(result.verified->wrong_values == static_cast<std::uint64_t>(asked));
    CHECK(result.failures() ==
          std::vector<std::string>{"filters both: " + std::to_string(asked) + " values were not the store's"});
}

TEST_CASE("a cache that is not what the exact set says is noticed", "[run]")
{
    using watched_cache = cache::shared_cache<std::string, cache::exact_book>;
    watched_cache pages({.capacity = 10, .shards = 1, .has_gate = false});
    const auto load = [](std::string_view key) { return std::string(key); };
    pages.get("a", load);
    CHECK(cache::detail::judge(pages, {}).mistaken == 0);
    pages.watch().entered("b");  // in the set, not in the cache
    CHECK(cache::detail::judge(pages, {}).mistaken == 1);
    pages.watch().leaves("b");
    pages.watch().leaves("a");  // in the cache, not in the set
    CHECK(cache::detail::judge(pages, {}).mistaken == 1);
    pages.watch().leaves("a");  // and what cannot be
    CHECK(cache::detail::judge(pages, {}).mistaken == 2);
}
