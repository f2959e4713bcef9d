// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/detail/counters.hpp>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

// Sixteen counters at once against a loop over sixteen numbers. A function that treats all counters alike can only go
// wrong within a counter and in what it does to its neighbours: all values of a counter and of both its neighbours are
// tried at every place. Random words do the rest.

namespace {

using namespace tamiz::detail;
using counts = std::array<unsigned, counters_per_word>;

counts counts_of(std::uint64_t word)
{
    counts result;
    for (unsigned& count : result) {
        count = word % 16;
        word /= 16;
    }
    return result;
}

std::uint64_t word_of(const counts& c)
{
    std::uint64_t word = 0;
    for (std::size_t i = c.size(); i-- > 0;) word = word * 16 + c[i];
    return word;
}

/// The set of the counters for which `is_in(number)`.
template <typename IsIn>
std::uint64_t mask_where(const IsIn& is_in)
{
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < counters_per_word; ++i)
        if (is_in(i)) mask += std::uint64_t{1} << (4 * i);
    return mask;
}

bool in(std::uint64_t mask, std::size_t i)
{
    return (mask >> (4 * i)) % 2 != 0;
}

/// What each function must give, one counter after another.
bool all_agree(std::uint64_t word, std::uint64_t mask)
{
    const counts c = counts_of(word);
    counts raised = c;
    counts lowered = c;
    unsigned least = stuck_count;
    std::uint64_t lowerable = 0;  // those of the mask that may be lowered
    for (std::size_t i = 0; i < c.size(); ++i) {
        if (!in(mask, i)) continue;
        if (c[i] != 15) ++raised[i];
        if (c[i] != 15 && c[i] != 0) --lowered[i];
        if (c[i] != 0) lowerable |= std::uint64_t{1} << (4 * i);
        least = std::min(least, c[i]);
    }
    return counters_above_zero(word) == mask_where([&](std::size_t i) { return c[i] != 0; }) &&
           counters_stuck(word) == mask_where([&](std::size_t i) { return c[i] == 15; }) &&
           counters_raised(word, mask) == word_of(raised) && counters_lowered(word, lowerable) == word_of(lowered) &&
           least_counter(word, mask) == least;
}

bool sum_agrees(std::uint64_t a, std::uint64_t b)
{
    const counts x = counts_of(a);
    const counts y = counts_of(b);
    counts sum;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = std::min(15u, x[i] + y[i]);
    return counters_added(a, b) == word_of(sum);
}

/// Calls `visit` with each word that has any three values in any three counters side by side, and `rest` elsewhere.
template <typename Visit>
void for_each_neighbourhood(std::uint64_t rest, const Visit& visit)
{
    for (unsigned first = 0; first + 12 <= 64; first += 4) {
        const std::uint64_t three = std::uint64_t{0xfff} << first;
        for (std::uint64_t values = 0; values < 0x1000; ++values) visit((rest & ~three) | values << first, first);
    }
}

constexpr std::array<std::uint64_t, 4> backgrounds = {0, ~std::uint64_t{0}, all_counters, 0x0123'4567'89ab'cdef};

}  // namespace

TEST_CASE("a counter and its neighbours have all values at every place: every function does what a loop does")
{
    std::uint64_t wrong = 0;
    std::uint64_t tried = 0;
    for (const std::uint64_t rest : backgrounds) {
        for_each_neighbourhood(rest, [&](std::uint64_t word, unsigned first) {
            const std::uint64_t middle = std::uint64_t{0x10} << first;
            for (const std::uint64_t mask : {middle, all_counters, all_counters & ~middle})
                wrong += all_agree(word, mask) ? 0u : 1u;
            ++tried;
        });
    }
    CHECK(wrong == 0);
    CHECK(tried == 4 * 14 * 4096);
}

TEST_CASE("any two counts are added at every place, whatever their neighbours are")
{
    std::uint64_t wrong = 0;
    for (const std::uint64_t rest_a : backgrounds) {
        for (const std::uint64_t rest_b : backgrounds) {
            for (unsigned place = 0; place < 64; place += 4) {
                const std::uint64_t others = ~(std::uint64_t{15} << place);
                for (std::uint64_t values = 0; values < 256; ++values)
                    wrong +=
                        sum_agrees((rest_a & others) | values % 16 << place, (rest_b & others) | values / 16 << place)
                            ? 0u
                            : 1u;
            }
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("random words and random sets of counters: every function does what a loop does")
{
    std::mt19937_64 random(1);
    std::uint64_t wrong = 0;
    for (unsigned round = tamiz_test::scaled(200'000U); round > 0; --round) {
        // Counters near 0 and near 15 are where mistakes are, so half of the words have many of these.
        std::uint64_t word = random();
        if (round % 2 == 0) word &= random() & random();
        if (round % 4 == 0) word = ~word;
        const std::uint64_t mask = random() & all_counters;
        wrong += all_agree(word, mask) ? 0u : 1u;
        wrong += sum_agrees(word, random()) ? 0u : 1u;
        wrong += sum_agrees(word, word) ? 0u : 1u;
    }
    CHECK(wrong == 0);
}

TEST_CASE("what was raised is lowered again, unless it was or has become stuck")
{
    std::mt19937_64 random(2);
    for (unsigned round = 0; round < 1000; ++round) {
        const std::uint64_t word = random();
        const std::uint64_t mask = random() & all_counters;
        const counts before = counts_of(word);
        const counts after = counts_of(counters_lowered(counters_raised(word, mask), mask));
        for (std::size_t i = 0; i < before.size(); ++i)
            REQUIRE(after[i] == (in(mask, i) && before[i] == 14 ? 15 : before[i]));
    }
}

TEST_CASE("no counters are none: nothing is raised or lowered")
{
    STATIC_REQUIRE(counters_raised(0x1234, 0) == 0x1234);
    STATIC_REQUIRE(counters_lowered(0x1234, 0) == 0x1234);
    STATIC_REQUIRE(counters_added(0x1234, 0) == 0x1234);
    STATIC_REQUIRE(counters_above_zero(0) == 0);
    STATIC_REQUIRE(counters_above_zero(~std::uint64_t{0}) == all_counters);
    STATIC_REQUIRE(counters_stuck(~std::uint64_t{0}) == all_counters);
    STATIC_REQUIRE(least_counter(0x1f29, 0x1111) == 1);
    STATIC_REQUIRE(least_counter(0x1f29, 0x0111) == 2);
    STATIC_REQUIRE(least_counter(0x1f29, 0x0101) == 9);
}
