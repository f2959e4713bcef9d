// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/table.hpp"

namespace cache {
namespace {

using examples::with_separators;

std::string share(std::uint64_t part, std::uint64_t whole)
{
    return examples::human_share(whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole));
}

std::string per_second(const run_result& result)
{
    const double seconds = std::chrono::duration<double>(result.time).count();
    if (seconds <= 0) return "-";
    return with_separators(static_cast<std::uint64_t>(std::llround(static_cast<double>(result.requests) / seconds)));
}

}  // namespace

std::string report(const std::vector<run_result>& results, const workload& trace, unsigned threads,
                   const std::string& store_name)
{
    if (results.empty()) return {};
    const cache_options& common = results.front().options;
    std::string text = fmt::format(
        "{} requests for {} keys, {} of them once; {} threads, {} entries in {} shards, {}\n\n",
        with_separators(trace.requests().size()), with_separators(trace.keys().size()), with_separators(trace.once()),
        threads, with_separators(common.capacity), with_separators(common.shards), store_name);

    std::vector<examples::table_column> columns = {{"filters", examples::alignment::left}};
    for (const run_result& each : results) columns.push_back({filters_name(each.options), examples::alignment::right});
    examples::table rows(columns);
    const auto add_row = [&](const std::string& name, auto&& cell_of) {
        std::vector<std::string> cells = {name};
        for (const run_result& each : results) cells.push_back(cell_of(each));
        rows.add_row(std::move(cells));
    };
    const auto add_count = [&](const std::string& name, std::uint64_t cache_stats::* count) {
        add_row(name, [&](const run_result& each) { return with_separators(each.stats.*count); });
    };
    // A cell of a filter that was not there.
    const auto add_count_if = [&](const std::string& name, bool cache_options::* has,
                                  std::uint64_t cache_stats::* count) {
        add_row(name, [&](const run_result& each) {
            return each.options.*has ? with_separators(each.stats.*count) : std::string("-");
        });
    };

    add_row("requests", [](const run_result& each) { return with_separators(each.requests); });
    add_row("hit ratio", [](const run_result& each) { return share(each.stats.hits, each.requests); });
    add_count("read from the store", &cache_stats::misses);
    rows.add_rule();
    add_count("locks taken", &cache_stats::locks);
    add_row("locks avoided",
            [](const run_result& each) { return with_separators(each.stats.known_misses + each.stats.kept_out); });
    add_count_if("  a miss known without", &cache_options::knows_misses, &cache_stats::known_misses);
    add_count_if("  not admitted", &cache_options::has_gate, &cache_stats::kept_out);
    add_count("locks to look in vain", &cache_stats::locked_in_vain);
    rows.add_rule();
    add_count("admissions", &cache_stats::admissions);
    add_count("evictions", &cache_stats::evictions);
    add_row("one-hit wonders kept out", [](const run_result& each) {
        return each.options.has_gate ? with_separators(each.once_kept_out) : std::string("-");
    });
    add_row("  of all of them", [](const run_result& each) {
        return each.options.has_gate ? share(each.once_kept_out, each.once_asked) : std::string("-");
    });
    add_count_if("turns of the gate", &cache_options::has_gate, &cache_stats::gate_turns);
    rows.add_rule();
    add_row("filter memory", [](const run_result& each) { return examples::binary_size(each.stats.filter_bytes); });
    add_row(results.front().verified ? "time, with the check" : "time",
            [](const run_result& each) { return examples::human_duration(each.time); });
    add_row("requests a second", per_second);

    if (results.front().verified) {
        const auto add_verdict = [&](const std::string& name, bool needs_filter, std::uint64_t verdict::* count) {
            add_row(name, [&](const run_result& each) {
                if (!each.verified || (needs_filter && !each.options.knows_misses)) return std::string("-");
                return with_separators((*each.verified).*count);
            });
        };
        rows.add_rule();
        add_verdict("answers about living keys", true, &verdict::judged);
        add_verdict("  \"absent\"", true, &verdict::denied);
        add_verdict("values not the store's", false, &verdict::wrong_values);
        add_verdict("unlike the exact set", false, &verdict::mistaken);
    }
    return text + rows.to_string();
}

}  // namespace cache
