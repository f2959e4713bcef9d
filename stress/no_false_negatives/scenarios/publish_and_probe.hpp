// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// Every other thread puts keys in and publishes each (a release store of a counter); the rest wait for the counters
/// (acquire) and ask at once for what is new. Who publishes too early, before a key's last word is set, is caught here.
template <typename Layout, typename Words>
class publish_and_probe : public one_filter_round<number_filter<Layout, Words>> {
    using base = one_filter_round<number_filter<Layout, Words>>;

public:
    explicit publish_and_probe(const round_setup& setup) : base(setup, inserters_of(setup) * setup.scaled(2500, 150))
    {
        this->writers_ = inserters_of(setup);
    }

    void work(worker& me)
    {
        if (me.index() < this->writers_)
            insert(me);
        else
            probe(me);
    }

private:
    static unsigned inserters_of(const round_setup& setup) { return (setup.threads + 1) / 2; }

    void insert(worker& me)
    {
        const share own = this->share_of(me.index());
        for (std::size_t n = 0; n < own.size(); ++n) this->put_in_and_publish(me, own, n);
    }

    /// Until all keys of all inserters were published and asked for.
    void probe(worker& me)
    {
        std::vector<std::uint64_t> asked(this->writers_, 0);
        std::size_t open = this->plan_.key_count();
        patience idle;
        while (open != 0) {
            bool is_idle = true;
            for (unsigned inserter = 0; inserter < this->writers_; ++inserter) {
                const std::uint64_t published = this->published_by(inserter);
                const share keys = this->share_of(inserter);
                // The latest first: its insert has only just returned.
                for (std::uint64_t n = published; n > asked[inserter]; --n) expect_published(me, keys[n - 1]);
                open -= published - asked[inserter];
                is_idle = is_idle && published == asked[inserter];
                asked[inserter] = published;
            }
            if (is_idle)
                idle.wait();
            else
                idle.reset();
        }
    }
    void expect_published(worker& me, std::size_t i)
    {
        me.expect_found(this->filter_.may_contain(this->plan_.key(i)), this->plan_, i,
                        violation_kind::not_found_published);
    }
};

}  // namespace tamiz::stress
