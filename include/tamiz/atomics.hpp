// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <thread>

#include <boost/atomic/atomic_ref.hpp>
#include <boost/memory_order.hpp>

/// The atomics policy: how a plain `std::uint64_t` is read and changed by many threads. Structures name no atomic type
/// themselves, so a checker can put in its own policy and see, delay or weaken every access of the real code.
namespace tamiz::inline v0 {

/// Where in which protocol an access stands. The policy that ships ignores it; a checker names schedules by it, and a
/// deliberately broken policy weakens exactly one.
enum class site : std::uint8_t {
    test_load,        ///< may_contain: read a word of the key
    set_load,         ///< insert: read before writing, so that a present key writes nothing
    set_or,           ///< insert: set the key's bits in a word
    claim_load,       ///< claim: first look at a word of the key
    claim_exchange,   ///< claim: set the key's bits in a word
    merge_source,     ///< merge: read a word of the other filter
    merge_load,       ///< merge: read the target's word before writing
    merge_or,         ///< merge: set the other filter's bits in a word
    copy_load,        ///< copy: read a word
    count_load,       ///< statistics: read a word
    clear_store,      ///< clear: exclusive access
    build_load,       ///< build_range: read a word of the key, exclusive access
    build_store,      ///< build_range: write it back with the key's bits
    add_load,         ///< insert that counts: first look at a word of the key
    add_exchange,     ///< insert that counts: raise the key's counters in a word
    erase_load,       ///< erase: read a word of the key, under the lock unless the key has one word only
    erase_exchange,   ///< erase: lower the key's counters in a word
    lock_load,        ///< erase: read the locks, before taking or giving back one
    lock_exchange,    ///< erase: take the line's lock
    unlock_exchange,  ///< erase: give it back
    merge_exchange,   ///< merge of counters: add the other filter's to a word
    history_load,     ///< statistics: does the filter hold keys that it did not count?
    history_store     ///< merge, attach: it does now
};

/// The policy that ships: Boost.Atomic over plain memory, which compiles to the compiler's own atomic built-ins.
/// Words can so live anywhere (heap, file mapping, shared memory) and be handed to bulk code.
struct boost_atomics {
    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : word_(word) {}

        std::uint64_t load(site, boost::memory_order order) const noexcept { return word_.load(order); }
        void store(site, std::uint64_t value, boost::memory_order order) const noexcept { word_.store(value, order); }
        std::uint64_t fetch_or(site, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            return word_.fetch_or(mask, order);
        }
        /// Sets the word to `desired` if it is `expected`; otherwise puts what it found into `expected`.
        bool compare_exchange(site, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            return word_.compare_exchange_strong(expected, desired, success, failure);
        }

    private:
        boost::atomic_ref<std::uint64_t> word_;
        static_assert(boost::atomic_ref<std::uint64_t>::is_always_lock_free);
    };

    /// Called once per turn of a loop that waits for another thread; `turn` counts them from 0. Whoever is waited for
    /// may have lost its processor, so after some turns it is offered ours.
    static void pause(unsigned turn = 0) noexcept
    {
        if (turn >= 64) {
            std::this_thread::yield();
            return;
        }
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("yield");
#endif
    }
};

}  // namespace tamiz::inline v0
