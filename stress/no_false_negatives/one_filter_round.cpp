// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/one_filter_round.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "no_false_negatives/exact_counts.hpp"

namespace tamiz::stress {

one_filter_round::one_filter_round(const round_setup& setup, std::size_t most_keys)
    : one_filter_round(setup,
                       setup.kind->with_numbers(size_for_keys(setup, most_keys), number_keys(setup.seed, most_keys)),
                       most_keys)
{
}

one_filter_round::one_filter_round(const round_setup& setup, std::unique_ptr<subject> filter, std::size_t most_keys)
    : setup_(setup), writers_(setup.threads), filter_(std::move(filter)), plan_(*filter_, most_keys),
      book_(setup.threads, plan_.key_count()), published_(setup.threads)
{
    filter_->remember_object();
}

explicit_size one_filter_round::size_for_keys(const round_setup& setup, std::size_t keys)
{
    return {bits_for_keys(keys, setup.kind->hashes), setup.kind->hashes, setup.seed};
}

void one_filter_round::set_writers(unsigned first, unsigned count) noexcept
{
    first_writer_ = first;
    writers_ = count;
}

key_run one_filter_round::keys_of(unsigned writer) const noexcept
{
    const std::size_t first = writer - first_writer_;
    return {first, writers_, first < plan_.key_count() ? (plan_.key_count() - first + writers_ - 1) / writers_ : 0};
}

void one_filter_round::put_in(worker& me, std::size_t key)
{
    const unsigned thread = me.index();
    const std::uint64_t use = tamiz::detail::mix(key) % 8;  // the same for all threads
    if (!setup_.kind->counts && (use < 4 || (use < 6 && thread % 2 == 0))) {
        book_.claimed(thread, key, filter_->claim(key));
    } else if (use < 7) {
        book_.inserted(thread, key, filter_->insert(key));
    } else {
        filter_->insert_unanswered(key);
        book_.inserted_unanswered(thread, key);
    }
    me.count_operations(1);
}

bool one_filter_round::erase(worker& me, std::size_t key)
{
    const bool done = filter_->erase(key);
    book_.erased(me.index(), key, done);
    me.count_operations(1);
    return done;
}

void one_filter_round::put_in_and_publish(worker& me, const key_run& own, std::size_t n)
{
    publication::announce(published_[me.index()], n + 1);
    put_in(me, own[n]);
    publication::publish();
}

void one_filter_round::expect_published(worker& me)
{
    const auto other = first_writer_ + static_cast<unsigned>(me.random().below(writers_));
    const std::uint64_t count = published_[other].read();
    if (count == 0) return;
    const std::uint64_t n = me.random().one_in(2) ? count - 1 : me.random().below(count);
    me.expect(*filter_, plan_, keys_of(other)[n], violation_kind::not_found_published);
}

void one_filter_round::check(worker& me)
{
    const std::size_t begin = plan_.key_count() * me.index() / setup_.threads;
    const std::size_t end = plan_.key_count() * (me.index() + 1) / setup_.threads;
    const std::size_t middle = begin + (end - begin) / 2;
    for (std::size_t key = begin; key < middle; ++key)
        me.expect(*filter_, plan_, key, violation_kind::not_found_at_end);

    std::array<bool, bulk_size> found{};
    for (std::size_t key = middle; key < end; key += bulk_size) {
        const std::size_t count = std::min(bulk_size, end - key);
        filter_->may_contain_range({key, 1, count}, found);
        for (std::size_t n = 0; n < count; ++n)
            me.expect_found(found[n], *filter_, plan_, key + n, violation_kind::not_found_at_end);
    }

    for (std::size_t n = begin; n < end; n += 4) {
        const std::size_t absent = plan_.key_count() + n;
        if (filter_->may_contain(absent) && !plan_.holds_in_the_end(*filter_, absent))
            me.report(violation_kind::found_without_bits, *filter_, absent);
        me.count_operations(1);
    }
}

void one_filter_round::judge(worker& me)
{
    judge_answers(me);
    judge_counters(me);
}

void one_filter_round::judge_answers(worker& me)
{
    tally& counts = me.counts();
    const std::uint64_t answered_before = counts.answered_keys;
    book_.judge(*filter_, plan_, setup_.kind->has_one_word, me);
    counts.expected_told_nobody += static_cast<double>(counts.answered_keys - answered_before) *
                                   mean_false_positive_rate(*filter_, plan_.key_count());
    ++counts.filters;
    counts.fill_sum += plan_.fill_in_the_end();
    counts.fill_highest = std::max(counts.fill_highest, plan_.fill_in_the_end());
    if (plan_.stray_cells(*filter_) != 0) me.report(violation_kind::stray_bit, *filter_, 0);
    if (!filter_->object_is_as_remembered()) me.report(violation_kind::object_written, *filter_, 0);
}

void one_filter_round::judge_counters(worker& me)
{
    if (!setup_.kind->counts) return;
    exact_counts exact(*filter_);
    for (std::size_t key = 0; key < plan_.key_count(); ++key) {
        const answer_book::answers a = book_.sum(key);
        exact.add(key, a.all_inserts(), a.erased);
    }
    if (exact.wrong_counters() != 0) me.report(violation_kind::wrong_count, *filter_, 0);
}

}  // namespace tamiz::stress
