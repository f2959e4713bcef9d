// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <thread>

#include <tamiz/atomics.hpp>

#include "no_false_negatives/filter_kind.hpp"
#include "no_false_negatives/round_plan.hpp"
#include "no_false_negatives/tally.hpp"
#include "support/generator.hpp"

namespace tamiz::stress {

/// What a round is made with.
struct round_setup {
    const filter_kind* kind;
    unsigned threads;
    std::uint64_t seed;  ///< all keys, orders and choices follow from it, but not the schedule
    bool chaotic;        ///< threads are held up at random; such a round is smaller

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
        : index_(index), seed_(setup.seed), chaotic_(setup.chaotic), random_(setup.seed * 1024 + index)
    {
    }

    [[nodiscard]] unsigned index() const noexcept { return index_; }
    [[nodiscard]] generator& random() noexcept { return random_; }
    [[nodiscard]] const tally& counts() const noexcept { return counts_; }
    [[nodiscard]] tally& counts() noexcept { return counts_; }

    void count_operations(std::uint64_t count) noexcept { counts_.operations += count; }

    /// Asks `filter` for a key, which must be there.
    void expect(const subject& filter, const round_plan& plan, std::size_t key, violation_kind otherwise)
    {
        expect_found(filter.may_contain(key), filter, plan, key, otherwise);
    }
    /// The same when the answer is known already.
    void expect_found(bool found, const subject& filter, const round_plan& plan, std::size_t key,
                      violation_kind otherwise)
    {
        ++counts_.operations;
        ++(plan.is_covered(key) ? counts_.covered_checks : counts_.checks);
        if (!found) [[unlikely]]
            report(otherwise, filter, key);
    }

    void report(violation_kind kind, const subject& filter, std::size_t key)
    {
        counts_.add(kind);
        if (!counts_.first) counts_.first = {kind, filter.key_text(key), index_, seed_, chaotic_};
    }

private:
    unsigned index_;
    std::uint64_t seed_;
    bool chaotic_;
    generator random_;
    tally counts_;
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
