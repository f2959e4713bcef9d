// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/frontier.hpp"

#include <cassert>
#include <utility>

namespace crawler {

using lock = std::unique_lock<std::mutex>;

void frontier::seed(std::vector<url> pages)
{
    const lock guard(mutex_);
    put(pages);
}

std::optional<url> frontier::pop()
{
    lock guard(mutex_);
    while (queue_.empty() && busy_ > 0 && !stopped_) changed_.wait(guard);
    if (stopped_ || queue_.empty()) return std::nullopt;
    std::optional<url> page(std::move(queue_.front()));
    queue_.pop_front();
    ++busy_;
    return page;
}

void frontier::finish(std::vector<url> found)
{
    const lock guard(mutex_);
    assert(busy_ > 0);
    put(found);
    --busy_;
    if (busy_ == 0 && queue_.empty()) changed_.notify_all();
}

void frontier::stop()
{
    const lock guard(mutex_);
    stopped_ = true;  // what waits stays, so that a last look tells how much it was
    changed_.notify_all();
}

std::size_t frontier::waiting() const
{
    const lock guard(mutex_);
    return queue_.size();
}

std::uint64_t frontier::accepted() const
{
    const lock guard(mutex_);
    return accepted_;
}

void frontier::put(std::vector<url>& pages)
{
    if (stopped_ || pages.empty()) return;
    for (url& page : pages) queue_.push_back(std::move(page));
    accepted_ += pages.size();
    changed_.notify_all();
}

}  // namespace crawler
