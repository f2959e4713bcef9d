// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

constexpr std::size_t hot_at_once = 8;
constexpr std::size_t cold_per_moment = 32;
constexpr unsigned hot_per_cold = 4;

/// Beside cold keys of its own each thread puts in the hot keys of the moment, a few that all threads put in over and
/// over. A hot key is new once and present ever after, however often it comes, and then it is not written any more.
/// What is hot changes as the threads go on.
class hot_keys final : public one_filter_round {
public:
    explicit hot_keys(const round_setup& setup) : hot_keys(setup, setup.scaled(40, 4)) {}

    void work(worker& me) override
    {
        for (std::size_t moment = 0; moment < moments_; ++moment) {
            const std::size_t hot = moment * keys_per_moment(setup_);
            const std::size_t cold = hot + hot_at_once + me.index() * cold_per_moment;
            for (std::size_t n = 0; n < cold_per_moment; ++n) {
                put_in_if_planned(me, cold + n);
                for (unsigned i = 0; i < hot_per_cold; ++i) put_in_if_planned(me, hot + me.random().below(hot_at_once));
            }
            // Chance may have left one out.
            for (std::size_t n = 0; n < hot_at_once; ++n) put_in_if_planned(me, hot + n);
        }
    }

private:
    hot_keys(const round_setup& setup, std::size_t moments)
        : one_filter_round(setup, moments * keys_per_moment(setup)), moments_(moments)
    {
    }

    static std::size_t keys_per_moment(const round_setup& setup)
    {
        return hot_at_once + setup.threads * cold_per_moment;
    }

    void put_in_if_planned(worker& me, std::size_t key)
    {
        if (key >= plan_.key_count()) return;  // it would have filled the filter too far
        put_in(me, key);
        expect_own(me, key);
    }

    std::size_t moments_;
};

}  // namespace

std::unique_ptr<round> make_hot_keys(const round_setup& setup)
{
    return std::make_unique<hot_keys>(setup);
}

}  // namespace tamiz::stress
