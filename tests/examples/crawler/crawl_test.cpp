// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/crawl.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "generated_site.hpp"
#include "support/http_server.hpp"

using crawler::crawl;
using crawler::crawl_record;
using crawler::url;
using examples_test::each_straight_from;
using examples_test::generated_site;
using examples_test::seeds_on;

namespace {

/// An exact and slow judge of what is new.
class exact_novelty {
public:
    bool operator()(const url& page)
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        return seen_.insert(page.text()).second;
    }

private:
    std::mutex mutex_;
    std::set<std::string> seen_;
};

}  // namespace

TEST_CASE("a crawl fetches every page that can be reached, over HTTP, with kept connections", "[crawl]")
{
    const generated_site site{.levels = 5, .width = 10};
    examples::http_server server(site.handler());
    exact_novelty is_new;
    crawl work(seeds_on(3), 8, crawler::over_http(server.port()), std::ref(is_new));
    const crawl_record record = work.finish();
    CHECK(record.fetched.size() == 3 * site.addresses());
    CHECK(record.fetched_twice() == 0);
    CHECK(record.counts.pages == 3 * site.pages());
    CHECK(record.counts.broken == 3);
    CHECK(record.counts.links == 3 * site.links());
    CHECK(record.counts.fetches() == record.fetched.size());
    CHECK(std::is_sorted(record.fetched.begin(), record.fetched.end()));
    CHECK(record.has_fetched("http://host2.example/5-9.html"));
    CHECK_FALSE(record.has_fetched("http://host2.example/5-10.html"));
    CHECK_FALSE(record.stopped);
    CHECK(server.counts().connections <= 8);
    CHECK(server.counts().requests == record.fetched.size());
}

TEST_CASE("pages that the judge calls new twice are counted as fetched twice", "[crawl]")
{
    const generated_site site{.levels = 1, .width = 4};
    std::atomic<int> asked{0};
    const auto at_first = [&asked](const url& page) {
        // The four pages link to the start: it is called new twice more.
        if (page.target() == generated_site::start) return ++asked <= 3;
        return page.target() != "/dead.html" && asked == 1;
    };
    crawl work(seeds_on(1), 1, each_straight_from(site.handler()), at_first);
    const crawl_record record = work.finish();
    CHECK(record.fetched_twice() == 1);
    CHECK(std::count(record.fetched.begin(), record.fetched.end(), "http://host1.example/0-0.html") == 3);
}

TEST_CASE("a crawl whose seeds are not new is over at once", "[crawl]")
{
    crawl work(seeds_on(2), 4, each_straight_from(generated_site().handler()), [](const url&) { return false; });
    CHECK(work.wait_for(std::chrono::seconds(20)));
    CHECK(work.finish().fetched.empty());
}

TEST_CASE("a stopped crawl ends soon and tells what it did", "[crawl]")
{
    // Without the stop this would take for ever: every page leads to another one.
    const auto endless = [](const examples::http_request& request) {
        examples::http_reply reply;
        reply.content_type = "text/html";
        reply.body = "<a href=\"/" + std::to_string(std::stoull(request.target.substr(1)) + 1) + "\">";
        return reply;
    };
    crawl work(seeds_on(4, "/1"), 4, each_straight_from(endless), [](const url&) { return true; });
    while (work.fetches() < 1000) std::this_thread::yield();
    CHECK_FALSE(work.wait_for(std::chrono::milliseconds(1)));
    work.stop();
    CHECK(work.wait_for(std::chrono::seconds(20)));
    const crawl_record record = work.finish();
    CHECK(record.stopped);
    CHECK(record.fetched.size() >= 1000);
    CHECK(record.counts.fetches() == record.fetched.size());
}

TEST_CASE("a crawl that is destroyed in its midst takes its threads with it", "[crawl]")
{
    const generated_site site{.levels = 50, .width = 20};
    exact_novelty is_new;
    const crawl work(seeds_on(1), 8, each_straight_from(site.handler()), std::ref(is_new));
}

TEST_CASE("what a worker throws ends the crawl and reaches who waits for it", "[crawl]")
{
    const generated_site site{.levels = 50, .width = 20};
    exact_novelty exact;
    std::atomic<int> asked{0};
    const auto fails = [&](const url& page) {
        if (++asked == 500) throw std::runtime_error("no more");
        return exact(page);
    };
    crawl work(seeds_on(1), 4, each_straight_from(site.handler()), fails);
    CHECK_THROWS_WITH(work.finish(), "no more");

    crawl other(
        seeds_on(1), 4, []() -> crawler::fetch_function { throw std::runtime_error("no connection"); },
        [](const url&) { return true; });
    CHECK_THROWS_WITH(other.finish(), "no connection");
}
