// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tamiz/bloom_filter.hpp>

#include "no_false_negatives/answer_book.hpp"
#include "no_false_negatives/object_image.hpp"
#include "no_false_negatives/round_plan.hpp"
#include "no_false_negatives/worker.hpp"
#include "support/publication.hpp"

namespace tamiz::stress {

/// Integer keys of a round. Neighbours, because the hash must cope with them; other seeds have other ones.
class number_keys {
public:
    explicit number_keys(std::uint64_t seed) noexcept : first_(generator(seed)()) {}
    [[nodiscard]] std::uint64_t operator()(std::size_t i) const noexcept { return first_ + i; }

private:
    std::uint64_t first_;
};

template <typename Layout, typename Words>
using number_filter = bloom_filter<std::uint64_t, Layout, hash<std::uint64_t>, Words>;

/// What a round with one filter consists of but for what its threads do: the filter, its keys, the answers, the
/// published counts, and the checks in the end.
///
/// A round is constructed by one thread; then all call `work` at once; when all have returned, all call `check` at
/// once; then one calls `judge`.
template <typename Filter, typename MakeKey = number_keys>
class one_filter_round {
public:
    using filter_type = Filter;

    /// Asks for a share of the keys, one by one and in bulk, and for keys that were never put in.
    void check(worker& me)
    {
        const std::size_t begin = plan_.key_count() * me.index() / setup_.threads;
        const std::size_t end = plan_.key_count() * (me.index() + 1) / setup_.threads;
        const std::size_t middle = begin + (end - begin) / 2;
        for (std::size_t i = begin; i < middle; ++i)
            me.expect_found(filter_.may_contain(plan_.key(i)), plan_, i, violation_kind::not_found_at_end);

        std::array<bool, bulk_size> found{};
        for (std::size_t i = middle; i < end; i += bulk_size) {
            const std::size_t count = std::min(bulk_size, end - i);
            filter_.may_contain_range(std::span(plan_.keys()).subspan(i, count), found);
            for (std::size_t n = 0; n < count; ++n)
                me.expect_found(found[n], plan_, i + n, violation_kind::not_found_at_end);
        }

        for (std::size_t i = begin; i < end; i += 4) {
            const auto absent = make_key_(plan_.key_count() + i);
            if (filter_.may_contain(absent) && !plan_.holds_in_the_end(absent))
                me.report(violation_kind::found_without_bits, absent);
            me.count_operations(1);
        }
    }

    void judge(worker& me) { judge_all(me, plan_.expected_false_positives()); }

protected:
    static constexpr std::size_t bulk_size = 64;

    one_filter_round(const round_setup& setup, std::size_t key_count)
        : one_filter_round(setup, size_for_keys<typename Filter::layout_type>(key_count, setup.seed), key_count)
    {
    }
    one_filter_round(const round_setup& setup, const explicit_size& size, std::size_t key_count)
        : setup_(setup), writers_(setup.threads), make_key_(setup.seed), filter_(size),
          plan_(size, key_count, make_key_), image_(filter_), book_(setup.threads, plan_.key_count()),
          published_(setup.threads)
    {
    }

    /// `expected_false_positives`: 0 where no model says.
    void judge_all(worker& me, double expected_false_positives)
    {
        book_.judge(plan_, me);
        me.count_filter(plan_.fill_in_the_end(), expected_false_positives);
        if (plan_.stray_bits(filter_.words()) != 0) me.report(violation_kind::stray_bit, plan_.key(0));
        if (!image_.same(filter_)) me.report(violation_kind::object_written, plan_.key(0));
    }

    /// The keys of one of the threads that put in keys of their own.
    [[nodiscard]] share share_of(unsigned thread) const noexcept
    {
        return {thread - first_writer_, writers_, plan_.key_count()};
    }
    [[nodiscard]] std::uint64_t published_by(unsigned thread) const noexcept { return published_[thread].read(); }

    /// Puts key i in, by a claim or an insert. Keys that many threads put in are claimed by all of them, inserted by
    /// all, or both.
    void put_in(worker& me, std::size_t i)
    {
        const bool claims = i % 4 == 3 ? me.index() % 2 != 0 : i % 4 != 2;
        if (claims)
            book_.claimed(me.index(), i, filter_.claim(plan_.key(i)));
        else
            book_.inserted(me.index(), i, filter_.insert(plan_.key(i)));
        me.count_operations(1);
    }

    /// First check: what this thread has put in must be found at once.
    void expect_at_once(worker& me, std::size_t i)
    {
        me.expect_found(filter_.may_contain(plan_.key(i)), plan_, i, violation_kind::not_found_own);
    }

    /// Puts in the n-th key of this thread's own share, and publishes it.
    void put_in_and_publish(worker& me, const share& own, std::size_t n)
    {
        publication::announce(published_[me.index()], n + 1);
        put_in(me, own[n]);
        publication::publish();
    }

    /// Second check: what another thread has published must be found. Asks for its latest key, or for any.
    void expect_published(worker& me)
    {
        const auto other = first_writer_ + static_cast<unsigned>(me.random().below(writers_));
        const std::uint64_t count = published_by(other);
        if (count == 0) return;
        const std::uint64_t n = me.random().one_in(2) ? count - 1 : me.random().below(count);
        const std::size_t i = share_of(other)[n];
        me.expect_found(filter_.may_contain(plan_.key(i)), plan_, i, violation_kind::not_found_published);
    }

    round_setup setup_;
    unsigned first_writer_ = 0;  // threads that put in keys of their own
    unsigned writers_;
    MakeKey make_key_;
    Filter filter_;
    round_plan<typename Filter::layout_type, typename Filter::key_type> plan_;
    object_image<Filter> image_;
    answer_book book_;
    std::vector<published_count> published_;  // by thread: how many of its own keys are in
};

}  // namespace tamiz::stress
