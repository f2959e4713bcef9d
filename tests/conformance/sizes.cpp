// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/keys.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

// Sizes that people asked other libraries for and did not get.

namespace {

using tamiz::layout::classic;
using tamiz_test::layout_name;
using tamiz_test::layouts;
using tamiz_test::random_keys_of;

std::string word(unsigned number)
{
    return "word " + std::to_string(number);
}

}  // namespace

TEST_CASE("ten million keys at one in a thousand are an ordinary request", "[conformance]")
{
    tamiz::bloom_filter<std::string, classic> filter({.expected_items = 10'000'000, .false_positive_rate = 0.001});
    CHECK(filter.bit_count() == 143'775'876);
    CHECK(filter.hash_count() == 10);
    CHECK(filter.memory_bytes() == (143'775'876 + 63) / 64 * 8);
    CHECK(filter.insert("an ordinary key"));
    CHECK(filter.may_contain("an ordinary key"));
    CHECK_FALSE(filter.may_contain("another one"));
}

TEST_CASE("a filter of 24 bits and 3 hashes uses exactly these", "[conformance]")
{
    tamiz::bloom_filter<std::string, classic> filter({.bits = 24, .hashes = 3});
    REQUIRE(filter.bit_count() == 24);
    REQUIRE(filter.hash_count() == 3);
    REQUIRE(filter.memory_bytes() == 8);
    for (const char* animal : {"cat", "dog", "fox"}) filter.insert(animal);
    for (const std::string_view animal : {"cat", "dog", "fox"}) CHECK(filter.may_contain(animal));
    const std::uint64_t bits = filter.words()[0];
    CHECK(std::popcount(bits) >= 3);
    CHECK(std::popcount(bits) <= 9);

    // Some other word is taken for a member, and some is surely none.
    unsigned false_positives = 0;
    unsigned absent = 0;
    for (unsigned i = 0; i < 1000; ++i) ++(filter.may_contain(word(i)) ? false_positives : absent);
    CHECK(false_positives > 0);
    CHECK(absent > 0);
    CHECK(filter.words()[0] == bits);

    for (unsigned i = 0; i < 1000; ++i) filter.insert(word(i));
    CHECK(filter.words()[0] == 0xff'ffff);  // all of the 24, and no other
}

TEST_CASE("a classic filter has exactly the bits that were asked for", "[conformance]")
{
    for (const std::uint64_t bits : {1U, 63U, 64U, 65U, 1000U, 10'000U, 1'000'000U}) {
        CAPTURE(bits);
        tamiz::bloom_filter<std::uint64_t, classic> filter({.bits = bits, .hashes = 3});
        CHECK(filter.bit_count() == bits);
        CHECK(filter.hash_count() == 3);
        CHECK(filter.memory_bytes() * 8 >= bits);
        CHECK(filter.memory_bytes() * 8 < bits + 64);  // within a word of it
        const auto keys = random_keys_of<std::uint64_t>(std::max<std::uint64_t>(1, bits / 10), bits);
        filter.insert_range(keys);
        CHECK(std::ranges::all_of(keys, [&](std::uint64_t key) { return filter.may_contain(key); }));
        if (bits % 64 != 0) CHECK(filter.words().back() >> (bits % 64) == 0);
    }
}

TEMPLATE_LIST_TEST_CASE("other layouts round the bits up to whole blocks", "[conformance]", layouts)
{
    using filter_type = tamiz::bloom_filter<std::uint64_t, TestType>;
    constexpr std::uint64_t block = std::is_same_v<TestType, classic>                       ? 1
                                    : std::is_same_v<TestType, tamiz::layout::word>         ? 64
                                    : std::is_same_v<TestType, tamiz::layout::two_lines<4>> ? 1'024
                                                                                            : 512;
    for (const std::uint64_t bits : {1U, 64U, 65U, 512U, 513U, 1000U, 1'000'000U}) {
        const filter_type filter({.bits = bits, .hashes = 8});
        INFO(layout_name<TestType> << ", " << bits << " bits");
        CHECK(filter.bit_count() == (bits + block - 1) / block * block);
        CHECK(filter.hash_count() == 8);
        CHECK(filter.memory_bytes() == (filter.bit_count() + 63) / 64 * 8);
    }
}
