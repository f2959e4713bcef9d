// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "machine.hpp"

namespace bench {

/// Lets `threads` threads do `work(t)` at the same time, each on a processor of its own as far as there are any, and
/// tells how many nanoseconds passed from the first one's begin to the last one's end. Each does `before(t)` first,
/// which is not timed. One thread is the caller's own. Neither may throw.
template <typename Before, typename Work>
[[nodiscard]] double run_together(unsigned threads, const Before& before, const Work& work)
{
    using clock = std::chrono::steady_clock;
    std::vector<clock::time_point> begins(threads);
    std::vector<clock::time_point> ends(threads);
    std::atomic<unsigned> waiting{threads};
    const auto take_part = [&](unsigned t) {
        before(t);
        // Who has worked for long is interrupted next, if the machine has anything else to do: begin rested.
        if (threads > 1) std::this_thread::sleep_for(std::chrono::microseconds(200));
        waiting.fetch_sub(1);
        while (waiting.load() != 0) {
        }
        begins[t] = clock::now();
        work(t);
        ends[t] = clock::now();
    };
    if (threads == 1) {
        take_part(0);
    } else {
        std::vector<std::jthread> workers;
        for (unsigned t = 0; t < threads; ++t)
            workers.emplace_back([&take_part, t] {
                stay_on_processor(t);
                take_part(t);
            });
    }  // joins
    const std::chrono::duration<double, std::nano> taken =
        *std::ranges::max_element(ends) - *std::ranges::min_element(begins);
    return taken.count();
}

}  // namespace bench
