// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <atomic>

#include "no_false_negatives/scenarios/one_filter_round.hpp"

namespace tamiz::stress {

/// A round in which thread 0 does something with the whole filter, as often as it can, while the others write: what
/// merge and copy have in common.
template <typename Filter>
class writers_round : public one_filter_round<Filter> {
    using base = one_filter_round<Filter>;

protected:
    writers_round(const round_setup& setup, std::size_t keys_per_writer)
        : base(setup, (setup.threads - 1) * keys_per_writer), asked_(setup.threads, 0)
    {
        this->first_writer_ = 1;
        this->writers_ = setup.threads - 1;
    }

    [[nodiscard]] explicit_size size() const
    {
        return {this->filter_.bit_count(), this->filter_.hash_count(), this->filter_.seed()};
    }

    /// `put_in(me, own, n)`: for each key of this writer.
    template <typename PutIn>
    void write(worker& me, const PutIn& put_in)
    {
        const share own = this->share_of(me.index());
        for (std::size_t n = 0; n < own.size(); ++n) put_in(me, own, n);
        writers_done_.fetch_add(1, std::memory_order_release);
    }

    /// `look(me, published)`: over and over, with what each writer had published before, and once more when all are
    /// done.
    template <typename Look>
    void watch(worker& me, const Look& look)
    {
        std::vector<std::uint64_t> published(this->setup_.threads, 0);
        bool is_last = false;
        while (!is_last) {
            is_last = writers_done_.load(std::memory_order_acquire) == this->writers_;
            for (unsigned writer = 1; writer < this->setup_.threads; ++writer)
                published[writer] = this->published_by(writer);
            look(me, published);
            std::this_thread::yield();  // it never waits, and would take a core from the writers
        }
    }

    /// `expect(me, i)`: for each key that was published since the last call, and for an older one of each writer.
    template <typename Expect>
    void ask_for_news(worker& me, const std::vector<std::uint64_t>& published, const Expect& expect)
    {
        for (unsigned writer = 1; writer < this->setup_.threads; ++writer) {
            const share keys = this->share_of(writer);
            for (std::uint64_t n = asked_[writer]; n < published[writer]; ++n) expect(me, keys[n]);
            asked_[writer] = published[writer];
            if (asked_[writer] != 0) expect(me, keys[me.random().below(asked_[writer])]);
        }
    }

    void expect_in_target(worker& me, std::size_t i, violation_kind otherwise)
    {
        me.expect_found(this->filter_.may_contain(this->plan_.key(i)), this->plan_, i, otherwise);
    }

private:
    std::atomic<unsigned> writers_done_{0};
    std::vector<std::uint64_t> asked_;  // by writer; thread 0 alone
};

}  // namespace tamiz::stress
