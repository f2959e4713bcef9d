// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

/// How a thread tells others that its keys are in: a counter that it alone raises (release) and they read (acquire).
namespace tamiz::stress {

/// On a cache line of its own, so that it is the filter that threads contend for.
struct alignas(64) published_count {
    std::atomic<std::uint64_t> value{0};
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

    [[nodiscard]] std::uint64_t read() const noexcept { return value.load(std::memory_order_acquire); }
};

/// What the calling thread will publish as soon as its insert returns. A scenario announces it before the insert and
/// publishes it after. A filter broken on purpose does the latter itself, before it has set the last word.
class publication {
public:
    static void announce(published_count& counter, std::uint64_t count) noexcept { mine = {&counter, count}; }

    /// A second call does nothing.
    static void publish() noexcept
    {
        if (published_count* const counter = std::exchange(mine.counter, nullptr))
            counter->value.store(mine.count, std::memory_order_release);
    }

private:
    struct announced {
        published_count* counter;
        std::uint64_t count;
    };
    static inline constinit thread_local announced mine{};
};

}  // namespace tamiz::stress
