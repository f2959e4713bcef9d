// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// Beside cold keys of its own each thread puts in the hot keys of the moment, a few that all threads put in over and
/// over. A hot key is new once and present ever after, however often it comes, and then it is not written any more.
/// What is hot changes as the threads go on.
template <typename Layout, typename Words>
class hot_keys : public one_filter_round<number_filter<Layout, Words>> {
    using base = one_filter_round<number_filter<Layout, Words>>;
    static constexpr std::size_t hot_at_once = 8;
    static constexpr std::size_t cold_per_moment = 32;
    static constexpr unsigned hot_per_cold = 4;

public:
    explicit hot_keys(const round_setup& setup) : hot_keys(setup, setup.scaled(40, 4)) {}

    void work(worker& me)
    {
        for (std::size_t moment = 0; moment < moments_; ++moment) {
            for (std::size_t n = 0; n < cold_per_moment; ++n) {
                put_in(me, cold_key(me, moment, n));
                for (unsigned hot = 0; hot < hot_per_cold; ++hot)
                    put_in(me, hot_key(moment, me.random().below(hot_at_once)));
            }
            // Chance may have left one out.
            for (std::size_t n = 0; n < hot_at_once; ++n) put_in(me, hot_key(moment, n));
        }
    }

private:
    hot_keys(const round_setup& setup, std::size_t moments)
        : base(setup, moments * (hot_at_once + setup.threads * cold_per_moment)), moments_(moments)
    {
    }

    void put_in(worker& me, std::size_t i)
    {
        if (i >= this->plan_.key_count()) return;  // it would have filled the filter too far
        base::put_in(me, i);
        this->expect_at_once(me, i);
    }

    [[nodiscard]] std::size_t hot_key(std::size_t moment, std::size_t n) const { return first_key(moment) + n; }
    [[nodiscard]] std::size_t cold_key(const worker& me, std::size_t moment, std::size_t n) const
    {
        return first_key(moment) + hot_at_once + me.index() * cold_per_moment + n;
    }
    [[nodiscard]] std::size_t first_key(std::size_t moment) const
    {
        return moment * (hot_at_once + this->setup_.threads * cold_per_moment);
    }

    std::size_t moments_;
};

}  // namespace tamiz::stress
