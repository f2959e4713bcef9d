// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include <tamiz/words.hpp>

#include "support/publication.hpp"

/// Words (words.hpp) that break a rule of the protocol. Each derives from the library's and hides one or two of its
/// operations; what it puts in their place is made of the library's own operations on single words, in a wrong way.
namespace tamiz::mutants {

/// A key that has this word alone.
[[nodiscard]] inline std::array<probe, 1> alone(const probe& p) noexcept
{
    return {p};
}

template <typename Probes>
[[nodiscard]] std::vector<probe> listed(const Probes& probes)
{
    std::vector<probe> result;
    for (const probe p : probes) result.push_back(p);
    return result;
}

enum class claim_rule {
    sound,             ///< none is broken: the same protocol as `words::claim`
    answer_from_load,  ///< who saw the key incomplete has won
    any_word,          ///< who flipped any bit has won
    lowest_word,       ///< who flipped a bit in the lowest incomplete word has won
    last_word,         ///< who flipped a bit in the key's last word has won, and nobody if that was complete
    descending,        ///< the words are set from the highest to the lowest
    loads_late         ///< each word is loaded just before it is set
};

/// The claim, put together from its steps, with a rule changed.
template <typename Atomics, claim_rule Rule>
struct claim_by_rule : words<Atomics> {
    using base = words<Atomics>;

    template <typename Probes, typename MayWrite>
    static claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const auto is_missing = [&](const probe& p) { return !base::test(memory, alone(p)); };
        const auto flips = [&](const probe& p) {
            return base::claim(memory, alone(p), may_write) == claim_result::won;
        };

        const std::vector<probe> key = listed(probes);
        std::vector<probe> missing;  // in the order in which they are set
        std::vector<bool> flipped;   // of these
        if constexpr (Rule == claim_rule::loads_late) {
            for (const probe& p : key) {
                if (!is_missing(p)) continue;
                missing.push_back(p);
                flipped.push_back(flips(p));
            }
        } else {
            std::ranges::copy_if(key, std::back_inserter(missing), is_missing);
            if constexpr (Rule == claim_rule::descending) std::ranges::reverse(missing);
            for (const probe& p : missing) flipped.push_back(flips(p));
        }
        if (missing.empty()) return claim_result::present;

        const bool any = std::ranges::find(flipped, true) != flipped.end();
        bool is_won = false;
        switch (Rule) {
        case claim_rule::sound:
        case claim_rule::loads_late:
            is_won = flipped.back();
            break;
        case claim_rule::answer_from_load:
            is_won = true;
            break;
        case claim_rule::any_word:
            is_won = any;
            break;
        case claim_rule::lowest_word:
            is_won = flipped.front();
            break;
        case claim_rule::last_word:
            is_won = flipped.back() && missing.back() == key.back();
            break;
        case claim_rule::descending:
            is_won = flipped.front();
            break;
        }
        return is_won ? claim_result::won : any ? claim_result::raced : claim_result::present;
    }
};

/// Tells others of the key when all but its last word are set.
template <typename Atomics>
struct publishes_early : words<Atomics> {
    using base = words<Atomics>;

    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        bool flipped = false;
        const std::vector<probe> key = listed(probes);
        for (std::size_t i = 0; i < key.size(); ++i) {
            if (i + 1 == key.size()) stress::publication::publish();
            flipped |= base::set(memory, alone(key[i]), may_write);
        }
        return flipped;
    }
};

/// An insert is new if it flipped a bit in the key's last word.
template <typename Atomics>
struct insert_answers_by_last_word : words<Atomics> {
    using base = words<Atomics>;

    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        bool flipped_last = false;
        for (const probe p : probes) flipped_last = base::set(memory, alone(p), may_write);
        return flipped_last;
    }
};

/// An insert or a claim that meets a complete word takes the key for present.
template <typename Atomics>
struct stops_at_complete_word : words<Atomics> {
    using base = words<Atomics>;

    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        return !meets_complete_word(memory, probes) && base::set(memory, probes, may_write);
    }
    template <typename Probes, typename MayWrite>
    static claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        return meets_complete_word(memory, probes) ? claim_result::present : base::claim(memory, probes, may_write);
    }

private:
    template <typename Probes>
    static bool meets_complete_word(const std::uint64_t* memory, const Probes& probes)
    {
        for (const probe p : probes)
            if (base::test(memory, alone(p))) return true;
        return false;
    }
};

/// An insert takes a word that holds any of the key's bits for complete.
template <typename Atomics>
struct skips_started_words : words<Atomics> {
    using base = words<Atomics>;

    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        bool flipped = false;
        for (const probe p : probes)
            if ((base::read(memory, p.word) & p.mask) == 0) flipped |= base::set(memory, alone(p), may_write);
        return flipped;
    }
};

/// A lookup does not look at the key's last word.
template <typename Atomics>
struct lookup_skips_last_word : words<Atomics> {
    using base = words<Atomics>;

    template <typename Probes>
    [[nodiscard]] static bool test(const std::uint64_t* memory, const Probes& probes)
    {
        std::vector<probe> key = listed(probes);
        key.pop_back();
        return std::ranges::all_of(key, [&](const probe& p) { return base::test(memory, alone(p)); });
    }
};

/// A copy leaves out the last line.
template <typename Atomics>
struct copy_stops_short : words<Atomics> {
    static void copy(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        words<Atomics>::copy(target, source, count - std::min<std::uint64_t>(count, detail::words_per_line));
    }
};

}  // namespace tamiz::mutants
