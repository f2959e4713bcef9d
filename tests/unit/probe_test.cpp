// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/probe.hpp>

#include <support/catch.hpp>
#include <unit/chi_square.hpp>
#include <unit/probe_checks.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <vector>

namespace {

using tamiz::detail::cell_chooser;
using tamiz::detail::draws;
using tamiz::detail::multipliers;
using tamiz::detail::scale;
using tamiz_test::for_each_bit;
using tamiz_test::uneven;
using tamiz_test::unevenness;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

// --- scale: a number below a range ---------------------------------------------------------------------------------

static_assert(scale(0, 1) == 0 && scale(most, 1) == 0);
static_assert(scale(0, 10) == 0 && scale(most, 10) == 9 && scale(most, most) == most - 1);
static_assert(scale(std::uint64_t{1} << 63, 2) == 1 && scale((std::uint64_t{1} << 63) - 1, 2) == 0);

TEST_CASE("scaling gives each number of a range an equal interval of the 64-bit numbers")
{
    for (const std::uint64_t range : {2u, 3u, 7u, 10u, 1'000u, 2'097'151u}) {
        const std::uint64_t share = most / range;  // to within one
        bool even = true;
        for (std::uint64_t value = 0; value + 1 < range; value += range / 7 + 1) {
            const auto boundary =
                static_cast<std::uint64_t>(((static_cast<unsigned __int128>(value + 1) << 64) + range - 1) / range);
            even &= scale(boundary - 1, range) == value && scale(boundary, range) == value + 1;
            even &= scale(boundary + share - 1, range) == value + 1;
        }
        CAPTURE(range);
        CHECK(even);
    }
}

TEST_CASE("scaling reaches every sixteenth of a range beyond 2^32 evenly")
{
    for (const std::uint64_t range : {std::uint64_t{5} << 30, (std::uint64_t{1} << 40) + 12'345, most}) {
        std::array<std::uint64_t, 16> counts{};
        for (std::uint64_t i = 0; i < 160'000; ++i) {
            const std::uint64_t position = scale(tamiz_test::random_hash(i).value(), range);
            ++counts[static_cast<std::size_t>(static_cast<unsigned __int128>(position) * 16 / range)];
        }
        CHECK(unevenness(counts) < uneven);
    }
}

// --- draws: small numbers from 32 bits -----------------------------------------------------------------------------

TEST_CASE("each of the draws from 32 bits is uniform, and so is each pair of neighbours")
{
    // What a key needs of a word: one of 4 words and four bits of 64.
    constexpr std::array<unsigned, 5> ranges{4, 61, 62, 63, 64};
    std::array<std::vector<std::uint64_t>, 5> singles;
    std::array<std::vector<std::uint64_t>, 5> pairs;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        singles[i].resize(ranges[i]);
        pairs[i].resize(std::size_t{ranges[i]} * ranges[(i + 1) % ranges.size()]);
    }
    std::mt19937 random(3);
    bool in_range = true;
    for (int n = 0; n < 1'000'000; ++n) {
        draws source(static_cast<std::uint32_t>(random()));
        std::array<unsigned, 5> drawn{};
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            drawn[i] = source.below(ranges[i]);
            in_range &= drawn[i] < ranges[i];
            ++singles[i][drawn[i]];
        }
        for (std::size_t i = 0; i + 1 < ranges.size(); ++i) ++pairs[i][drawn[i] * ranges[i + 1] + drawn[i + 1]];
    }
    CHECK(in_range);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        CAPTURE(i);
        CHECK(unevenness(singles[i]) < uneven);
        if (i + 1 < ranges.size()) CHECK(unevenness(pairs[i]) < uneven);
    }
}

// --- the cells of a key in a word ----------------------------------------------------------------------------------

constexpr bool are_odd_and_unlike()
{
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
        if (multipliers[i] % 2 == 0) return false;  // an even one would lose a bit of the hash
        for (std::size_t j = 0; j < i; ++j)
            if (multipliers[i] == multipliers[j]) return false;
    }
    return true;
}
static_assert(are_odd_and_unlike());

/// Has every mask exactly the wanted number of cells, each at the lowest bit of its place?
template <unsigned Cells>
constexpr bool has_right_cells(unsigned count, std::uint64_t keys)
{
    std::uint64_t lowest_bits = 0;
    for (unsigned cell = 0; cell < Cells; ++cell) lowest_bits |= std::uint64_t{1} << (cell * 64 / Cells);
    for (std::uint64_t key = 0; key < keys; ++key) {
        for (unsigned word = 0; word < 8; ++word) {
            cell_chooser<Cells> chooser(tamiz_test::random_hash(key).value(), word);
            const std::uint64_t mask = chooser.mask(count);
            if (std::popcount(mask) != static_cast<int>(count) || (mask & ~lowest_bits) != 0) return false;
        }
    }
    return true;
}
static_assert(has_right_cells<64>(1, 50) && has_right_cells<64>(5, 50) && has_right_cells<64>(16, 50));
static_assert(has_right_cells<16>(1, 50) && has_right_cells<16>(8, 50), "one low bit for each four-bit counter");

TEST_CASE("a mask has exactly as many cells as asked for")
{
    for (unsigned count = 1; count <= 16; ++count) {
        CAPTURE(count);
        CHECK(has_right_cells<64>(count, 20'000));
        if (count <= 8) CHECK(has_right_cells<16>(count, 20'000));
    }
}

template <unsigned Cells>
double unevenness_of_subsets(unsigned count, unsigned picks, std::uint64_t subsets)
{
    std::map<std::uint64_t, std::uint64_t> counts;
    for (std::uint64_t key = 0; key < 100 * subsets; ++key) {
        cell_chooser<Cells> chooser(tamiz_test::random_hash(key).value(), 1);
        (void)chooser.pick(picks);
        ++counts[chooser.mask(count)];
    }
    std::vector<std::uint64_t> values;
    for (const auto& [mask, n] : counts) values.push_back(n);
    values.resize(subsets);  // those never seen count 0; more than there are would be cut, and leave too few
    return unevenness(values);
}

TEST_CASE("every choice of cells is equally likely")
{
    CHECK(unevenness_of_subsets<4>(2, 1, 6) < uneven);
    CHECK(unevenness_of_subsets<8>(3, 2, 56) < uneven);
    CHECK(unevenness_of_subsets<16>(4, 4, 1'820) < uneven);
    CHECK(unevenness_of_subsets<16>(5, 4, 4'368) < uneven);  // the fifth draw is from new bits
    CHECK(unevenness_of_subsets<64>(1, 4, 64) < uneven);
    CHECK(unevenness_of_subsets<64>(2, 4, 2'016) < uneven);
}

TEST_CASE("every bit and every pair of bits is equally likely in masks of many bits")
{
    for (const unsigned count : {3u, 4u, 5u, 8u, 9u, 16u}) {
        std::array<std::uint64_t, 64> bits{};
        std::vector<std::uint64_t> pairs;
        std::array<std::array<std::uint64_t, 64>, 64> both{};
        constexpr std::uint64_t keys = 200'000;
        for (std::uint64_t key = 0; key < keys; ++key) {
            cell_chooser<64> chooser(tamiz_test::random_hash(key).value(), 0);
            (void)chooser.pick(4);
            const std::uint64_t mask = chooser.mask(count);
            for_each_bit(mask, [&](unsigned a) {
                ++bits[a];
                for_each_bit(mask >> a >> 1, [&](unsigned b) { ++both[a][a + 1 + b]; });
            });
        }
        for (unsigned a = 0; a < 64; ++a)
            for (unsigned b = a + 1; b < 64; ++b) pairs.push_back(both[a][b]);
        CAPTURE(count);
        CHECK(unevenness(bits, (64.0 - count) / 63.0) < uneven);
        // Pairs of one mask overlap in a bit, which makes them less independent than the bound assumes: leave it room.
        CHECK(unevenness(pairs) < 2 * uneven);
    }
}

TEST_CASE("masks of many bits do not repeat")
{
    // All bits from the first 32 of the hash would make a hundred of a million keys equal.
    for (const unsigned count : {9u, 16u}) {
        constexpr std::uint64_t keys = 1'000'000;
        std::vector<std::uint64_t> masks;
        for (std::uint64_t key = 0; key < keys; ++key)
            masks.push_back(cell_chooser<64>(tamiz_test::random_hash(key).value(), 3).mask(count));
        std::ranges::sort(masks);
        const auto repeated = std::ranges::unique(masks);
        CAPTURE(count);
        CHECK(repeated.size() < 35);  // 9 bits of 64 leave 18 pairs to chance, 16 none
    }
}

/// The first choices in each two words of a key: if the words are independent, all pairs are equally likely.
template <typename Hash>
void check_words_are_independent(const Hash& hash)
{
    for (unsigned first = 0; first < 8; ++first) {
        for (unsigned second = 0; second < first; ++second) {
            std::array<std::uint64_t, 16> picks{};
            std::vector<std::uint64_t> bits(64 * 64);
            for (std::uint64_t key = 0; key < 40'960; ++key) {
                cell_chooser<64> a(hash(key), first);
                cell_chooser<64> b(hash(key), second);
                ++picks[a.pick(4) * 4 + b.pick(4)];
                ++bits[static_cast<unsigned>(std::countr_zero(a.mask(1))) * 64 +
                       static_cast<unsigned>(std::countr_zero(b.mask(1)))];
            }
            CAPTURE(first, second);
            CHECK(unevenness(picks) < uneven);
            CHECK(unevenness(bits) < uneven);
        }
    }
}

TEST_CASE("the words of a key are chosen independently of each other")
{
    check_words_are_independent([](std::uint64_t key) { return tamiz_test::random_hash(key).value(); });
}

TEST_CASE("the words of a key are chosen independently of each other among the keys of one block, too")
{
    // Keys of one block agree in the high bits of their hashes, here in 24 as in a filter of 1 GiB.
    check_words_are_independent(
        [](std::uint64_t key) { return std::uint64_t{0xabcdef} << 40 | tamiz_test::random_hash(key).value() >> 24; });
}

}  // namespace
