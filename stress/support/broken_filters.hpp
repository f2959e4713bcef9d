// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <thread>

#include <boost/memory_order.hpp>

#include <tamiz/words.hpp>

#include "support/chaos.hpp"
#include "support/publication.hpp"

/// Filters with the three faults that everybody's first concurrent filter has. The stress program must report them, or
/// its silence would mean nothing.
namespace tamiz::stress {

/// Sets bits by a load and a store, as a plain `|=` does: what another thread sets in between is lost.
template <typename Base>
struct plain_or_atomics : Base {
    class ref : public Base::ref {
    public:
        using Base::ref::ref;

        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order) const noexcept
        {
            const std::uint64_t before = this->load(where, boost::memory_order_acquire);
            std::this_thread::yield();
            this->store(where, before | mask, boost::memory_order_release);
            return before;
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order,
                              boost::memory_order) const noexcept
        {
            std::this_thread::yield();
            this->store(where, desired, boost::memory_order_release);
            static_cast<void>(expected);
            return true;
        }
    };
};
using plain_or_words = words<plain_or_atomics<chaos_atomics<>>>;

/// Lets others know that the key is in before its last word is.
struct early_publication_words : words<chaos_atomics<>> {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const auto& key = tamiz::detail::recorded(probes);
        may_write();
        bool flipped = false;
        for (std::size_t i = 0; i < key.size(); ++i) {
            if (i + 1 == key.size()) publication::publish();
            flipped |= (key[i].mask & ~or_into(memory, key[i].word, key[i].mask, site::set_or)) != 0;
        }
        return flipped;
    }
};

/// Answers by what was there before the bits were set, so that several callers are the first.
struct answer_from_load_words : words<chaos_atomics<>> {
    using base = words<chaos_atomics<>>;

    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const bool was_there = base::test(memory, probes);
        base::set(memory, probes, may_write);
        return !was_there;
    }
    template <typename Probes, typename MayWrite>
    static claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        return set(memory, probes, may_write) ? claim_result::won : claim_result::present;
    }
};

}  // namespace tamiz::stress
