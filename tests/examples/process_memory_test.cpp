// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/process_memory.hpp"

#include <malloc.h>

#include <support/catch.hpp>

#include <atomic>
#include <limits>
#include <new>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

using namespace examples;

namespace {

struct one {};
struct other {};
struct shared {};

template <typename Account>
using counted_set = std::unordered_set<counted_string<Account>, any_string_hash, any_string_equal,
                                       counting_allocator<counted_string<Account>, Account>>;

std::string key(int i)
{
    return "key with 16 or more " + std::to_string(i);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif

}  // namespace

TEST_CASE("what is held is counted, what is given back is not, and accounts are apart", "[process_memory]")
{
    using bytes = std::vector<char, counting_allocator<char, one>>;
    const std::uint64_t before = memory_account<one>::bytes();
    {
        bytes many(1000);
        CHECK(memory_account<one>::bytes() - before >= 1000 + sizeof(std::size_t));
        CHECK(memory_account<one>::bytes() - before <= 1100);
        CHECK(memory_account<one>::blocks() == 1);
        const bytes copy = many;
        CHECK(memory_account<one>::blocks() == 2);
        const bytes moved = std::move(many);
        CHECK(memory_account<one>::blocks() == 2);
        CHECK(memory_account<other>::bytes() == 0);
    }
    CHECK(memory_account<one>::bytes() == before);
    CHECK(memory_account<one>::blocks() == 0);
}

TEST_CASE("a counted set takes what the same set takes without counting", "[process_memory]")
{
    if (is_sanitized) {
        return;  // mallinfo2 knows nothing of the sanitizer's heap
    }
    constexpr int keys = 20'000;
    const auto heap = [] { return ::mallinfo2().uordblks + ::mallinfo2().hblkhd; };

    const std::size_t before = heap();
    std::unordered_set<std::string> plain;
    for (int i = 0; i < keys; ++i) {
        plain.insert(key(i));
    }
    const auto real = static_cast<double>(heap() - before);

    counted_set<one> counted;
    for (int i = 0; i < keys; ++i) {
        counted.emplace(key(i));
    }
    // Blocks that a heap hands out may be up to 16 bytes larger than the smallest that would do.
    CHECK(static_cast<double>(memory_account<one>::bytes()) == Approx(real).epsilon(0.01));
    CHECK(counted.size() == plain.size());
    CHECK(sizeof(counted_string<one>) == sizeof(std::string));
}

TEST_CASE("all threads are counted", "[process_memory]")
{
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([thread] {
            for (int round = 0; round < 20; ++round) {
                counted_set<shared> set;
                for (int i = 0; i < 200; ++i) {
                    set.emplace(key(thread * 1000 + i));
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(memory_account<shared>::bytes() == 0);
    CHECK(memory_account<shared>::blocks() == 0);
}

TEST_CASE("a set of counted strings is asked with any string", "[process_memory]")
{
    counted_set<one> set;
    set.emplace("a\0b", 3);
    CHECK(set.contains(std::string_view("a\0b", 3)));
    CHECK(set.contains(std::string("a\0b", 3)));
    CHECK_FALSE(set.contains("a"));
}

TEST_CASE("more than there can be is refused", "[process_memory]")
{
    counting_allocator<std::uint64_t, one> allocator;
    CHECK_THROWS_AS(allocator.allocate(std::numeric_limits<std::size_t>::max() / 4), std::bad_array_new_length);
    if (!is_sanitized) {
        CHECK_THROWS_AS(allocator.allocate(std::numeric_limits<std::size_t>::max() / 16), std::bad_alloc);
    }
}
