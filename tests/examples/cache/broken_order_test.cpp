// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The check must be able to fail, by one thread in the exact window and by many threads without a hint.

#include <support/catch.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "broken_orders.hpp"
#include "cache/run.hpp"

using namespace examples_test;
using cache::exact_book;

namespace {

/// Sets what happens in the window while it lives.
class window {
public:
    explicit window(std::function<void()> what) : before_(in_the_window) { in_the_window = std::move(what); }
    ~window() { in_the_window = before_; }
    window(const window&) = delete;
    window& operator=(const window&) = delete;

private:
    std::function<void()> before_;
};

/// Two entries in a cache for one; in the window of a broken order somebody asks for both.
template <typename Order>
std::uint64_t denied_in_the_window()
{
    cache::shared_cache<std::string, exact_book, Order> pages({.capacity = 1, .shards = 1, .has_gate = false});
    const window asking([&] {
        (void)pages.may_hold("a");
        (void)pages.may_hold("b");
    });
    const auto load = [](std::string_view key) { return std::string(key); };
    pages.get("a", load);
    pages.get("b", load);
    for (const char* const key : {"a", "b"}) (void)pages.may_hold(key);
    return pages.watch().denied();
}

cache::run_result run_threads(auto&& run, std::uint64_t seed)
{
    // Every key evicts another one, and is asked for again soon.
    const cache::workload trace =
        cache::make_zipf({.requests = 30'000, .keys = 120, .exponent = 0.1, .once_share = 0.02, .seed = seed});
    const auto behind = cache::make_delay_store(std::chrono::microseconds(0), 20);
    cache::run_settings settings;
    settings.trace = &trace;
    settings.behind = behind.get();
    settings.cache = {.capacity = 60, .shards = 2, .has_gate = false, .seed = seed};
    settings.threads = 8;
    settings.verify = true;
    return run(settings);
}

/// Rounds until the check sees something, some at most.
template <typename Order>
bool is_caught_by_threads()
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto result =
            run_threads([](const cache::run_settings& settings) { return cache::run<Order>(settings); }, seed);
        if (result.verified->denied > 0) {
            CHECK(!result.verified->first_denied.empty());
            CHECK(!result.failures().empty());
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("each broken order is caught in its window", "[broken_order]")
{
    CHECK(denied_in_the_window<erases_first>() > 0);
    CHECK(denied_in_the_window<inserts_late>() > 0);
    CHECK(denied_in_the_window<forgets_to_insert>() > 0);
    CHECK(denied_in_the_window<cache::safe_order>() == 0);
}

TEST_CASE("each broken order is caught by threads", "[broken_order]")
{
    CHECK(is_caught_by_threads<erases_first>());
    CHECK(is_caught_by_threads<inserts_late>());
    CHECK(is_caught_by_threads<forgets_to_insert>());
    CHECK(is_caught_by_threads<erases_twice>());
}

TEST_CASE("the safe order is accused of nothing", "[broken_order]")
{
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const auto result = run_threads([](const cache::run_settings& settings) { return cache::run(settings); }, seed);
        CHECK(result.failures().empty());
        CHECK(result.verified->denied == 0);
        CHECK(result.verified->judged > 10'000);
        CHECK(result.stats.evictions > 10'000);
    }
}
