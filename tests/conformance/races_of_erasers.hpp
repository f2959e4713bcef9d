// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "erasing.hpp"
#include "races.hpp"
#include "structures.hpp"

#include <support/plain_counters.hpp>
#include <support/threads.hpp>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <thread>
#include <vector>

/// Runs of eight threads that insert, erase and ask together, each told by what it counted.
namespace tamiz_test {

struct erasers_race {
    std::uint64_t steps = 0;
    std::uint64_t missed = 0;             ///< in, by the asking thread's own insert, and answered false
    std::uint64_t counted_too_few = 0;    ///< `occurrences` below what the asking thread has in
    std::uint64_t erases_refused = 0;     ///< of what the thread itself has in
    std::uint64_t counters_lost = 0;      ///< at the end lower than what is left makes them
    std::uint64_t counters_too_many = 0;  ///< at the end higher, and not stuck
    std::uint64_t missed_at_end = 0;
    std::uint64_t stuck = 0;
    double fill = 0;

    [[nodiscard]] std::uint64_t violations() const
    {
        return missed + counted_too_few + erases_refused + counters_lost + counters_too_many + missed_at_end;
    }
    friend std::ostream& operator<<(std::ostream& out, const erasers_race& race)
    {
        return out << race.steps << " steps: missed " << race.missed << ", counted too few " << race.counted_too_few
                   << ", erases refused " << race.erases_refused << ", counters lost " << race.counters_lost
                   << ", too many " << race.counters_too_many << ", missed at the end " << race.missed_at_end
                   << "; stuck " << race.stuck << ", fill " << race.fill;
    }
};

/// Whose keys a thread inserts and erases.
enum class keys_of_threads : std::uint8_t { disjoint, shared };

/// Each thread has up to `kept` insertions in, of so many different keys, erases its own only, and asks for its own at
/// every turn.
template <typename Filter>
[[nodiscard]] erasers_race insert_and_erase(Filter& filter, std::uint64_t steps, std::uint64_t kept,
                                            std::uint64_t different, keys_of_threads whose, std::uint64_t seed)
{
    using key = typename Filter::key_type;
    std::vector<exact_multiset<key>> exact(race_threads);
    std::vector<erasers_race> seen(race_threads);
    in_threads(race_threads, [&](unsigned thread) {
        std::mt19937_64 random(seed * race_threads + thread);
        exact_multiset<key>& own = exact[thread];
        erasers_race& mine = seen[thread];
        const unsigned space = whose == keys_of_threads::disjoint ? thread : 0;
        for (; mine.steps < steps; ++mine.steps) {
            if (own.size() < kept / 2 + random() % (kept / 2)) {
                const key k = key_of<key>(space, random() % different);
                const bool was_in = own.count(k) != 0;
                own.insert(k);
                if (filter.insert(k) && was_in) ++mine.missed;
                if (!filter.may_contain(k)) ++mine.missed;
            } else {
                if (!filter.erase(own.erase_one(random))) ++mine.erases_refused;
            }
            if (own.size() == 0) continue;
            const key& k = own.all()[random() % own.size()];
            if (!filter.may_contain(k)) ++mine.missed;
            if (filter.occurrences(k) < std::min<std::uint64_t>(own.count(k), 15)) ++mine.counted_too_few;
        }
    });

    erasers_race result;
    plain_counters<typename Filter::layout_type> plain(filter.layout_size());
    for (unsigned thread = 0; thread < race_threads; ++thread) {
        result.steps += seen[thread].steps;
        result.missed += seen[thread].missed;
        result.counted_too_few += seen[thread].counted_too_few;
        result.erases_refused += seen[thread].erases_refused;
        for (const key& k : exact[thread].all()) {
            plain.insert(filter.hash(k));
            if (!filter.may_contain(k)) ++result.missed_at_end;
        }
    }
    const std::vector<unsigned> counts = counts_of(filter);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] < plain.counts()[i]) ++result.counters_lost;
        // A counter below 15 has never stuck, so nothing of it may be left over.
        if (counts[i] > plain.counts()[i] && counts[i] != plain.stuck) ++result.counters_too_many;
    }
    result.stuck = filter.stats().stuck_counters;
    result.fill = filter.fill_ratio();
    return result;
}

// --- a few keys that share counters, again and again -----------------------------------------------------------------

struct neighbours_race {
    std::uint64_t rounds = 0;
    std::uint64_t missed = 0;          ///< keys that were in, and answered false
    std::uint64_t erases_refused = 0;  ///< of keys that were in
    std::uint64_t erased_twice = 0;    ///< rounds in which one insert was undone by several erases
    std::uint64_t spoilt = 0;          ///< rounds after which the counters are not those of the keys that are left

    [[nodiscard]] std::uint64_t violations() const { return missed + erases_refused + erased_twice + spoilt; }
    friend std::ostream& operator<<(std::ostream& out, const neighbours_race& race)
    {
        return out << race.rounds << " rounds: missed " << race.missed << ", erases refused " << race.erases_refused
                   << ", erased twice " << race.erased_twice << ", spoilt " << race.spoilt;
    }
};

/// A filter of so few blocks, with two counters a word for each key.
template <typename Filter>
[[nodiscard]] Filter tiny_filter(std::uint64_t blocks)
{
    constexpr auto model = Filter::layout_type::model;
    return Filter(explicit_size_for<Filter>(blocks * model.words_per_block * model.cells_per_word,
                                            2 * std::uint64_t{model.words_per_key}));
}

/// Neighbours that stay, and a key that comes and goes among them.
struct key_among_neighbours {
    std::vector<tamiz::hash_value> neighbours;
    tamiz::hash_value key;
};

/// The key's first counter is one of a neighbour's, so an erase too many makes that one go missing. If it has several
/// words, the neighbours have its whole first word: an erase that lowers before it has seen all of them starts there.
/// But they do not have all of its counters: once it is erased, another erase of it must be refused.
template <typename Filter>
[[nodiscard]] key_among_neighbours among_neighbours(const Filter& filter, std::uint64_t seed)
{
    plain_counters<typename Filter::layout_type> plain(filter.layout_size());
    std::mt19937_64 random(seed);
    key_among_neighbours result;
    for (unsigned i = 0; i < 4; ++i) {
        result.neighbours.emplace_back(random());
        plain.insert(result.neighbours.back());
    }
    const auto in_use = [&](std::size_t counter) { return plain.counts()[counter] != 0; };
    for (;;) {
        result.key = tamiz::hash_value(random());
        const std::vector<std::size_t> counters = plain.counters_of(result.key);
        const bool first_word = in_use(counters[0]) && (counters.size() == 2 || in_use(counters[1]));
        if (first_word && !in_use(counters.back())) return result;
    }
}

/// A key is inserted once, and four threads erase it, while four others ask for its neighbours.
template <typename Filter>
[[nodiscard]] neighbours_race erase_together(std::uint64_t rounds, std::uint64_t seed)
{
    constexpr unsigned erasers = race_threads / 2;
    auto filter = tiny_filter<Filter>(1);
    const key_among_neighbours keys = among_neighbours(filter, seed);
    plain_counters<typename Filter::layout_type> left(filter.layout_size());
    for (const tamiz::hash_value neighbour : keys.neighbours) left.insert(neighbour);

    neighbours_race result;
    std::vector<std::uint64_t> missed(race_threads);
    std::atomic<unsigned> erased{0};
    std::atomic<unsigned> done{0};
    std::barrier together(race_threads);
    in_threads(race_threads, [&](unsigned thread) {
        for (std::uint64_t round = 0; round < rounds; ++round) {
            if (thread == 0) {  // the others wait
                filter.clear();
                for (const tamiz::hash_value neighbour : keys.neighbours) filter.insert(neighbour);
                filter.insert(keys.key);
                erased = done = 0;
            }
            together.arrive_and_wait();
            if (thread < erasers) {
                if (filter.erase(keys.key)) ++erased;
                ++done;
            } else {
                do {
                    for (const tamiz::hash_value neighbour : keys.neighbours)
                        if (!filter.may_contain(neighbour)) ++missed[thread];
                    std::this_thread::yield();
                } while (done.load(std::memory_order_relaxed) < erasers);
            }
            together.arrive_and_wait();
            if (thread == 0) {
                ++result.rounds;
                if (erased == 0) ++result.erases_refused;
                if (erased > 1) ++result.erased_twice;
                if (counts_of(filter) != left.counts()) ++result.spoilt;
            }
        }
    });
    for (const std::uint64_t count : missed) result.missed += count;
    return result;
}

/// Four threads erase the last copies of keys, while four insert others that share their counters and ask for them at
/// once, and until all is done.
template <typename Filter>
[[nodiscard]] neighbours_race erase_beside_inserts(std::uint64_t rounds, std::uint64_t seed)
{
    constexpr unsigned erasers = race_threads / 2;
    auto filter = tiny_filter<Filter>(2);
    neighbours_race result;
    std::vector<neighbours_race> seen(race_threads);
    std::vector<tamiz::hash_value> keys(race_threads);
    std::atomic<unsigned> done{0};
    std::barrier together(race_threads);
    std::mt19937_64 random(seed);
    in_threads(race_threads, [&](unsigned thread) {
        for (std::uint64_t round = 0; round < rounds; ++round) {
            if (thread == 0) {
                filter.clear();
                for (tamiz::hash_value& key : keys) key = tamiz::hash_value(random());
                for (unsigned i = 0; i < erasers; ++i) filter.insert(keys[i]);
                done = 0;
            }
            together.arrive_and_wait();
            const tamiz::hash_value own = keys[thread];
            if (thread < erasers) {
                if (!filter.erase(own)) ++seen[thread].erases_refused;
                ++done;
            } else {
                filter.insert(own);
                bool last = false;
                while (!last) {
                    last = done.load(std::memory_order_relaxed) == erasers;
                    if (!filter.may_contain(own)) ++seen[thread].missed;
                    std::this_thread::yield();
                }
            }
            together.arrive_and_wait();
            if (thread == 0) {
                ++result.rounds;
                plain_counters<typename Filter::layout_type> left(filter.layout_size());
                for (unsigned i = erasers; i < race_threads; ++i) left.insert(keys[i]);
                if (counts_of(filter) != left.counts()) ++result.spoilt;
            }
        }
    });
    for (const neighbours_race& thread : seen) {
        result.missed += thread.missed;
        result.erases_refused += thread.erases_refused;
    }
    return result;
}

}  // namespace tamiz_test
