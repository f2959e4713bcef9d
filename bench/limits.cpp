// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What does the machine allow? Loads of random lines, locked operations on them, and one word that all threads want.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <tamiz/storage.hpp>

#include "crew.hpp"
#include "interleave.hpp"
#include "keys.hpp"
#include "locked.hpp"
#include "machine.hpp"
#include "program.hpp"

namespace {

using words = std::span<std::uint64_t>;
using numbers = std::span<const std::uint64_t>;

struct piece {
    const char* name;
    void (*at_once)(words, numbers);
    void (*asked_ahead)(words, numbers);
};

using bench::ahead;
constexpr piece pieces[] = {
    {"load", bench::load_lines<ahead::no>, bench::load_lines<ahead::yes>},
    {"2 words of a line, by load and store", bench::change_lines<2, ahead::no>, bench::change_lines<2, ahead::yes>},
#if defined(__x86_64__)
    {"a pair of words, by one exchange of 16 bytes", bench::exchange_pairs<ahead::no>,
     bench::exchange_pairs<ahead::yes>},
#endif
    {"1 locked operation", bench::lock_lines<1, ahead::no>, bench::lock_lines<1, ahead::yes>},
    {"2 on the same line", bench::lock_lines<2, ahead::no>, bench::lock_lines<2, ahead::yes>},
    {"3", bench::lock_lines<3, ahead::no>, bench::lock_lines<3, ahead::yes>},
    {"4", bench::lock_lines<4, ahead::no>, bench::lock_lines<4, ahead::yes>},
    {"8", bench::lock_lines<8, ahead::no>, bench::lock_lines<8, ahead::yes>},
};
constexpr std::size_t piece_count = std::size(pieces);

void measure_lines(const bench::settings& how, bench::report& found)
{
    std::vector<bench::column> columns{{"operation", "one operation on a random line"}};
    std::vector<bench::interleaved> times(how.sizes.size());
    for (std::size_t s = 0; s < how.sizes.size(); ++s) {
        const std::string size = bench::size_name(how.sizes[s]);
        columns.push_back({fmt::format("size{}_ns", s + 1), size + ", ns"});
        columns.push_back({fmt::format("size{}_ahead_ns", s + 1), fmt::format("{} ahead", bench::lines_ahead)});
        bench::progress("limits: " + size);
        const tamiz::storage storage(how.sizes[s] / sizeof(std::uint64_t));
        const words memory(storage.data(), storage.size());
        bench::fill_randomly(std::as_writable_bytes(memory), 0.5);
        bench::key_batch<std::uint64_t> batch;
        std::uint64_t next = 0;
        for (std::size_t round = 0; round < how.rounds; ++round)
            for (std::size_t p = 0; p < 2 * piece_count; ++p) {
                batch.assign(how.keys, [&next](std::size_t) { return next++; });
                bench::prepare(std::as_bytes(memory));
                const auto work = p % 2 == 0 ? pieces[p / 2].at_once : pieces[p / 2].asked_ahead;
                times[s].time(p, how.keys, [&] { work(memory, batch.keys()); });
            }
    }
    bench::result_table& table = found.add_table(
        "limits", fmt::format("What the machine allows: one thread, random lines, medians of {} rounds", how.rounds),
        std::move(columns));
    for (std::size_t p = 0; p < piece_count; ++p) {
        std::vector<bench::cell> row{pieces[p].name};
        for (const bench::interleaved& each : times) {
            row.emplace_back(each.nanoseconds(2 * p));
            row.emplace_back(each.nanoseconds(2 * p + 1));
        }
        table.add(std::move(row));
    }
}

void measure_hot_word(const bench::settings& how, bench::report& found)
{
    bench::result_table& table = found.add_table("hot_word", "One word that all threads want, ns each",
                                                 {{"threads", "threads"},
                                                  {"unconditional_ns", "locked operation"},
                                                  {"look_first_ns", "a load first, which finds the bits set"},
                                                  {"own_line_ns", "locked operation, each on its own line"}});
    for (const unsigned threads : how.threads) {
        bench::interleaved times;
        const tamiz::storage storage(threads * 2 * bench::words_in_line);
        const auto nothing = [](unsigned) {};
        for (std::size_t round = 0; round < how.rounds; ++round) {
            std::uint64_t* const hot = storage.data();
            const auto record = [&](std::size_t piece, const auto& work) {
                times.record(piece, bench::run_together(threads, nothing, work) / static_cast<double>(how.keys));
            };
            record(0, [&](unsigned) { bench::lock_hot_word(hot[0], how.keys); });
            record(1, [&](unsigned) { bench::look_then_lock_hot_word(hot[0], how.keys); });
            // Two lines apart: processors fetch lines in pairs.
            record(2, [&](unsigned t) { bench::lock_hot_word(hot[t * 2 * bench::words_in_line], how.keys); });
        }
        table.add({std::to_string(threads), times.nanoseconds(0), times.nanoseconds(1), times.nanoseconds(2)});
    }
}

void measure(const bench::settings& how, bench::report& found)
{
    measure_lines(how, found);
    measure_hot_word(how, found);
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(
        argc, argv, "limits",
        "What does the machine allow? Loads of random lines, locked operations on them, a hot word.", measure);
}
