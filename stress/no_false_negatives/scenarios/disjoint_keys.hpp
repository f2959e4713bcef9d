// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// Every thread puts in keys of its own, one by one or in bulk, asks for them at once, publishes them, and asks for
/// what others have published. The keys share words, so what must not be lost is one thread's bits beside another's.
template <typename Layout, typename Words>
class disjoint_keys : public one_filter_round<number_filter<Layout, Words>> {
    using base = one_filter_round<number_filter<Layout, Words>>;

public:
    explicit disjoint_keys(const round_setup& setup) : base(setup, setup.threads * setup.scaled(2000, 100)) {}

    void work(worker& me)
    {
        const share own = this->share_of(me.index());
        for (std::size_t n = 0; n < own.size();) {
            if (me.random().one_in(16)) {
                n = put_in_bulk(me, own, n);
            } else {
                this->put_in_and_publish(me, own, n);
                this->expect_at_once(me, own[n]);
                ++n;
            }
            this->expect_published(me);
        }
    }

private:
    /// As many as fit one bulk call, or fewer; returns the number of the next key.
    std::size_t put_in_bulk(worker& me, const share& own, std::size_t begin)
    {
        const std::size_t count = 1 + me.random().below(std::min(base::bulk_size, own.size() - begin));
        std::array<std::uint64_t, base::bulk_size> keys{};
        for (std::size_t n = 0; n < count; ++n) keys[n] = this->plan_.key(own[begin + n]);
        const auto bulk = std::span(keys).first(count);

        publication::announce(this->published_[me.index()], begin + count);
        if (me.random().one_in(2)) {
            std::array<bool, base::bulk_size> is_new{};
            this->filter_.insert_range(bulk, is_new);
            for (std::size_t n = 0; n < count; ++n) this->book_.inserted(me.index(), own[begin + n], is_new[n]);
        } else {
            std::array<claim_result, base::bulk_size> results{};
            this->filter_.claim_range(bulk, results);
            for (std::size_t n = 0; n < count; ++n) this->book_.claimed(me.index(), own[begin + n], results[n]);
        }
        publication::publish();
        me.count_operations(count);

        std::array<bool, base::bulk_size> found{};
        this->filter_.may_contain_range(bulk, found);
        for (std::size_t n = 0; n < count; ++n)
            me.expect_found(found[n], this->plan_, own[begin + n], violation_kind::not_found_own);
        return begin + count;
    }
};

}  // namespace tamiz::stress
