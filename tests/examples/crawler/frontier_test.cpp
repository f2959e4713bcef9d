// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/frontier.hpp"

#include <support/catch.hpp>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using crawler::frontier;
using crawler::url;

namespace {

url page(std::size_t number)
{
    return *url::parse("http://h/" + std::to_string(number));
}

std::vector<url> pages(std::size_t first, std::size_t count)
{
    std::vector<url> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(page(first + i));
    return result;
}

}  // namespace

TEST_CASE("pages come out in the order in which they went in", "[frontier]")
{
    frontier queue;
    queue.seed(pages(0, 2));
    CHECK(queue.waiting() == 2);
    CHECK(queue.pop() == page(0));
    queue.finish(pages(2, 2));
    CHECK(queue.pop() == page(1));
    CHECK(queue.pop() == page(2));
    CHECK(queue.pop() == page(3));
    CHECK(queue.waiting() == 0);
    CHECK(queue.accepted() == 4);
}

TEST_CASE("an empty frontier that nobody works for is at its end", "[frontier]")
{
    frontier queue;
    CHECK_FALSE(queue.pop().has_value());
    queue.seed(pages(0, 1));
    CHECK(queue.pop().has_value());
    queue.finish({});
    CHECK_FALSE(queue.pop().has_value());
    CHECK_FALSE(queue.pop().has_value());
}

TEST_CASE("who waits gets what a busy worker finds", "[frontier]")
{
    frontier queue;
    queue.seed(pages(0, 1));
    REQUIRE(queue.pop().has_value());
    std::optional<url> got;
    bool ended = false;
    std::thread other([&] {
        got = queue.pop();
        queue.finish({});
        ended = !queue.pop().has_value();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    queue.finish(pages(7, 1));
    other.join();
    CHECK(got == page(7));
    CHECK(ended);
}

TEST_CASE("many workers see each page once and all leave at the end", "[frontier]")
{
    // Page n leads to 2n + 1 and 2n + 2: at both ends of the crawl there are fewer pages than workers.
    constexpr std::size_t count = 20'000;
    constexpr unsigned workers = 8;
    frontier queue;
    queue.seed(pages(0, 1));
    std::vector<std::atomic<int>> seen(count);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < workers; ++i) {
        threads.emplace_back([&] {
            while (const std::optional<url> next = queue.pop()) {
                const std::size_t number = std::stoul(std::string(next->target().substr(1)));
                ++seen[number];
                std::vector<url> found;
                for (const std::size_t child : {2 * number + 1, 2 * number + 2}) {
                    if (child < count) found.push_back(page(child));
                }
                queue.finish(std::move(found));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::size_t once = 0;
    for (const auto& times : seen) once += times == 1 ? 1U : 0U;
    CHECK(once == count);
    CHECK(queue.accepted() == count);
    CHECK(queue.waiting() == 0);
}

TEST_CASE("after a stop nothing is given out, and what waited is still told", "[frontier]")
{
    frontier queue;
    queue.seed(pages(0, 3));
    REQUIRE(queue.pop().has_value());
    queue.stop();
    CHECK(queue.waiting() == 2);
    CHECK_FALSE(queue.pop().has_value());
}

TEST_CASE("a stop wakes all who wait", "[frontier]")
{
    frontier queue;
    queue.seed(pages(0, 1));
    REQUIRE(queue.pop().has_value());
    std::atomic<int> left{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            if (!queue.pop().has_value()) ++left;
        });
    }
    queue.stop();
    for (std::thread& thread : threads) thread.join();
    CHECK(left == 4);
    queue.finish(pages(1, 3));
    queue.seed(pages(4, 3));
    CHECK(queue.waiting() == 0);
    CHECK_FALSE(queue.pop().has_value());
}
