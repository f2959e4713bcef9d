// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <support/yielding_atomics.hpp>

#include <tamiz/counter_words.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>

/// Words of counters with one mistake each, as broken_words.hpp has them for bits.
namespace tamiz_test {

using yielding_counters = tamiz::counter_words<yielding_atomics>;

/// What the broken ones share: the key's counters changed word by word, with a chance for others in between.
struct breakable_counters : yielding_counters {
    /// Is one of the key's counters 0?
    template <std::size_t Words>
    static bool lacks_one(const std::uint64_t* memory, const std::array<tamiz::probe, Words>& probes)
    {
        bool lacking = false;
        for (const tamiz::probe& p : probes)
            lacking |=
                (p.mask & ~tamiz::detail::counters_above_zero(load(memory, p.word, tamiz::site::erase_load))) != 0;
        return lacking;
    }

    /// Lowers those of the key's counters that are not 0 (and so have no neighbour to borrow from).
    static void lower(std::uint64_t* memory, const tamiz::probe& p)
    {
        change(memory, p.word, tamiz::site::erase_load, tamiz::site::erase_exchange, [&](std::uint64_t word) {
            return tamiz::detail::counters_lowered(word, p.mask & tamiz::detail::counters_above_zero(word));
        });
    }
    static void raise(std::uint64_t* memory, const tamiz::probe& p)
    {
        change(memory, p.word, tamiz::site::erase_load, tamiz::site::erase_exchange,
               [&](std::uint64_t word) { return tamiz::detail::counters_raised(word, p.mask); });
    }
};

/// Erases without asking whether the key is in.
struct unchecked_erase : breakable_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<tamiz::probe, Words>& probes)
    {
        for (const tamiz::probe& p : probes) lower(memory, p);
        return true;
    }
};

/// Lowers word by word, and raises again what it has lowered when it comes to a counter of 0. Meanwhile other keys are
/// not found. A key in one word has nothing to raise again.
struct rollback_erase : breakable_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<tamiz::probe, Words>& probes)
    {
        for (std::size_t i = 0; i < Words; ++i) {
            if (lower_in_one_exchange(memory, probes[i])) continue;
            std::this_thread::yield();
            while (i-- > 0) raise(memory, probes[i]);
            return false;
        }
        return true;
    }
};

/// Checks, and then lowers, without the lock: two erasers may both find a key that is in once.
struct unlocked_erase : breakable_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<tamiz::probe, Words>& probes)
    {
        if (lacks_one(memory, probes)) return false;
        std::this_thread::yield();
        for (const tamiz::probe& p : probes) lower(memory, p);
        return true;
    }
};

/// Raises counters as plain memory is changed: a load, a pause in which others write, a store of what is now old.
struct torn_add : breakable_counters {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<tamiz::probe, Words>& probes)
    {
        bool was_zero = false;
        for (const tamiz::probe& p : probes) {
            const auto cell = at(memory, p.word);
            const std::uint64_t before = cell.load(tamiz::site::add_load, boost::memory_order_acquire);
            std::this_thread::yield();
            cell.store(tamiz::site::add_exchange, tamiz::detail::counters_raised(before, p.mask),
                       boost::memory_order_release);
            was_zero |= (p.mask & ~tamiz::detail::counters_above_zero(before)) != 0;
        }
        return was_zero;
    }
};

/// Counters that go on from 15 to 0.
struct wrapping_counters : breakable_counters {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<tamiz::probe, Words>& probes)
    {
        bool was_zero = false;
        for (const tamiz::probe& p : probes) {
            const std::uint64_t before =
                change(memory, p.word, tamiz::site::add_load, tamiz::site::add_exchange, [&](std::uint64_t word) {
                    const std::uint64_t full = tamiz::detail::counters_stuck(word) & p.mask;
                    return (word & ~(full * 15)) + (p.mask & ~full);
                });
            was_zero |= (p.mask & ~tamiz::detail::counters_above_zero(before)) != 0;
        }
        return was_zero;
    }
};

/// Lowers counters that stand at 15 as any others, though they may stand for more. For one thread: it takes no lock.
struct lowers_stuck : breakable_counters {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<tamiz::probe, Words>& probes)
    {
        if (lacks_one(memory, probes)) return false;
        for (const tamiz::probe& p : probes)
            change(memory, p.word, tamiz::site::erase_load, tamiz::site::erase_exchange,
                   [&](std::uint64_t word) { return word - p.mask; });
        return true;
    }
};

/// Adds whole words when filters are merged: a counter that passes 15 carries into its neighbour.
struct carrying_merge : breakable_counters {
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t added = load(source, i, tamiz::site::merge_source);
            change(target, i, tamiz::site::merge_load, tamiz::site::merge_exchange,
                   [&](std::uint64_t word) { return word + added; });
        }
    }
};

}  // namespace tamiz_test
