// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "no_false_negatives/answer_book.hpp"
#include "no_false_negatives/round.hpp"
#include "support/publication.hpp"

namespace tamiz::stress {

/// What a round with one filter consists of but for what its threads do: the filter, its keys, the answers, the
/// published counts, and the checks in the end.
class one_filter_round : public round {
public:
    /// Asks for a share of the keys, one by one and in bulk, and for keys that were never put in.
    void check(worker& me) override;
    void judge(worker& me) override;

protected:
    /// With numbers as keys, in a filter that they fill to `usual_fill`.
    one_filter_round(const round_setup& setup, std::size_t most_keys);
    /// With any filter of that kind.
    one_filter_round(const round_setup& setup, std::unique_ptr<subject> filter, std::size_t most_keys);

    [[nodiscard]] static explicit_size size_for_keys(const round_setup& setup, std::size_t keys);

    /// Writers put in keys of their own; all threads are, unless a scenario says otherwise.
    void set_writers(unsigned first, unsigned count) noexcept;
    [[nodiscard]] unsigned first_writer() const noexcept { return first_writer_; }
    [[nodiscard]] unsigned writers() const noexcept { return writers_; }
    [[nodiscard]] key_run keys_of(unsigned writer) const noexcept;

    /// What the threads were told, how full the filter is, and that nothing else was written.
    void judge_answers(worker& me);
    /// If the filter counts: all that was put in and erased against its counters, one by one.
    void judge_counters(worker& me);

    /// Erases a key. True: this call did.
    bool erase(worker& me, std::size_t key);

    /// Puts a key in, if the filter does not count: half of the keys are claimed by all threads that put them in,
    /// others are inserted by all, or claimed by some and inserted by others, or inserted without a look at the answer.
    /// If it counts, they are all inserted.
    void put_in(worker& me, std::size_t key);
    /// Puts in the n-th key of this thread's own, and publishes it.
    void put_in_and_publish(worker& me, const key_run& own, std::size_t n);

    /// First check: what this thread has put in must be found at once.
    void expect_own(worker& me, std::size_t key) { me.expect(*filter_, plan_, key, violation_kind::not_found_own); }
    /// Second check: what another thread has published must be found. Asks for its latest key, or for any.
    void expect_published(worker& me);

    round_setup setup_;
    unsigned first_writer_ = 0;
    unsigned writers_;
    std::unique_ptr<subject> filter_;
    round_plan plan_;
    answer_book book_;
    std::vector<published_count> published_;  // by thread: how many of its own keys are in
};

}  // namespace tamiz::stress
