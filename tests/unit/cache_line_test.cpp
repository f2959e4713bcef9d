// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/cache_line.hpp>

#include <support/catch.hpp>
#include <unit/message_of.hpp>
#include <unit/probe_checks.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

// What it shares with `word` is in blocked_test.cpp.

namespace {

using tamiz::layout::cache_line;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using tamiz_test::random_hash;

static_assert(std::tuple_size_v<cache_line<2>::probes_type> == 2 && std::tuple_size_v<cache_line<8>::probes_type> == 8);
static_assert(std::same_as<cache_line<4>::with_cells<16>, cache_line<4, 16>>);
static_assert(cache_line<2>::cells == 64 && cache_line<2, 16>::cells == 16);
static_assert(cache_line<2>::max_cells_per_word == 16 && cache_line<2, 16>::max_cells_per_word == 8);

/// All words of a key in one 64-byte line.
template <typename Layout>
constexpr bool is_in_one_line(std::uint64_t lines)
{
    for (std::uint64_t key = 0; key < 50; ++key) {
        const auto probes = Layout::probes({lines, 3}, random_hash(key));
        if (probes.front().word / 8 != probes.back().word / 8) return false;
    }
    return true;
}
static_assert(is_in_one_line<cache_line<2>>(1'000'003) && is_in_one_line<cache_line<4>>(1'000'003));
static_assert(is_in_one_line<cache_line<8>>(1'000'003) && is_in_one_line<cache_line<4, 16>>(1'000'003));

TEST_CASE("two words of a line: one of the lower four, one of the upper four, all sixteen pairs")
{
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (std::uint64_t key = 0; key < 1'000; ++key) {
        const auto probes = cache_line<2>::probes({1, 3}, random_hash(key));
        pairs.emplace(probes[0].word, probes[1].word);
    }
    CHECK(pairs.size() == 16);
    CHECK(pairs.begin()->first == 0);
    CHECK(pairs.rbegin()->first == 3);
}

TEST_CASE("eight words of a line are all of it")
{
    for (std::uint64_t key = 0; key < 100; ++key) {
        const auto probes = cache_line<8>::probes({1, 3}, random_hash(key));
        for (std::uint64_t i = 0; i < 8; ++i) REQUIRE(probes[i].word == i);
    }
}

TEST_CASE("a rate that the layout serves badly is refused with its name and another layout's")
{
    const auto check = [](auto layout, std::string_view name) {
        const std::string message =
            message_of<std::length_error>([] { return decltype(layout)::size_for(1'000, 1e-16); });
        CHECK(missing_in(message, {"false_positive_rate = 1e-16", name,
                                   "layout::cache_line<8> or layout::two_lines<4> serves it"}) == "");
    };
    check(cache_line<2>(), "layout::cache_line<2>");
    check(cache_line<4>(), "layout::cache_line<4>");
}

TEST_CASE("a size for keys and a rate gives the rate that was asked for")
{
    const auto check = [](auto layout, double rate) {
        using chosen = decltype(layout);
        const auto size = chosen::size_for(100'000, rate);
        CHECK(chosen::false_positive_rate(size, 100'000) <= rate);
        CHECK(chosen::false_positive_rate(size, 100'000) > 0.95 * rate);
        CHECK(size.cells_per_word >= 1);
        CHECK(size.cells_per_word <= chosen::max_cells_per_word);
    };
    for (const double rate : {0.1, 0.01, 0.001}) {
        check(cache_line<2>(), rate);
        check(cache_line<4>(), rate);
        check(cache_line<8>(), rate);
    }
}

}  // namespace
