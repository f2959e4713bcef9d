// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <tamiz/atomics.hpp>
#include <tamiz/detail/counters.hpp>
#include <tamiz/layout/probe.hpp>

/// Stage 3 of the data path for filters that forget: words of sixteen four-bit counters, and the erasers' locks. The
/// only file of the library that names memory orders for counters.
///
/// The protocol
/// 1. An insert raises the key's counters, word by word, each by a compare_exchange that is repeated until it succeeds.
///    It never waits. A counter that reaches 15 is stuck: nobody lowers it again, so it never forgets a key.
/// 2. A lookup loads the key's words. It never waits for anybody.
/// 3. An erase of a key in one word checks and lowers its counters in one exchange. With more words it takes the lock
///    of the key's line, which erasers alone take; checks that none of the key's counters is 0; then lowers them word
///    by word, as an insert raises them; and gives the lock back. Where one is 0 it refuses, and has changed nothing.
///
/// Why a refused erase has changed nothing, and one that is not refused never takes a counter below 0. While an eraser
/// holds the lock, no other eraser lowers a counter of this line, and inserts only raise them. So what the check saw is
/// true until the eraser itself lowers it. To take back what was lowered once a 0 is met is no substitute: meanwhile a
/// key that shares these counters, and is in, would not be found.
///
/// Why nobody misses a key that is in. A counter that the key raised counts it until the key is erased: every change is
/// an exchange, so none is lost; an erase of another key lowers what that key's insert raised (the contract: erase what
/// was inserted); and a stuck counter stays. So no value of the counter is 0 meanwhile, and coherence shows a lookup
/// one of these values.
///
/// Why orders. The lock is taken by an acquire and given back by a release: the next eraser's check would be worth
/// nothing if it could read counters as they were before the last eraser lowered them. Every write of an insert is a
/// release and every load of a key's words an acquire, as in words.hpp: while nothing is erased, whoever is told that a
/// key was there synchronizes with every insert of it that raised a counter from 0. Every change of a counter is an
/// exchange, so release sequences never end.
namespace tamiz::inline v0 {

/// Operations on the counters of one filter; as `words` (words.hpp) does for bits.
template <typename Atomics = boost_atomics>
struct counter_words {
    using atomics = Atomics;

    /// Words that the filter needs behind those of its counters: a lock for each line. A key in one word needs none.
    template <typename Layout>
    [[nodiscard]] static constexpr std::uint64_t side_words(std::uint64_t word_count) noexcept
    {
        if constexpr (one_word<typename Layout::probes_type>) return 0;
        const std::uint64_t lines = (word_count + detail::words_per_line - 1) / detail::words_per_line;
        return (lines + detail::bits_per_word - 1) / detail::bits_per_word;
    }

    /// Is none of the key's counters 0? Wait-free.
    template <std::size_t Words>
    [[nodiscard]] static bool test(const std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        std::uint64_t missing = 0;
        detail::for_each_part<Words>([&](auto part) {
            const probe& p = probes[part];
            missing |= p.mask & ~detail::counters_above_zero(load(memory, p.word, site::test_load));
        });
        return missing == 0;
    }

    /// The least of the key's counters: an upper bound of how often it is in, 15 for 15 or more. Wait-free.
    template <std::size_t Words>
    [[nodiscard]] static unsigned least(const std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        unsigned result = detail::stuck_count;
        for (const probe& p : probes) {
            const unsigned in_word = detail::least_counter(load(memory, p.word, site::test_load), p.mask);
            result = in_word < result ? in_word : result;
        }
        return result;
    }

    /// Raises the key's counters by one, those that are stuck excepted; true iff one of them was 0. Lock-free: an
    /// exchange fails only because another one succeeded.
    template <std::size_t Words>
    static bool add(std::uint64_t* memory, const std::array<probe, Words>& probes) noexcept
    {
        // All loads first: what is to be written can then be made while the first exchange is under way.
        std::array<std::uint64_t, Words> seen;
        detail::for_each_part<Words>([&](auto part) { seen[part] = load(memory, probes[part].word, site::add_load); });
        bool was_zero = false;
        detail::for_each_part<Words>([&](auto part) {
            const probe& p = probes[part];
            const std::uint64_t before =
                change_from(seen[part], memory, p.word, site::add_exchange,
                            [&](std::uint64_t word) { return detail::counters_raised(word, p.mask); });
            was_zero |= (p.mask & ~detail::counters_above_zero(before)) != 0;
        });
        return was_zero;
    }

    /// Lowers the key's counters by one, those that are stuck excepted, unless one of them is 0: false, and nothing has
    /// changed. Waits for other erasers of the same line; a key in one word waits for nobody (lock-free).
    template <std::size_t Words>
    static bool erase(std::uint64_t* memory, std::uint64_t* locks, const std::array<probe, Words>& probes) noexcept
    {
        if constexpr (Words == 1) {
            return lower_in_one_exchange(memory, probes[0]);
        } else {
            const eraser_lock locked(locks, probes[0].word / detail::words_per_line);
            std::array<std::uint64_t, Words> seen;
            std::uint64_t missing = 0;
            for (std::size_t i = 0; i < Words; ++i) {
                seen[i] = load(memory, probes[i].word, site::erase_load);
                missing |= probes[i].mask & ~detail::counters_above_zero(seen[i]);
            }
            if (missing != 0) return false;
            for (std::size_t i = 0; i < Words; ++i)
                change_from(seen[i], memory, probes[i].word, site::erase_exchange,
                            [&](std::uint64_t word) { return detail::counters_lowered(word, probes[i].mask); });
            return true;
        }
    }

    /// Adds the source's counters to the target's, 15 at most. Both may be in use, but for erasers of the source: half
    /// an erase could be added. `target` may be `source`, which doubles it.
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            // acquire: a lookup that finds a key in the target must synchronize with the insert into the source.
            const std::uint64_t added = load(source, i, site::merge_source);
            if (added != 0)
                change(target, i, site::merge_load, site::merge_exchange,
                       [&](std::uint64_t word) { return detail::counters_added(word, added); });
        }
    }

    /// Copies counters that may be in use, but for erasers, into memory that is not yet shared. acquire: whoever is
    /// handed the copy and finds a key in it must see what its inserter did before.
    static void copy(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) target[i] = load(source, i, site::copy_load);
    }

    /// A word for the statistics. Relaxed: they promise a figure, not an order.
    [[nodiscard]] static std::uint64_t read(const std::uint64_t* memory, std::uint64_t word) noexcept
    {
        return at(memory, word).load(site::count_load, boost::memory_order_relaxed);
    }
    /// How many counters of a word that `read` gave are not 0.
    [[nodiscard]] static unsigned cells_set(std::uint64_t word) noexcept
    {
        return static_cast<unsigned>(std::popcount(detail::counters_above_zero(word)));
    }

    /// Sets words to 0. Exclusive access: relaxed, whoever hands the filter on synchronizes.
    static void clear(std::uint64_t* memory, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i)
            at(memory, i).store(site::clear_store, 0, boost::memory_order_relaxed);
    }

    /// Gives back locks that nobody holds any more. Exclusive access; writes only where one is held, so that memory
    /// which cannot be written can be looked at.
    static void release(std::uint64_t* locks, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i)
            if (at(locks, i).load(site::lock_load, boost::memory_order_relaxed) != 0) clear(locks + i, 1);
    }

protected:
    template <typename Probes>
    static constexpr bool one_word = std::tuple_size_v<Probes> == 1;

    /// One bit for each line. Held as long as an erase takes; only erasers of the line wait for it.
    class eraser_lock {
    public:
        eraser_lock(std::uint64_t* locks, std::uint64_t line) noexcept
            : word_(locks + line / detail::bits_per_word), bit_(std::uint64_t{1} << line % detail::bits_per_word)
        {
            std::uint64_t seen = at(word_, 0).load(site::lock_load, boost::memory_order_relaxed);
            for (unsigned turn = 0;;) {
                if ((seen & bit_) != 0) {
                    Atomics::pause(turn++);
                    seen = at(word_, 0).load(site::lock_load, boost::memory_order_relaxed);
                } else if (at(word_, 0).compare_exchange(site::lock_exchange, seen, seen | bit_,
                                                         boost::memory_order_acquire, boost::memory_order_relaxed)) {
                    // acquire: pairs with the release below of whoever held the lock before.
                    return;
                }
            }
        }
        ~eraser_lock()
        {
            // Locks of other lines in this word come and go meanwhile. release: the next eraser's check sees what this
            // one has lowered.
            std::uint64_t seen = at(word_, 0).load(site::lock_load, boost::memory_order_relaxed);
            while (!at(word_, 0).compare_exchange(site::unlock_exchange, seen, seen & ~bit_,
                                                  boost::memory_order_release, boost::memory_order_relaxed)) {
            }
        }
        eraser_lock(const eraser_lock&) = delete;
        eraser_lock& operator=(const eraser_lock&) = delete;

    private:
        std::uint64_t* word_;
        std::uint64_t bit_;
    };

    /// Check and lowering are one exchange, so other erasers need not be kept out.
    static bool lower_in_one_exchange(std::uint64_t* memory, const probe& p) noexcept
    {
        std::uint64_t seen = load(memory, p.word, site::erase_load);
        for (;;) {
            if ((p.mask & ~detail::counters_above_zero(seen)) != 0) return false;
            const std::uint64_t lowered = detail::counters_lowered(seen, p.mask);
            if (lowered == seen || exchange(memory, p.word, site::erase_exchange, seen, lowered)) return true;
        }
    }

    /// Replaces a word by `next` of it; returns what it was. A word that would stay as it is is not written.
    template <typename Next>
    static std::uint64_t change(std::uint64_t* memory, std::uint64_t word, site loading, site writing,
                                const Next& next) noexcept
    {
        return change_from(load(memory, word, loading), memory, word, writing, next);
    }
    template <typename Next>
    static std::uint64_t change_from(std::uint64_t seen, std::uint64_t* memory, std::uint64_t word, site writing,
                                     const Next& next) noexcept
    {
        for (;;) {
            const std::uint64_t wanted = next(seen);
            if (wanted == seen || exchange(memory, word, writing, seen, wanted)) return seen;
        }
    }

    /// acquire: pairs with the release of whoever raised the counters that this load sees.
    [[nodiscard]] static std::uint64_t load(const std::uint64_t* memory, std::uint64_t word, site where) noexcept
    {
        return at(memory, word).load(where, boost::memory_order_acquire);
    }

    /// release: whoever sees these counters sees what this thread did before. acquire on failure: what was found may be
    /// all that the answer rests on.
    static bool exchange(std::uint64_t* memory, std::uint64_t word, site where, std::uint64_t& seen,
                         std::uint64_t wanted) noexcept
    {
        return at(memory, word)
            .compare_exchange(where, seen, wanted, boost::memory_order_release, boost::memory_order_acquire);
    }

    /// Loads do not write: an atomic reference to constant memory needs the cast that Boost 1.74 lacks an overload for.
    [[nodiscard]] static typename Atomics::ref at(const std::uint64_t* memory, std::uint64_t word) noexcept
    {
        return typename Atomics::ref(const_cast<std::uint64_t*>(memory)[word]);
    }
};

}  // namespace tamiz::inline v0
