// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// How do other filters compare, at the same rate of false positives?
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contender.hpp"
#include "hand_made.hpp"
#include "locked.hpp"
#include "peers.hpp"
#include "program.hpp"

namespace {

using bench::manner;
using bench::operation;

struct piece {
    operation what;
    manner how;
    unsigned threads;
};
enum piece_index : std::size_t {
    insert,
    insert_bulk,
    absent,
    absent_bulk,
    present,
    present_bulk,
    insert_two,
    present_two,
    hash_alone
};
constexpr piece pieces[] = {{operation::insert_new, manner::single, 1},   {operation::insert_new, manner::bulk, 1},
                            {operation::find_absent, manner::single, 1},  {operation::find_absent, manner::bulk, 1},
                            {operation::find_present, manner::single, 1}, {operation::find_present, manner::bulk, 1},
                            {operation::insert_new, manner::single, 2},   {operation::find_present, manner::single, 2}};
constexpr std::size_t piece_count = std::size(pieces) + 1;
static_assert(hash_alone == std::size(pieces));

template <typename Key>
struct entrant {
    bench::contender<Key> filter;
    bool is_for_threads;
};

/// Entrants of one size, interleaved: the times of entrant i are pieces from i * piece_count on.
template <typename Key>
class contest {
public:
    /// Without a filter, because its library is not there, it gets a row that says so.
    void enter(std::string name, std::unique_ptr<bench::subject<Key>> filter, bool is_for_threads, double rate)
    {
        if (filter == nullptr) {
            missing_.push_back(std::move(name));
            return;
        }
        bench::progress("peers: " + name);
        entrants_.push_back({bench::contender<Key>(std::move(name), std::move(filter), rate), is_for_threads});
    }
    void run(const bench::settings& how)
    {
        for (std::size_t round = 0; round < how.rounds; ++round) {
            for (std::size_t p = 0; p < std::size(pieces); ++p) {
                std::size_t first = 0;
                for (entrant<Key>& each : entrants_) {
                    const bool is_possible = pieces[p].threads == 1 || (each.is_for_threads && how.can_run_two() &&
                                                                        how.how_much != bench::effort::quick);
                    if (is_possible)
                        each.filter.time(times_, first + p, pieces[p].what, pieces[p].how, pieces[p].threads, how.keys);
                    first += piece_count;
                }
            }
            std::size_t first = 0;
            for (entrant<Key>& each : entrants_) {
                const auto batch = each.filter.new_keys(how.keys);
                const bench::subject<Key>& filter = each.filter.filter();
                bench::keep(filter.hash(batch.keys()));  // so that the keys are in the cache, as for the others
                if (filter.hash(batch.keys()))
                    times_.time(first + hash_alone, how.keys, [&] { bench::keep(filter.hash(batch.keys()).value()); });
                first += piece_count;
            }
        }
    }
    void tell(const bench::settings& how, const std::string& size, const std::string& keys, bench::result_table& table)
    {
        std::size_t first = 0;
        for (entrant<Key>& each : entrants_) {
            const std::size_t draws = how.how_much == bench::effort::smoke ? 20'000 : 1'000'000;
            std::vector<bench::cell> row{size,
                                         keys,
                                         each.filter.name(),
                                         each.filter.bits_per_key(),
                                         each.filter.measured_rate(draws) * 100,
                                         time_of(first + hash_alone)};
            for (std::size_t p = 0; p < std::size(pieces); ++p) row.emplace_back(time_of(first + p));
            table.add(std::move(row));
            first += piece_count;
        }
        for (const std::string& name : missing_) {
            std::vector<bench::cell> row{size, keys, name};
            row.resize(3 + 2 + piece_count, bench::not_measured());
            table.add(std::move(row));
        }
    }
    [[nodiscard]] double nanoseconds(std::size_t entrant, piece_index p) const
    {
        return time_of(entrant * piece_count + p);
    }
    /// Of the first entrant to another one.
    [[nodiscard]] double ratio(piece_index p, std::size_t to = 1) const
    {
        return times_.ratio(p, to * piece_count + p);
    }

private:
    [[nodiscard]] double time_of(std::size_t piece) const
    {
        return times_.has(piece) ? times_.nanoseconds(piece) : bench::not_measured();
    }

    std::list<entrant<Key>> entrants_;
    std::vector<std::string> missing_;
    bench::interleaved times_;
};

struct aim {
    piece_index piece;
    const char* question;
    double bound;
    std::string limit = {};  // what keeps it from being met, where something does
};

/// Aims of the first entrant, beside the second one: that is Boost.Bloom's, if it is there.
template <typename Key>
void judge(bench::report& found, const contest<Key>& of, bool has_boost, const std::string& size,
           const std::vector<aim>& aims)
{
    for (const aim& each : aims) {
        const std::string question = fmt::format("{}, against {}, {}", each.question, bench::boost_multiblock, size);
        if (has_boost)
            found.at_most(question, of.ratio(each.piece), each.bound, each.limit);
        else
            found.not_measured(question, fmt::format("<= {}", each.bound), bench::about_boost_bloom());
    }
}

void measure_numbers(const bench::settings& how, bench::report& found, bench::result_table& table, std::size_t s)
{
    const std::uint64_t bytes = how.sizes[s];
    const std::string size = bench::size_name(bytes);
    const bool is_huge = s + 1 == how.sizes.size();
    const bool with_all = how.how_much != bench::effort::quick && !is_huge;
    bench::progress("peers: " + size);
    contest<std::uint64_t> numbers;
    const auto enter_ours = [&](const std::string& layout) {
        numbers.enter("tamiz " + layout, bench::make_filter<std::uint64_t>(layout, bytes, how.rate), true, how.rate);
    };
    const auto enter_boost = [&](const char* name) {
        auto filter = bench::make_boost_filter(name, bytes);
        const bool is_there = filter != nullptr;
        numbers.enter(name, std::move(filter), false, how.rate);
        return is_there;
    };
    enter_ours(bench::default_layout);
    const bool has_boost = enter_boost(bench::boost_multiblock);
    if (!is_huge)
        numbers.enter(bench::portable_boost_multiblock, bench::make_portable_boost_filter(bytes), false, how.rate);
    if (with_all) {
        enter_ours("word");
        enter_ours("classic");
        enter_boost(bench::boost_block);
        enter_boost(bench::boost_classic);
        numbers.enter("libbloom", bench::make_libbloom_filter(bytes, how.rate), false, how.rate);
        const std::uint64_t keys =
            bench::make_filter<std::uint64_t>(bench::default_layout, bytes, how.rate)->keys_at(how.rate);
        numbers.enter("plain filter, one mutex",
                      std::make_unique<bench::hand_made_subject<bench::mutex_filter>>(bytes, keys), true, how.rate);
        numbers.enter("plain filter, 64 locks",
                      std::make_unique<bench::hand_made_subject<bench::sharded_filter>>(bytes, keys), true, how.rate);
    }
    numbers.run(how);
    numbers.tell(how, size, "64-bit", table);
    constexpr double bulk_bounds[] = {1.2, 1.25, 1.0};
    constexpr const char* bulk_limit = "four gathers for eight keys; two of them from the table of masks";
    std::vector<aim> aims{{absent_bulk, "bulk lookup of absent keys", bulk_bounds[s], bulk_limit},
                          {present_bulk, "bulk lookup of present keys", bulk_bounds[s], bulk_limit}};
    if (s == 0) {
        for (const piece_index p : {absent, present}) {
            const std::string limit =
                has_boost ? fmt::format("that is compiled for AVX2; compiled for any x86-64 as ours: {:.2f}",
                                        numbers.ratio(p, 2))
                          : std::string();
            aims.push_back(
                {p, p == absent ? "single lookup of absent keys" : "single lookup of present keys", 2.0, limit});
        }
    }
    judge(found, numbers, has_boost, size, aims);
}

void measure_urls(const bench::settings& how, bench::report& found, bench::result_table& table)
{
    const std::uint64_t bytes = how.sizes[0];
    const std::string size = bench::size_name(bytes);
    contest<std::string_view> urls;
    urls.enter(std::string("tamiz ") + bench::default_layout,
               bench::make_filter<std::string_view>(bench::default_layout, bytes, how.rate), true, how.rate);
    auto peer = bench::make_boost_string_filter(bytes);
    const bool has_boost = peer != nullptr;
    urls.enter(bench::boost_multiblock, std::move(peer), false, how.rate);
    urls.enter(bench::portable_boost_multiblock, bench::make_portable_boost_string_filter(bytes), false, how.rate);
    urls.run(how);
    urls.tell(how, size, "URL", table);
    const auto limit = [&](piece_index p) {
        if (!has_boost) return std::string();
        return fmt::format(
            "of it the hash alone {:.1f} ns; {:.1f} there; against the one compiled for any x86-64 {:.2f}",
            urls.nanoseconds(0, hash_alone), urls.nanoseconds(1, hash_alone), urls.ratio(p, 2));
    };
    judge(found, urls, has_boost, size,
          {{absent, "single lookup of absent 70-byte URLs", 1.0, limit(absent)},
           {present, "single lookup of present 70-byte URLs", 1.0, limit(present)}});
}

// --- exact sets ------------------------------------------------------------------------------------------------------

/// Loads all keys, each thread its share. Nanoseconds are for a key of one thread.
double load(bench::key_set<std::uint64_t>& set, std::span<const std::uint64_t> keys, unsigned threads)
{
    const std::size_t share = keys.size() / threads;
    const double taken =
        bench::run_together(threads, [](unsigned) {}, [&](unsigned t) { set.insert(keys.subspan(t * share, share)); });
    return taken / static_cast<double>(share);
}

void measure_exact_sets(const bench::settings& how, bench::report& found)
{
    struct entry {
        const char* name;
        double aim;  // times as fast; 0: none
    };
    constexpr entry entries[] = {{bench::tbb_set, 25}, {bench::cuckoo_set, 9}, {bench::mutex_set, 0}};
    constexpr std::size_t per_set = 4;  // pieces: load and find, on one thread and on two
    const std::uint64_t bytes = how.sizes[0];
    const std::string size = bench::size_name(bytes);
    bench::progress("peers: exact sets");
    const auto ours = bench::make_filter<std::uint64_t>(bench::default_layout, bytes, how.rate);
    const std::uint64_t key_count = ours->keys_at(how.rate);
    bench::key_batch<std::uint64_t> batch;
    batch.assign(static_cast<std::size_t>(key_count), [](std::size_t i) { return i; });
    const std::span<const std::uint64_t> keys = batch.keys();
    const auto answers = std::make_unique<bool[]>(keys.size());
    bench::interleaved times;
    const auto time_set = [&](std::size_t first, const auto& make) {
        for (unsigned threads = 1; threads <= (how.can_run_two() ? 2U : 1U); ++threads) {
            auto& set = make();
            times.record(first + 2 * (threads - 1), load(set, keys, threads));
            const std::size_t share = keys.size() / threads;
            const double taken = bench::run_together(
                threads, [](unsigned) {},
                [&](unsigned t) { set.find(keys.subspan(t * share, share), {answers.get() + t * share, share}); });
            times.record(first + 2 * (threads - 1) + 1, taken / static_cast<double>(share));
        }
    };
    // A load takes as long as a hundred rounds of other pieces.
    const std::size_t rounds = how.how_much == bench::effort::full ? 7 : how.how_much == bench::effort::quick ? 3 : 1;
    constexpr std::size_t two_locks = (std::size(entries) + 1) * per_set;
    for (std::size_t round = 0; round < rounds; ++round) {
        times.time(two_locks, keys.size(),
                   [&] { bench::lock_lines<2, bench::ahead::no>(bench::words_of(ours->memory()), keys); });
        time_set(0, [&]() -> bench::key_set<std::uint64_t>& {
            std::ranges::fill(ours->memory(), std::byte{0});
            return *ours;
        });
        for (std::size_t i = 0; i < std::size(entries); ++i) {
            std::unique_ptr<bench::key_set<std::uint64_t>> set;
            if (bench::make_exact_set(entries[i].name, 1) == nullptr) continue;
            time_set((i + 1) * per_set, [&]() -> bench::key_set<std::uint64_t>& {
                set = bench::make_exact_set(entries[i].name, key_count);
                return *set;
            });
        }
    }
    bench::result_table& table = found.add_table(
        "exact_sets", fmt::format("Exact sets with as many keys as {} of filter hold: loaded from empty", size),
        {{"set", "set"},
         {"bytes_per_key", "bytes/key, 16-byte keys"},
         {"load_ns", "insert, ns"},
         {"find_ns", "find present"},
         {"load_two_ns", "insert, 2 threads"},
         {"find_two_ns", "find, 2 threads"}});
    const auto add = [&](const std::string& name, double bytes_per_key, std::size_t first) {
        std::vector<bench::cell> row{name, bytes_per_key};
        for (std::size_t p = first; p < first + per_set; ++p)
            row.emplace_back(times.has(p) ? times.nanoseconds(p) : bench::not_measured());
        table.add(std::move(row));
    };
    const double our_bytes = static_cast<double>(bytes) / static_cast<double>(key_count);
    add(std::string("tamiz ") + bench::default_layout, our_bytes, 0);
    double smallest = 0;
    for (std::size_t i = 0; i < std::size(entries); ++i) {
        const auto& [name, wanted] = entries[i];
        const std::size_t first = (i + 1) * per_set;
        const std::string question = fmt::format("insert, times as fast as {}, {}", name, size);
        if (!times.has(first)) {
            add(name, bench::not_measured(), first);
            if (wanted > 0) found.not_measured(question, fmt::format(">= {}", wanted), "the build has not found it");
            continue;
        }
        const double set_bytes = bench::exact_set_bytes_per_key(name, key_count).value();
        if (smallest == 0 || set_bytes < smallest) smallest = set_bytes;
        add(name, set_bytes, first);
        if (wanted > 0)
            found.at_least(
                question, times.ratio(first, 0), wanted,
                fmt::format("2 locked operations alone are {:.1f} times as fast as it", times.ratio(first, two_locks)));
    }
    found.at_least("memory, times as small as the smallest exact set, 16-byte keys", smallest / our_bytes, 10);
}

void measure(const bench::settings& how, bench::report& found)
{
    bench::result_table& table = found.add_table(
        "peers",
        fmt::format("Filters at the same rate: ns an operation of one thread, medians of {} interleaved rounds",
                    how.rounds),
        {{"memory", "memory"},
         {"keys", "keys"},
         {"filter", "filter"},
         {"bits_per_key", "bits/key"},
         {"rate_percent", "measured rate, %"},
         {"hash_ns", "hash alone"},
         {"insert_ns", "insert new"},
         {"insert_bulk_ns", "bulk"},
         {"absent_ns", "find absent"},
         {"absent_bulk_ns", "bulk"},
         {"present_ns", "find present"},
         {"present_bulk_ns", "bulk"},
         {"insert_two_ns", "insert, 2 threads"},
         {"present_two_ns", "find, 2 threads"}});
    found.note(bench::about_boost_bloom() + ".");
    if (bench::make_libbloom_filter(1 << 16, how.rate) == nullptr)
        found.note("libbloom: not measured: name the folder of its source in TAMIZ_BENCH_LIBBLOOM_SOURCE.");
    if (bench::make_exact_set(bench::cuckoo_set, 1) == nullptr)
        found.note("libcuckoo: not measured: install its headers (package libcuckoo-dev).");
    for (std::size_t s = 0; s < how.sizes.size(); ++s) measure_numbers(how, found, table, s);
    measure_urls(how, found, table);
    measure_exact_sets(how, found);
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "peers", "How do other filters compare, at the same rate of false positives?",
                              measure);
}
