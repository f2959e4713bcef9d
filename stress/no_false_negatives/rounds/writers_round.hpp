// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "no_false_negatives/one_filter_round.hpp"

namespace tamiz::stress {

/// A round in which thread 0 does something with the whole filter, as often as it can, while the others write: what
/// merge and copy have in common.
class writers_round : public one_filter_round {
public:
    void work(worker& me) final
    {
        if (me.index() == 0)
            watch_all(me);
        else
            write_all(me);
    }

protected:
    writers_round(const round_setup& setup, std::size_t keys_per_writer)
        : one_filter_round(setup, (setup.threads - 1) * keys_per_writer), asked_(setup.threads, 0)
    {
        set_writers(1, setup.threads - 1);
    }

    /// Called for each key of a writer, the n-th of its own.
    virtual void write(worker& me, const key_run& own, std::size_t n) = 0;

    /// Called over and over by thread 0, with the number of keys that each thread had published before; and once more
    /// when all have ended.
    virtual void watch(worker& me, const std::vector<std::uint64_t>& published) = 0;

    /// Thread 0 asks for each key that was published since the last call, and for an older one of each writer.
    void expect_news(worker& me, const subject& filter, const std::vector<std::uint64_t>& published)
    {
        for (unsigned writer = 1; writer < setup_.threads; ++writer) {
            const key_run keys = keys_of(writer);
            for (std::uint64_t& n = asked_[writer]; n < published[writer]; ++n)
                me.expect(filter, plan_, keys[n], violation_kind::not_found_published);
            if (asked_[writer] != 0)
                me.expect(filter, plan_, keys[me.random().below(asked_[writer])], violation_kind::not_found_published);
        }
    }

private:
    void write_all(worker& me)
    {
        const key_run own = keys_of(me.index());
        for (std::size_t n = 0; n < own.size(); ++n) write(me, own, n);
        writers_done_.fetch_add(1, std::memory_order_release);
    }

    void watch_all(worker& me)
    {
        std::vector<std::uint64_t> published(setup_.threads, 0);
        bool is_last = false;
        while (!is_last) {
            is_last = writers_done_.load(std::memory_order_acquire) == writers();
            for (unsigned writer = 1; writer < setup_.threads; ++writer) published[writer] = published_[writer].read();
            watch(me, published);
            std::this_thread::yield();  // it never waits, and would take a core from the writers
        }
    }

    std::atomic<unsigned> writers_done_{0};
    std::vector<std::uint64_t> asked_;  // by writer; thread 0 alone
};

}  // namespace tamiz::stress
