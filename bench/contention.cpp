// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What does it cost that threads share a filter? One hot key that all of them want; and keys all over the memory,
// beside a control: as many threads that have a filter each.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <tamiz/bloom_filter.hpp>

#include "contender.hpp"
#include "locked.hpp"
#include "program.hpp"

namespace {

using bench::manner;
using bench::operation;

void measure_hot_key(const bench::settings& how, bench::report& found)
{
    enum piece : std::size_t { one_lock, two_locks, look_first, insert_key, insert_hash, claim_key, lookup };
    bench::result_table& table = found.add_table(
        "hot_key", "One key, present, that all threads want at the same time: ns an operation of one thread",
        {{"threads", "threads"},
         {"one_lock_ns", "1 locked operation, always"},
         {"two_locks_ns", "2 locked operations, always"},
         {"look_first_ns", "1 locked operation, if a load says so"},
         {"insert_ns", "insert"},
         {"insert_hash_ns", "insert, key hashed before"},
         {"claim_ns", "claim"},
         {"may_contain_ns", "may_contain"}});
    tamiz::bloom_filter<std::uint64_t> filter({.bits = std::uint64_t{1} << 23, .hashes = 6});
    constexpr std::uint64_t key = 4'711;
    filter.insert(key);
    const std::span<std::uint64_t> words = filter.words();
    std::size_t hot = 0;
    while (words[hot] == 0) ++hot;
    std::uint64_t* const line = &words[hot / bench::words_in_line * bench::words_in_line];
    constexpr const char* question =
        "insert of a present, hot key, hashed before, 2 threads, faster than its 2 fetch_or without a look";
    for (const unsigned threads : how.threads) {
        bench::interleaved times;
        const auto time = [&](std::size_t which, const auto& work) {
            const double taken = bench::run_together(threads, [](unsigned) {}, [&](unsigned) { work(); });
            times.record(which, taken / static_cast<double>(how.keys));
        };
        const auto each_time = [&how](const auto& work) {
            return [&how, &work] {
                for (std::size_t i = 0; i < how.keys; ++i) work();
            };
        };
        const tamiz::hash_value hash = filter.hash(key);
        const auto lock_two = [line, no_bit = bench::hidden(std::uint64_t{0})] {
            std::atomic_ref<std::uint64_t>(line[0]).fetch_or(no_bit, std::memory_order_acq_rel);
            std::atomic_ref<std::uint64_t>(line[4]).fetch_or(no_bit, std::memory_order_acq_rel);
        };
        const auto insert = [&] { bench::keep(filter.insert(bench::hidden(key))); };
        const auto insert_hashed = [&] { bench::keep(filter.insert(hash)); };
        const auto claim = [&] { bench::keep(filter.claim(bench::hidden(key))); };
        const auto ask = [&] { bench::keep(filter.may_contain(bench::hidden(key))); };
        std::uint64_t word[2 * bench::words_in_line] = {1};
        for (std::size_t round = 0; round < how.rounds; ++round) {
            time(one_lock, [&] { bench::lock_hot_word(word[0], how.keys); });
            time(two_locks, each_time(lock_two));
            time(look_first, [&] { bench::look_then_lock_hot_word(word[0], how.keys); });
            time(insert_key, each_time(insert));
            time(insert_hash, each_time(insert_hashed));
            time(claim_key, each_time(claim));
            time(lookup, each_time(ask));
        }
        std::vector<bench::cell> row{std::to_string(threads)};
        for (const piece each : {one_lock, two_locks, look_first, insert_key, insert_hash, claim_key, lookup})
            row.emplace_back(times.nanoseconds(each));
        table.add(std::move(row));
        if (threads == 2)
            found.at_least(question, times.ratio(two_locks, insert_hash), 20,
                           fmt::format("a load first, nothing else: {:.1f} times faster than 1 fetch_or",
                                       times.ratio(one_lock, look_first)));
    }
    if (!how.can_run_two()) found.not_measured(question, ">= 20", "there is one processor");
}

struct scattered {
    const char* name;
    operation what;
    manner how;
};
constexpr scattered all_scattered[] = {{"bulk insert of new keys", operation::insert_new, manner::bulk},
                                       {"bulk lookup of present keys", operation::find_present, manner::bulk},
                                       {"90/10 mix, bulk", operation::mix, manner::bulk},
                                       {"90/10 mix, single", operation::mix, manner::single}};

void measure_scattered(const bench::settings& how, bench::report& found)
{
    enum piece : std::size_t { one_thread, two_threads, two_apart, pieces };
    const std::uint64_t bytes = how.sizes[1];
    const std::string size = bench::size_name(bytes);
    const auto question = [&](const scattered& each) {
        return fmt::format("2 threads against 1, {}, {}", each.name, size);
    };
    constexpr double bound = 1.9;
    if (!how.can_run_two()) {
        for (const scattered& each : all_scattered)
            found.not_measured(question(each), bench::report::two_threads_aim(bound), "there is one processor");
        return;
    }
    bench::progress(fmt::format("contention: two filters of {}", size));
    const auto make = [&] {
        return bench::contender<std::uint64_t>(
            bench::default_layout, bench::make_filter<std::uint64_t>(bench::default_layout, bytes, how.rate), how.rate);
    };
    bench::contender<std::uint64_t> shared = make();
    bench::contender<std::uint64_t> other = make();
    bench::interleaved times;
    for (std::size_t round = 0; round < how.rounds; ++round)
        for (std::size_t i = 0; i < std::size(all_scattered); ++i) {
            const auto& [name, what, manner] = all_scattered[i];
            shared.time(times, i * pieces + one_thread, what, manner, 1, how.keys);
            shared.time(times, i * pieces + two_threads, what, manner, 2, how.keys);
            bench::contender<std::uint64_t>::time_together(times, i * pieces + two_apart, {&shared, &other}, what,
                                                           manner, how.keys);
        }
    bench::result_table& table =
        found.add_table("two_threads", fmt::format("Two threads on one filter of {}, beside two threads on two", size),
                        {{"operation", "operation"},
                         {"one_thread_ns", "1 thread, ns"},
                         {"two_threads_ns", "2 threads, ns"},
                         {"two_filters_ns", "2 threads, 2 filters, ns"},
                         {"speed_up", "2 threads / 1"},
                         {"control", "control"}});
    for (std::size_t i = 0; i < std::size(all_scattered); ++i) {
        const std::size_t first = i * pieces;
        const double speed_up = 2 * times.ratio(first + one_thread, first + two_threads);
        const double control = 2 * times.ratio(first + one_thread, first + two_apart);
        const double of_control = times.ratio(first + two_apart, first + two_threads);
        table.add({all_scattered[i].name, times.nanoseconds(first + one_thread), times.nanoseconds(first + two_threads),
                   times.nanoseconds(first + two_apart), speed_up, control});
        found.two_threads(question(all_scattered[i]), speed_up, bound, control, of_control);
    }
}

void measure(const bench::settings& how, bench::report& found)
{
    measure_hot_key(how, found);
    measure_scattered(how, found);
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "contention", "What does it cost that threads share a filter?", measure);
}
