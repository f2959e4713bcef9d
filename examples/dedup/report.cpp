// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/report.hpp"

#include <fmt/format.h>

#include "support/table.hpp"

namespace dedup {
namespace {

using examples::with_separators;

std::string share_note(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0) return {};
    return fmt::format("{} of the lines",
                       examples::human_share(static_cast<double>(part) / static_cast<double>(whole)));
}

std::string plan_note(const plan& planned)
{
    const std::string items = with_separators(planned.items);
    switch (planned.from) {
    case basis::asked:
        return fmt::format("made for {} different lines", items);
    case basis::memory:
        return fmt::format("made for {} different lines, as the memory allows", items);
    case basis::files:
        return fmt::format("made for {} different lines: the files have no more", items);
    case basis::assumed:
        break;
    }
    return fmt::format("made for {} different lines, a guess", items);
}

}  // namespace

std::string report(const run_result& result, const run_settings& how)
{
    const double seconds = std::chrono::duration<double>(result.time).count();
    examples::table rows(
        {{"", examples::alignment::left}, {"", examples::alignment::right}, {"", examples::alignment::left}});
    rows.add_row({"lines", with_separators(result.lines), examples::binary_size(result.bytes)});
    if (!how.against.empty())
        rows.add_row({"lines not to print", with_separators(result.excluded_lines), "in the files of --against"});
    rows.add_row(
        {"different lines", with_separators(result.seen), how.against.empty() ? "" : "those of --against included"});
    rows.add_row({how.is_counting ? "counted" : "printed", with_separators(result.printed),
                  share_note(result.printed, result.lines)});
    rows.add_rule();
    rows.add_row({how.which == wanted::repeated ? "two filters' memory" : "filter memory",
                  examples::binary_size(result.filters_bytes), plan_note(how.planned)});
    rows.add_row({"filter fill", examples::human_share(result.filter.fill_ratio), fmt::format("seed {}", how.seed)});
    rows.add_row({"false positives", fmt::format("{:.2g}", result.filter.estimated_false_positive_rate),
                  "the rate that holds now"});
    if (result.filter.expected_false_drops)
        rows.add_row(
            {"lost", fmt::format("{:.2g}", *result.filter.expected_false_drops), "lines to be expected so far"});
    if (result.verified && !result.verified->has_changed)
        rows.add_row({"lost", with_separators(result.verified->lost.size()),
                      fmt::format("by the exact second pass, in {}", examples::human_duration(result.verify_time))});
    rows.add_rule();
    if (result.peak_bytes > 0)
        rows.add_row({"peak memory", examples::binary_size(result.peak_bytes), "resident, all in all"});
    rows.add_row({"time", examples::human_duration(result.time),
                  fmt::format("{:.2f} million lines/s with {} thread{}",
                              static_cast<double>(result.lines) / 1e6 / (seconds > 0 ? seconds : 1e-9), how.threads,
                              how.threads == 1 ? "" : "s")});
    return rows.to_string();
}

}  // namespace dedup
