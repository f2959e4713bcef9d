// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/crawl.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace crawler {

std::uint64_t crawl_record::fetched_twice() const
{
    std::uint64_t result = 0;
    for (auto page = fetched.begin(); page != fetched.end();) {
        const auto next = std::upper_bound(page, fetched.end(), *page);
        if (next - page > 1) ++result;
        page = next;
    }
    return result;
}

bool crawl_record::has_fetched(std::string_view address) const
{
    return std::binary_search(fetched.begin(), fetched.end(), address, std::less<>());
}

crawl::crawl(const std::vector<url>& seeds, unsigned threads, const fetch_maker& make_fetch, novelty is_new)
    : sites_(seeds), is_new_(std::move(is_new)), workers_(threads)
{
    std::vector<url> fresh;
    std::copy_if(seeds.begin(), seeds.end(), std::back_inserter(fresh), std::cref(is_new_));
    pages_.seed(std::move(fresh));
    running_ = threads;
    try {
        for (worker& self : workers_) {
            threads_.create_thread([this, &self, make_fetch] { run(self, make_fetch); });
        }
    } catch (...) {
        stop();
        threads_.join_all();
        throw;
    }
}

crawl::~crawl()
{
    stop();
    threads_.join_all();
}

bool crawl::wait_for(std::chrono::milliseconds time)
{
    std::unique_lock<std::mutex> guard(mutex_);
    return ended_.wait_for(guard, time, [this] { return running_ == 0; });
}

void crawl::stop()
{
    stopped_ = true;
    pages_.stop();
}

crawl_record crawl::finish()
{
    threads_.join_all();
    crawl_record result;
    result.stopped = stopped_;
    for (worker& self : workers_) {
        if (self.failure) std::rethrow_exception(self.failure);
        result.counts += self.counts;
        std::move(self.fetched.begin(), self.fetched.end(), std::back_inserter(result.fetched));
        self.fetched.clear();
    }
    std::sort(result.fetched.begin(), result.fetched.end());
    return result;
}

void crawl::run(worker& self, const fetch_maker& make_fetch)
{
    try {
        work(self, make_fetch());
    } catch (...) {
        self.failure = std::current_exception();
        stop();
    }
    const std::unique_lock<std::mutex> guard(mutex_);
    if (--running_ == 0) ended_.notify_all();
}

void crawl::work(worker& self, const fetch_function& fetch)
{
    const link_reader read = [](std::string_view html) { return links_of(html); };
    while (const std::optional<url> page = pages_.pop()) {
        self.fetched.push_back(page->text());
        visit seen = visit_page(*page, fetch, sites_, read);
        self.counts += seen.counts;
        ++fetches_;

        std::vector<url> fresh;
        for (url& link : seen.links) {
            if (is_new_(link)) fresh.push_back(std::move(link));
        }
        pages_.finish(std::move(fresh));
    }
}

}  // namespace crawler
