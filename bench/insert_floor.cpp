// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What does an insert take beside the locked operations that it cannot do without? Both in the same memory, and asked
// for as far ahead.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <fmt/format.h>

#include "contender.hpp"
#include "locked.hpp"
#include "program.hpp"

namespace {

using bench::ahead;
using bench::manner;
using bench::operation;

enum piece : std::size_t { one_lock, two_locks, three_locks_at_once, insert_bulk, insert_single, build, find_bulk };

/// Aims for the sizes of a run, small to huge; 0: none.
struct aims {
    double to_floor[3];
    double to_three_locks[3];
};

/// Random access to memory on 4 KiB pages takes up to twice as long.
void judge_pages(bench::report& found, const std::string& layout, const std::string& size,
                 std::span<const std::byte> memory)
{
    const std::string question = fmt::format("share of the memory on 2 MiB pages, {}, {}", layout, size);
    if (const auto pages = bench::pages_of(memory.data()); pages && pages->mapped_bytes != 0)
        found.at_least(question, static_cast<double>(pages->huge_bytes) / static_cast<double>(pages->mapped_bytes),
                       0.98);
    else
        found.not_measured(question, ">= 0.98", "the system does not tell");
}

void measure_layout(const bench::settings& how, bench::report& found, bench::result_table& table,
                    const std::string& layout, piece floor, const aims& wanted)
{
    for (std::size_t s = 0; s < how.sizes.size(); ++s) {
        const std::string size = bench::size_name(how.sizes[s]);
        if (how.how_much == bench::effort::quick && wanted.to_floor[s] == 0) continue;
        bench::progress(fmt::format("insert_floor: {}, {}", layout, size));
        bench::contender<std::uint64_t> filter(
            layout, bench::make_filter<std::uint64_t>(layout, how.sizes[s], how.rate), how.rate);
        bench::interleaved times;
        const auto time_floor = [&](std::size_t which, auto* work) {
            const auto lines = filter.new_keys(how.keys);
            bench::prepare(filter.memory());
            times.time(which, how.keys, [&] { work(bench::words_of(filter.memory()), lines.keys()); });
        };
        for (std::size_t round = 0; round < how.rounds; ++round) {
            time_floor(one_lock, bench::lock_lines<1, ahead::yes>);
            time_floor(two_locks, bench::lock_lines<2, ahead::yes>);
            time_floor(three_locks_at_once, bench::lock_lines<3, ahead::no>);
            filter.time(times, insert_bulk, operation::insert_new, manner::bulk, 1, how.keys);
            filter.time(times, insert_single, operation::insert_new, manner::single, 1, how.keys);
            filter.time(times, build, operation::build_new, manner::bulk, 1, how.keys);
            filter.time(times, find_bulk, operation::find_absent, manner::bulk, 1, how.keys);
        }
        const double to_floor = times.ratio(insert_bulk, floor);
        const double to_three_locks = times.ratio(three_locks_at_once, insert_bulk);
        table.add({layout, size, times.nanoseconds(floor), times.nanoseconds(insert_bulk),
                   times.nanoseconds(insert_single), times.nanoseconds(build), times.nanoseconds(find_bulk),
                   times.nanoseconds(three_locks_at_once), to_floor, to_three_locks});
        // What is computed for a key cannot be done while locked operations are under way.
        const std::string limit =
            fmt::format("the floor {:.1f} ns, all but the locked operations (a bulk lookup) {:.1f} ns",
                        times.nanoseconds(floor), times.nanoseconds(find_bulk));
        if (wanted.to_floor[s] > 0)
            found.at_most(fmt::format("bulk insert of new keys, {}, against the floor of {}, {}", layout,
                                      floor == one_lock ? "1 locked operation" : "2 locked operations", size),
                          to_floor, wanted.to_floor[s], limit);
        if (wanted.to_three_locks[s] > 0)
            found.at_least(
                fmt::format("bulk insert, {}, faster than 3 locked operations without bulk, {}", layout, size),
                to_three_locks, wanted.to_three_locks[s],
                fmt::format("2 locked operations alone are {:.2f} times as fast as 3 without bulk",
                            times.ratio(three_locks_at_once, floor)));
        if (how.sizes[s] >= std::uint64_t{1} << 30) judge_pages(found, layout, size, filter.memory());
    }
}

void measure(const bench::settings& how, bench::report& found)
{
    bench::result_table& table =
        found.add_table("insert_floor",
                        fmt::format("Inserts of new keys beside the locked operations that they cannot do without: one "
                                    "thread, medians of {} rounds",
                                    how.rounds),
                        {{"layout", "layout"},
                         {"memory", "memory"},
                         {"floor_ns", "floor, ns"},
                         {"insert_bulk_ns", "insert, bulk"},
                         {"insert_ns", "insert, single"},
                         {"build_ns", "build_range, nobody else there"},
                         {"find_bulk_ns", "find absent, bulk"},
                         {"three_locks_ns", "3 locked operations, no bulk"},
                         {"to_floor", "bulk / floor"},
                         {"to_three_locks", "3 locked / bulk"}});
    measure_layout(how, found, table, bench::default_layout, two_locks, {{1.1, 1.25, 1.25}, {1.4, 2.5, 0}});
    measure_layout(how, found, table, "word", one_lock, {{1.15, 1.4, 0}, {0, 0, 0}});
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "insert_floor",
                              "What does an insert take beside the locked operations that it cannot do without?",
                              measure);
}
