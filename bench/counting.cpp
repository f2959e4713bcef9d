// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What a filter that counts costs: beside the atomic operations that it cannot do without, beside a plain filter of the
// same layout and memory, and with two threads. Prints a table, and the same as comma-separated values if a file is
// named.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <tamiz/tamiz.hpp>

#include "interleave.hpp"

namespace {

constexpr std::size_t rounds = 41;
constexpr std::size_t keys = 16'384;  // in turn in and out again: the filters stay as empty as they began

enum piece : std::size_t { floor_of_insert, insert, lookup, plain_lookup, erase, one_thread, two_threads };

std::uint64_t sum = 0;  // keeps the compiler from leaving out what is measured

/// What an insert cannot do without: hash the key, find its block by the filter's size (from memory: after an atomic
/// operation nobody may keep it in a register), and exchange as many words.
template <typename Filter>
void exchange_only(const Filter& filter, std::span<std::uint64_t> memory, unsigned words_per_key)
{
    const std::uint64_t words_per_block = memory.size() / filter.layout_size().blocks;
    for (std::uint64_t key = 0; key < keys; ++key) {
        const std::uint64_t block = tamiz::detail::scale(filter.hash(key).value(), filter.layout_size().blocks);
        for (unsigned i = 0; i < words_per_key; ++i) {
            const std::uint64_t position = block * words_per_block + i * (words_per_block / words_per_key);
            const boost::atomic_ref<std::uint64_t> word(memory[position]);
            std::uint64_t seen = word.load(boost::memory_order_acquire);
            while (!word.compare_exchange_strong(seen, seen + 1, boost::memory_order_release,
                                                 boost::memory_order_acquire)) {
            }
        }
    }
}

/// Before each piece, so that none pays for, or profits from, what the piece before left in the caches: small memory is
/// read whole, large memory is driven out.
void prepare(std::span<const std::uint64_t> words)
{
    static const std::vector<std::uint64_t> others((std::size_t{128} << 20) / sizeof(std::uint64_t), 1);
    if (words.size_bytes() > (std::size_t{4} << 20)) words = others;
    for (const std::uint64_t word : words) sum += word;
}

/// Nanoseconds a key do not depend on the number of threads if they do not disturb each other.
template <typename Filter>
void insert_and_erase(Filter& filter, unsigned threads)
{
    std::vector<std::jthread> workers;
    std::atomic<unsigned> waiting{threads};
    for (unsigned t = 0; t < threads; ++t) {
        workers.emplace_back([&filter, &waiting, t] {
            waiting.fetch_sub(1);
            while (waiting.load() != 0) {
            }
            const std::uint64_t mine = std::uint64_t{t + 1} << 40;
            for (unsigned turn = 0; turn < 8; ++turn) {
                for (std::uint64_t key = mine; key < mine + keys; ++key) filter.insert(key);
                for (std::uint64_t key = mine; key < mine + keys; ++key) filter.erase(key);
            }
        });
    }
}

struct row {
    std::string layout;
    std::size_t bytes;
    bench::interleaved times;
};

template <typename Layout>
row measure(const char* name, std::size_t bytes, unsigned words_per_key)
{
    tamiz::counting_bloom_filter<std::uint64_t, Layout> counting({.counters = bytes * 2, .hashes = 2 * words_per_key});
    tamiz::bloom_filter<std::uint64_t, Layout> plain({.bits = bytes * 8, .hashes = 2 * words_per_key});
    const tamiz::storage floor_words(bytes / 8);
    const std::span<std::uint64_t> memory(floor_words.data(), floor_words.size());
    for (std::uint64_t key = 0; key < keys; ++key) plain.insert(key);
    row result{name, bytes, {}};
    for (std::size_t round = 0; round < rounds; ++round) {
        bench::interleaved& times = result.times;
        prepare(memory);
        times.time(floor_of_insert, keys, [&] { exchange_only(counting, memory, words_per_key); });
        prepare(counting.words());
        times.time(insert, keys, [&] {
            for (std::uint64_t key = 0; key < keys; ++key) counting.insert(key);
        });
        prepare(counting.words());
        times.time(lookup, keys, [&] {
            for (std::uint64_t key = 0; key < keys; ++key) sum += counting.may_contain(key) ? 1U : 0U;
        });
        prepare(plain.words());
        times.time(plain_lookup, keys, [&] {
            for (std::uint64_t key = 0; key < keys; ++key) sum += plain.may_contain(key) ? 1U : 0U;
        });
        prepare(counting.words());
        times.time(erase, keys, [&] {
            for (std::uint64_t key = 0; key < keys; ++key) sum += counting.erase(key) ? 1U : 0U;
        });
        times.time(one_thread, 1, [&] { insert_and_erase(counting, 1); });
        times.time(two_threads, 2, [&] { insert_and_erase(counting, 2); });  // twice the work
    }
    return result;
}

}  // namespace

int main(int argc, char** argv)
{
    std::FILE* csv = argc > 1 ? std::fopen(argv[1], "w") : nullptr;
    if (argc > 2 || (argc > 1 && csv == nullptr)) {
        std::fprintf(stderr, "usage: counting_ratios [FILE.csv]\n");
        return 2;
    }
    std::vector<row> rows;
    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{32} << 20}) {
        std::fprintf(stderr, "measuring with %zu MiB\n", bytes >> 20);
        rows.push_back(measure<tamiz::layout::cache_line<2>>("cache_line<2>", bytes, 2));
        rows.push_back(measure<tamiz::layout::cache_line<4>>("cache_line<4>", bytes, 4));
        rows.push_back(measure<tamiz::layout::word>("word", bytes, 1));
    }
    std::printf("medians of %zu rounds, %zu keys each; ns a key, one thread\n\n", rounds, keys);
    std::printf("%-14s %6s | %8s %8s %8s %8s | %14s %14s %14s %14s\n", "layout", "MiB", "floor", "insert", "lookup",
                "erase", "insert/floor", "lookup/plain", "erase/insert", "2 threads/1");
    std::printf("%-14s %6s | %8s %8s %8s %8s | %14s %14s %14s %14s\n", "", "", "", "", "", "", "aim <= 1.3",
                "aim <= 1.5", "aim <= 2.5", "aim >= 1.8");
    if (csv != nullptr)
        std::fprintf(csv, "layout,bytes,floor_ns,insert_ns,lookup_ns,erase_ns,insert_to_floor,lookup_to_plain,"
                          "erase_to_insert,two_threads_to_one\n");
    for (const row& r : rows) {
        const bench::interleaved& t = r.times;
        const double figures[] = {t.nanoseconds(floor_of_insert),
                                  t.nanoseconds(insert),
                                  t.nanoseconds(lookup),
                                  t.nanoseconds(erase),
                                  t.ratio(insert, floor_of_insert),
                                  t.ratio(lookup, plain_lookup),
                                  t.ratio(erase, insert),
                                  t.ratio(one_thread, two_threads)};
        std::printf("%-14s %6zu | %8.1f %8.1f %8.1f %8.1f | %14.2f %14.2f %14.2f %14.2f\n", r.layout.c_str(),
                    r.bytes >> 20, figures[0], figures[1], figures[2], figures[3], figures[4], figures[5], figures[6],
                    figures[7]);
        if (csv != nullptr) {
            std::fprintf(csv, "%s,%zu", r.layout.c_str(), r.bytes);
            for (const double figure : figures) std::fprintf(csv, ",%.4g", figure);
            std::fprintf(csv, "\n");
        }
    }
    if (csv != nullptr) std::fclose(csv);
    return sum == 0 ? 1 : 0;
}
