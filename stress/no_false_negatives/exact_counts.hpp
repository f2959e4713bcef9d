// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "no_false_negatives/subject.hpp"

namespace tamiz::stress {

/// What the counters of a filter must be: an exact multiset of the keys, counter by counter, kept by one thread when
/// all have ended.
class exact_counts {
public:
    explicit exact_counts(const subject& filter) : filter_(filter), counters_(filter.words().size() * per_word) {}

    /// The key was put in and erased so often, in all.
    void add(std::size_t key, std::uint64_t inserted, std::uint64_t erased);

    /// How many counters are not what they must be. Each counts the inserts that are not erased, or is stuck at 15,
    /// which only one that was raised 15 times can be. Behind the counters nothing is left: all locks were given back.
    [[nodiscard]] std::uint64_t wrong_counters() const;

private:
    static constexpr std::size_t per_word = 16;
    struct sums {
        std::uint64_t raised = 0;
        std::uint64_t lowered = 0;
    };

    const subject& filter_;
    std::vector<sums> counters_;
};

}  // namespace tamiz::stress
