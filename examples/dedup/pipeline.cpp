// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/pipeline.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace dedup {
namespace {

/// The blocks that nobody works on.
class block_pool {
public:
    explicit block_pool(unsigned groups) : groups_(groups) {}

    [[nodiscard]] block* take()
    {
        const std::lock_guard guard(mutex_);
        if (idle_.empty()) {
            blocks_.push_back(std::make_unique<block>(groups_));
            idle_.reserve(blocks_.size());  // giving back must not throw
            return blocks_.back().get();
        }
        block* const last = idle_.back();
        idle_.pop_back();
        return last;
    }
    void give_back(block* done) noexcept
    {
        const std::lock_guard guard(mutex_);
        idle_.push_back(done);
    }

private:
    const unsigned groups_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<block>> blocks_;
    std::vector<block*> idle_;
};

}  // namespace

void run_pipeline(input& from, line_judge& judge, const pipeline_settings& how, const std::function<void(block&)>& done)
{
    const unsigned groups = std::min(how.threads, block::max_groups);
    block_pool pool(groups);
    using tbb::filter_mode;

    tbb::filter<void, block*> stages = tbb::make_filter<void, block*>(filter_mode::serial_in_order,
                                                                      [&](tbb::flow_control& control) -> block* {
                                                                          block* const next = pool.take();
                                                                          if (from.read(next->text())) return next;
                                                                          pool.give_back(next);
                                                                          control.stop();
                                                                          return nullptr;
                                                                      }) &
                                       tbb::make_filter<block*, block*>(filter_mode::parallel, [&](block* lines) {
                                           lines->split(judge);
                                           return lines;
                                       });
    // One stage for each group. It takes the blocks in order, so a line's first occurrence is judged first; and while
    // it has one block, the other groups of other blocks are judged in theirs.
    for (unsigned group = 0; group < groups; ++group) {
        stages = stages & tbb::make_filter<block*, block*>(filter_mode::serial_in_order, [&, group](block* lines) {
                     if (how.is_excluding)
                         judge.exclude(lines->group(group));
                     else
                         judge.judge(lines->group(group));
                     return lines;
                 });
    }
    const tbb::filter<void, void> all =
        stages &
        tbb::make_filter<block*, block*>(filter_mode::parallel,
                                         [&](block* lines) {
                                             if (!how.is_excluding) lines->keep_printed();
                                             return lines;
                                         }) &
        tbb::make_filter<block*, void>(how.in_order ? filter_mode::serial_in_order : filter_mode::serial_out_of_order,
                                       [&](block* lines) {
                                           done(*lines);
                                           pool.give_back(lines);
                                       });

    // oneTBB starts no more workers than processors unless it is told that more are allowed.
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, how.threads);
    tbb::task_arena arena(static_cast<int>(how.threads));
    arena.execute([&] { tbb::parallel_pipeline(std::size_t{2} * how.threads + 2, all); });
}

}  // namespace dedup
