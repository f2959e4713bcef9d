// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What does a filter cost that counts? Beside the atomic operations that it cannot do without, beside a plain filter of
// the same layout and memory, and with two threads, beside two threads on two filters.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <tamiz/tamiz.hpp>

#include "crew.hpp"
#include "interleave.hpp"
#include "locked.hpp"
#include "machine.hpp"
#include "program.hpp"

namespace {

enum piece : std::size_t {
    floor_of_insert,
    insert,
    lookup,
    plain_lookup,
    erase,
    one_thread,
    two_threads,
    two_apart,
    one_exchanges,
    two_exchanges,
    floor_ahead,
    insert_bulk
};

/// What an insert cannot do without: hash the key, find its block by the filter's size (from memory: after an atomic
/// operation nobody may keep it in a register), and exchange as many words.
template <typename Filter>
void exchange_only(const Filter& filter, std::span<std::uint64_t> memory, unsigned words_per_key, std::size_t keys,
                   bench::ahead ahead = bench::ahead::no, std::uint64_t first_key = 0)
{
    __extension__ using double_word = unsigned __int128;
    const std::uint64_t words_per_block = memory.size() / filter.layout_size().blocks;
    const auto first_word = [&](std::uint64_t key) {
        const double_word scaled = double_word{filter.hash(key).value()} * filter.layout_size().blocks;
        return static_cast<std::uint64_t>(scaled >> 64) * words_per_block;
    };
    for (std::uint64_t key = first_key; key < first_key + keys; ++key) {
        if (ahead == bench::ahead::yes) __builtin_prefetch(&memory[first_word(key + bench::lines_ahead)]);
        const std::uint64_t first = first_word(key);
        for (unsigned i = 0; i < words_per_key; ++i) {
            const std::atomic_ref<std::uint64_t> word(memory[first + i * (words_per_block / words_per_key)]);
            std::uint64_t seen = word.load(std::memory_order_acquire);
            while (
                !word.compare_exchange_strong(seen, seen + 1, std::memory_order_release, std::memory_order_acquire)) {
            }
        }
    }
}

/// Threads go through more keys than a core's own cache has lines for: one that went through few would find the same
/// lines there again, but for those that the other thread has taken.
constexpr unsigned turns = 4;

[[nodiscard]] constexpr std::uint64_t first_key_of(unsigned thread) noexcept
{
    return std::uint64_t{thread + 1} << 40;
}

/// So many threads exchange words of the same memory, and nothing else.
template <typename Filter>
[[nodiscard]] double exchange_together(const Filter& filter, std::span<std::uint64_t> memory, unsigned words_per_key,
                                       std::size_t keys, unsigned threads)
{
    const double taken = bench::run_together(
        threads, [](unsigned) {},
        [&](unsigned t) {
            for (unsigned pass = 0; pass < 2; ++pass)
                exchange_only(filter, memory, words_per_key, turns * keys, bench::ahead::no, first_key_of(t));
        });
    return taken / (2.0 * turns * static_cast<double>(keys));
}

/// Threads put keys in and take them out again, each its own keys, each on the filter that is named for it.
template <typename Filter>
[[nodiscard]] double insert_and_erase(std::initializer_list<Filter*> filters, std::size_t keys)
{
    const double taken = bench::run_together(
        static_cast<unsigned>(filters.size()), [](unsigned) {},
        [&](unsigned t) {
            Filter& filter = *filters.begin()[t];
            const std::uint64_t mine = first_key_of(t);
            const std::uint64_t end = mine + turns * keys;
            for (std::uint64_t key = mine; key < end; ++key) filter.insert(key);
            for (std::uint64_t key = mine; key < end; ++key) filter.erase(key);
        });
    return taken / (2.0 * turns * static_cast<double>(keys));
}

template <typename Layout>
bench::interleaved measure_layout(const bench::settings& how, std::uint64_t bytes, unsigned words_per_key)
{
    using counting_filter = tamiz::counting_bloom_filter<std::uint64_t, Layout>;
    const tamiz::explicit_counters size{.counters = bytes * 2, .hashes = 2 * words_per_key};
    counting_filter counting(size);
    counting_filter other(size);
    tamiz::bloom_filter<std::uint64_t, Layout> plain({.bits = bytes * 8, .hashes = 2 * words_per_key});
    const tamiz::storage floor_words(bytes / sizeof(std::uint64_t));
    const std::span<std::uint64_t> memory(floor_words.data(), floor_words.size());
    bench::fill_randomly(std::as_writable_bytes(memory), 0.5);  // so that its pages are there
    // In turn in and out again: the filters stay as empty as they began.
    const std::size_t keys = how.keys;
    for (std::uint64_t key = 0; key < keys; ++key) plain.insert(key);
    std::vector<std::uint64_t> all_keys(keys);
    std::iota(all_keys.begin(), all_keys.end(), std::uint64_t{0});
    bench::interleaved times;
    std::uint64_t sum = 0;
    for (std::size_t round = 0; round < how.rounds; ++round) {
        const auto time = [&](piece which, const auto& words, const auto& use_key) {
            bench::prepare(std::as_bytes(words));
            times.time(which, keys, [&] {
                for (std::uint64_t key = 0; key < keys; ++key) use_key(key);
            });
        };
        bench::prepare(std::as_bytes(memory));
        times.time(floor_of_insert, keys, [&] { exchange_only(counting, memory, words_per_key, keys); });
        bench::prepare(std::as_bytes(memory));
        times.time(floor_ahead, keys, [&] { exchange_only(counting, memory, words_per_key, keys, bench::ahead::yes); });
        bench::prepare(std::as_bytes(counting.words()));
        times.time(insert_bulk, keys, [&] { counting.insert_range(all_keys); });
        counting.erase_range(all_keys);
        time(insert, counting.words(), [&](std::uint64_t key) { counting.insert(key); });
        time(lookup, counting.words(), [&](std::uint64_t key) { sum += counting.may_contain(key) ? 1U : 0U; });
        time(plain_lookup, plain.words(), [&](std::uint64_t key) { sum += plain.may_contain(key) ? 1U : 0U; });
        time(erase, counting.words(), [&](std::uint64_t key) { sum += counting.erase(key) ? 1U : 0U; });
        times.record(one_thread, insert_and_erase({&counting}, keys));
        if (!how.can_run_two()) continue;
        times.record(two_threads, insert_and_erase({&counting, &counting}, keys));
        times.record(two_apart, insert_and_erase({&counting, &other}, keys));
        times.record(one_exchanges, exchange_together(counting, memory, words_per_key, keys, 1));
        times.record(two_exchanges, exchange_together(counting, memory, words_per_key, keys, 2));
    }
    bench::keep(sum);
    return times;
}

void add(bench::report& found, bench::result_table& table, const std::string& layout, const std::string& size,
         bool has_aims, bool in_cache, const bench::interleaved& times)
{
    const bool two = times.has(two_threads);
    const double speed_up = two ? 2 * times.ratio(one_thread, two_threads) : bench::not_measured();
    const double control = two ? 2 * times.ratio(one_thread, two_apart) : bench::not_measured();
    const double exchanges = two ? 2 * times.ratio(one_exchanges, two_exchanges) : bench::not_measured();
    table.add({layout, size, times.nanoseconds(floor_of_insert), times.nanoseconds(insert), times.nanoseconds(lookup),
               times.nanoseconds(plain_lookup), times.nanoseconds(erase), times.ratio(insert, floor_of_insert),
               times.ratio(insert_bulk, floor_ahead), times.ratio(lookup, plain_lookup), times.ratio(erase, insert),
               speed_up, control, exchanges});
    if (!has_aims) return;
    if (in_cache)  // where it is not, a single insert waits for its line
        found.at_most(fmt::format("counting: insert to its exchanges alone, {}, {}", layout, size),
                      times.ratio(insert, floor_of_insert), 1.3);
    found.at_most(fmt::format("counting: bulk insert to its exchanges alone, asked ahead, {}, {}", layout, size),
                  times.ratio(insert_bulk, floor_ahead), 1.3);
    found.at_most(fmt::format("counting: lookup to a plain filter's, {}, {}", layout, size),
                  times.ratio(lookup, plain_lookup), 1.5);
    found.at_most(fmt::format("counting: erase to insert, {}, {}", layout, size), times.ratio(erase, insert), 2.5);
    const std::string question = fmt::format("counting: 2 threads against 1, {}, {}", layout, size);
    constexpr double bound = 1.8;
    if (two)
        found.two_threads(question, speed_up, bound, control, times.ratio(two_apart, two_threads),
                          fmt::format("exchanges of the same words alone {:.2f}", exchanges));
    else
        found.not_measured(question, bench::report::two_threads_aim(bound), "there is one processor");
}

void measure(const bench::settings& how, bench::report& found)
{
    bench::result_table& table = found.add_table(
        "counting", fmt::format("Filters that count: medians of {} rounds, one thread, ns a key", how.rounds),
        {{"layout", "layout"},
         {"memory", "memory"},
         {"floor_ns", "exchanges alone, ns"},
         {"insert_ns", "insert"},
         {"lookup_ns", "lookup"},
         {"plain_lookup_ns", "lookup, plain"},
         {"erase_ns", "erase"},
         {"insert_to_floor", "insert / exchanges"},
         {"bulk_to_floor", "in bulk, both ahead"},
         {"lookup_to_plain", "lookup / plain"},
         {"erase_to_insert", "erase / insert"},
         {"two_threads_to_one", "2 threads / 1"},
         {"control", "control"},
         {"exchanges", "exchanges alone"}});
    const bool is_quick = how.how_much == bench::effort::quick;
    for (std::size_t s = 0; s < 2; ++s) {
        const std::uint64_t bytes = how.sizes[s];
        const std::string size = bench::size_name(bytes);
        bench::progress(fmt::format("counting: {}", size));
        using tamiz::layout::cache_line;
        add(found, table, "cache_line<2>", size, true, s == 0, measure_layout<cache_line<2>>(how, bytes, 2));
        if (is_quick) continue;
        add(found, table, "cache_line<4>", size, false, s == 0, measure_layout<cache_line<4>>(how, bytes, 4));
        add(found, table, "word", size, false, s == 0, measure_layout<tamiz::layout::word>(how, bytes, 1));
    }
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "counting", "What does a filter cost that counts?", measure);
}
