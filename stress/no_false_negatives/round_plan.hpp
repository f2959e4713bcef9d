// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "no_false_negatives/subject.hpp"

namespace tamiz::stress {

/// A filter is sized so that a round's keys fill it to `usual_fill`. Far enough below a half: in a full filter, a lost
/// bit would not show.
inline constexpr double usual_fill = 0.38;
inline constexpr double highest_fill = 0.45;

/// The bits at which so many keys of so many hashes set `usual_fill` of them.
[[nodiscard]] std::uint64_t bits_for_keys(std::uint64_t keys, std::uint64_t hashes);

/// The keys that a round puts into a filter. They are known beforehand, and so are the bits that they will set: which
/// keys the others cover, how full the filter gets, and which bits are set in the end. One thread works it out, with
/// plain words.
class round_plan {
public:
    /// For the keys 0, 1 … of `filter`: `most_keys` of them, or fewer if they would fill it beyond `highest_fill`.
    round_plan(const subject& filter, std::size_t most_keys);

    [[nodiscard]] std::size_t key_count() const noexcept { return is_covered_.size(); }
    /// The other keys set all the bits of this key, once they are in.
    [[nodiscard]] bool is_covered(std::size_t key) const noexcept { return is_covered_[key] != 0; }
    /// Are the bits of any key, put in or not, all set in the end?
    [[nodiscard]] bool holds_in_the_end(const subject& filter, std::size_t key) const;
    [[nodiscard]] double fill_in_the_end() const noexcept { return fill_; }
    /// Counts cells that are set in a filter and belong to no key. (One that was lost shows as a key not found.)
    [[nodiscard]] std::uint64_t stray_cells(const subject& filter) const;

private:
    std::vector<std::uint8_t> is_covered_;  // by key
    std::vector<std::uint64_t> bits_;       // set by a key or more
    double fill_ = 0;
};

/// Of `keys` new keys, the share that is answered true when they come: the mean of the layout's rate on the way there.
/// Kept, by thread: one evaluation of the model takes longer than many inserts.
[[nodiscard]] double mean_false_positive_rate(const subject& filter, std::size_t keys);

}  // namespace tamiz::stress
