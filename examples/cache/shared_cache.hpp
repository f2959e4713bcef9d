// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A cache that many threads share: shards behind locks, and two Bloom filters that spare most of the locks.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tamiz/counting_bloom_filter.hpp>

#include "cache/exact_book.hpp"
#include "cache/lru.hpp"
#include "cache/sightings.hpp"

namespace cache {

struct cache_options {
    std::size_t capacity = 10'000;      ///< entries: 1 or more
    std::size_t shards = 16;            ///< each with a lock and its share of the capacity: from 1 to the capacity
    bool knows_misses = true;           ///< a filter that counts tells a miss without a lock
    bool has_gate = true;               ///< a key is admitted when it is seen the second time
    double false_positive_rate = 0.01;  ///< of both filters when they hold what they are made for: in (0, 1)
    std::uint64_t gate_keys = 40'000;   ///< different keys that the gate remembers at least: 1 or more
    /// Of the filters. For keys that strangers choose take tamiz::random_seed().
    std::uint64_t seed = tamiz::default_seed;
};

/// What became of a request.
enum class outcome : std::uint8_t {
    hit,       ///< the value was in the cache
    admitted,  ///< it was loaded, and is in the cache now
    kept_out,  ///< it was loaded, and the gate had not seen the key before
    beaten,    ///< it was loaded, and another thread had put it into the cache meanwhile
    outdated   ///< it was loaded, and an entry of the shard was erased meanwhile: it may be an old value
};

template <typename Value>
struct answer {
    Value value;
    outcome how;
};

/// Figures of a cache since it was made. Read beside other threads they are as old as the call is long.
struct cache_stats {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t locks = 0;           ///< how often a shard's lock was taken
    std::uint64_t known_misses = 0;    ///< locks avoided because the filter knew that the key was not there
    std::uint64_t kept_out = 0;        ///< locks avoided because the gate let nothing in
    std::uint64_t locked_in_vain = 0;  ///< to look for what was not there
    std::uint64_t admissions = 0;
    std::uint64_t beaten = 0;
    std::uint64_t outdated = 0;
    std::uint64_t evictions = 0;
    std::uint64_t erased = 0;
    std::uint64_t entries = 0;       ///< now
    std::uint64_t filter_bytes = 0;  ///< memory of the filters
    std::uint64_t gate_turns = 0;    ///< how often the gate forgot the older half of what it knew
};

/// When the filter is told. It counts the key before the entry can be found, and takes the count back after the entry
/// is out, once, by the one who took it out: between these the key is never answered "absent". Called under the shard's
/// lock, but questions to the filter need none. Tests put other orders in its place.
struct safe_order {
    template <typename Filter, typename Put>
    static void enter(Filter& filter, tamiz::hash_value hash, Put&& put)
    {
        filter.insert(hash);
        try {
            put();
        } catch (...) {
            filter.erase(hash);  // our own insert, which stands for nothing now
            throw;
        }
    }
    template <typename Filter, typename Take>
    static void leave(Filter& filter, tamiz::hash_value hash, Take&& take)
    {
        take();
        filter.erase(hash);
    }
};

/// At most `capacity` values by key; when a shard is full, its entry that was used least lately makes room. Safe for
/// any number of threads.
///
///     cache::shared_cache<std::shared_ptr<const page>> pages({.capacity = 100'000, .seed = tamiz::random_seed()});
///     const auto page = pages.get(url, [&](std::string_view key) { return database.read(key); }).value;
///
/// `Value` is copied under a lock: for large ones take a shared_ptr. `Watch` is told who lives and asks the filter's
/// questions: for checks (exact_book). `Order`: see safe_order.
template <typename Value, typename Watch = unwatched, typename Order = safe_order>
class shared_cache {
public:
    /// @throws std::invalid_argument if the capacity or the shards are out of range, and what the filters throw
    explicit shared_cache(const cache_options& options) : seed_(options.seed), shards_(checked(options).shards)
    {
        for (std::size_t i = 0; i < shards_.size(); ++i)
            shards_[i].capacity = options.capacity / shards_.size() + (i < options.capacity % shards_.size() ? 1 : 0);
        if (options.knows_misses) {
            living_.emplace(tamiz::filter_options{.expected_items = options.capacity,
                                                  .false_positive_rate = options.false_positive_rate,
                                                  .seed = options.seed});
        }
        if (options.has_gate) {
            gate_.emplace(sightings_options{
                .keys = options.gate_keys, .false_positive_rate = options.false_positive_rate, .seed = options.seed});
        }
    }
    shared_cache(const shared_cache&) = delete;
    shared_cache& operator=(const shared_cache&) = delete;

    /// The value of the key: from the cache, or else `load(key)`, which may then be put into the cache. `load` is
    /// called without a lock, by each thread that misses the key; what it throws comes out, and nothing has changed
    /// then.
    template <typename Load>
    answer<Value> get(std::string_view key, Load&& load)
    {
        const tamiz::hash_value hash = hash_of(key);
        shard& mine = shard_of(hash);
        const std::uint64_t erasures = mine.erasures.load(std::memory_order_acquire);
        if (may_hold(key, hash)) {
            const std::lock_guard guard(mine.lock);
            ++mine.counts.locks;
            if (const entry* const found = mine.entries.use(key, hash)) {
                ++mine.counts.hits;
                return {found->value, outcome::hit};
            }
            ++mine.counts.locked_in_vain;
        } else {
            mine.known_misses.fetch_add(1, std::memory_order_relaxed);
        }
        Value value = std::forward<Load>(load)(key);
        if (gate_ && !gate_->seen_before(hash)) {
            mine.kept_out.fetch_add(1, std::memory_order_relaxed);
            return {std::move(value), outcome::kept_out};
        }
        const outcome how = admit(mine, key, hash, value, erasures);
        return {std::move(value), how};
    }

    /// Takes the key's entry out, if there is one: for whoever has changed the value in the store, **after** that.
    /// Values that other threads loaded before are not admitted any more, so that no old one comes back. True: there
    /// was one.
    bool erase(std::string_view key)
    {
        const tamiz::hash_value hash = hash_of(key);
        shard& mine = shard_of(hash);
        entry_list gone;
        const std::lock_guard guard(mine.lock);
        ++mine.counts.locks;
        mine.erasures.fetch_add(1, std::memory_order_release);
        const entry* const found = mine.entries.find(key, hash);
        if (found == nullptr) return false;
        take(mine, *found, gone);
        ++mine.counts.erased;
        return true;
    }

    /// False: at some moment of the call no entry of the key was there. Takes no lock; always true without the filter.
    [[nodiscard]] bool may_hold(std::string_view key) { return may_hold(key, hash_of(key)); }

    [[nodiscard]] cache_stats stats() const
    {
        cache_stats all;
        for (const shard& each : shards_) {
            all.known_misses += each.known_misses.load(std::memory_order_relaxed);
            all.kept_out += each.kept_out.load(std::memory_order_relaxed);
            const std::lock_guard guard(each.lock);
            all.hits += each.counts.hits;
            all.locks += each.counts.locks;
            all.locked_in_vain += each.counts.locked_in_vain;
            all.admissions += each.counts.admissions;
            all.beaten += each.counts.beaten;
            all.outdated += each.counts.outdated;
            all.evictions += each.counts.evictions;
            all.erased += each.counts.erased;
            all.entries += each.entries.size();
        }
        all.misses = all.known_misses + all.locked_in_vain;
        all.filter_bytes = (living_ ? living_->memory_bytes() : 0) + (gate_ ? gate_->memory_bytes() : 0);
        all.gate_turns = gate_ ? gate_->turns() : 0;
        return all;
    }

    /// Calls `visit(key, value)` for every entry, each shard under its lock: it must not call the cache, but for
    /// `may_hold`.
    template <typename Visit>
    void for_each(Visit&& visit) const
    {
        for (const shard& each : shards_) {
            const std::lock_guard guard(each.lock);
            each.entries.for_each([&](const entry& one) { visit(std::string_view(one.key), one.value); });
        }
    }

    /// What the filter that counts tells of itself; nothing without it.
    [[nodiscard]] std::optional<tamiz::counting_stats> living_stats() const
    {
        return living_ ? std::optional(living_->stats()) : std::nullopt;
    }

    [[nodiscard]] Watch& watch() noexcept { return watch_; }

private:
    using living_filter = tamiz::counting_bloom_filter<std::string>;
    using entry = typename lru<Value>::entry;
    using entry_list = typename lru<Value>::entry_list;

    struct alignas(64) shard {
        mutable std::mutex lock;
        lru<Value> entries;  // this and what follows: under the lock
        std::size_t capacity = 0;
        cache_stats counts;  // those that are counted under the lock
        /// Changed under the lock. Read without it before a value is loaded.
        std::atomic<std::uint64_t> erasures{0};
        // Counted without the lock, so in a line of their own.
        alignas(64) std::atomic<std::uint64_t> known_misses{0};
        std::atomic<std::uint64_t> kept_out{0};
    };

    static const cache_options& checked(const cache_options& options)
    {
        if (options.capacity == 0) throw std::invalid_argument("capacity = 0: must be 1 or more");
        if (options.shards == 0 || options.shards > options.capacity) {
            throw std::invalid_argument("shards = " + std::to_string(options.shards) +
                                        ": must be from 1 to the capacity, " + std::to_string(options.capacity));
        }
        return options;
    }

    /// One hash of the key serves both filters, the choice of the shard and its map.
    [[nodiscard]] tamiz::hash_value hash_of(std::string_view key) const
    {
        return tamiz::hash_value(tamiz::hash<std::string>{}(key, seed_));
    }
    [[nodiscard]] shard& shard_of(tamiz::hash_value hash) noexcept
    {
        return shards_[static_cast<std::uint32_t>(hash.value() * 0x9e3779b97f4a7c15 >> 32) * shards_.size() >> 32];
    }

    [[nodiscard]] bool may_hold(std::string_view key, tamiz::hash_value hash)
    {
        if (!living_) return true;
        return watch_.asked(key, [&] { return living_->may_contain(hash); });
    }

    /// Puts the value in, unless it is there or may be old.
    outcome admit(shard& mine, std::string_view key, tamiz::hash_value hash, const Value& value, std::uint64_t erasures)
    {
        entry_list fresh;  // made before the lock is taken
        fresh.push_back({std::string(key), hash, value});
        entry_list gone;  // freed after it is given back
        const std::lock_guard guard(mine.lock);
        ++mine.counts.locks;
        if (mine.erasures.load(std::memory_order_relaxed) != erasures) {
            ++mine.counts.outdated;
            return outcome::outdated;
        }
        if (mine.entries.find(key, hash) != nullptr) {
            ++mine.counts.beaten;
            return outcome::beaten;
        }
        if (mine.entries.size() == mine.capacity) {
            take(mine, mine.entries.oldest(), gone);
            ++mine.counts.evictions;
        }
        const auto put = [&] {
            mine.entries.put(fresh);
            watch_.entered(key);
        };
        if (living_) {
            Order::enter(*living_, hash, put);
        } else {
            put();
        }
        ++mine.counts.admissions;
        return outcome::admitted;
    }

    /// Under the shard's lock.
    void take(shard& mine, const entry& leaving, entry_list& gone)
    {
        const tamiz::hash_value hash = leaving.hash;
        const auto out = [&] {
            watch_.leaves(leaving.key);
            mine.entries.take(leaving, gone);
        };
        if (living_) {
            Order::leave(*living_, hash, out);
        } else {
            out();
        }
    }

    std::uint64_t seed_;
    std::vector<shard> shards_;
    std::optional<living_filter> living_;
    std::optional<sightings<>> gate_;
    [[no_unique_address]] Watch watch_;
};

}  // namespace cache
