// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/run.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <new>
#include <string_view>

#include "dedup/counts.hpp"
#include "dedup/fill_watch.hpp"
#include "dedup/output.hpp"
#include "dedup/pipeline.hpp"
#include "support/progress.hpp"
#include "support/table.hpp"

namespace dedup {
namespace {

using clock = std::chrono::steady_clock;

line_judge judge_for(const run_settings& how)
{
    try {
        return line_judge(
            how.which,
            {.expected_items = how.planned.items, .false_positive_rate = how.false_positive_rate, .seed = how.seed});
    } catch (const std::logic_error& error) {  // invalid_argument, length_error
        throw refused_filter(error.what());
    } catch (const std::bad_alloc&) {
        throw refused_filter(fmt::format("there is no memory for {} filter{} of {} different lines",
                                         line_judge::filters(how.which), line_judge::filters(how.which) == 1 ? "" : "s",
                                         examples::with_separators(how.planned.items)));
    }
}

/// Not by getrusage, which counts what the process was before it became this program, a copy of its parent.
std::uint64_t peak_resident_bytes()
{
    constexpr std::string_view name = "VmHWM:";
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        constexpr std::uint64_t unit = 1024;
        if (line.starts_with(name)) return std::strtoull(line.c_str() + name.size(), nullptr, 10) * unit;
    }
    return 0;
}

std::string progress_line(const counts& so_far, const plan& planned, clock::time_point begin)
{
    const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
    const std::uint64_t lines = so_far.lines.load(std::memory_order_relaxed);
    const std::uint64_t seen = so_far.seen.load(std::memory_order_relaxed);
    return fmt::format("{} lines, {} different, {:.0f} % of the plan, {}, {:.2f} million lines/s",
                       examples::with_separators(lines), examples::with_separators(seen),
                       100 * static_cast<double>(seen) / static_cast<double>(planned.items),
                       examples::binary_size(so_far.bytes.load(std::memory_order_relaxed)),
                       static_cast<double>(lines) / 1e6 / std::max(seconds, 1e-9));
}

void add(std::atomic<std::uint64_t>& to, std::uint64_t number)
{
    to.store(to.load(std::memory_order_relaxed) + number, std::memory_order_relaxed);
}

/// Fills the filter with the lines that are not to be printed. Returns how many were read.
std::uint64_t exclude(const run_settings& how, line_judge& judge, fill_watch& watch, counts& so_far)
{
    if (how.against.empty()) return 0;
    std::uint64_t lines = 0;
    input from(how.against, {.standard_input = how.input_descriptor, .to = how.to});
    run_pipeline(from, judge, {.threads = how.threads, .in_order = false, .is_excluding = true}, [&](block& done) {
        lines += done.lines();
        add(so_far.seen, done.fresh());
        watch.see(so_far.seen.load(std::memory_order_relaxed));
    });
    if (from.failures() > 0) throw unreadable_exclusion();
    return lines;
}

verdict verified(const run_settings& how, const std::vector<bool>& answers)
{
    input again(how.files, {.not_from = how.is_counting ? -1 : how.output_descriptor});
    input excluded(how.against, {});
    verdict result = verify(again, excluded, how.which, answers);
    result.has_changed |= again.failures() > 0 || excluded.failures() > 0;
    return result;
}

}  // namespace

run_result run(const run_settings& how)
{
    const clock::time_point begin = clock::now();
    line_judge judge = judge_for(how);
    fill_watch watch(how.planned, judge.filter(), *how.to);
    counts so_far;
    std::optional<examples::progress> progress;
    if (how.progress_to != nullptr)
        progress.emplace([&] { return progress_line(so_far, how.planned, begin); },
                         examples::progress_options{.out = how.progress_to});

    run_result result;
    result.excluded_lines = exclude(how, judge, watch, so_far);

    std::vector<bool> answers;
    input from(how.files, {.standard_input = how.input_descriptor,
                           .not_from = how.is_counting ? -1 : how.output_descriptor,
                           .to = how.to});
    run_pipeline(from, judge, {.threads = how.threads, .in_order = how.is_ordered || how.is_verifying},
                 [&](block& done) {
                     if (!how.is_counting) write_all(how.output_descriptor, done.kept());
                     if (how.is_verifying) done.append_answers(answers);
                     add(so_far.lines, done.lines());
                     add(so_far.bytes, done.bytes());
                     add(so_far.seen, done.fresh());
                     add(so_far.printed, done.kept_lines());
                     watch.see(so_far.seen.load(std::memory_order_relaxed));
                 });
    if (progress) progress->stop();

    result.lines = so_far.lines;
    result.bytes = so_far.bytes;
    result.seen = so_far.seen;
    result.printed = so_far.printed;
    result.failures = from.failures();
    if (how.is_counting) write_all(how.output_descriptor, fmt::format("{}\n", result.printed));
    result.time = clock::now() - begin;
    result.peak_bytes = peak_resident_bytes();
    result.filter = judge.filter().stats();
    result.filters_bytes = judge.memory_bytes();
    if (how.is_verifying && result.failures == 0) {
        const clock::time_point second = clock::now();
        result.verified = verified(how, answers);
        result.verify_time = clock::now() - second;
    }
    return result;
}

}  // namespace dedup
