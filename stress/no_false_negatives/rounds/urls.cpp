// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <array>

#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

/// As the workers of a crawler: all claim the same addresses, each from a place of its own, one by one and in bulk.
class urls final : public one_filter_round {
public:
    explicit urls(const round_setup& setup) : urls(setup, setup.scaled(3000, 200)) {}

    void work(worker& me) override
    {
        const std::size_t count = plan_.key_count();
        const std::size_t first = me.random().below(count);
        for (std::size_t done = 0; done < count;) {
            const std::size_t key = (first + done) % count;
            if (me.random().one_in(8)) {
                const std::size_t most = std::min({bulk_size, count - done, count - key});
                done += claim_bulk(me, {key, 1, most});
            } else {
                book_.claimed(me.index(), key, filter_->claim(key));
                me.count_operations(1);
                expect_own(me, key);
                ++done;
            }
        }
    }

private:
    urls(const round_setup& setup, std::size_t most_keys)
        : one_filter_round(setup,
                           // Twice as many: some are asked for and never put in.
                           setup.kind->with_urls(size_for_keys(setup, most_keys), url_keys(setup.seed, 2 * most_keys)),
                           most_keys)
    {
    }

    std::size_t claim_bulk(worker& me, const key_run& keys)
    {
        std::array<claim_result, bulk_size> results{};
        filter_->claim_range(keys, results);
        me.count_operations(keys.size());
        std::array<bool, bulk_size> found{};
        filter_->may_contain_range(keys, found);
        for (std::size_t n = 0; n < keys.size(); ++n) {
            book_.claimed(me.index(), keys[n], results[n]);
            me.expect_found(found[n], *filter_, plan_, keys[n], violation_kind::not_found_own);
        }
        return keys.size();
    }
};

}  // namespace

std::unique_ptr<round> make_urls(const round_setup& setup)
{
    return std::make_unique<urls>(setup);
}

}  // namespace tamiz::stress
