// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <array>
#include <span>

#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

/// Every thread puts in keys of its own, one by one or in bulk, asks for them at once, publishes them, and asks for
/// what others have published. The keys share words, so what must not be lost is one thread's bits beside another's.
class disjoint_keys final : public one_filter_round {
public:
    explicit disjoint_keys(const round_setup& setup) : one_filter_round(setup, setup.threads * setup.scaled(2000, 100))
    {
    }

    void work(worker& me) override
    {
        const key_run own = keys_of(me.index());
        for (std::size_t n = 0; n < own.size();) {
            if (me.random().one_in(16)) {
                n += put_in_bulk(me, own.part(n, 1 + me.random().below(std::min(bulk_size, own.size() - n))), n);
            } else {
                put_in_and_publish(me, own, n);
                expect_own(me, own[n]);
                ++n;
            }
            expect_published(me);
        }
    }

private:
    std::size_t put_in_bulk(worker& me, const key_run& keys, std::size_t published_before)
    {
        publication::announce(published_[me.index()], published_before + keys.size());
        if (setup_.kind->counts || me.random().one_in(2)) {
            std::array<bool, bulk_size> is_new{};
            filter_->insert_range(keys, is_new);
            for (std::size_t n = 0; n < keys.size(); ++n) book_.inserted(me.index(), keys[n], is_new[n]);
        } else {
            std::array<claim_result, bulk_size> results{};
            filter_->claim_range(keys, results);
            for (std::size_t n = 0; n < keys.size(); ++n) book_.claimed(me.index(), keys[n], results[n]);
        }
        publication::publish();
        me.count_operations(keys.size());

        std::array<bool, bulk_size> found{};
        filter_->may_contain_range(keys, found);
        for (std::size_t n = 0; n < keys.size(); ++n)
            me.expect_found(found[n], *filter_, plan_, keys[n], violation_kind::not_found_own);
        return keys.size();
    }
};

}  // namespace

std::unique_ptr<round> make_disjoint_keys(const round_setup& setup)
{
    return std::make_unique<disjoint_keys>(setup);
}

}  // namespace tamiz::stress
