// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/word.hpp>

#include <support/catch.hpp>
#include <unit/message_of.hpp>
#include <unit/probe_checks.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

// What it shares with `cache_line` is in blocked_test.cpp.

namespace {

using tamiz::layout::basic_word;
using tamiz::layout::word;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using tamiz_test::random_hash;

static_assert(std::tuple_size_v<word::probes_type> == 1, "one word decides: that is what the layout is for");
static_assert(std::same_as<word, basic_word<64>> && std::same_as<word::with_cells<16>, basic_word<16>>);

TEST_CASE("all words of the filter are used, also where they are no whole lines")
{
    for (const std::uint64_t count : {1u, 2u, 7u, 8u, 9u, 100u}) {
        std::set<std::uint64_t> used;
        for (std::uint64_t key = 0; key < 30 * count; ++key)
            used.insert(word::probes({count, 4}, random_hash(key))[0].word);
        CAPTURE(count);
        CHECK(used.size() == count);
        CHECK(*used.rbegin() == count - 1);
    }
}

TEST_CASE("bits are rounded up to whole words")
{
    CHECK(word::word_count(word::size_of(1, 3)) == 1);
    CHECK(word::word_count(word::size_of(64, 3)) == 1);
    CHECK(word::word_count(word::size_of(65, 3)) == 2);
    CHECK(word::word_count(word::size_of(1'000, 3)) == 16);
}

TEST_CASE("any number of hashes from 1 to 16 will do")
{
    for (std::uint64_t hashes = 1; hashes <= 16; ++hashes)
        CHECK(word::hash_count(word::size_of(1'000, hashes)) == hashes);
    CHECK(missing_in(message_of<std::invalid_argument>([] { return word::size_of(1'000, 17); }), {"hashes = 17"}) ==
          "");
}

TEST_CASE("a rate that one word serves badly is refused with the layouts that serve it")
{
    const std::string message = message_of<std::length_error>([] { return word::size_for(1'000'000, 1e-9); });
    CHECK(missing_in(message, {"false_positive_rate = 1e-09", "layout::word", "layout::cache_line<8>",
                               "layout::two_lines<4>", "layout::classic"}) == "");
}

TEST_CASE("a size for keys and a rate gives the rate that was asked for")
{
    for (const double rate : {0.1, 0.01, 0.001, 0.0001}) {
        const auto size = word::size_for(100'000, rate);
        CHECK(word::false_positive_rate(size, 100'000) <= rate);
        CHECK(word::false_positive_rate(size, 100'000) > 0.95 * rate);
    }
}

}  // namespace
