// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The crawl itself: many threads, one frontier, one judge of what is new.

#pragma once

#include <atomic>
#include <boost/thread/thread.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "crawler/fetch.hpp"
#include "crawler/frontier.hpp"
#include "crawler/scope.hpp"
#include "crawler/url.hpp"
#include "crawler/visit.hpp"

namespace crawler {

/// Whether this call is the one that leads to a fetch of the page. Asked for every link, by all workers at once.
using novelty = std::function<bool(const url& page)>;

/// What is left of a crawl.
struct crawl_record {
    visit_counts counts;
    std::vector<std::string> fetched;  ///< every fetch, sorted by address: one fetched twice is in it twice
    bool stopped = false;              ///< before its end

    /// How many addresses were fetched more than once.
    [[nodiscard]] std::uint64_t fetched_twice() const;
    [[nodiscard]] bool has_fetched(std::string_view address) const;
};

/// Crawls from construction to its end, to stop() or to destruction.
///
/// Each worker is a Boost.Thread thread with a fetch function, counters and a list of fetches of its own: what they
/// share is the frontier and whatever is_new shares.
class crawl {
public:
    /// The seeds are links like any other: one is fetched if is_new says so. Throws what the system throws if it has no
    /// thread to give, and what is_new throws for a seed.
    crawl(const std::vector<url>& seeds, unsigned threads, const fetch_maker& make_fetch, novelty is_new);
    ~crawl();

    crawl(const crawl&) = delete;
    crawl& operator=(const crawl&) = delete;

    /// Waits for the end, at most that long; true if it came.
    [[nodiscard]] bool wait_for(std::chrono::milliseconds time);

    /// Lets each worker end the page that it is at, and no more.
    void stop();

    /// Waits for the workers and gathers what they did. Throws what a worker threw (std::bad_alloc, or what make_fetch
    /// or is_new threw); the others were stopped then. Once only.
    [[nodiscard]] crawl_record finish();

    // For who watches; each figure is true of some moment.
    [[nodiscard]] std::uint64_t fetches() const noexcept { return fetches_.load(); }
    [[nodiscard]] std::size_t waiting() const { return pages_.waiting(); }
    [[nodiscard]] std::uint64_t found() const { return pages_.accepted(); }

private:
    struct worker {
        visit_counts counts;
        std::vector<std::string> fetched;
        std::exception_ptr failure;
    };

    void run(worker& self, const fetch_maker& make_fetch);
    void work(worker& self, const fetch_function& fetch);

    const scope sites_;
    const novelty is_new_;
    frontier pages_;
    std::atomic<std::uint64_t> fetches_{0};
    std::atomic<bool> stopped_{false};

    std::mutex mutex_;  // guards running_
    std::condition_variable ended_;
    unsigned running_ = 0;

    std::vector<worker> workers_;  // each its thread's own until that is joined; never resized after the start
    boost::thread_group threads_;
};

}  // namespace crawler
