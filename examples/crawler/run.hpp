// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// One run from filter to judgement: what the program does, and what the tests do with filters broken on purpose.

#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <tamiz/tamiz.hpp>

#include "crawler/crawl.hpp"
#include "crawler/policy.hpp"
#include "crawler/truth.hpp"
#include "crawler/verification.hpp"
#include "support/progress.hpp"

namespace crawler {

struct run_settings {
    std::vector<url> seeds;  ///< where the crawl begins; their sites are its scope
    unsigned threads = 8;
    policy rule = policy::claim;
    tamiz::filter_options filter;
    fetch_maker fetch;           ///< for the workers
    fetch_function fetch_truth;  ///< for the check, if there is to be one; else empty
    std::function<bool()> stop_requested = [] { return false; };
    std::FILE* progress_to = nullptr;  ///< null: show none
};

struct run_result {
    policy rule = policy::claim;
    crawl_record crawled;
    std::uint64_t fetched_twice = 0;
    std::chrono::nanoseconds time{0};
    tamiz::filter_options filter_options;
    tamiz::filter_stats filter;
    std::optional<std::uint64_t> exact_size;    ///< distinct addresses, if an exact set was kept
    std::optional<std::uint64_t> exact_memory;  ///< bytes of that set
    std::optional<verification> verified;       ///< if asked for, and the run was not stopped

    /// One line for each promise that was broken; none if all is well, as far as is known.
    [[nodiscard]] std::vector<std::string> failures() const;
};

/// The line of progress: pages per second since the last line, frontier, distinct URLs, fill ratio.
class progress_line {
public:
    [[nodiscard]] std::string next(std::uint64_t fetched, std::uint64_t waiting, std::uint64_t found, double fill);

private:
    std::chrono::steady_clock::time_point last_time_ = std::chrono::steady_clock::now();
    std::uint64_t last_fetched_ = 0;
};

/// The arguments ask for a filter that cannot be had.
struct refused_filter : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace detail {

template <typename Filter>
[[nodiscard]] Filter make_filter(const tamiz::filter_options& options)
{
    try {
        return Filter(options);
    } catch (const std::logic_error& refused) {  // std::invalid_argument, std::length_error
        throw refused_filter(fmt::format("no such filter: {}", refused.what()));
    } catch (const std::bad_alloc&) {
        throw refused_filter(fmt::format("not enough memory for a filter for {} URLs", options.expected_items));
    }
}

/// Runs the crawl to its end or to a stop, shows progress.
template <typename Filter>
void crawl_with(const Filter& filter, const run_settings& settings, novelty is_new, run_result& result)
{
    const auto begin = std::chrono::steady_clock::now();
    crawl work(settings.seeds, settings.threads, settings.fetch, std::move(is_new));

    progress_line line;
    std::optional<examples::progress> shown;
    if (settings.progress_to != nullptr) {
        // A sample of the lines: a filter of gigabytes must not be read whole five times a second.
        shown.emplace(
            [&] {
                return line.next(work.fetches(), work.waiting(), work.found(),
                                 filter.fill_ratio({.sample_lines = 4096}));
            },
            examples::progress_options{.out = settings.progress_to});
    }
    while (!work.wait_for(std::chrono::milliseconds(20))) {
        if (settings.stop_requested()) work.stop();
    }
    shown.reset();

    result.crawled = work.finish();
    result.time = std::chrono::steady_clock::now() - begin;
    result.fetched_twice = result.crawled.fetched_twice();
    result.filter = filter.stats();
    result.filter_options = settings.filter;
}

}  // namespace detail

/// A whole run with a filter of that layout. @throws refused_filter before anything is fetched
template <typename Layout, typename Words = tamiz::words<>>
[[nodiscard]] run_result run(const run_settings& settings)
{
    using filter_type = tamiz::bloom_filter<std::string, Layout, tamiz::hash<std::string>, Words>;
    auto filter = detail::make_filter<filter_type>(settings.filter);
    run_result result;
    result.rule = settings.rule;

    if (!settings.fetch_truth) {
        detail::crawl_with(
            filter, settings, [&](const url& page) { return is_mine(filter, settings.rule, page); }, result);
        return result;
    }

    exact_set met;
    watched_filter<filter_type> watched(filter, settings.rule, met);
    detail::crawl_with(filter, settings, [&](const url& page) { return watched.is_mine(page); }, result);
    result.exact_size = met.size();
    result.exact_memory = exact_set::memory_bytes();
    if (result.crawled.stopped) return result;

    if (settings.progress_to != nullptr) fmt::print(settings.progress_to, "checking against a crawl by one thread\n");
    const std::optional<truth> all = truth::explore(settings.seeds, settings.fetch_truth, settings.stop_requested);
    if (all) result.verified = verify(filter, watched, settings.rule, result.crawled, met, *all);
    return result;
}

}  // namespace crawler
