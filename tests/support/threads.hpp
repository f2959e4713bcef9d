// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <latch>
#include <thread>
#include <vector>

namespace tamiz_test {

/// Runs `work(0)` to `work(count - 1)`, each in a plain thread of its own, all beginning together, and waits for the
/// end of them. Workers count what they see; assertions come after the join.
template <typename Work>
void in_threads(unsigned count, const Work& work)
{
    std::latch start(count);
    std::vector<std::thread> threads;
    threads.reserve(count);
    for (unsigned number = 0; number < count; ++number) {
        threads.emplace_back([&start, &work, number] {
            start.arrive_and_wait();
            work(number);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tamiz_test
