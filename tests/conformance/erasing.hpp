// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "structures.hpp"

#include <support/keys.hpp>
#include <support/plain_counters.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <unordered_map>
#include <vector>

/// Runs of inserts and erases against exact knowledge of what is in, each told by what it counted.
namespace tamiz_test {

/// An exact multiset of keys. Erases only what was inserted: the contract of filters that forget.
template <typename Key>
class exact_multiset {
public:
    void insert(const Key& key)
    {
        ++counts_[key];
        all_.push_back(key);
    }
    /// Takes one of all insertions, at random, back.
    template <typename Random>
    Key erase_one(Random& random)
    {
        std::swap(all_[random() % all_.size()], all_.back());
        const Key key = all_.back();
        all_.pop_back();
        if (--counts_[key] == 0) counts_.erase(key);
        return key;
    }
    [[nodiscard]] std::uint64_t count(const Key& key) const
    {
        const auto found = counts_.find(key);
        return found == counts_.end() ? 0 : found->second;
    }
    /// All insertions that were not taken back.
    [[nodiscard]] const std::vector<Key>& all() const { return all_; }
    [[nodiscard]] std::uint64_t size() const { return all_.size(); }

private:
    std::unordered_map<Key, std::uint64_t> counts_;
    std::vector<Key> all_;
};

struct model_run {
    std::uint64_t steps = 0;
    std::uint64_t missed = 0;           ///< in, and answered false
    std::uint64_t counted_too_few = 0;  ///< `occurrences` below what is in
    std::uint64_t erases_refused = 0;   ///< of a key that is in
    std::uint64_t erased_absent = 0;    ///< erase true of a key that was surely not in
    std::uint64_t unlike_plain = 0;     ///< answers that a plain array of numbers gives otherwise
    std::uint64_t counters_unlike = 0;  ///< counters that stand otherwise than in it, at the end
    std::uint64_t false_positives = 0;  ///< may be
    std::uint64_t refused_absent = 0;   ///< erases that were rightly refused
    std::uint64_t stuck = 0;            ///< counters
    double fill = 0;

    [[nodiscard]] std::uint64_t violations() const
    {
        return missed + counted_too_few + erases_refused + erased_absent + unlike_plain + counters_unlike;
    }
    friend std::ostream& operator<<(std::ostream& out, const model_run& run)
    {
        return out << run.steps << " steps: missed " << run.missed << ", counted too few " << run.counted_too_few
                   << ", erases refused " << run.erases_refused << ", absent keys erased " << run.erased_absent
                   << ", answers unlike a plain array's " << run.unlike_plain << ", counters " << run.counters_unlike
                   << "; false positives " << run.false_positives << ", absent keys refused " << run.refused_absent
                   << ", stuck counters " << run.stuck << ", fill " << run.fill;
    }
};

/// How the keys of a run are drawn: all alike, or some so often that their counters stick.
enum class draw : std::uint8_t { evenly, some_often };

/// Random inserts, erases and questions, one thread, beside an exact multiset and a plain array of numbers. Up to
/// three quarters of `items` insertions are in at any time, out of twice as many different keys as the filter is for.
template <typename Filter>
[[nodiscard]] model_run run_beside_models(std::uint64_t steps, std::uint64_t items, draw how, std::uint64_t seed)
{
    using key = typename Filter::key_type;
    Filter filter({.expected_items = items, .false_positive_rate = 0.01, .seed = seed});
    plain_counters<typename Filter::layout_type> plain(filter.layout_size());
    exact_multiset<key> exact;
    std::mt19937_64 random(seed);
    const std::vector<key> keys = random_keys_of<key>(2 * items, seed + 1);
    const auto drawn = [&]() -> const key& {
        const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
        const double place = how == draw::evenly ? uniform : std::pow(uniform, 6);
        return keys[static_cast<std::size_t>(place * static_cast<double>(keys.size()))];
    };

    model_run run;
    run.steps = steps;
    for (std::uint64_t step = 0; step < steps; ++step) {
        switch (random() % 4) {
        case 0: {
            const key& k = drawn();
            exact.insert(k);
            const bool was_new = filter.insert(k);
            if (was_new != plain.insert(filter.hash(k))) ++run.unlike_plain;
            if (was_new && exact.count(k) > 1) ++run.missed;
            break;
        }
        case 1: {
            if (exact.size() < items / 4 + random() % (items / 2)) break;
            const key k = exact.erase_one(random);
            const bool erased = filter.erase(k);
            if (!erased) ++run.erases_refused;
            if (erased != plain.erase(filter.hash(k))) ++run.unlike_plain;
            break;
        }
        case 2: {  // one that is not in, unless it looks as if it were: that the contract forbids
            const key& k = drawn();
            if (exact.count(k) != 0 || filter.may_contain(k)) break;
            ++(filter.erase(k) ? run.erased_absent : run.refused_absent);
            break;
        }
        default: {
            const key& k = drawn();
            const std::uint64_t in = exact.count(k);
            const unsigned counted = filter.occurrences(k);
            const bool found = filter.may_contain(k);
            if (in != 0 && !found) ++run.missed;
            if (counted < std::min<std::uint64_t>(in, 15)) ++run.counted_too_few;
            if (in == 0 && found) ++run.false_positives;
            if (counted != plain.occurrences(filter.hash(k)) || found != (counted != 0)) ++run.unlike_plain;
            break;
        }
        }
    }
    for (const key& k : exact.all())
        if (!filter.may_contain(k)) ++run.missed;
    const std::vector<unsigned> counts = counts_of(filter);
    for (std::size_t i = 0; i < counts.size(); ++i) run.counters_unlike += counts[i] != plain.counts()[i] ? 1u : 0u;
    run.stuck = filter.stats().stuck_counters;
    run.fill = filter.fill_ratio();
    return run;
}

}  // namespace tamiz_test
