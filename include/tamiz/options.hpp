// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace tamiz::inline v0 {

/// The seed of a filter that names none: fixed, so that results repeat. For keys that strangers choose, use
/// `random_seed()` (hash.hpp): who knows the seed can make keys that collide.
inline constexpr std::uint64_t default_seed = 0x7461'6d69'7a20'7631;  // "tamiz v1"

inline constexpr std::uint64_t no_memory_limit = std::numeric_limits<std::uint64_t>::max();

/// What a filter is for; its size follows from the layout's model (sizing.hpp).
struct filter_options {
    std::uint64_t expected_items = 0;   ///< how many different keys it will hold: 1 or more
    double false_positive_rate = 0.01;  ///< the share of absent keys answered true once it holds them: in (0, 1)
    std::uint64_t seed = default_seed;  ///< part of the filter's identity: only filters of one seed can be merged
    std::uint64_t memory_limit = no_memory_limit;  ///< bytes that the words may take; more is refused
};

/// A size given outright.
struct explicit_size {
    std::uint64_t bits = 0;             ///< exact for `classic`, else rounded up to whole lines, pairs or words
    std::uint64_t hashes = 0;           ///< bits of a key; a multiple of W for `cache_line<W>`, 2W for `two_lines<W>`
    std::uint64_t seed = default_seed;  ///< as above
};

/// A size given outright, of a filter that counts. Eight counters in a word at most.
struct explicit_counters {
    std::uint64_t counters = 0;  ///< rounded up to whole lines of 128, or words of 16
    std::uint64_t hashes = 0;    ///< counters that a key raises, in all; a multiple of W for `layout::cache_line<W>`
    std::uint64_t seed = default_seed;  ///< as above
};

/// How much of the memory a statistic reads. All of it (0) costs one pass over the filter, about as long as reading
/// the memory takes (0.1 s per GiB); a sample of some thousand lines costs microseconds, and its relative error falls
/// with the square root of the sample.
struct scan_options {
    std::uint64_t sample_lines = 0;  ///< 64-byte lines to read, evenly spread; 0 means all
};

/// What a filter tells of itself; read beside writers, so a figure is as old as the scan is long.
struct filter_stats {
    std::uint64_t bit_count = 0;     ///< bits that keys can set
    std::uint64_t memory_bytes = 0;  ///< the words; the object itself adds less than 200 bytes
    double fill_ratio = 0;           ///< share of the bits that are set, in [0, 1]
    double estimated_items = 0;  ///< different keys held, estimated from the fill: finite even when all bits are set
    double estimated_false_positive_rate =
        0;  ///< chance that a fresh key is answered true now, from the bits themselves
    /// How many of the expected items are still to come (0 once they are exceeded); none for an explicit size.
    std::optional<double> remaining_items;
    /// How many new keys were taken for known ones so far, by the model; none after a merge or over attached memory,
    /// where the history is not known.
    std::optional<double> expected_false_drops;
};

/// What a filter that counts tells of itself. `bit_count` and `fill_ratio` are of its counters, which are set if they
/// are not 0; `expected_false_drops` is none, since no insert is dropped.
struct counting_stats : filter_stats {
    std::uint64_t stuck_counters = 0;  ///< that stand at 15 for ever; in a sample: of the lines that were read
    double stuck_line_share = 0;       ///< share of the lines that have one: their keys may outlive their erase
};

/// The answer of `claim`.
enum class claim_result : std::uint8_t {
    present,  ///< the call changed nothing: the key was there, or is a false positive
    raced,    ///< the call changed bits and cannot know whether it was first: another call may own the key
    won       ///< the key is this call's: at most one caller, ever, is told so
};

}  // namespace tamiz::inline v0
