// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

#include <boost/memory_order.hpp>

#include <tamiz/atomics.hpp>

#include "support/generator.hpp"
#include "support/suspension.hpp"

/// An atomics policy that lets other threads in where it hurts: before an access to a filter's word the thread now
/// and then gives up the processor, and seldom sleeps. Operations are so cut open between their loads and their writes
/// for as long as a scheduler might do it, thousands of times a second instead of once in a long while.
namespace tamiz::stress {

/// How often a thread is held up, on average. 0: never.
struct chaos_rates {
    std::uint32_t yield_one_in = 0;
    std::uint32_t sleep_one_in = 0;
};

/// The calling thread's part of the chaos. A thread that never asked for it is never held up.
class chaos {
public:
    /// From now on this thread is held up at random, by a generator of its own.
    static void begin(const chaos_rates& rates, std::uint64_t seed) noexcept
    {
        mine = {rates, generator(seed), rates.yield_one_in != 0 || rates.sleep_one_in != 0};
    }
    /// From now on this thread is left alone.
    static void end() noexcept { mine.active = false; }

    /// Another thread may go first here, before an access at `where`.
    static void may_hold_up(site where) noexcept
    {
        suspension::before(where);
        if (mine.active) [[unlikely]]
            maybe_hold_up();
    }

private:
    struct state {
        chaos_rates rates;
        generator random;
        bool active;
    };

    static void maybe_hold_up() noexcept
    {
        if (mine.random.one_in(mine.rates.sleep_one_in))
            // The system's timer makes some 60 microseconds of it: long enough for other threads to finish whole
            // operations.
            std::this_thread::sleep_for(std::chrono::microseconds(1));
        else if (mine.random.one_in(mine.rates.yield_one_in))
            std::this_thread::yield();
    }

    static inline constinit thread_local state mine{};
};

/// `Base` with chaos before each access.
template <typename Base = boost_atomics>
struct chaos_atomics {
    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : word_(word) {}

        std::uint64_t load(site where, boost::memory_order order) const noexcept
        {
            chaos::may_hold_up(where);
            return word_.load(where, order);
        }
        void store(site where, std::uint64_t value, boost::memory_order order) const noexcept
        {
            chaos::may_hold_up(where);
            word_.store(where, value, order);
        }
        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            chaos::may_hold_up(where);
            return word_.fetch_or(where, mask, order);
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            chaos::may_hold_up(where);
            return word_.compare_exchange(where, expected, desired, success, failure);
        }

    private:
        typename Base::ref word_;
    };

    static void pause(unsigned turn = 0) noexcept { Base::pause(turn); }
};

}  // namespace tamiz::stress
