// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/sightings.hpp"

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include <tamiz/tamiz.hpp>

using cache::sightings;

namespace {

tamiz::hash_value hash_of(std::uint64_t key)
{
    return tamiz::hash_value(tamiz::hash<std::uint64_t>{}(key, 1));
}

/// Who uses the words of a filter, and who clears them.
struct place {
    std::atomic<const std::uint64_t*> memory{nullptr};
    std::atomic<int> users{0};
    std::atomic<int> clearers{0};
};

/// Counts who is inside of a filter, any of them that use these words, and notices a clear of words that others use.
/// Now and then it stays for long, so that others fill generations meanwhile.
struct watching_words : tamiz::words<> {
    struct user {
        explicit user(const std::uint64_t* memory) : memory_(memory)
        {
            users_of(memory).fetch_add(1);
            if (uses.fetch_add(1) % 64 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
            if (cleared_of(memory_).load() != 0) violations.fetch_add(1);
        }
        ~user() { users_of(memory_).fetch_sub(1); }
        user(const user&) = delete;
        user& operator=(const user&) = delete;
        const std::uint64_t* memory_;
    };

    template <typename Probes>
    static bool test(const std::uint64_t* memory, const Probes& probes)
    {
        const user inside(memory);
        return tamiz::words<>::test(memory, probes);
    }
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const user inside(memory);
        return tamiz::words<>::set(memory, probes, may_write);
    }
    static void clear(std::uint64_t* memory, std::uint64_t count) noexcept
    {
        cleared_of(memory).fetch_add(1);
        std::this_thread::yield();
        if (users_of(memory).load() != 0) violations.fetch_add(1);
        tamiz::words<>::clear(memory, count);
        clears.fetch_add(1);
        cleared_of(memory).fetch_sub(1);
    }

    /// Its place in a table by address. Three filters live at a time in the test.
    static place& place_of(const std::uint64_t* memory)
    {
        for (place& each : places) {
            const std::uint64_t* none = nullptr;
            if (each.memory.load() == memory || each.memory.compare_exchange_strong(none, memory) || none == memory)
                return each;
        }
        return places[0];
    }
    static std::atomic<int>& users_of(const std::uint64_t* memory) { return place_of(memory).users; }
    static std::atomic<int>& cleared_of(const std::uint64_t* memory) { return place_of(memory).clearers; }

    static inline std::array<place, 3> places;
    static inline std::atomic<int> violations{0};
    static inline std::atomic<std::uint64_t> uses{0};
    static inline std::atomic<int> clears{0};
};

/// What one thread does in the midst of another call of its own: as if others did it while this one is held up.
struct meanwhile {
    static void here()
    {
        if (const auto now = std::exchange(what, nullptr)) now();
    }
    static inline std::function<void()> what;
};

struct held_up_words : tamiz::words<> {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        meanwhile::here();
        return tamiz::words<>::set(memory, probes, may_write);
    }
};

}  // namespace

TEST_CASE("a key is known at the second sight", "[sightings]")
{
    sightings<> gate({.keys = 1000, .false_positive_rate = 0.001});
    std::uint64_t known = 0;
    for (std::uint64_t key = 0; key < 500; ++key) known += gate.seen_before(hash_of(key)) ? 1U : 0U;
    CHECK(known <= 3);  // 0.001 of 500 at most, and less while the filter fills
    known = 0;
    for (std::uint64_t key = 0; key < 500; ++key) known += gate.seen_before(hash_of(key)) ? 1U : 0U;
    CHECK(known == 500);
    CHECK(gate.turns() == 0);
}

TEST_CASE("a key is remembered through as many new keys as a generation has, and not for ever", "[sightings]")
{
    constexpr std::uint64_t keys = 1000;
    sightings<> gate({.keys = keys, .false_positive_rate = 0.001});
    std::uint64_t next = 0;
    std::uint64_t remembered = 0;
    std::uint64_t forgotten = 0;
    constexpr std::uint64_t rounds = 50;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t old = next++;
        gate.seen_before(hash_of(old));
        // The counted ones are the new ones, so false positives among these only prolong a generation.
        for (std::uint64_t i = 0; i < keys - 1; ++i) gate.seen_before(hash_of(next++));
        remembered += gate.seen_before(hash_of(old)) ? 1U : 0U;
        // It was seen just now; two generations and a little more, and it is gone.
        for (std::uint64_t i = 0; i < 2 * keys + keys / 10; ++i) gate.seen_before(hash_of(next++));
        forgotten += gate.seen_before(hash_of(old)) ? 0U : 1U;
    }
    CHECK(remembered == rounds);
    CHECK(forgotten >= rounds - 3);  // a false positive at 0.2 % now and then
    CHECK(gate.turns() >= rounds * 3);
}

TEST_CASE("strangers stay strangers, however long it runs", "[sightings]")
{
    constexpr std::uint64_t keys = 2000;
    sightings<> gate({.keys = keys, .false_positive_rate = 0.01});
    std::uint64_t known = 0;
    constexpr std::uint64_t strangers = 100 * keys;
    for (std::uint64_t key = 0; key < strangers; ++key) known += gate.seen_before(hash_of(key)) ? 1U : 0U;
    // 1 % of the full filter before it, and half of that or less of the one that fills.
    CHECK(known < strangers / 50);
    CHECK(known > strangers / 500);
    CHECK(gate.turns() >= 97);
}

TEST_CASE("memory is that of three filters", "[sightings]")
{
    const sightings<> gate({.keys = 1000, .false_positive_rate = 0.01});
    const tamiz::bloom_filter<std::string> one({.expected_items = 1000, .false_positive_rate = 0.01});
    CHECK(gate.memory_bytes() == 3 * one.memory_bytes());
}

TEST_CASE("the filters change places once at most while somebody is inside", "[sightings]")
{
    constexpr std::uint64_t keys = 100;
    sightings<held_up_words> gate({.keys = keys, .false_positive_rate = 0.001});
    std::uint64_t next = 0;
    const auto show_many = [&] {
        for (std::uint64_t i = 0; i < 5 * keys; ++i) gate.seen_before(hash_of(next++));
    };
    for (int round = 0; round < 5; ++round) {  // as of either parity, and with each of the filters
        const std::uint64_t begin = gate.turns();
        std::uint64_t inside = 0;
        meanwhile::what = [&] {
            show_many();
            inside = gate.turns() - begin;
        };
        gate.seen_before(hash_of(next++));
        CHECK(inside == 1);
        show_many();  // nobody is inside any more
        CHECK(gate.turns() - begin >= 4);
    }
}

TEST_CASE("a filter that was kept until it was full of bits is left all the same", "[sightings]")
{
    sightings<held_up_words> gate({.keys = 10, .false_positive_rate = 0.01});
    std::uint64_t next = 0;
    meanwhile::what = [&] {
        for (int i = 0; i < 100'000; ++i) gate.seen_before(hash_of(next++));
        CHECK(gate.turns() == 1);
    };
    gate.seen_before(hash_of(next++));
    // Nobody is inside any more, but every key is taken for a known one.
    std::uint64_t known = 0;
    for (int i = 0; i < 1000; ++i) known += gate.seen_before(hash_of(next++)) ? 1U : 0U;
    CHECK(gate.turns() > 50);
    CHECK(known < 100);
}

TEST_CASE("who comes in while a generation ends belongs to the next one", "[sightings]")
{
    constexpr std::uint64_t keys = 100;
    sightings<tamiz::words<>, meanwhile> gate({.keys = keys, .false_positive_rate = 0.001});
    std::uint64_t next = 0;
    for (const std::uint64_t turns : {1U, 2U, 3U, 4U, 5U}) {
        const std::uint64_t key = next++;
        meanwhile::what = [&] {
            const std::uint64_t begin = gate.turns();
            while (gate.turns() - begin < turns) gate.seen_before(hash_of(next++));
        };
        gate.seen_before(hash_of(key));
        CHECK(gate.seen_before(hash_of(key)));
    }
}

TEST_CASE("no filter is cleared while somebody is inside", "[sightings]")
{
    watching_words::violations = 0;
    watching_words::clears = 0;
    for (auto& each : watching_words::places) each.memory = nullptr;
    constexpr std::uint64_t keys = 20;
    sightings<watching_words> gate({.keys = keys, .false_positive_rate = 0.01});
    const int before = watching_words::clears;
    tamiz_test::in_threads(8, [&](unsigned number) {
        for (std::uint64_t i = 0; i < 2000; ++i) gate.seen_before(hash_of(i * 8 + number));
    });
    CHECK(watching_words::violations == 0);
    CHECK(watching_words::clears - before == static_cast<int>(gate.turns()));
    CHECK(gate.turns() > 5);  // a thread that is held up inside keeps the filters where they are
}

TEST_CASE("threads find again what they have shown, beside all the others", "[sightings]")
{
    constexpr std::uint64_t keys = 500;
    sightings<> gate({.keys = keys, .false_positive_rate = 0.01});
    std::atomic<std::uint64_t> checked{0};
    std::atomic<std::uint64_t> missed{0};
    tamiz_test::in_threads(8, [&](unsigned number) {
        for (std::uint64_t i = 0; i < 20'000; ++i) {
            const tamiz::hash_value key = hash_of(i * 8 + number);
            const std::uint64_t begin = gate.turns();
            gate.seen_before(key);
            const bool known = gate.seen_before(key);
            if (gate.turns() - begin > 1) continue;  // others have shown two generations of keys meanwhile
            ++checked;
            if (!known) ++missed;
        }
    });
    CHECK(missed == 0);
    CHECK(checked > 1000);
    CHECK(gate.turns() > 2);
}
