// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/atomics.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

/// Atomics that give up the processor at random. Threads that share two cores are seldom interrupted in the few
/// nanoseconds between a load and the write that follows it; with these they are, all the time.
namespace tamiz_test {

/// One access in 8 is preceded by a yield, at random. Each thread has random numbers of its own (George Marsaglia,
/// "Xorshift RNGs", 2003), seeded by its number; what meets what depends on the scheduler all the same.
inline void yield_now_and_then() noexcept
{
    static std::atomic<std::uint64_t> threads{0};
    static thread_local std::uint64_t state = (threads.fetch_add(1) + 1) * 0x9e37'79b9'7f4a'7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (state % 8 == 0) std::this_thread::yield();
}

struct yielding_atomics : tamiz::boost_atomics {
    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : word_(word) {}

        std::uint64_t load(tamiz::site where, boost::memory_order order) const noexcept
        {
            yield_now_and_then();
            return word_.load(where, order);
        }
        void store(tamiz::site where, std::uint64_t value, boost::memory_order order) const noexcept
        {
            yield_now_and_then();
            word_.store(where, value, order);
        }
        std::uint64_t fetch_or(tamiz::site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            yield_now_and_then();
            return word_.fetch_or(where, mask, order);
        }
        bool compare_exchange(tamiz::site where, std::uint64_t& expected, std::uint64_t desired,
                              boost::memory_order success, boost::memory_order failure) const noexcept
        {
            yield_now_and_then();
            return word_.compare_exchange(where, expected, desired, success, failure);
        }

    private:
        tamiz::boost_atomics::ref word_;
    };
};

}  // namespace tamiz_test
