// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/atomics.hpp>

#include <cstdint>
#include <set>

/// Atomics that note which words a thread reads and which it writes.
namespace tamiz_test {

struct touched_words {
    std::set<const std::uint64_t*> read;
    std::set<const std::uint64_t*> written;
};

struct watching_atomics : tamiz::boost_atomics {
    /// What this thread touches from now on; to be cleared by whoever asks.
    static touched_words& touched()
    {
        static thread_local touched_words words;
        return words;
    }

    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : address_(&word), word_(word) {}

        std::uint64_t load(tamiz::site where, boost::memory_order order) const
        {
            touched().read.insert(address_);
            return word_.load(where, order);
        }
        void store(tamiz::site where, std::uint64_t value, boost::memory_order order) const
        {
            touched().written.insert(address_);
            word_.store(where, value, order);
        }
        std::uint64_t fetch_or(tamiz::site where, std::uint64_t mask, boost::memory_order order) const
        {
            touched().written.insert(address_);
            return word_.fetch_or(where, mask, order);
        }
        bool compare_exchange(tamiz::site where, std::uint64_t& expected, std::uint64_t desired,
                              boost::memory_order success, boost::memory_order failure) const
        {
            touched().written.insert(address_);
            return word_.compare_exchange(where, expected, desired, success, failure);
        }

    private:
        const std::uint64_t* address_;
        tamiz::boost_atomics::ref word_;
    };
};

}  // namespace tamiz_test
