// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// How long does an operation take? By layout, size, kind of key, operation, one by one or in bulk, number of threads.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "contender.hpp"
#include "machine.hpp"
#include "program.hpp"

namespace {

using bench::manner;
using bench::operation;
using bench::popularity;

// --- the cells: each series in each of its sizes, with each of the operations, on 1, 2 and all threads
// -----------------

struct series {
    const char*
        keys;  // "64-bit": all keys alike; "Zipf": 64-bit keys, some asked for most of the time; "URL": 70 bytes
    const char* layout;
    bool in_huge;  // also in the largest size
};
constexpr series all_series[] = {
    {"64-bit", "cache_line<2>", true}, {"64-bit", "cache_line<4>", true},
    {"64-bit", "cache_line<8>", true}, {"64-bit", "two_lines<4>", true},
    {"64-bit", "word", true},          {"64-bit", "classic", true},
    {"Zipf", "cache_line<2>", false},  {"Zipf", "word", false},
    {"URL", "cache_line<2>", false},   {"URL", "word", false},
};

struct measured_operation {
    const char* id;
    const char* heading;
    operation what;
    manner how;
};
constexpr measured_operation operations[] = {
    {"insert_new_ns", "insert new", operation::insert_new, manner::single},
    {"insert_new_bulk_ns", "bulk", operation::insert_new, manner::bulk},
    {"insert_known_ns", "insert known", operation::insert_known, manner::single},
    {"insert_known_bulk_ns", "bulk", operation::insert_known, manner::bulk},
    {"find_absent_ns", "find absent", operation::find_absent, manner::single},
    {"find_absent_bulk_ns", "bulk", operation::find_absent, manner::bulk},
    {"find_present_ns", "find present", operation::find_present, manner::single},
    {"find_present_bulk_ns", "bulk", operation::find_present, manner::bulk},
    {"mix_ns", "90/10", operation::mix, manner::single},
    {"mix_bulk_ns", "bulk", operation::mix, manner::bulk},
};
constexpr std::size_t operation_count = std::size(operations);

// -------------------------------------------------------------------------------------------------------------------------

template <typename Key>
struct measured {
    const series& of;
    bench::contender<Key> filter;
    bench::interleaved times;
};

/// Those series in one size, interleaved.
template <typename Key>
void measure_together(const bench::settings& how, bench::report& found, bench::result_table& table, std::uint64_t bytes,
                      const std::vector<const series*>& together)
{
    const std::string size = bench::size_name(bytes);
    std::vector<std::unique_ptr<measured<Key>>> filters;
    for (const series* each : together) {
        bench::progress(fmt::format("throughput: {}, {} keys, {}", size, each->keys, each->layout));
        filters.push_back(std::make_unique<measured<Key>>(
            *each,
            bench::contender<Key>(each->layout, bench::make_filter<Key>(each->layout, bytes, how.rate), how.rate)));
        if (each->keys == std::string_view("Zipf")) filters.back()->filter.ask_for(popularity::zipf);
    }
    // Half of the rounds of a ratio: these are figures to look at.
    for (std::size_t round = 0; round < how.rounds / 2 + 1; ++round)
        for (std::size_t t = 0; t < how.threads.size(); ++t)
            for (std::size_t o = 0; o < operation_count; ++o)
                for (const auto& each : filters)
                    each->filter.time(each->times, t * operation_count + o, operations[o].what, operations[o].how,
                                      how.threads[t], how.keys);
    for (const auto& each : filters) {
        const double rate = each->filter.measured_rate(how.how_much == bench::effort::smoke ? 20'000 : 1'000'000);
        for (std::size_t t = 0; t < how.threads.size(); ++t) {
            std::vector<bench::cell> row{
                size,      each->of.layout, each->of.keys, std::to_string(how.threads[t]), each->filter.bits_per_key(),
                rate * 100};
            for (std::size_t o = 0; o < operation_count; ++o)
                row.emplace_back(each->times.nanoseconds(t * operation_count + o));
            table.add(std::move(row));
        }
        if (bytes >= std::uint64_t{1} << 30) {
            const auto pages = bench::pages_of(each->filter.memory().data());
            found.note(
                pages ? fmt::format("{}, {}: {} of the {} MiB of its mapping are on 2 MiB pages.", size,
                                    each->of.layout, pages->huge_bytes >> 20, pages->mapped_bytes >> 20)
                      : fmt::format("{}, {}: the system does not tell on which pages it is.", size, each->of.layout));
        }
    }
}

void measure(const bench::settings& how, bench::report& found)
{
    std::vector<bench::column> columns{
        {"memory", "memory"},   {"layout", "layout"},         {"keys", "keys"},
        {"threads", "threads"}, {"bits_per_key", "bits/key"}, {"rate_percent", "measured rate, %"}};
    for (const measured_operation& each : operations) columns.push_back({each.id, each.heading});
    bench::result_table& table = found.add_table(
        "throughput", "Nanoseconds an operation of one thread: medians of interleaved rounds", std::move(columns));
    found.note("Keys are asked for one by one, and in bulk (bulk). New keys are new to the filter. The mix has nine "
               "lookups, half of "
               "them of present keys, and one insert of a new key.");
    for (std::size_t s = 0; s < how.sizes.size(); ++s) {
        const bool is_huge = s + 1 == how.sizes.size();
        std::vector<const series*> numbers;
        std::vector<const series*> urls;
        for (const series& each : all_series) {
            if (is_huge && !each.in_huge) continue;
            (each.keys == std::string_view("URL") ? urls : numbers).push_back(&each);
        }
        if (is_huge) {
            // One filter alive at a time.
            for (const series* each : numbers) measure_together<std::uint64_t>(how, found, table, how.sizes[s], {each});
        } else {
            measure_together<std::uint64_t>(how, found, table, how.sizes[s], numbers);
            measure_together<std::string_view>(how, found, table, how.sizes[s], urls);
        }
    }
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "throughput",
                              "How long does an operation take? By layout, size, kind of key, bulk and threads.",
                              measure);
}
