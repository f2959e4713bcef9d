// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/table.hpp"

namespace crawler {
namespace {

using examples::with_separators;

/// Why a row has no figure.
std::string unknown(const run_result& result)
{
    return result.crawled.stopped || result.exact_size ? "stopped before it was known" : "see --verify";
}

std::string lost_note(const verification& judged)
{
    return fmt::format("false positives {}, races {}, lost claims {}, behind lost pages {}",
                       with_separators(judged.false_positives), with_separators(judged.lost_by_race),
                       with_separators(judged.lost_claims), with_separators(judged.behind_lost));
}

double bytes_each(std::uint64_t bytes, std::uint64_t count)
{
    return count == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(count);
}

std::string expected_drops(const run_result& result)
{
    if (!result.filter.expected_false_drops) return {};
    return fmt::format("false positives to be expected so far: {:.2g}", *result.filter.expected_false_drops);
}

}  // namespace

std::string report(const run_result& result, std::string_view layout_name)
{
    const visit_counts& counts = result.crawled.counts;
    examples::table rows(
        {{"", examples::alignment::left}, {"", examples::alignment::right}, {"", examples::alignment::left}});

    rows.add_row({"links seen", with_separators(counts.links),
                  fmt::format("to other sites {}, unusable {}", with_separators(counts.elsewhere),
                              with_separators(counts.unusable))});
    if (result.exact_size) {
        rows.add_row({"distinct URLs", with_separators(*result.exact_size), "by the exact set"});
    } else {
        const auto estimate = static_cast<std::uint64_t>(std::llround(result.filter.estimated_items));
        rows.add_row({"distinct URLs", with_separators(estimate), "estimated from the filter's bits"});
    }
    rows.add_row({"pages fetched", with_separators(counts.pages),
                  counts.unreadable > 0 ? with_separators(counts.unreadable) + " too costly to read" : ""});
    rows.add_row({"other files", with_separators(counts.files)});
    rows.add_row({"redirects", with_separators(counts.redirects)});
    rows.add_row({"broken links", with_separators(counts.broken)});
    rows.add_rule();
    rows.add_row({"fetched twice", with_separators(result.fetched_twice),
                  result.rule == policy::insert && result.fetched_twice > 0 ? "as --policy insert may" : ""});
    if (result.verified) {
        rows.add_row({"lost", with_separators(result.verified->lost()), lost_note(*result.verified)});
        rows.add_row({"forgotten", with_separators(result.verified->forgotten), "the filter denied what it held"});
        rows.add_row(
            {"unexplained", with_separators(result.verified->unexplained),
             fmt::format("against {} addresses found by one thread", with_separators(result.verified->reachable))});
    } else {
        rows.add_row({"lost", "-", unknown(result)});
    }
    rows.add_rule();
    rows.add_row(
        {"filter memory", examples::binary_size(result.filter.memory_bytes),
         fmt::format("made for {} URLs, {:.3g} bytes each", with_separators(result.filter_options.expected_items),
                     bytes_each(result.filter.memory_bytes, result.filter_options.expected_items))});
    if (result.exact_size && result.exact_memory) {
        rows.add_row({"exact set memory", examples::binary_size(*result.exact_memory),
                      fmt::format("measured with {} URLs, {:.3g} bytes each", with_separators(*result.exact_size),
                                  bytes_each(*result.exact_memory, *result.exact_size))});
    } else {
        rows.add_row({"exact set memory", "-", "see --verify"});
    }
    rows.add_row({"filter fill", examples::human_share(result.filter.fill_ratio),
                  fmt::format("{}, seed {}", layout_name, result.filter_options.seed)});
    rows.add_row({"time", examples::human_duration(result.time), expected_drops(result)});
    return rows.to_string();
}

}  // namespace crawler
