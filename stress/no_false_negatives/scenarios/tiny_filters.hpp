// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <deque>

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// Many filters of one cache line: all keys of all threads share the eight words. Half of the keys are put in by
/// everybody, the others by one thread each. Lost claims need just this: another key's bits set at the right moment.
template <typename Layout, typename Words>
class tiny_filters {
    class tiny_filter : public one_filter_round<number_filter<Layout, Words>> {
        using base = one_filter_round<number_filter<Layout, Words>>;
        static constexpr explicit_size one_line{.bits = 512, .hashes = usual_hashes<Layout>, .seed = 0};
        static constexpr std::size_t most_keys = 36;

    public:
        explicit tiny_filter(const round_setup& setup) : base(setup, one_line, most_keys) {}

        void work(worker& me)
        {
            for (std::size_t i = 0; i < this->plan_.key_count(); ++i) {
                // Four for everybody, four with one owner each, and so on.
                const bool is_shared = i % 8 < 4;
                const std::size_t owner = (i / 8 * 4 + i % 4) % this->setup_.threads;
                if (!is_shared && owner != me.index()) continue;
                this->put_in(me, i);
                this->expect_at_once(me, i);
            }
        }
    };

public:
    explicit tiny_filters(const round_setup& setup)
    {
        const std::size_t count = setup.scaled(300, 30);
        for (std::size_t i = 0; i < count; ++i) {
            round_setup of_filter = setup;
            of_filter.seed = generator(setup.seed)() + i;
            filters_.emplace_back(of_filter);
        }
    }

    void work(worker& me)
    {
        for (tiny_filter& filter : filters_) filter.work(me);
    }
    void check(worker& me)
    {
        for (tiny_filter& filter : filters_) filter.check(me);
    }
    void judge(worker& me)
    {
        for (tiny_filter& filter : filters_) filter.judge(me);
    }

private:
    std::deque<tiny_filter> filters_;
};

}  // namespace tamiz::stress
