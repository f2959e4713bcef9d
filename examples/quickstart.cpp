// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <tamiz/bloom_filter.hpp>

int main()
{
    constexpr std::size_t pages = 100'000;
    tamiz::bloom_filter<std::string> seen({.expected_items = pages, .false_positive_rate = 0.001});
    std::atomic<std::size_t> met{0}, fetched{0};
    {
        std::vector<std::jthread> workers;
        for (std::size_t start = 0; start < pages; start += pages / 8) {
            workers.emplace_back([&, start] {
                // All workers meet links to all pages, each in an order of its own.
                for (std::size_t i = 0; i < pages; ++i) {
                    const std::string url = "https://example.com/" + std::to_string((start + i) % pages);
                    met.fetch_add(1, std::memory_order_relaxed);
                    if (seen.claim(url) == tamiz::claim_result::won) {
                        fetched.fetch_add(1, std::memory_order_relaxed);  // here you fetch it: nobody else will
                    }
                }
            });
        }
    }  // joins
    const tamiz::filter_stats stats = seen.stats();
    std::printf("%zu links to %zu pages were met, %zu pages fetched, in %.0f KiB of memory\n", met.load(), pages,
                fetched.load(), static_cast<double>(stats.memory_bytes) / 1024);
    std::printf("https://example.com/7 is %s\n", seen.may_contain("https://example.com/7") ? "known" : "new");
}
