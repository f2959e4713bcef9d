// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "no_false_negatives/scenarios/writers_round.hpp"

namespace tamiz::stress {

/// One thread merges a source into a target, again and again, while the others put keys into both. After a merge the
/// target must hold every key that was published before the merge began, and a merge must not undo what others put into
/// the target meanwhile.
template <typename Layout, typename Words>
class merge_beside_writers : public writers_round<number_filter<Layout, Words>> {
    using filter_type = number_filter<Layout, Words>;
    using base = writers_round<filter_type>;

public:
    explicit merge_beside_writers(const round_setup& setup)
        : base(setup, setup.scaled(1000, 60)), source_(this->size()), source_image_(source_), merged_(setup.threads)
    {
        // So that the target is marked as merged into before its bytes are looked at.
        this->filter_.merge(source_);
        this->image_ = object_image<filter_type>(this->filter_);
    }

    void work(worker& me)
    {
        if (me.index() == 0)
            this->watch(me, [this](worker& watcher, const auto& published) { merge(watcher, published); });
        else
            this->write(me, [this](worker& writer, const share& own, std::size_t n) { put_in(writer, own, n); });
    }

    void judge(worker& me)
    {
        this->judge_all(me, 0);  // the model knows nothing of two filters
        if (!source_image_.same(source_)) me.report(violation_kind::object_written, this->plan_.key(0));
    }

private:
    static bool goes_to_source(std::size_t n) { return n % 2 == 0; }

    void put_in(worker& me, const share& own, std::size_t n)
    {
        filter_type& filter = goes_to_source(n) ? source_ : this->filter_;
        const std::size_t i = own[n];
        publication::announce(this->published_[me.index()], n + 1);
        const bool is_new = filter.insert(this->plan_.key(i));
        publication::publish();
        this->book_.inserted(me.index(), i, is_new);
        me.count_operations(1);
        me.expect_found(filter.may_contain(this->plan_.key(i)), this->plan_, i, violation_kind::not_found_own);

        // What went into the target stays there, whatever is merged meanwhile; what went into the source is there once
        // merged.
        const std::size_t earlier = me.random().below(n + 1);
        if (!goes_to_source(earlier))
            this->expect_in_target(me, own[earlier], violation_kind::not_found_own);
        else if (earlier < merged_[me.index()].read())
            this->expect_in_target(me, own[earlier], violation_kind::not_found_published);
    }

    void merge(worker& me, const std::vector<std::uint64_t>& published)
    {
        this->filter_.merge(source_);
        me.count_operations(1);
        for (unsigned writer = 1; writer < this->setup_.threads; ++writer) {
            publication::announce(merged_[writer], published[writer]);
            publication::publish();
        }
        this->ask_for_news(me, published, [this](worker& watcher, std::size_t i) {
            this->expect_in_target(watcher, i, violation_kind::not_found_published);
        });
    }

    filter_type source_;
    object_image<filter_type> source_image_;
    std::vector<published_count> merged_;  // by writer: so many of its keys are in the target
};

}  // namespace tamiz::stress
