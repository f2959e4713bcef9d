// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The pages that are known and not yet fetched.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "crawler/url.hpp"

namespace crawler {

/// A queue that knows when a crawl is over: when it is empty and nobody works on a page that could still fill it.
///
/// A worker's round is pop(), the page's work, finish(). All members are safe beside each other.
class frontier {
public:
    /// Puts in pages that no other page led to.
    void seed(std::vector<url> pages);

    /// The next page, first in, first out; waits for one. Nothing: the crawl is over or was stopped, for good.
    [[nodiscard]] std::optional<url> pop();

    /// Ends the work on a page that pop() gave, and puts in what it led to. Exactly once for each: one call, because a
    /// worker that first reported its end and then its finds would let the others leave in between.
    void finish(std::vector<url> found);

    /// From now on pop() gives nothing and what is put in is dropped.
    void stop();

    /// Pages that wait.
    [[nodiscard]] std::size_t waiting() const;

    /// Pages that were ever put in.
    [[nodiscard]] std::uint64_t accepted() const;

private:
    void put(std::vector<url>& pages);

    mutable std::mutex mutex_;  // guards all that follows
    std::condition_variable changed_;
    std::deque<url> queue_;
    std::size_t busy_ = 0;  // pages given out by pop() and not yet finished
    std::uint64_t accepted_ = 0;
    bool stopped_ = false;
};

}  // namespace crawler
