// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A whole trace through one cache: what the program does, and what the tests do with caches broken on purpose.

#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "cache/shared_cache.hpp"
#include "cache/store.hpp"
#include "cache/workload.hpp"
#include "support/progress.hpp"

namespace cache {

struct run_settings {
    const workload* trace = nullptr;
    const store* behind = nullptr;
    cache_options cache;
    unsigned threads = 8;
    bool verify = false;
    std::function<bool()> stop_requested = [] { return false; };
    std::FILE* progress_to = nullptr;  ///< null: show none
};

/// What a check found.
struct verdict {
    std::uint64_t judged = 0;        ///< answers of the filter about keys that lived all the time
    std::uint64_t denied = 0;        ///< of these: "absent". Must be 0
    std::string first_denied;        ///< the key of the first
    std::uint64_t wrong_values = 0;  ///< values that were not the store's. Must be 0
    std::uint64_t mistaken = 0;      ///< differences between the cache and the exact set. Must be 0
};

struct run_result {
    cache_options options;
    cache_stats stats;
    std::uint64_t requests = 0;       ///< answered: all of the trace, unless it was stopped
    std::uint64_t once_asked = 0;     ///< one-hit wonders among them
    std::uint64_t once_kept_out = 0;  ///< of these: never put into the cache
    std::chrono::nanoseconds time{0};
    bool stopped = false;
    std::optional<verdict> verified;

    /// One line for each promise that was broken; none if all is well, as far as is known.
    [[nodiscard]] std::vector<std::string> failures() const;
};

/// The arguments ask for a filter that cannot be had.
struct refused_filter : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "none", "counting", "gate" or "both".
[[nodiscard]] std::string filters_name(const cache_options& options);

using shared_value = std::shared_ptr<const std::string>;

namespace detail {

/// What one thread met.
struct tally {
    std::uint64_t requests = 0;
    std::uint64_t once_asked = 0;
    std::uint64_t once_kept_out = 0;
    std::uint64_t wrong_values = 0;
};

/// Shares the trace out among the threads, in order, some requests at a time.
class dispatcher {
public:
    explicit dispatcher(const run_settings& settings)
        : settings_(settings),
          part_(std::clamp<std::uint64_t>(settings.trace->requests().size() / (settings.threads * 16), 1, 256))
    {
    }

    /// Calls `ask(number of key, tally, reader)` for each request. Ends early if a stop is requested or one throws,
    /// which comes out of here.
    template <typename Ask>
    tally run(Ask&& ask)
    {
        std::vector<tally> tallies(settings_.threads);
        {
            std::vector<std::jthread> workers;
            workers.reserve(settings_.threads);
            for (tally& mine : tallies) {
                workers.emplace_back([this, &ask, &mine] {
                    try {
                        const std::unique_ptr<store_reader> reader = settings_.behind->connect();
                        tally met;
                        while (take_part([&](std::uint32_t number) { ask(number, met, *reader); })) {
                        }
                        mine = met;
                    } catch (...) {
                        fail(std::current_exception());
                    }
                });
            }
        }  // joins
        if (failure_) std::rethrow_exception(failure_);
        tally all;
        for (const tally& each : tallies) {
            all.requests += each.requests;
            all.once_asked += each.once_asked;
            all.once_kept_out += each.once_kept_out;
            all.wrong_values += each.wrong_values;
        }
        return all;
    }

    /// Requests given out so far; for the line of progress.
    [[nodiscard]] std::uint64_t given_out() const noexcept;
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(); }

private:
    template <typename Ask>
    bool take_part(Ask&& ask)
    {
        const std::vector<std::uint32_t>& requests = settings_.trace->requests();
        const std::uint64_t begin = next_.fetch_add(part_, std::memory_order_relaxed);
        const std::uint64_t end = std::min<std::uint64_t>(begin + part_, requests.size());
        for (std::uint64_t i = begin; i < end; ++i) {
            if (settings_.stop_requested()) stopped_.store(true, std::memory_order_relaxed);
            if (stopped_.load(std::memory_order_relaxed)) return false;
            ask(requests[i]);
        }
        return begin < end;
    }
    void fail(std::exception_ptr why);

    const run_settings& settings_;
    std::uint64_t part_;  // requests at a time: so few that all threads have work to the end
    std::atomic<std::uint64_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::mutex failure_lock_;
    std::exception_ptr failure_;
};

/// The line of progress.
[[nodiscard]] std::string progress_line(const std::string& name, std::uint64_t done, std::uint64_t all,
                                        const cache_stats& stats);

/// At rest: the cache must hold exactly what the book says, and the filter must know all of it.
template <typename Cache>
[[nodiscard]] verdict judge(Cache& cache, const tally& met)
{
    exact_book& book = cache.watch();
    verdict result;
    result.wrong_values = met.wrong_values;
    std::uint64_t entries = 0;
    cache.for_each([&](std::string_view key, const auto&) {
        ++entries;
        if (!book.lives(key)) ++result.mistaken;
        (void)cache.may_hold(key);  // judged by the book
    });
    const std::uint64_t living = book.living();
    result.mistaken += living > entries ? living - entries : 0;
    result.mistaken += book.impossible();
    result.judged = book.judged();
    result.denied = book.denied();
    result.first_denied = book.first_denied();
    return result;
}

template <typename Cache>
[[nodiscard]] std::unique_ptr<Cache> make_cache(const cache_options& options)
{
    try {
        return std::make_unique<Cache>(options);
    } catch (const std::logic_error& refused) {  // std::invalid_argument, std::length_error
        throw refused_filter(refused.what());
    } catch (const std::bad_alloc&) {
        throw refused_filter(
            fmt::format("not enough memory for the filters of a cache of {} entries", options.capacity));
    }
}

template <typename Watch, typename Order>
[[nodiscard]] run_result run_watched(const run_settings& settings)
{
    constexpr bool checks = std::is_same_v<Watch, exact_book>;
    using cache_type = shared_cache<shared_value, Watch, Order>;
    const std::unique_ptr<cache_type> cache = make_cache<cache_type>(settings.cache);
    run_result result;
    result.options = settings.cache;

    dispatcher work(settings);
    std::optional<examples::progress> shown;
    if (settings.progress_to != nullptr) {
        shown.emplace(
            [&] {
                return progress_line(filters_name(settings.cache), work.given_out(), settings.trace->requests().size(),
                                     cache->stats());
            },
            examples::progress_options{.out = settings.progress_to});
    }
    const auto begin = std::chrono::steady_clock::now();
    const tally met = work.run([&](std::uint32_t number, tally& mine, store_reader& reader) {
        const std::string& key = settings.trace->key_of(number);
        const answer<shared_value> got = cache->get(
            key, [&](std::string_view wanted) { return std::make_shared<const std::string>(reader.read(wanted)); });
        ++mine.requests;
        if (settings.trace->is_once(number)) {
            ++mine.once_asked;
            mine.once_kept_out += got.how == outcome::kept_out ? 1U : 0U;
        }
        if constexpr (checks) mine.wrong_values += *got.value == reader.read_for_check(key) ? 0U : 1U;
    });
    result.time = std::chrono::steady_clock::now() - begin;
    shown.reset();

    result.requests = met.requests;
    result.once_asked = met.once_asked;
    result.once_kept_out = met.once_kept_out;
    result.stopped = work.stopped();
    result.stats = cache->stats();
    if constexpr (checks) result.verified = judge(*cache, met);
    return result;
}

}  // namespace detail

/// The trace through a cache of these options. @throws refused_filter before anything is asked, and what the store
/// throws
template <typename Order = safe_order>
[[nodiscard]] run_result run(const run_settings& settings)
{
    if (settings.verify) return detail::run_watched<exact_book, Order>(settings);
    return detail::run_watched<unwatched, Order>(settings);
}

}  // namespace cache
