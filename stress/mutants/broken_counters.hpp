// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tamiz/counter_words.hpp>

#include "support/publication.hpp"

/// Words of counters (counter_words.hpp) that break a rule of the protocol. As in broken_words.hpp: each derives from
/// the library's, hides one of its operations, and puts another one in its place that is made of the same steps.
namespace tamiz::mutants {

/// The steps of an erase, to be put together in a wrong way.
template <typename Atomics>
struct erase_steps : counter_words<Atomics> {
protected:
    using base = counter_words<Atomics>;

    /// Is none of the key's counters 0?
    template <std::size_t Words>
    [[nodiscard]] static bool is_there(const std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        std::uint64_t missing = 0;
        for (const probe& p : probes)
            missing |= p.mask & ~detail::counters_above_zero(base::load(memory, p.word, site::erase_load));
        return missing == 0;
    }

    /// One less in each of the key's counters that is neither stuck nor 0; true if none was 0. A borrow from a counter
    /// of 0 would spoil its neighbours as well, and be found too easily.
    static bool lower(std::uint64_t* memory, const probe& p) noexcept
    {
        const std::uint64_t before =
            base::change(memory, p.word, site::erase_load, site::erase_exchange, [&](std::uint64_t word) {
                return detail::counters_lowered(word, p.mask & detail::counters_above_zero(word));
            });
        return (p.mask & ~detail::counters_above_zero(before)) == 0;
    }
    template <std::size_t Words>
    static bool lower(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        bool all = true;
        for (const probe& p : probes) all &= lower(memory, p);
        return all;
    }
};

/// An erase checks, and then lowers, without the lock of the line.
template <typename Atomics>
struct unlocked_erase : erase_steps<Atomics> {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<probe, Words>& probes) noexcept
    {
        return unlocked_erase::is_there(memory, probes) && (unlocked_erase::lower(memory, probes), true);
    }
};

/// An erase lowers what it finds, without a look at the whole key.
template <typename Atomics>
struct unchecked_erase : erase_steps<Atomics> {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<probe, Words>& probes) noexcept
    {
        return unchecked_erase::lower(memory, probes);
    }
};

/// An erase lowers word by word, and raises again what it has lowered when it comes to a counter of 0.
template <typename Atomics>
struct rollback_erase : erase_steps<Atomics> {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t*, const std::array<probe, Words>& probes) noexcept
    {
        for (std::size_t i = 0; i < Words; ++i) {
            if (rollback_erase::lower_in_one_exchange(memory, probes[i])) continue;
            while (i-- != 0)
                rollback_erase::change(
                    memory, probes[i].word, site::erase_load, site::erase_exchange,
                    [&](std::uint64_t word) { return detail::counters_raised(word, probes[i].mask); });
            return false;
        }
        return true;
    }
};

/// An erase checks first and takes the lock then: another one may have come between.
template <typename Atomics>
struct check_before_lock : erase_steps<Atomics> {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        if (!check_before_lock::is_there(memory, probes)) return false;
        if constexpr (Words == 1) {  // which has no lock
            check_before_lock::lower(memory, probes);
        } else {
            const typename check_before_lock::eraser_lock locked(locks, probes[0].word / detail::words_per_line);
            check_before_lock::lower(memory, probes);
        }
        return true;
    }
};

/// An erase lowers a counter of 15 as any other, although it may stand for more.
template <typename Atomics>
struct lowers_stuck : erase_steps<Atomics> {
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        if constexpr (Words == 1) {
            return erase_all(memory, probes);
        } else {
            const typename lowers_stuck::eraser_lock locked(locks, probes[0].word / detail::words_per_line);
            return erase_all(memory, probes);
        }
    }

private:
    template <std::size_t Words>
    static bool erase_all(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        if (!lowers_stuck::is_there(memory, probes)) return false;
        for (const probe& p : probes)
            lowers_stuck::change(memory, p.word, site::erase_load, site::erase_exchange, [&](std::uint64_t word) {
                return word - (p.mask & detail::counters_above_zero(word));
            });
        return true;
    }
};

/// After 15 comes 0.
template <typename Atomics>
struct wraps : counter_words<Atomics> {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        bool was_zero = false;
        for (const probe& p : probes) {
            const std::uint64_t before =
                wraps::change(memory, p.word, site::add_load, site::add_exchange, [&](std::uint64_t word) {
                    const std::uint64_t full = p.mask & detail::counters_stuck(word);
                    return (word & ~(full * detail::stuck_count)) + (p.mask & ~full);
                });
            was_zero |= (p.mask & ~detail::counters_above_zero(before)) != 0;
        }
        return was_zero;
    }
};

/// An insert raises counters by a load and a store: what others raise or lower in between is lost.
template <typename Atomics>
struct torn_add : counter_words<Atomics> {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        bool was_zero = false;
        for (const probe& p : probes) {
            const std::uint64_t before = torn_add::load(memory, p.word, site::add_load);
            torn_add::at(memory, p.word)
                .store(site::add_exchange, detail::counters_raised(before, p.mask), boost::memory_order_release);
            was_zero |= (p.mask & ~detail::counters_above_zero(before)) != 0;
        }
        return was_zero;
    }
};

/// Tells others of the key when all but its last word are counted.
template <typename Atomics>
struct publishes_count_early : counter_words<Atomics> {
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        bool was_zero = false;
        for (std::size_t i = 0; i < Words; ++i) {
            if (i + 1 == Words) stress::publication::publish();
            was_zero |= counter_words<Atomics>::add(memory, std::array<probe, 1>{probes[i]});
        }
        return was_zero;
    }
};

/// A merge adds words as numbers: a counter that grows beyond 15 carries into the next one.
template <typename Atomics>
struct merge_carries : counter_words<Atomics> {
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t added = merge_carries::load(source, i, site::merge_source);
            merge_carries::change(target, i, site::merge_load, site::merge_exchange,
                                  [&](std::uint64_t word) { return word + added; });
        }
    }
};

}  // namespace tamiz::mutants
