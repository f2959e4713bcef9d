// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <vector>

#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

/// Every other thread puts keys in and publishes each (a release store of a counter); the rest wait for the counters
/// (acquire) and ask at once for what is new. Who publishes too early, before a key's last word is set, is caught here.
class publish_and_probe final : public one_filter_round {
public:
    explicit publish_and_probe(const round_setup& setup)
        : one_filter_round(setup, inserters_of(setup) * setup.scaled(2500, 150))
    {
        set_writers(0, inserters_of(setup));
    }

    void work(worker& me) override
    {
        if (me.index() < writers())
            insert(me);
        else
            probe(me);
    }

private:
    static unsigned inserters_of(const round_setup& setup) { return (setup.threads + 1) / 2; }

    void insert(worker& me)
    {
        const key_run own = keys_of(me.index());
        for (std::size_t n = 0; n < own.size(); ++n) put_in_and_publish(me, own, n);
    }

    /// Until all keys of all inserters were published and asked for.
    void probe(worker& me)
    {
        std::vector<std::uint64_t> asked(writers(), 0);
        std::size_t open = plan_.key_count();
        patience idle;
        while (open != 0) {
            bool is_idle = true;
            for (unsigned inserter = 0; inserter < writers(); ++inserter) {
                const std::uint64_t published = published_[inserter].read();
                const key_run keys = keys_of(inserter);
                // The latest first: its insert has only just returned.
                for (std::uint64_t n = published; n > asked[inserter]; --n)
                    me.expect(*filter_, plan_, keys[n - 1], violation_kind::not_found_published);
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
};

}  // namespace

std::unique_ptr<round> make_publish_and_probe(const round_setup& setup)
{
    return std::make_unique<publish_and_probe>(setup);
}

}  // namespace tamiz::stress
