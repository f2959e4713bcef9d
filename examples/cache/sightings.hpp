// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Was this key seen lately? Two Bloom filters that take turns, so that what is old is forgotten.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include <tamiz/bloom_filter.hpp>

namespace cache {

struct sightings_options {
    std::uint64_t keys = 40'000;        ///< different keys of one generation: 1 or more
    double false_positive_rate = 0.01;  ///< of a filter that holds one generation: in (0, 1)
    std::uint64_t seed = tamiz::default_seed;
};

/// Where a test may hold a thread up between two steps of the hand-over.
struct no_pause {
    static void here() noexcept {}
};

/// Remembers the last keys that it was asked about: at least the last `keys` different ones, at most some twice as
/// many. For any number of threads; nobody waits for anybody.
///
/// A Bloom filter cannot forget one key, so there are generations. Each key is put into the filter of now; it is known
/// if it was there, or in the filter of the generation before. When the filter of now has taken `keys` new ones, a
/// third filter, which is empty, takes its place, the filter of now becomes the one before, and the one before is
/// emptied before it is used again.
///
/// The hand-over. `clear` needs the filter to itself, and a thread that was suspended in the middle of a call may still
/// use a filter that has left. So a thread says that it is inside before it touches a filter: it reads the number of
/// the generation, counts itself in under its parity, and reads the number again; if that has changed, it counts itself
/// out and starts anew. Generation g uses the filters of g and g - 1. The one to be cleared for g + 1 is that of g - 2,
/// which was used last by those who are inside as of g - 1. So g + 1 begins only when the count of that parity is 0,
/// and then nobody can come in as of g - 1: count and number are accessed in one order that all threads agree on
/// (seq_cst), so who counts himself in after the 0 was read finds the newer number.
///
/// If somebody is inside as of g - 1 for long, g goes on, beyond its `keys`: then more keys are taken for known ones,
/// which is all that happens.
template <typename Words = tamiz::words<>, typename Pause = no_pause>
class sightings {
public:
    /// Takes the memory of three filters. @throws what the filters' constructors throw
    explicit sightings(const sightings_options& options)
        : keys_(options.keys),
          filters_{filter(options_of(options)), filter(options_of(options)), filter(options_of(options))}
    {
    }

    /// Whether the key was seen lately; from now on it was. True for a key that is new with the filters' rate. Of
    /// threads that come with a new key at the same time all may be told false.
    bool seen_before(tamiz::hash_value hash)
    {
        bool is_new = false;
        bool was_before = false;
        {
            const visit inside(*this, hash);
            is_new = now(inside.generation()).insert(hash);
            was_before = is_new && before(inside.generation()).may_contain(hash);
        }
        if (is_new) fresh_.fetch_add(1, std::memory_order_relaxed);
        // Asked by those whose key is not new as well: a filter that went on for long may have no bit left to change.
        if (fresh_.load(std::memory_order_relaxed) >= keys_) turn_over();
        return !is_new || was_before;
    }

    /// How often the filters have changed places.
    [[nodiscard]] std::uint64_t turns() const noexcept { return generation_.load() - first_generation; }

    [[nodiscard]] std::uint64_t memory_bytes() const noexcept
    {
        return filters_.size() * filters_.front().memory_bytes();
    }

private:
    using filter = tamiz::bloom_filter<std::string, tamiz::layout::cache_line<2>, tamiz::hash<std::string>, Words>;
    static constexpr std::uint64_t first_generation = 3;  // so that there are numbers before it
    static constexpr std::size_t stripe_count = 16;

    /// Counts of one group of keys, so that threads with different keys seldom write to one cache line.
    struct alignas(64) stripe {
        std::array<std::atomic<std::uint64_t>, 2> inside{};  // by the generation's parity
    };

    /// Holds the two filters of a generation as they are.
    class visit {
    public:
        visit(sightings& of, tamiz::hash_value hash) noexcept : stripe_(of.stripes_[hash.value() % stripe_count])
        {
            for (;;) {
                generation_ = of.generation_.load();
                Pause::here();
                stripe_.inside[generation_ % 2].fetch_add(1);
                if (of.generation_.load() == generation_) return;
                leave();  // it ended in between
            }
        }
        ~visit() { leave(); }
        visit(const visit&) = delete;
        visit& operator=(const visit&) = delete;

        [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

    private:
        void leave() noexcept { stripe_.inside[generation_ % 2].fetch_sub(1); }

        stripe& stripe_;
        std::uint64_t generation_ = 0;
    };

    static tamiz::filter_options options_of(const sightings_options& options)
    {
        return {
            .expected_items = options.keys, .false_positive_rate = options.false_positive_rate, .seed = options.seed};
    }

    [[nodiscard]] filter& now(std::uint64_t generation) noexcept { return filters_[generation % 3]; }
    [[nodiscard]] filter& before(std::uint64_t generation) noexcept { return filters_[(generation - 1) % 3]; }

    /// Begins the next generation, if this one is full and the filter for it can be had. Who is refused goes on; the
    /// next one who comes tries again.
    void turn_over()
    {
        const std::unique_lock turning(turning_, std::try_to_lock);
        if (!turning || fresh_.load(std::memory_order_relaxed) < keys_) return;
        const std::uint64_t next = generation_.load() + 1;
        for (const stripe& each : stripes_) {
            if (each.inside[next % 2].load() != 0) return;  // as of next - 2
        }
        now(next).clear();
        fresh_.store(0, std::memory_order_relaxed);
        generation_.store(next);
    }

    std::uint64_t keys_;
    std::array<filter, 3> filters_;
    std::atomic<std::uint64_t> generation_{first_generation};
    alignas(64) std::atomic<std::uint64_t> fresh_{0};  // new keys of this generation
    std::array<stripe, stripe_count> stripes_{};
    std::mutex turning_;  // tried, never waited for
};

}  // namespace cache
