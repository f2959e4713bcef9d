// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// All threads put in the same keys, in the same order or (in every other round) each from a place of its own. A thread
/// that is behind finds its keys present, is faster for it and catches up, so they meet again and again.
template <typename Layout, typename Words>
class same_keys : public one_filter_round<number_filter<Layout, Words>> {
    using base = one_filter_round<number_filter<Layout, Words>>;

public:
    explicit same_keys(const round_setup& setup)
        : base(setup, setup.scaled(8000, 400)), in_step_(generator(setup.seed + 1).one_in(2))
    {
    }

    void work(worker& me)
    {
        const std::size_t count = this->plan_.key_count();
        const std::size_t first = in_step_ ? 0 : me.random().below(count);
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t i = first + n < count ? first + n : first + n - count;
            this->put_in(me, i);
            this->expect_at_once(me, i);
        }
    }

private:
    bool in_step_;
};

}  // namespace tamiz::stress
