// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <boost/memory_order.hpp>

#include <tamiz/atomics.hpp>

/// Atomics policies that are broken on purpose. Each wraps another policy and spoils one kind of access; the headers
/// above it are the library's own.
namespace tamiz::mutants {

/// Sets bits as `word |= mask` does on a plain variable: a load and a store.
template <typename Base>
struct plain_or : Base {
    struct ref : Base::ref {
        using base = typename Base::ref;
        using base::base;

        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order) const noexcept
        {
            const std::uint64_t found = base::load(where, boost::memory_order_acquire);
            base::store(where, found | mask, boost::memory_order_release);
            return found;
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order,
                              boost::memory_order) const noexcept
        {
            const std::uint64_t found = base::load(where, boost::memory_order_acquire);
            if (found != expected) {
                expected = found;
                return false;
            }
            base::store(where, desired, boost::memory_order_release);
            return true;
        }
    };
};

/// Sets the high half of a word as it should be, and stores the low half, 32 bits that were read before.
template <typename Base>
struct torn_halves : Base {
    struct ref : Base::ref {
        using base = typename Base::ref;
        using base::base;

        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            const std::uint64_t found = base::fetch_or(where, mask & ~low_half, order);
            store_low_half(where, found | mask);
            return found;
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            const std::uint64_t first = (desired & ~low_half) | (expected & low_half);
            if (!base::compare_exchange(where, expected, first, success, failure)) return false;
            store_low_half(where, desired);
            return true;
        }

    private:
        static constexpr std::uint64_t low_half = 0xffffffff;

        /// What a 32-bit store does to the word, made of what the policy has: the high half stays whatever it is.
        void store_low_half(site where, std::uint64_t value) const noexcept
        {
            std::uint64_t found = base::load(where, boost::memory_order_relaxed);
            while (!base::compare_exchange(where, found, (found & ~low_half) | (value & low_half),
                                           boost::memory_order_release, boost::memory_order_relaxed)) {
            }
        }
    };
};

/// Flips the bits of the mask: those that were set are lost.
template <typename Base>
struct xor_for_or : Base {
    struct ref : Base::ref {
        using base = typename Base::ref;
        using base::base;

        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            std::uint64_t found = base::load(where, boost::memory_order_relaxed);
            while (!base::compare_exchange(where, found, found ^ mask, order, boost::memory_order_acquire)) {
            }
            return found;
        }
    };
};

/// After the first exchange that another thread forestalled, takes the word for complete.
template <typename Base>
struct one_try : Base {
    struct ref : Base::ref {
        using base = typename Base::ref;
        using base::base;

        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            const bool done = base::compare_exchange(where, expected, desired, success, failure);
            if (!done) expected |= desired;
            return done;
        }
    };
};

/// A merge puts the source's word in the place of the target's.
template <typename Base>
struct merge_overwrites : Base {
    struct ref : Base::ref {
        using base = typename Base::ref;
        using base::base;

        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            if (where != site::merge_or) return base::fetch_or(where, mask, order);
            base::store(where, mask, boost::memory_order_release);
            return 0;
        }
    };
};

/// A merge leaves out the words of the target that hold anything already.
template <typename Base>
struct merge_skips_used_words : Base {
    struct ref : Base::ref {
        using base = typename Base::ref;
        using base::base;

        std::uint64_t load(site where, boost::memory_order order) const noexcept
        {
            const std::uint64_t found = base::load(where, order);
            return where == site::merge_load && found != 0 ? ~std::uint64_t{0} : found;
        }
    };
};

}  // namespace tamiz::mutants
