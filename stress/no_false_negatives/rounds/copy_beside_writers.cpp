// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <utility>

#include "no_false_negatives/rounds/rounds.hpp"
#include "no_false_negatives/rounds/writers_round.hpp"

namespace tamiz::stress {

namespace {

/// One thread copies the filter, again and again, while the others put keys in. A copy must hold every key that was
/// published before it began, and all that the copy before it held.
class copy_beside_writers final : public writers_round {
public:
    explicit copy_beside_writers(const round_setup& setup) : writers_round(setup, setup.scaled(1000, 60)) {}

private:
    void write(worker& me, const key_run& own, std::size_t n) override
    {
        put_in_and_publish(me, own, n);
        expect_own(me, own[n]);
        expect_own(me, own[me.random().below(n + 1)]);
    }

    void watch(worker& me, const std::vector<std::uint64_t>& published) override
    {
        std::unique_ptr<subject> copy = filter_->copy();
        me.count_operations(1);
        expect_news(me, *copy, published);
        if (latest_ && !holds_all_cells(*copy, *latest_)) me.report(violation_kind::not_found_published, *copy, 0);
        latest_ = std::move(copy);
    }

    static bool holds_all_cells(const subject& later, const subject& earlier)
    {
        for (std::size_t i = 0; i < later.words().size(); ++i)
            if ((earlier.cells_set(earlier.words()[i]) & ~later.cells_set(later.words()[i])) != 0) return false;
        return true;
    }

    std::unique_ptr<subject> latest_;  // thread 0 alone
};

}  // namespace

std::unique_ptr<round> make_copy_beside_writers(const round_setup& setup)
{
    return std::make_unique<copy_beside_writers>(setup);
}

}  // namespace tamiz::stress
