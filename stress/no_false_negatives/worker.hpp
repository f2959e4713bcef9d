// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>

#include <tamiz/atomics.hpp>

#include "no_false_negatives/tally.hpp"
#include "support/generator.hpp"

namespace tamiz::stress {

/// What a round is made with.
struct round_setup {
    unsigned threads = 2;
    std::uint64_t seed = 0;  ///< all keys, orders and choices follow from it, but not the schedule
    bool chaotic = false;    ///< threads are held up at random; such a round is smaller

    /// So many in a round that is left alone, or in one that is not.
    [[nodiscard]] std::size_t scaled(std::size_t undisturbed, std::size_t chaotic_count) const noexcept
    {
        return chaotic ? chaotic_count : undisturbed;
    }
};

/// One thread in one round: what it draws its choices from and what it has counted.
class worker {
public:
    worker(unsigned index, const round_setup& setup) noexcept
        : index_(index), setup_(setup), random_(setup.seed * 1024 + index)
    {
    }

    [[nodiscard]] unsigned index() const noexcept { return index_; }
    [[nodiscard]] generator& random() noexcept { return random_; }
    [[nodiscard]] const tally& counts() const noexcept { return counts_; }

    void count_operations(std::uint64_t count) noexcept { counts_.operations += count; }

    /// A lookup of key i of `plan`, which must have been true.
    template <typename Plan>
    void expect_found(bool found, const Plan& plan, std::size_t i, violation_kind otherwise)
    {
        ++counts_.operations;
        ++(plan.is_covered(i) ? counts_.covered_checks : counts_.checks);
        if (!found) [[unlikely]]
            report(otherwise, plan.key(i));
    }

    /// A key that was put in, when the round is over.
    void count_key(bool is_covered, bool told_nobody, bool is_claimed, bool is_lost) noexcept
    {
        ++counts_.keys;
        counts_.covered_keys += is_covered ? 1 : 0;
        counts_.told_nobody += told_nobody ? 1 : 0;
        counts_.claimed_keys += is_claimed ? 1 : 0;
        counts_.lost_claims += is_lost ? 1 : 0;
    }
    /// A filter, when the round is over.
    void count_filter(double fill, double expected_false_positives) noexcept
    {
        ++counts_.filters;
        counts_.fill_sum += fill;
        counts_.fill_highest = std::max(counts_.fill_highest, fill);
        counts_.expected_told_nobody += expected_false_positives;
    }

    template <typename Key>
    void report(violation_kind kind, const Key& key)
    {
        counts_.add(kind);
        if (!counts_.first) counts_.first = {kind, text_of(key), index_, setup_.seed, setup_.chaotic};
    }

private:
    static std::string text_of(const std::string& key) { return key; }
    static std::string text_of(std::integral auto key) { return std::to_string(key); }

    unsigned index_;
    round_setup setup_;
    generator random_;
    tally counts_;
};

/// The keys of a thread where no two threads have the same: i, i + threads, i + 2 * threads …
class share {
public:
    share(unsigned index, unsigned threads, std::size_t key_count) noexcept
        : first_(index), step_(threads), size_(index < key_count ? (key_count - index + threads - 1) / threads : 0)
    {
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t operator[](std::size_t n) const noexcept { return first_ + n * step_; }

private:
    std::size_t first_;
    std::size_t step_;
    std::size_t size_;
};

/// Waiting for another thread: briefly at full speed, then politely, since there are more threads than cores.
class patience {
public:
    void wait() noexcept
    {
        if (++turns_ % 64 == 0)
            std::this_thread::yield();
        else
            boost_atomics::pause();
    }
    void reset() noexcept { turns_ = 0; }

private:
    unsigned turns_ = 0;
};

}  // namespace tamiz::stress
