// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <optional>

#include "no_false_negatives/scenarios/writers_round.hpp"

namespace tamiz::stress {

/// One thread copies the filter, again and again, while the others put keys in. A copy must hold every key that was
/// published before it began, and all that the copy before it held.
template <typename Layout, typename Words>
class copy_beside_writers : public writers_round<number_filter<Layout, Words>> {
    using filter_type = number_filter<Layout, Words>;
    using base = writers_round<filter_type>;

public:
    explicit copy_beside_writers(const round_setup& setup) : base(setup, setup.scaled(1000, 60)) {}

    void work(worker& me)
    {
        if (me.index() == 0)
            this->watch(me, [this](worker& watcher, const auto& published) { copy(watcher, published); });
        else
            this->write(me, [this](worker& writer, const share& own, std::size_t n) {
                this->put_in_and_publish(writer, own, n);
                this->expect_at_once(writer, own[n]);
                this->expect_in_target(writer, own[writer.random().below(n + 1)], violation_kind::not_found_own);
            });
    }

private:
    void copy(worker& me, const std::vector<std::uint64_t>& published)
    {
        filter_type copy = this->filter_.copy();
        me.count_operations(1);
        this->ask_for_news(me, published, [this, &copy](worker& watcher, std::size_t i) {
            watcher.expect_found(copy.may_contain(this->plan_.key(i)), this->plan_, i,
                                 violation_kind::not_found_published);
        });
        if (latest_ && !holds_all_bits(copy, *latest_))
            me.report(violation_kind::not_found_published, this->plan_.key(0));
        latest_.emplace(std::move(copy));
    }

    static bool holds_all_bits(const filter_type& later, const filter_type& earlier)
    {
        for (std::size_t w = 0; w < later.words().size(); ++w)
            if ((earlier.words()[w] & ~later.words()[w]) != 0) return false;
        return true;
    }

    std::optional<filter_type> latest_;  // thread 0 alone
};

}  // namespace tamiz::stress
