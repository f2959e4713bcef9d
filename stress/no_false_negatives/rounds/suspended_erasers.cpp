// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "no_false_negatives/living_keys.hpp"
#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"
#include "support/suspension.hpp"

namespace tamiz::stress {

namespace {

/// Where an eraser is suspended: it has the lock of the line. With a single word there is none, and only the first two
/// are come to: before the word is read, and between that and the exchange.
struct place {
    site where;
    unsigned skipped;
};
constexpr std::array<place, 4> places = {
    {{site::erase_load, 0}, {site::erase_exchange, 0}, {site::erase_exchange, 1}, {site::unlock_exchange, 0}}};

/// How long an eraser stays suspended if the others do not go on: so many milliseconds of sleep. A clock would go on
/// while the whole program is stopped.
constexpr unsigned patience_in_sleeps = 3000;

/// They fill a line to a third.
std::size_t keys_of_a_line(const filter_kind& kind)
{
    return kind.cells_per_line * 2 / (5 * kind.hashes);
}

/// A filter of one line. Some threads erase what they put in, and are suspended in the middle. The others put in and
/// ask for keys all the while, and that many calls of theirs must come to their end before an eraser is let go.
class suspended_line final : public one_filter_round {
public:
    suspended_line(const round_setup& setup, std::atomic<bool>& gave_up)
        : one_filter_round(setup,
                           setup.kind->with_numbers({setup.kind->cells_per_line, setup.kind->hashes, setup.seed},
                                                    number_keys(setup.seed, keys_of_a_line(*setup.kind))),
                           keys_of_a_line(*setup.kind)),
          erasers_(std::max(1U, setup.threads / 4)), living_(plan_.key_count()), gave_up_(gave_up)
    {
    }

    void work(worker& me) override
    {
        if (me.index() < erasers_)
            erase_all(me);
        else
            go_on(me);
    }

    void check(worker& me) override
    {
        if (me.index() != 0) return;
        for (std::size_t key = 1; key < plan_.key_count(); key += 2)
            if (book_.sum(key).inserts != 0) me.expect(*filter_, plan_, key, violation_kind::not_found_at_end);
    }

    void judge(worker& me) override
    {
        one_filter_round::judge(me);
        me.counts().expected_told_nobody = 0;  // the model knows nothing of keys that leave
    }

private:
    /// Even keys are put in and erased, each by one eraser.
    void erase_all(worker& me)
    {
        for (std::size_t key = 2 * me.index(); key < plan_.key_count(); key += 2 * erasers_) {
            living_.announce(key);
            put_in(me, key);
            publication::publish();
            expect_own(me, key);

            std::optional<suspension> suspended;
            if (setup_.chaotic && !gave_up_.load(std::memory_order_relaxed)) {
                const place at = places[me.random().below(places.size())];
                suspended.emplace(at.where, at.skipped, [&] { wait_while_others_go_on(me, key); });
            }
            living_.take_back(key);
            if (!erase(me, key)) me.report(violation_kind::erase_refused, *filter_, key);
        }
        erasers_done_.fetch_add(1, std::memory_order_release);
    }

    /// Odd keys are put in by all others, over and over, and stay.
    void go_on(worker& me)
    {
        const std::size_t odd_keys = plan_.key_count() / 2;
        std::vector<std::size_t> own;
        while (erasers_done_.load(std::memory_order_acquire) != erasers_) {
            if (me.random().one_in(4)) {
                own.push_back(2 * me.random().below(odd_keys) + 1);
                book_.inserted(me.index(), own.back(), filter_->insert(own.back()));
                me.count_operations(1);
                inserts_.fetch_add(1, std::memory_order_relaxed);
            } else {
                if (!own.empty() && me.random().one_in(2))
                    expect_own(me, own[me.random().below(own.size())]);
                else
                    living_.expect(me, *filter_, plan_, 2 * me.random().below(odd_keys));
                lookups_.fetch_add(1, std::memory_order_relaxed);
            }
            if (me.random().one_in(16)) std::this_thread::yield();
        }
    }

    /// Each of the others may have been at the end of a call when the eraser was suspended. So many more calls than
    /// there are threads have begun since then.
    void wait_while_others_go_on(worker& me, std::size_t key)
    {
        const std::uint64_t inserts_before = inserts_.load(std::memory_order_relaxed);
        const std::uint64_t lookups_before = lookups_.load(std::memory_order_relaxed);
        ++me.counts().suspended_erases;
        for (unsigned turn = 0; turn < patience_in_sleeps; ++turn) {
            const std::uint64_t inserts = inserts_.load(std::memory_order_relaxed) - inserts_before;
            const std::uint64_t lookups = lookups_.load(std::memory_order_relaxed) - lookups_before;
            if (inserts > setup_.threads && lookups > setup_.threads) {
                me.counts().calls_beside_them += inserts + lookups;
                return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(turn < 16 ? 0 : 1));
        }
        gave_up_.store(true, std::memory_order_relaxed);
        me.report(violation_kind::held_up_by_eraser, *filter_, key);
    }

    unsigned erasers_;
    living_keys living_;
    std::atomic<unsigned> erasers_done_{0};
    std::atomic<std::uint64_t> inserts_{0};  // that have returned, of all but erasers
    std::atomic<std::uint64_t> lookups_{0};
    std::atomic<bool>& gave_up_;
};

/// One line after another. An eraser that is done with one waits in the next until the others have come there.
class suspended_erasers final : public round {
public:
    explicit suspended_erasers(const round_setup& setup)
    {
        const std::size_t count = setup.scaled(100, 12);
        for (std::size_t i = 0; i < count; ++i) {
            round_setup of_line = setup;
            of_line.seed = generator(setup.seed)() + i;
            lines_.push_back(std::make_unique<suspended_line>(of_line, gave_up_));
        }
    }

    void work(worker& me) override
    {
        for (const auto& line : lines_) line->work(me);
    }
    void check(worker& me) override
    {
        for (const auto& line : lines_) line->check(me);
    }
    void judge(worker& me) override
    {
        for (const auto& line : lines_) line->judge(me);
    }

private:
    std::atomic<bool> gave_up_{false};  // calls did not go on once: that is enough
    std::vector<std::unique_ptr<suspended_line>> lines_;
};

}  // namespace

std::unique_ptr<round> make_suspended_erasers(const round_setup& setup)
{
    return std::make_unique<suspended_erasers>(setup);
}

}  // namespace tamiz::stress
