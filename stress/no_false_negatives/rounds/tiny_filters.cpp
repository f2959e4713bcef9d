// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <vector>

#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

constexpr std::size_t most_keys = 36;

class tiny_filter final : public one_filter_round {
public:
    explicit tiny_filter(const round_setup& setup)
        : one_filter_round(setup,
                           setup.kind->with_numbers({setup.kind->cells_per_line, setup.kind->hashes, setup.seed},
                                                    number_keys(setup.seed, most_keys)),
                           most_keys)
    {
    }

    void work(worker& me) override
    {
        for (std::size_t key = 0; key < plan_.key_count(); ++key) {
            // Eight for everybody, eight with one owner each, and so on.
            const bool is_shared = key % 16 < 8;
            const std::size_t owner = (key / 16 * 8 + key % 8) % setup_.threads;
            if (!is_shared && owner != me.index()) continue;
            put_in(me, key);
            expect_own(me, key);
        }
    }
};

/// Many filters of one cache line: all keys of all threads share the eight words. Half of the keys are put in by
/// everybody, the others by one thread each. Lost claims need just this: another key's bits set at the right moment.
class tiny_filters final : public round {
public:
    explicit tiny_filters(const round_setup& setup)
    {
        const std::size_t count = setup.scaled(300, 30);
        for (std::size_t i = 0; i < count; ++i) {
            round_setup of_filter = setup;
            of_filter.seed = generator(setup.seed)() + i;
            filters_.push_back(std::make_unique<tiny_filter>(of_filter));
        }
    }

    void work(worker& me) override
    {
        for (const auto& filter : filters_) filter->work(me);
    }
    void check(worker& me) override
    {
        for (const auto& filter : filters_) filter->check(me);
    }
    void judge(worker& me) override
    {
        for (const auto& filter : filters_) filter->judge(me);
    }

private:
    std::vector<std::unique_ptr<tiny_filter>> filters_;
};

}  // namespace

std::unique_ptr<round> make_tiny_filters(const round_setup& setup)
{
    return std::make_unique<tiny_filters>(setup);
}

}  // namespace tamiz::stress
