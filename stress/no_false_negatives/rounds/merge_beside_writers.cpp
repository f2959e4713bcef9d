// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/rounds/rounds.hpp"
#include "no_false_negatives/rounds/writers_round.hpp"

namespace tamiz::stress {

namespace {

/// One thread merges a source into a target, again and again, while the others put keys into both. After a merge the
/// target must hold every key that was published before the merge began, and a merge must not undo what others put into
/// the target meanwhile.
class merge_beside_writers final : public writers_round {
public:
    explicit merge_beside_writers(const round_setup& setup)
        : writers_round(setup, setup.scaled(1000, 60)), source_(filter_->empty_twin()), merged_(setup.threads)
    {
        // So that the target is marked as merged into before its bytes are looked at.
        filter_->merge(*source_);
        filter_->remember_object();
        source_->remember_object();
    }

    void judge(worker& me) override
    {
        judge_answers(me);                     // and not the counters, which depend on how often was merged
        me.counts().expected_told_nobody = 0;  // the model knows nothing of two filters
        if (!source_->object_is_as_remembered()) me.report(violation_kind::object_written, *source_, 0);
    }

private:
    static bool goes_to_source(std::size_t n) { return n % 2 == 0; }

    void write(worker& me, const key_run& own, std::size_t n) override
    {
        subject& filter = goes_to_source(n) ? *source_ : *filter_;
        publication::announce(published_[me.index()], n + 1);
        const bool is_new = filter.insert(own[n]);
        publication::publish();
        book_.inserted(me.index(), own[n], is_new);
        me.count_operations(1);
        me.expect(filter, plan_, own[n], violation_kind::not_found_own);

        // What went into the target stays there, whatever is merged meanwhile; what went into the source is there once
        // merged.
        const std::size_t earlier = me.random().below(n + 1);
        if (!goes_to_source(earlier))
            expect_own(me, own[earlier]);
        else if (earlier < merged_[me.index()].read())
            me.expect(*filter_, plan_, own[earlier], violation_kind::not_found_published);
    }

    void watch(worker& me, const std::vector<std::uint64_t>& published) override
    {
        filter_->merge(*source_);
        me.count_operations(1);
        for (unsigned writer = 1; writer < setup_.threads; ++writer) {
            publication::announce(merged_[writer], published[writer]);
            publication::publish();
        }
        expect_news(me, *filter_, published);
    }

    std::unique_ptr<subject> source_;
    std::vector<published_count> merged_;  // by writer: so many of its keys are in the target
};

}  // namespace

std::unique_ptr<round> make_merge_beside_writers(const round_setup& setup)
{
    return std::make_unique<merge_beside_writers>(setup);
}

}  // namespace tamiz::stress
