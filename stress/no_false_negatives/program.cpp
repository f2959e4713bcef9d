// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ostream>
#include <thread>
#include <variant>
#include <vector>

#include "no_false_negatives/command_line.hpp"
#include "no_false_negatives/report.hpp"
#include "support/progress.hpp"
#include "support/stop_signal.hpp"
#include "support/table.hpp"

namespace tamiz::stress {

namespace {

using clock = std::chrono::steady_clock;

/// What the live line shows; written by the thread that judges the rounds, read by the one that shows it.
struct board {
    std::atomic<std::size_t> cell{0};
    std::atomic<std::uint64_t> operations{0};
    std::atomic<std::uint64_t> checks{0};
    std::atomic<std::uint64_t> violations{0};

    void show(const tally& done) noexcept
    {
        operations.store(done.operations, std::memory_order_relaxed);
        checks.store(done.checks, std::memory_order_relaxed);
        violations.store(done.all_violations(), std::memory_order_relaxed);
    }
};

/// Runs all cells in turn, in passes of about a second for each, so that a run that is stopped has seen some of
/// everything.
class run {
public:
    explicit run(const command_line& command) : command_(command), length_(std::chrono::seconds(command.seconds))
    {
        for (const scenario_info& which : command.scenarios)
            for (const layout_entry& layout : command.layouts)
                if (is_for(which, layout.calm)) cells_.push_back({which, layout});
    }

    void go(const examples::stop_signal& stop)
    {
        const auto passes = std::max<std::uint64_t>(1, command_.seconds / cells_.size());
        const auto slice = length_ / (passes * cells_.size());
        auto end = begin_;
        for (std::uint64_t pass = 0; pass < passes; ++pass)
            for (std::size_t i = 0; i < cells_.size(); ++i) {
                end += slice;
                const bool is_late = pass != 0 && clock::now() >= begin_ + length_;
                if (is_late || stop.requested()) return;
                if (cells_[i].seen.all_violations() != 0) continue;  // it has shown what it can
                run_slice(i, end, stop);
            }
    }

    [[nodiscard]] std::string live_line() const
    {
        const cell& current = cells_[board_.cell.load(std::memory_order_relaxed)];
        return fmt::format("{} s of {}: {} operations, {} checks, {} violations; now {}, {}",
                           std::chrono::duration_cast<std::chrono::seconds>(clock::now() - begin_).count(),
                           command_.seconds,
                           examples::with_separators(board_.operations.load(std::memory_order_relaxed)),
                           examples::with_separators(board_.checks.load(std::memory_order_relaxed)),
                           examples::with_separators(board_.violations.load(std::memory_order_relaxed)),
                           current.which.name, current.layout.name);
    }

    [[nodiscard]] const std::vector<cell>& cells() const noexcept { return cells_; }
    [[nodiscard]] const tally& total() const noexcept { return total_; }
    [[nodiscard]] clock::duration elapsed() const { return clock::now() - begin_; }

private:
    void run_slice(std::size_t i, clock::time_point end, const examples::stop_signal& stop)
    {
        cell& current = cells_[i];
        board_.cell.store(i, std::memory_order_relaxed);
        run_request request;
        request.threads = command_.threads;
        request.seed = command_.seed + current.seen.rounds;
        request.time = end - clock::now();
        request.goes_on = [&](const tally& seen) {
            tally so_far = total_;
            board_.show(so_far += seen);
            return !stop.requested();
        };
        const tally seen = run_scenario(current.which.which, current.layout.calm, current.layout.chaotic, request);
        current.seen += seen;
        board_.show(total_ += seen);
    }

    const command_line& command_;
    const clock::duration length_;
    const clock::time_point begin_ = clock::now();
    std::vector<cell> cells_;  // their names do not change
    tally total_;
    board board_;
};

std::string verdict_of(const run& done, const command_line& command)
{
    const tally& total = done.total();
    std::string text;
    if (total.erases + total.refused_erases != 0)
        text += fmt::format(
            "{} erases, and {} refused; {} suspended in the middle, beside which {} inserts and lookups went on\n",
            examples::with_separators(total.erases), examples::with_separators(total.refused_erases),
            examples::with_separators(total.suspended_erases), examples::with_separators(total.calls_beside_them));
    text += fmt::format(
        "{} false negatives and {} double winners in {} checks and {} operations; {} violations in all\n",
        examples::with_separators(total.false_negatives()),
        examples::with_separators(total.count(violation_kind::won_twice)), examples::with_separators(total.checks),
        examples::with_separators(total.operations), examples::with_separators(total.all_violations()));
    text +=
        fmt::format("{} rounds of {} threads on {} cores, seed {}, {}; no filter was more than {} full\n",
                    examples::with_separators(total.rounds), command.threads, std::thread::hardware_concurrency(),
                    command.seed, examples::human_duration(done.elapsed()), examples::human_share(total.fill_highest));
    return text;
}

}  // namespace

int run_program(int argc, const char* const* argv, const catalogue& filters, const program_streams& streams)
{
    const auto parsed = parse_command_line(argc, argv, filters, streams.out, streams.err);
    if (const int* const status = std::get_if<int>(&parsed)) return *status;
    const auto& command = std::get<command_line>(parsed);

    const examples::stop_signal stop;
    run running(command);
    {
        examples::progress_options how;
        how.out = streams.live;
        how.elsewhere = std::chrono::seconds(10);
        const examples::progress live([&running] { return running.live_line(); }, how);
        running.go(stop);
    }

    if (stop.requested()) streams.out << "Stopped by a signal; until then:\n";
    streams.out << table_of(running.cells()) << '\n';
    for (const cell& each : running.cells())
        if (each.seen.first) streams.out << violation_of(each, command) << '\n';
    streams.out << verdict_of(running, command) << std::flush;
    return running.total().all_violations() != 0 ? 1 : stop.exit_status();
}

}  // namespace tamiz::stress
