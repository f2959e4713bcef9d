// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/report.hpp"

#include <fmt/format.h>

#include "support/table.hpp"

namespace tamiz::stress {

namespace {

using examples::alignment;
using examples::with_separators;

std::string per_million(double count, std::uint64_t of)
{
    return of == 0 ? "-" : fmt::format("{:.1f}", 1e6 * count / static_cast<double>(of));
}

std::string share(double part, std::uint64_t of)
{
    return of == 0 ? "-" : fmt::format("{:.2f} %", 100 * part / static_cast<double>(of));
}

std::vector<std::string> row_of(std::string scenario_name, std::string layout_name, const tally& seen, bool has_model)
{
    return {
        std::move(scenario_name),
        std::move(layout_name),
        with_separators(seen.operations),
        with_separators(seen.checks),
        with_separators(seen.false_negatives()),
        with_separators(seen.count(violation_kind::won_twice)),
        with_separators(seen.count(violation_kind::told_nobody)),
        with_separators(seen.count(violation_kind::erase_refused) + seen.count(violation_kind::erased_too_often) +
                        seen.count(violation_kind::wrong_count)),
        with_separators(seen.count(violation_kind::nobody_won) + seen.count(violation_kind::found_without_bits) +
                        seen.count(violation_kind::stray_bit) + seen.count(violation_kind::object_written) +
                        seen.count(violation_kind::held_up_by_eraser)),
        per_million(static_cast<double>(seen.lost_claims), seen.claimed_keys),
        per_million(static_cast<double>(seen.told_nobody), seen.answered_keys),
        has_model ? per_million(seen.expected_told_nobody, seen.answered_keys) : "-",
        share(static_cast<double>(seen.covered_keys), seen.keys),
        share(seen.fill_sum, seen.filters),
    };
}

constexpr std::string_view legend =
    "checks        lookups of keys that must be found; not those whose bits the other keys set too (covered)\n"
    "false neg.    keys that were not found: by who put them in, by who knew that they were in, or in the end\n"
    "won twice     keys that two callers were told to be theirs\n"
    "untold        keys that no caller was told to be new, and that are not covered\n"
    "miscounted    erases that were refused or allowed wrongly, counters that are not what was put in and erased\n"
    "other         no winner in a single word, true without the bits, bits of no key, writes to the filter object,\n"
    "              calls that waited for a suspended eraser\n"
    "lost /M       of a million claimed keys, those that were new to some caller and won by none; never with `word`\n"
    "false pos /M  of a million keys, those that were new to nobody when they came; all of them covered\n"
    "expected      the same by the layout's model, where it applies\n"
    "fill          share of the bits that are set in the end; of the counters that are not 0 if all keys are in\n";

/// What is said of the key by each kind.
std::string_view text_of(violation_kind kind)
{
    switch (kind) {
    case violation_kind::not_found_own:
        return "FALSE NEGATIVE: a thread put this key in, asked for it, and did not find it";
    case violation_kind::not_found_published:
        return "FALSE NEGATIVE: a thread published this key, another one read that (acquire), asked for it, and did "
               "not find it";
    case violation_kind::not_found_at_end:
        return "FALSE NEGATIVE: this key was put in, and was not found when all threads had ended";
    case violation_kind::won_twice:
        return "DOUBLE WINNER: more than one caller was told that this key is its own";
    case violation_kind::told_nobody:
        return "UNANNOUNCED: no caller was told that this key is new, and other keys do not cover it";
    case violation_kind::nobody_won:
        return "NO WINNER: this key's bits are in one word, it was new to a claimant, and nobody won it";
    case violation_kind::found_without_bits:
        return "TRUE WITHOUT BITS: this key was answered true, and not all of its bits are set";
    case violation_kind::stray_bit:
        return "STRAY BITS: bits are set that no key sets (first key of the round)";
    case violation_kind::object_written:
        return "OBJECT WRITTEN: the filter object's own bytes changed (first key of the round)";
    case violation_kind::erase_refused:
        return "ERASE REFUSED: a thread erased this key, which had been put in, and was told that it is not there";
    case violation_kind::erased_too_often:
        return "ERASED TOO OFTEN: more erases of this key than inserts were told true, and other keys do not cover it";
    case violation_kind::wrong_count:
        return "WRONG COUNT: counters are not what the inserts and erases of this key, or (first key of the round) of "
               "all keys, add up to";
    case violation_kind::held_up_by_eraser:
        return "HELD UP: inserts and lookups did not go on while the eraser of this key was suspended";
    }
    return "unknown";
}

}  // namespace

std::string table_of(const std::vector<cell>& cells)
{
    examples::table table({{"scenario"},
                           {"layout"},
                           {"operations", alignment::right},
                           {"checks", alignment::right},
                           {"false neg.", alignment::right},
                           {"won twice", alignment::right},
                           {"untold", alignment::right},
                           {"miscounted", alignment::right},
                           {"other", alignment::right},
                           {"lost /M", alignment::right},
                           {"false pos /M", alignment::right},
                           {"expected", alignment::right},
                           {"covered", alignment::right},
                           {"fill", alignment::right}});
    tally total;
    bool total_has_model = true;
    for (const cell& each : cells) {
        const bool has_model = each.seen.expected_told_nobody > 0;
        table.add_row(row_of(std::string(each.which.name), std::string(each.layout.name), each.seen, has_model));
        total += each.seen;
        total_has_model = total_has_model && has_model;
    }
    table.add_rule();
    table.add_row(row_of("all", "", total, total_has_model));
    return table.to_string() + '\n' + std::string(legend);
}

std::string violation_of(const cell& cell, const command_line& command)
{
    const violation& first = *cell.seen.first;
    std::string text = fmt::format("{}\n", text_of(first.kind));
    text += fmt::format("  key {}, seen by thread {} of {}, scenario {}, layout {}, a {} round of seed {}\n", first.key,
                        first.thread, command.threads, cell.which.name, cell.layout.name,
                        first.chaotic ? "chaotic" : "calm", first.seed);
    if (cell.seen.all_violations() > 1)
        text +=
            fmt::format("  the first of {} violations in that round\n", with_separators(cell.seen.all_violations()));
    text += "  repeat it, with the same keys in the first round and a schedule of its own, by\n  ";
    text += command_to_repeat(command, cell.which.name, cell.layout.name, first.seed) + '\n';
    return text;
}

}  // namespace tamiz::stress
