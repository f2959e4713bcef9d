// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "no_false_negatives/one_filter_round.hpp"
#include "no_false_negatives/rounds/rounds.hpp"

namespace tamiz::stress {

namespace {

constexpr std::size_t most_neighbours = 4;

/// All threads erase the same keys, each of which was put in once, beside neighbours that stay and share counters with
/// them: one erase of each is told true, and no neighbour is missed, not even for a moment. (A key that the others
/// cover would take their counts with it, which no filter can tell: such keys are erased by their owner alone.)
///
/// The keys go in batches of one for each thread. The first batch and every other one after it are neighbours, which
/// come first of all. Then batch by batch each thread puts in its own key, waits for the others', and erases all of
/// them, in the same order as everybody.
class erase_twice final : public one_filter_round {
public:
    explicit erase_twice(const round_setup& setup)
        : one_filter_round(setup, setup.threads * setup.scaled(400, 60)), neighbours_(plan_.key_count())
    {
        std::vector<probe> probes;
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::size_t>> holders;  // of a counter
        const auto for_each_counter = [&](std::size_t key, const auto& use) {
            probes.clear();
            filter_->append_probes(key, probes);
            for (const probe& p : probes)
                for (std::uint64_t mask = p.mask; mask != 0; mask &= mask - 1) use(holders[{p.word, mask & -mask}]);
        };
        for (std::size_t key = 0; key < plan_.key_count(); ++key)
            if (stays(key) && !plan_.is_covered(key))
                for_each_counter(key, [&](std::vector<std::size_t>& of) { of.push_back(key); });
        for (std::size_t key = 0; key < plan_.key_count(); ++key)
            if (!stays(key))
                for_each_counter(key, [&](const std::vector<std::size_t>& of) {
                    // One that shares its counter with no other neighbour is the first to be missed.
                    if (of.size() == 1 && neighbours_[key].size() < most_neighbours)
                        neighbours_[key].push_back(of.front());
                });
    }

    void work(worker& me) override
    {
        const std::size_t batches = plan_.key_count() / setup_.threads;  // whole ones
        for (std::size_t batch = 0; batch <= batches; batch += 2) {
            const std::size_t key = batch * setup_.threads + me.index();
            if (key >= plan_.key_count()) break;
            put_in(me, key);
            expect_own(me, key);
        }
        for (std::size_t batch = 1; batch < batches; batch += 2) {
            const std::size_t first = batch * setup_.threads;
            publication::announce(published_[me.index()], batch);
            put_in(me, first + me.index());
            expect_own(me, first + me.index());  // before others know of it, and erase it
            publication::publish();
            wait_for_all(me, batch);
            for (std::size_t key = first; key < first + setup_.threads; ++key) {
                if (!plan_.is_covered(key) || key == first + me.index()) erase(me, key);
                ask_neighbours(me, key);
            }
        }
    }

    void check(worker& me) override
    {
        for (std::size_t key = me.index(); key < plan_.key_count(); key += setup_.threads)
            if (stays(key)) me.expect(*filter_, plan_, key, violation_kind::not_found_at_end);
    }

    void judge(worker& me) override
    {
        one_filter_round::judge(me);
        me.counts().expected_told_nobody = 0;  // the model knows nothing of keys that leave
        for (std::size_t key = 0; key < plan_.key_count(); ++key) {
            const answer_book::answers a = book_.sum(key);
            if (a.refused != 0 && a.erased == 0) me.report(violation_kind::erase_refused, *filter_, key);
        }
    }

private:
    [[nodiscard]] bool stays(std::size_t key) const { return key / setup_.threads % 2 == 0; }

    /// Until all threads have put in their key of the batch. Meanwhile others may still erase the batch before.
    void wait_for_all(worker& me, std::size_t batch)
    {
        patience idle;
        const auto has_put_in = [batch](const published_count& count) { return count.read() >= batch; };
        while (!std::ranges::all_of(published_, has_put_in)) {
            if (batch > 1) ask_neighbours(me, (batch - 2) * setup_.threads + me.random().below(setup_.threads));
            idle.wait();
        }
    }

    void ask_neighbours(worker& me, std::size_t key)
    {
        for (const std::size_t neighbour : neighbours_[key])
            me.expect(*filter_, plan_, neighbour, violation_kind::not_found_published);
    }

    std::vector<std::vector<std::size_t>> neighbours_;  // by key; of those that do not stay
};

}  // namespace

std::unique_ptr<round> make_erase_twice(const round_setup& setup)
{
    return std::make_unique<erase_twice>(setup);
}

}  // namespace tamiz::stress
