// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>

namespace tamiz::stress {

/// What a filter must never do.
enum class violation_kind : std::uint8_t {
    not_found_own,        ///< false negative: a thread asked for a key that it had put in itself, mostly at once
    not_found_published,  ///< false negative: for a key that another thread had published (release, acquire)
    not_found_at_end,     ///< false negative: for any key, when all threads had ended
    won_twice,            ///< a key was won by two callers, or, with all its bits in one word, new to two
    told_nobody,          ///< a key that other keys do not cover was new to nobody
    nobody_won,           ///< a key with all its bits in one word was new to a claimant, and not won
    found_without_bits,   ///< a key was answered true although not all of its bits are set
    stray_bit,            ///< a bit is set that no key sets
    object_written,       ///< the filter object's own bytes changed
    erase_refused,        ///< a thread erased what it had put in, and was told that it is not there
    erased_too_often,     ///< a key that other keys do not cover was erased more often than it was put in
    wrong_count,          ///< a counter, or a key's occurrences, is not what the inserts and erases add up to
    held_up_by_eraser     ///< inserts and lookups did not go on while an eraser was suspended
};
inline constexpr std::size_t violation_kinds = 13;

/// One violation, as much as is needed to look into it.
struct violation {
    violation_kind kind{};
    std::string key;
    unsigned thread = 0;     ///< that found it
    std::uint64_t seed = 0;  ///< of the round
    bool chaotic = false;    ///< the round's threads were held up at random
};

/// What was done and seen: by one thread in a round, in a round, in all.
struct tally {
    std::uint64_t rounds = 0;
    std::uint64_t operations = 0;      ///< calls of the filter; a bulk call counts once for each of its keys
    std::uint64_t checks = 0;          ///< lookups of keys that must be found, and whose loss would show
    std::uint64_t covered_checks = 0;  ///< the same for keys that the others' bits cover in the end: they cannot fail
    std::array<std::uint64_t, violation_kinds> violations{};

    std::uint64_t keys = 0;           ///< different keys put in
    std::uint64_t covered_keys = 0;   ///< of these, covered by the others' bits in the end
    std::uint64_t answered_keys = 0;  ///< of which every caller was told something
    std::uint64_t told_nobody = 0;    ///< of these, new to no caller: false positives
    double expected_told_nobody = 0;  ///< how many these should be, by the layout's model
    std::uint64_t claimed_keys = 0;   ///< keys that all who put them in claimed
    std::uint64_t lost_claims = 0;    ///< of these, new to somebody and won by nobody

    std::uint64_t erases = 0;             ///< that were told true
    std::uint64_t refused_erases = 0;     ///< of keys that were not there any more
    std::uint64_t suspended_erases = 0;   ///< held up in the middle until others had gone on
    std::uint64_t calls_beside_them = 0;  ///< inserts and lookups of the same line that went on meanwhile

    double fill_sum = 0;  ///< of the filters' shares of set bits at the end of a round
    double fill_highest = 0;
    std::uint64_t filters = 0;

    std::optional<violation> first;

    void add(violation_kind kind, std::uint64_t count = 1) noexcept
    {
        violations[static_cast<std::size_t>(kind)] += count;
    }
    [[nodiscard]] std::uint64_t count(violation_kind kind) const noexcept
    {
        return violations[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] std::uint64_t false_negatives() const noexcept
    {
        return count(violation_kind::not_found_own) + count(violation_kind::not_found_published) +
               count(violation_kind::not_found_at_end);
    }
    [[nodiscard]] std::uint64_t all_violations() const noexcept
    {
        return std::accumulate(violations.begin(), violations.end(), std::uint64_t{0});
    }

    tally& operator+=(const tally& other);
};

}  // namespace tamiz::stress
