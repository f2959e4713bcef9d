// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <vector>

#include "no_false_negatives/living_keys.hpp"
#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

/// The first keys of a round are put in and erased by every thread, each its own copies.
constexpr std::size_t common_keys = 16;
constexpr unsigned most_copies = 3;
/// A key that is put in so often has all of its counters stuck.
constexpr unsigned copies_that_stick = 20;

/// Keys come and go in a small filter, so that each shares counters with others that stay. Every thread puts in and
/// erases copies of its own keys, and of some that all have. A key that is in is found by its owner, who asks again and
/// again, and by others as long as they know it to be in; and an erase of one's own copy is never refused.
class insert_and_erase final : public one_filter_round {
public:
    explicit insert_and_erase(const round_setup& setup)
        : one_filter_round(setup, setup.threads * setup.scaled(48, 24)), living_(plan_.key_count()),
          latest_(setup.threads), copies_(setup.threads, std::vector<unsigned>(plan_.key_count(), 0))
    {
    }

    void work(worker& me) override
    {
        const key_run own = keys_of(me.index());
        const std::size_t steps = setup_.scaled(6000, 300);
        const std::size_t sticks_at = me.random().below(steps);
        for (std::size_t step = 0; step < steps; ++step) {
            if (own.size() > 1) {
                if (step == sticks_at) stick(me, own[own.size() - 1]);
                change_or_ask(me, own[me.random().below(own.size() - 1)]);
            }
            if (me.random().one_in(4)) change_or_ask(me, me.random().below(std::min(common_keys, plan_.key_count())));
            for (unsigned i = 0; i < 2; ++i) expect_living(me);
        }
    }

    /// Nothing is lost in the end, and when all is erased nothing is left.
    void check(worker& me) override
    {
        std::vector<unsigned>& copies = copies_[me.index()];
        for (std::size_t key = 0; key < plan_.key_count(); ++key)
            if (copies[key] != 0) me.expect(*filter_, plan_, key, violation_kind::not_found_at_end);
        for (std::size_t key = 0; key < plan_.key_count(); ++key)
            while (copies[key] != 0) erase_copy(me, key);
    }

    void judge(worker& me) override
    {
        one_filter_round::judge(me);
        me.counts().expected_told_nobody = 0;  // the model knows nothing of keys that leave
    }

private:
    [[nodiscard]] bool is_own(const worker& me, std::size_t key) const { return key % setup_.threads == me.index(); }

    void change_or_ask(worker& me, std::size_t key)
    {
        const unsigned copies = copies_[me.index()][key];
        const std::uint64_t draw = me.random().below(4);
        if (copies == 0 || (draw == 0 && copies < most_copies))
            put_in_copy(me, key);
        else if (draw < 2)
            erase_copy(me, key);
        expect_copies(me, key);
    }

    void put_in_copy(worker& me, std::size_t key)
    {
        unsigned& copies = copies_[me.index()][key];
        if (copies == 0 && is_own(me, key)) {
            latest_[me.index()].value.store(key, std::memory_order_relaxed);
            living_.announce(key);
        }
        const bool is_new = filter_->insert(key);
        publication::publish();
        book_.inserted(me.index(), key, is_new);
        me.count_operations(1);
        if (is_new && copies != 0) me.report(violation_kind::not_found_own, *filter_, key);
        ++copies;
    }

    void erase_copy(worker& me, std::size_t key)
    {
        unsigned& copies = copies_[me.index()][key];
        if (copies == 1 && is_own(me, key)) living_.take_back(key);
        if (!erase(me, key)) me.report(violation_kind::erase_refused, *filter_, key);
        --copies;
    }

    void expect_copies(worker& me, std::size_t key)
    {
        const unsigned copies = copies_[me.index()][key];
        if (copies == 0) return;
        expect_own(me, key);
        me.count_operations(1);
        if (filter_->occurrences(key) < std::min(copies, tamiz::detail::stuck_count))
            me.report(violation_kind::wrong_count, *filter_, key);
    }

    /// Asks for a key that is known to be in: the latest of some thread, or any.
    void expect_living(worker& me)
    {
        const std::uint64_t latest = latest_[me.random().below(setup_.threads)].read();
        living_.expect(me, *filter_, plan_, me.random().one_in(2) ? latest : me.random().below(plan_.key_count()));
    }

    /// Puts in more copies than a counter can count, and erases them all: the key stays for ever.
    void stick(worker& me, std::size_t key)
    {
        for (unsigned i = 0; i < copies_that_stick; ++i) {
            put_in_copy(me, key);
            expect_copies(me, key);
        }
        for (unsigned i = 0; i < copies_that_stick; ++i) {
            erase_copy(me, key);
            expect_own(me, key);
        }
    }

    living_keys living_;
    std::vector<published_count> latest_;        // by thread: the key of its own that it put in last; only a hint
    std::vector<std::vector<unsigned>> copies_;  // by thread, then by key: put in and not erased by it
};

}  // namespace

std::unique_ptr<round> make_insert_and_erase(const round_setup& setup)
{
    return std::make_unique<insert_and_erase>(setup);
}

}  // namespace tamiz::stress
