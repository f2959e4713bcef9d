// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "linearizability/checker.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "support/catch.hpp"
#include "support/generator.hpp"

using namespace tamiz::linearizability;
using kind = filter_word::kind;
using word_history = std::vector<call<filter_word::operation>>;

namespace {

constexpr std::uint64_t x = 0b0011;
constexpr std::uint64_t y = 0b0110;
constexpr std::uint64_t between = 0b0111;  // what x and y set together

bool is_linearizable(const word_history& calls, std::uint64_t initial = 0)
{
    return check<filter_word>(calls, initial).linearizable;
}

/// Does the order respect real time, and does a single thread that makes the calls in it get the same answers?
bool explains(const word_history& calls, const std::vector<std::size_t>& order, std::uint64_t initial)
{
    std::uint64_t state = initial;
    for (std::size_t n = 0; n < order.size(); ++n) {
        if (!filter_word::apply(state, calls[order[n]].operation)) return false;
        for (std::size_t earlier = 0; earlier < n; ++earlier)
            if (calls[order[n]].end < calls[order[earlier]].begin) return false;
    }
    return true;
}

/// The definition itself: try all orders.
bool is_linearizable_by_definition(const word_history& calls, std::uint64_t initial)
{
    std::vector<std::size_t> order(calls.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
        if (explains(calls, order, initial)) return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
}

}  // namespace

TEST_CASE("calls one after another must have the answers of one thread")
{
    CHECK(is_linearizable({}));
    CHECK(is_linearizable(
        {{{kind::insert, x, true}, 0, 1}, {{kind::lookup, x, true}, 2, 3}, {{kind::insert, x, false}, 4, 5}}));
    CHECK_FALSE(is_linearizable({{{kind::insert, x, true}, 0, 1}, {{kind::lookup, x, false}, 2, 3}}));
    CHECK_FALSE(is_linearizable({{{kind::lookup, x, true}, 0, 1}, {{kind::insert, x, true}, 2, 3}}));
    CHECK_FALSE(is_linearizable({{{kind::insert, x, true}, 0, 1}, {{kind::claim, x, true}, 2, 3}}));
    CHECK(is_linearizable({{{kind::lookup, x, true}, 0, 1}, {{kind::claim, y, false}, 2, 3}}, between));
}

TEST_CASE("calls that overlap may have taken effect in any order")
{
    for (const bool found : {false, true})
        CHECK(is_linearizable({{{kind::insert, x, true}, 0, 3}, {{kind::lookup, x, found}, 1, 2}}));
    CHECK(is_linearizable(
        {{{kind::insert, x, true}, 0, 3}, {{kind::lookup, x, false}, 1, 4}, {{kind::lookup, x, true}, 2, 5}}));
    // What one lookup saw, a later one sees too.
    CHECK_FALSE(is_linearizable(
        {{{kind::insert, x, true}, 0, 9}, {{kind::lookup, x, true}, 1, 2}, {{kind::lookup, x, false}, 3, 4}}));
}

TEST_CASE("of callers that overlap one wins")
{
    CHECK(is_linearizable(
        {{{kind::claim, x, true}, 0, 3}, {{kind::claim, x, false}, 1, 2}, {{kind::insert, x, false}, 1, 4}}));
    CHECK_FALSE(is_linearizable({{{kind::claim, x, true}, 0, 3}, {{kind::claim, x, true}, 1, 2}}));
    CHECK_FALSE(is_linearizable({{{kind::claim, x, false}, 0, 3}, {{kind::claim, x, false}, 1, 2}}));
    CHECK_FALSE(is_linearizable({{{kind::insert, x, true}, 0, 3}, {{kind::claim, x, true}, 1, 2}}));
}

TEST_CASE("a key that two others cover is found as soon as both are in")
{
    const word_history both = {{{kind::insert, x, true}, 0, 1}, {{kind::insert, y, true}, 0, 3}};
    for (const bool found : {false, true}) {
        word_history asked = both;
        asked.push_back({{kind::lookup, between, found}, 2, 4});
        CHECK(is_linearizable(asked));
        asked.back().begin = 5;
        asked.back().end = 6;
        CHECK(is_linearizable(asked) == found);
    }
}

TEST_CASE("a call that ends at the moment at which another begins may come after it")
{
    CHECK(is_linearizable({{{kind::insert, x, true}, 5, 9}, {{kind::lookup, x, true}, 1, 5}}));
    CHECK_FALSE(is_linearizable({{{kind::insert, x, true}, 6, 9}, {{kind::lookup, x, true}, 1, 5}}));
}

TEST_CASE("random histories are judged as by trying all orders, and the order given explains the answers")
{
    tamiz::stress::generator random(3);
    unsigned linearizable = 0;
    constexpr unsigned draws = 4000;
    for (unsigned draw = 0; draw < draws; ++draw) {
        const std::uint64_t initial = random.below(8) == 0 ? between : 0;
        word_history calls;
        const std::uint64_t count = 1 + random.below(6);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t masks[] = {x, y, between, 0b1000};
            const std::uint64_t begin = random.below(12);
            calls.push_back({{static_cast<kind>(random.below(3)), masks[random.below(4)], random.one_in(2)},
                             begin,
                             begin + random.below(10)});
        }
        const verdict found = check<filter_word>(calls, initial);
        const bool expected = is_linearizable_by_definition(calls, initial);
        REQUIRE(found.linearizable == expected);
        REQUIRE(explains(calls, found.order, initial));  // whole, or the longest beginning
        REQUIRE((found.order.size() == calls.size()) == expected);
        linearizable += expected ? 1 : 0;
    }
    CHECK(linearizable > draws / 10);
    CHECK(linearizable < draws - draws / 10);
}

TEST_CASE("a long history with few overlaps takes few states")
{
    word_history calls;
    for (std::uint64_t i = 0; i < 3000; ++i) calls.push_back({{kind::lookup, x, i >= 1500}, 2 * i, 2 * i + 3});
    calls.push_back({{kind::insert, x, true}, 2500, 3500});
    const verdict found = check<filter_word>(calls, 0);
    CHECK(found.linearizable);
    CHECK(found.states < 20 * calls.size());
}
