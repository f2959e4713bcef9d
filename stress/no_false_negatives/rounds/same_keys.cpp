// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

/// All threads put in the same keys, in the same order or (in every other round) each from a place of its own. A thread
/// that is behind finds its keys present, is faster for it and catches up, so they meet again and again.
class same_keys final : public one_filter_round {
public:
    explicit same_keys(const round_setup& setup)
        : one_filter_round(setup, setup.scaled(8000, 400)), in_step_(generator(setup.seed + 1).one_in(2))
    {
    }

    void work(worker& me) override
    {
        const std::size_t count = plan_.key_count();
        const std::size_t first = in_step_ ? 0 : me.random().below(count);
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t key = first + n < count ? first + n : first + n - count;
            put_in(me, key);
            expect_own(me, key);
        }
    }

private:
    bool in_step_;
};

}  // namespace

std::unique_ptr<round> make_same_keys(const round_setup& setup)
{
    return std::make_unique<same_keys>(setup);
}

}  // namespace tamiz::stress
