// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <boost/memory_order.hpp>

#include <tamiz/atomics.hpp>

#include <explorer/operation.hpp>

/// The library's own headers under the explorer: `tamiz::words<tamiz::explorer::atomics>`.
namespace tamiz::explorer {

/// The atomics policy (tamiz/atomics.hpp) whose accesses happen when the search says so.
struct atomics {
    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : word_(&word) {}

        std::uint64_t load(site where, boost::memory_order order) const noexcept
        {
            return access({.what = name_of(where), .act = action::load, .address = word_, .order = order}).value;
        }
        void store(site where, std::uint64_t value, boost::memory_order order) const noexcept
        {
            access({.what = name_of(where), .act = action::store, .address = word_, .order = order, .operand = value});
        }
        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            return access({.what = name_of(where),
                           .act = action::fetch_or,
                           .address = word_,
                           .order = order,
                           .operand = mask})
                .value;
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            const outcome done = access({.what = name_of(where),
                                         .act = action::compare_exchange,
                                         .address = word_,
                                         .order = success,
                                         .failure = failure,
                                         .operand = desired,
                                         .expected = expected});
            if (!done.wrote) expected = done.value;
            return done.wrote;
        }

    private:
        std::uint64_t* word_;
    };

    /// Until another thread has written to the word that this one has read last, the search does not let it look again
    /// (execution.hpp).
    static void pause(unsigned = 0) noexcept { explorer::pause(); }
};

}  // namespace tamiz::explorer
