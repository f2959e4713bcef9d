// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tamiz/atomics.hpp>
#include <tamiz/detail/platform.hpp>
#include <tamiz/layout/probe.hpp>
#include <tamiz/options.hpp>

/// Stage 3 of the data path: the atomic 64-bit words. The only file of the library that names memory orders for bits.
///
/// The protocol
/// 1. A key's probes are in ascending order of their words, one merged mask for each (layout/probe.hpp).
/// 2. A writer first loads all of the key's words (acquire). If every word is complete, holds its whole mask, the key
///    is present and nothing is written: a hot key's line stays shared among the cores.
/// 3. Then it sets the masks in ascending order (release, and acquire where nothing was left to set). A claim leaves
/// out
///    the words that it saw complete; so does an insert of more than two words.
/// 4. A claim is won iff this very call flipped a bit in the highest word that it had seen incomplete.
///
/// Why at most one claim is won. Let w be the highest word that any claimant of the key saw incomplete and flipped. A
/// claimant that won at w set all its lower words before (ascending, release). Another one that decides on a lower word
/// v < w saw w complete, so it acquired from the write that completed w, or from one after it in w's modification
/// order, and all of these carry the winner's earlier writes (every write to a word is a read-modify-write, so release
/// sequences never end): it can flip nothing more in v that the winner had not set. And in one word, the order of the
/// read-modify-writes lets one claimant alone flip the last missing bits it decides by. With relaxed loads or relaxed
/// writes a processor that lets a load follow a later write (load buffering) can let both win; with descending order,
/// any can.
///
/// Why "it was there" synchronizes. Every write to a word is a release, and whoever is told that a key is there (a
/// lookup's true, an insert's false, a claim's `present`) has read each of its words by an acquire that saw it
/// complete: the call synchronizes with each insert or claim of the key that flipped a bit. A false negative would need
/// a load that misses a write which happened before it; coherence alone forbids that.
///
/// Bits only rise while the filter is shared, so each failed exchange has seen at least one new bit of that word: 64
/// tries at most, and every operation is wait-free. `clear` lowers bits and therefore needs exclusive access;
/// so does `build`, whose load and store another writer can come between.
namespace tamiz::inline v0 {

namespace detail {

/// The probes of a key, kept for a second pass. An array is its own record.
template <std::size_t Words>
[[nodiscard]] constexpr const std::array<probe, Words>& recorded(const std::array<probe, Words>& probes) noexcept
{
    return probes;
}

template <std::size_t Capacity>
class probe_record {
public:
    template <typename Probes>
    explicit constexpr probe_record(const Probes& probes) noexcept
    {
        for (const probe p : probes) probes_[count_++] = p;
    }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr const probe& operator[](std::size_t i) const noexcept { return probes_[i]; }

private:
    std::size_t count_ = 0;
    probe probes_[Capacity];  // not set to zero: 1 KiB that is rarely used whole
};

template <typename Probes>
[[nodiscard]] constexpr auto recorded(const Probes& probes) noexcept
{
    return probe_record<Probes::capacity>(probes);
}

template <typename Probes>
inline constexpr std::size_t most_probes = Probes::capacity;
template <std::size_t Words>
inline constexpr std::size_t most_probes<std::array<probe, Words>> = Words;

/// Are all of a key's words in one line, or in two that are asked for at once? Then they arrive together.
template <typename Probes>
inline constexpr bool one_line = false;
template <std::size_t Words>
inline constexpr bool one_line<std::array<probe, Words>> = true;

}  // namespace detail

/// Operations on the words of one filter. Static functions over plain memory: whoever breaks a protocol on purpose, to
/// see that the checks notice, derives from this class and hides one of them.
template <typename Atomics = boost_atomics>
struct words {
    using atomics = Atomics;

    /// Does every word hold its mask? Wait-free.
    template <typename Probes>
    [[nodiscard]] static bool test(const std::uint64_t* memory, const Probes& probes) noexcept
    {
        if constexpr (detail::one_line<Probes>) {
            return all_complete(memory, probes, site::test_load);
        } else {
            // A line for each word: stop at the first that is incomplete.
            for (const probe p : probes)
                if ((p.mask & ~load(memory, p.word, site::test_load)) != 0) return false;
            return true;
        }
    }

    /// Sets the masks; true iff this call flipped a bit. `may_write` is asked once, when a bit is missing and before
    /// any is set: it throws to refuse. Where the answer is dropped, each write compiles to one `lock or` on x86-64.
    template <typename Probes, typename MayWrite>
    TAMIZ_ALWAYS_INLINE static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const auto& key = detail::recorded(probes);
        bool flipped = false;
        if constexpr (detail::one_line<Probes> && detail::most_probes<Probes> <= 2) {
            // Both words, complete or not: the line is ours to write anyway, and a branch for each word, which no
            // processor predicts, costs more than the write that it spares.
            if (all_complete(memory, key, site::set_load)) return false;
            may_write();
            detail::for_each_part<detail::most_probes<Probes>>([&](auto part) {
                const probe& p = key[part];
                flipped |= (p.mask & ~or_into(memory, p.word, p.mask, site::set_or)) != 0;
            });
        } else {
            // A list instead of a branch for each word, which costs as much as a write (docs/adr/0005).
            std::array<std::size_t, detail::most_probes<Probes>> incomplete;
            std::size_t count = 0;
            for (std::size_t i = 0; i < key.size(); ++i) {
                incomplete[count] = i;
                count += static_cast<std::size_t>((key[i].mask & ~load(memory, key[i].word, site::set_load)) != 0);
            }
            if (count == 0) return false;
            may_write();
            for (std::size_t i = 0; i < count; ++i) {
                const probe& p = key[incomplete[i]];
                flipped |= (p.mask & ~or_into(memory, p.word, p.mask, site::set_or)) != 0;
            }
        }
        return flipped;
    }

    /// As `set`, and tells whose the key is. An exchange starts from what was loaded, so a word is read once.
    template <typename Probes, typename MayWrite>
    static claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const auto& key = detail::recorded(probes);
        std::array<std::uint64_t, detail::most_probes<Probes>> seen;
        std::array<std::size_t, detail::most_probes<Probes>> incomplete;  // ascending
        std::size_t count = 0;
        for (std::size_t i = 0; i < key.size(); ++i) {
            seen[i] = load(memory, key[i].word, site::claim_load);
            incomplete[count] = i;
            count += static_cast<std::size_t>((key[i].mask & ~seen[i]) != 0);
        }
        if (count == 0) return claim_result::present;
        may_write();
        bool flipped = false;
        bool flipped_highest = false;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t word = incomplete[i];
            flipped_highest = complete(memory, key[word], seen[word]);
            flipped |= flipped_highest;
        }
        return flipped_highest ? claim_result::won : flipped ? claim_result::raced : claim_result::present;
    }

    /// Sets the masks by a load and a store, a fifth of an atomic operation. Exclusive access: of two at the same time,
    /// one can undo the other. Relaxed: whoever hands the filter on synchronizes.
    template <typename Probes>
    static void build(std::uint64_t* memory, const Probes& probes) noexcept
    {
        for (const probe p : probes) {
            const typename Atomics::ref word = at(memory, p.word);
            word.store(site::build_store, word.load(site::build_load, boost::memory_order_relaxed) | p.mask,
                       boost::memory_order_relaxed);
        }
    }

    /// Sets in `target` what is set in `source`; both may be in use. `target` may be `source`.
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            // acquire: a lookup that finds a key in the target must synchronize with the insert into the source.
            const std::uint64_t bits = load(source, i, site::merge_source);
            // relaxed: it only spares a write. Bits that are there already are found by coherence, and order what
            // their own writers released.
            const std::uint64_t there = at(target, i).load(site::merge_load, boost::memory_order_relaxed);
            if ((bits & ~there) != 0) or_into(target, i, bits, site::merge_or);
        }
    }

    /// Copies words that may be in use into memory that is not yet shared. acquire: whoever is handed the copy and
    /// finds a key in it must see what its inserter did before.
    static void copy(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) target[i] = load(source, i, site::copy_load);
    }

    /// A word for the statistics. Relaxed: they promise a figure, not an order.
    [[nodiscard]] static std::uint64_t read(const std::uint64_t* memory, std::uint64_t word) noexcept
    {
        return at(memory, word).load(site::count_load, boost::memory_order_relaxed);
    }

    /// How many bits of a word that `read` gave are set.
    [[nodiscard]] static unsigned cells_set(std::uint64_t word) noexcept
    {
        return static_cast<unsigned>(std::popcount(word));
    }
    /// Words that the filter needs behind those of its bits.
    template <typename Layout>
    [[nodiscard]] static constexpr std::uint64_t side_words(std::uint64_t /*word_count*/) noexcept
    {
        return 0;
    }

    /// Sets all words to 0. Exclusive access: relaxed, whoever hands the filter on synchronizes.
    static void clear(std::uint64_t* memory, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i)
            at(memory, i).store(site::clear_store, 0, boost::memory_order_relaxed);
    }

    /// A mark beside the words that statistics read: was anything put in that the filter did not count? Relaxed: it
    /// guards no other memory, and whoever orders a merge before `stats` sees it by coherence.
    static void raise(std::uint64_t& mark) noexcept
    {
        typename Atomics::ref(mark).store(site::history_store, 1, boost::memory_order_relaxed);
    }
    [[nodiscard]] static bool raised(const std::uint64_t& mark) noexcept
    {
        return at(&mark, 0).load(site::history_load, boost::memory_order_relaxed) != 0;
    }

protected:
    /// acquire: pairs with the release of whoever set the bits that this load sees.
    [[nodiscard]] static std::uint64_t load(const std::uint64_t* memory, std::uint64_t word, site where) noexcept
    {
        return at(memory, word).load(where, boost::memory_order_acquire);
    }

    /// release: whoever sees these bits sees what this thread did before, its lower words included.
    /// acquire: where another thread was faster and nothing is left to set, the answer is that the key was there.
    TAMIZ_ALWAYS_INLINE static std::uint64_t or_into(std::uint64_t* memory, std::uint64_t word, std::uint64_t mask,
                                                     site where) noexcept
    {
        return at(memory, word).fetch_or(where, mask, boost::memory_order_acq_rel);
    }

    /// Sets one mask, starting from the value that was loaded; true iff this call flipped a bit.
    /// release as in or_into; acquire on failure, because what was found may complete the word and end the loop.
    static bool complete(std::uint64_t* memory, const probe& p, std::uint64_t seen) noexcept
    {
        while ((p.mask & ~seen) != 0)
            if (at(memory, p.word)
                    .compare_exchange(site::claim_exchange, seen, seen | p.mask, boost::memory_order_release,
                                      boost::memory_order_acquire))
                return true;
        return false;
    }

    /// One branch for all words.
    template <typename Probes>
    [[nodiscard]] TAMIZ_ALWAYS_INLINE static bool all_complete(const std::uint64_t* memory, const Probes& probes,
                                                               site where) noexcept
    {
        std::uint64_t missing = 0;
        detail::for_each_part<detail::most_probes<Probes>>(
            [&](auto part) { missing |= probes[part].mask & ~load(memory, probes[part].word, where); });
        return missing == 0;
    }

    /// Loads do not write: an atomic reference to constant memory needs the cast that Boost 1.74 lacks an overload for.
    [[nodiscard]] static typename Atomics::ref at(const std::uint64_t* memory, std::uint64_t word) noexcept
    {
        return typename Atomics::ref(const_cast<std::uint64_t*>(memory)[word]);
    }
};

}  // namespace tamiz::inline v0
