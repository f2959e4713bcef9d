// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/load_generator.hpp"

#include <support/catch.hpp>

#include <atomic>
#include <chrono>
#include <set>
#include <string>

#include "../temporary_folder.hpp"

using namespace std::chrono_literals;
using registration::load_measured;
using registration::load_result;
using registration::load_settings;

TEST_CASE("addresses differ", "[load_generator]")
{
    std::set<std::string> all;
    for (std::uint64_t n = 0; n < 10'000; ++n) all.insert(registration::address(n));
    CHECK(all.size() == 10'000);
}

TEST_CASE("a percentile is the least time within which that share ended", "[load_generator]")
{
    load_measured measured;
    CHECK(measured.within(0.5) == 0ns);
    CHECK(measured.per_second() == 0);
    for (int i = 1; i <= 1000; ++i) measured.latencies.push_back(std::chrono::nanoseconds(i));
    measured.time = 2s;
    CHECK(measured.within(0.5) == 500ns);
    CHECK(measured.within(0.99) == 990ns);
    CHECK(measured.within(0.999) == 999ns);
    CHECK(measured.within(1) == 1000ns);
    CHECK(measured.within(1e-9) == 1ns);
    CHECK(measured.per_second() == Approx(500));
}

TEST_CASE("the load is the same with the filter and without, and every answer is checked", "[load_generator]")
{
    const examples_test::temporary_folder folder;
    load_settings settings;
    settings.known = 2000;
    settings.requests = 600;
    settings.new_share = 0.9;
    settings.clients = 4;
    settings.threads = 4;
    settings.rounds = 2;
    settings.folder = folder.path();
    const load_result result = registration::run_load(settings);
    CHECK_FALSE(result.is_stopped);
    for (const load_measured* each : {&result.with_filter, &result.without_filter}) {
        CHECK(each->wrong == 0);
        CHECK(each->latencies.size() == 1200);
        CHECK(each->registered + each->conflicts == 1200);
        CHECK(each->registered == result.with_filter.registered);
        CHECK(each->selects_made + each->selects_avoided == 1200);
        CHECK(each->commits >= 1);
        CHECK(each->commits <= each->registered);
        CHECK(each->within(0.5) > 0ns);
        CHECK(each->within(0.5) <= each->within(0.999));
        CHECK(each->per_second() > 0);
    }
    // 90 % of them, give or take five standard deviations.
    CHECK(result.with_filter.registered >= 1080 - 2 * 37);
    CHECK(result.with_filter.registered <= 1080 + 2 * 37);
    CHECK(result.without_filter.selects_avoided == 0);
    CHECK(result.with_filter.selects_avoided <= result.with_filter.registered);
    CHECK(result.with_filter.selects_avoided >= result.with_filter.registered * 95 / 100);

    const std::string text = report(settings, result);
    CHECK(text.find("2,000 known addresses, 1,200 requests, 90.00 % of them new") != std::string::npos);
    CHECK(text.find("\non ") != std::string::npos);
    CHECK(text.find("\noff ") != std::string::npos);
}

TEST_CASE("the load can be stopped at any time", "[load_generator]")
{
    const int after = GENERATE(0, 3, 50);
    const examples_test::temporary_folder folder;
    std::atomic<int> asked{0};
    load_settings settings;
    settings.known = 1500;
    settings.requests = 1'000'000;
    settings.clients = 2;
    settings.threads = 2;
    settings.folder = folder.path();
    settings.stop_requested = [&] { return asked++ >= after; };
    const load_result result = registration::run_load(settings);
    CHECK(result.is_stopped);
    CHECK(result.with_filter.wrong == 0);
    CHECK(result.with_filter.latencies.size() <= 50);
    CHECK_FALSE(report(settings, result).empty());
}
