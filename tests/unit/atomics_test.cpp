// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/atomics.hpp>

#include <support/catch.hpp>

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

namespace {

using ref = tamiz::boost_atomics::ref;
using tamiz::site;
constexpr boost::memory_order relaxed = boost::memory_order_relaxed;
constexpr boost::memory_order acquire = boost::memory_order_acquire;
constexpr boost::memory_order release = boost::memory_order_release;

TEST_CASE("a reference reads and changes the plain word that it was made for")
{
    std::array<std::uint64_t, 3> words{1, 2, 3};
    const ref word(words[1]);
    CHECK(word.load(site::test_load, acquire) == 2);
    word.store(site::clear_store, 8, relaxed);
    CHECK(words[1] == 8);
    CHECK(word.fetch_or(site::set_or, 5, release) == 8);  // what was there before
    CHECK(words[1] == 13);
    CHECK(words[0] == 1);
    CHECK(words[2] == 3);
}

TEST_CASE("an exchange changes the word if it is as expected, else it tells what it found")
{
    std::uint64_t word = 5;
    std::uint64_t expected = 5;
    CHECK(ref(word).compare_exchange(site::claim_exchange, expected, 7, release, acquire));
    CHECK(word == 7);
    CHECK(expected == 5);
    CHECK_FALSE(ref(word).compare_exchange(site::claim_exchange, expected, 9, release, acquire));
    CHECK(word == 7);
    CHECK(expected == 7);
}

TEST_CASE("bits that many threads set in one word are all kept, each flipped once")
{
    std::uint64_t word = 0;
    std::array<std::uint64_t, 4> flips{};
    std::vector<std::thread> threads;
    for (std::uint64_t& mine : flips) {
        threads.emplace_back([&word, &mine] {
            std::uint64_t count = 0;
            for (int round = 0; round < 1'000; ++round) {
                const std::uint64_t bit = std::uint64_t{1} << (round % 64);
                count += (ref(word).fetch_or(site::set_or, bit, release) & bit) == 0 ? 1u : 0u;
            }
            mine = count;
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(word == ~std::uint64_t{0});
    CHECK(flips[0] + flips[1] + flips[2] + flips[3] == 64);
}

TEST_CASE("exchanges of many threads lose nothing")
{
    std::uint64_t counter = 0;
    constexpr int rounds = 5'000;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&counter] {
            for (int round = 0; round < rounds; ++round) {
                std::uint64_t seen = ref(counter).load(site::claim_load, relaxed);
                while (!ref(counter).compare_exchange(site::claim_exchange, seen, seen + 1, release, relaxed))
                    tamiz::boost_atomics::pause();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(counter == 4 * rounds);
}

}  // namespace
