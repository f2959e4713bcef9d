// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/blocked.hpp>

#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/word.hpp>

#include <support/catch.hpp>
#include <unit/chi_square.hpp>
#include <unit/message_of.hpp>
#include <unit/probe_checks.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

// What all blocked layouts have in common; what is special to one is in cache_line_test.cpp and word_test.cpp.

namespace {

namespace layout = tamiz::layout;
using tamiz_test::for_each_bit;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using tamiz_test::random_hash;
using tamiz_test::uneven;
using tamiz_test::unevenness;

template <typename Layout>
constexpr unsigned words_per_block = Layout::model.words_per_block;
template <typename Layout>
constexpr unsigned words_per_key = Layout::model.words_per_key;
template <typename Layout>
constexpr unsigned words_per_part = words_per_block<Layout> / words_per_key<Layout>;

/// The lowest bit of each cell of a word.
template <typename Layout>
constexpr std::uint64_t cell_bits()
{
    std::uint64_t bits = 0;
    for (unsigned cell = 0; cell < Layout::cells; ++cell) bits |= std::uint64_t{1} << (cell * 64 / Layout::cells);
    return bits;
}

/// Ascending words, one in each part of the key's own block, with exactly so many cells in each?
template <typename Layout>
constexpr bool is_right(const typename Layout::size& size, tamiz::hash_value hash)
{
    const auto probes = Layout::probes(size, hash);
    if (!tamiz_test::ascends_within(probes, Layout::word_count(size))) return false;
    const std::uint64_t first = probes[0].word / words_per_block<Layout> * words_per_block<Layout>;
    for (unsigned part = 0; part < words_per_key<Layout>; ++part) {
        if (probes[part].word < first || (probes[part].word - first) / words_per_part<Layout> != part) return false;
        if (std::popcount(probes[part].mask) != static_cast<int>(size.cells_per_word)) return false;
        if ((probes[part].mask & ~cell_bits<Layout>()) != 0) return false;
    }
    return true;
}

template <typename Layout>
constexpr bool are_right(std::uint64_t blocks, unsigned cells, std::uint64_t keys)
{
    for (std::uint64_t key = 0; key < keys; ++key)
        if (!is_right<Layout>({blocks, cells}, random_hash(key))) return false;
    return true;
}

// Probes are pure functions: the compiler itself can make them.
static_assert(are_right<layout::cache_line<2>>(1, 1, 20) && are_right<layout::cache_line<2>>(1'000, 8, 20));
static_assert(are_right<layout::cache_line<4>>(7, 16, 20) && are_right<layout::cache_line<8>>(1'000'000'007, 3, 20));
static_assert(are_right<layout::word>(1, 16, 20) && are_right<layout::word>(std::uint64_t{1} << 40, 5, 20));
static_assert(are_right<layout::cache_line<2, 16>>(77, 8, 20) && are_right<layout::basic_word<16>>(77, 4, 20));

#define BLOCKED_LAYOUTS                                                                                                \
    layout::cache_line<2>, layout::cache_line<4>, layout::cache_line<8>, layout::word, (layout::cache_line<2, 16>),    \
        (layout::cache_line<4, 16>), (layout::cache_line<8, 16>), layout::basic_word<16>

TEMPLATE_TEST_CASE("a key has one ascending word in each part of its block, with exactly its cells", "",
                   BLOCKED_LAYOUTS)
{
    for (const std::uint64_t blocks : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{64},
                                       std::uint64_t{1'000}, std::uint64_t{1} << 24, (std::uint64_t{1} << 40) + 1}) {
        for (unsigned cells = 1; cells <= TestType::max_cells_per_word; ++cells) {
            CAPTURE(blocks, cells);
            CHECK(are_right<TestType>(blocks, cells, 300));
        }
    }
    for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()})
        CHECK(is_right<TestType>({1'000, TestType::max_cells_per_word}, tamiz::hash_value(hash)));
}

TEMPLATE_TEST_CASE("blocks, words, bits and pairs of bits are used evenly", "", BLOCKED_LAYOUTS)
{
    constexpr std::uint64_t keys = 200'000;
    constexpr std::uint64_t blocks = 50;
    constexpr unsigned cells = 3;
    constexpr unsigned cell_width = 64 / TestType::cells;
    std::array<std::uint64_t, blocks> block_counts{};
    std::array<std::array<std::uint64_t, 8>, 8> word_counts{};
    std::array<std::array<std::uint64_t, TestType::cells>, 8> cell_counts{};
    std::array<std::array<std::uint64_t, TestType::cells>, TestType::cells> pair_counts{};
    for (std::uint64_t key = 0; key < keys; ++key) {
        const auto probes = TestType::probes({blocks, cells}, random_hash(key));
        ++block_counts[probes[0].word / words_per_block<TestType>];
        for (unsigned part = 0; part < words_per_key<TestType>; ++part) {
            ++word_counts[part][probes[part].word % words_per_part<TestType>];
            for_each_bit(probes[part].mask, [&](unsigned bit) {
                const unsigned cell = bit / cell_width;
                ++cell_counts[part][cell];
                for_each_bit(probes[part].mask & ((std::uint64_t{1} << bit) - 1),
                             [&](unsigned lower) { ++pair_counts[cell][lower / cell_width]; });
            });
        }
    }
    CHECK(unevenness(block_counts) < uneven);
    for (unsigned part = 0; part < words_per_key<TestType>; ++part) {
        CAPTURE(part);
        if (words_per_part < TestType >> 1)
            CHECK(unevenness(std::span(word_counts[part]).first(words_per_part<TestType>)) < uneven);
        CHECK(unevenness(cell_counts[part], (TestType::cells - double{cells}) / (TestType::cells - 1.0)) < uneven);
    }
    // The table has some hundred masks of each distance of two cells, drawn at random: to within half of the mean.
    const double mean = 2.0 * 3 * keys * words_per_key<TestType> / (TestType::cells * (TestType::cells - 1));
    double farthest = 0;
    for (unsigned a = 0; a < TestType::cells; ++a)
        for (unsigned b = 0; b < a; ++b)
            farthest = std::max(farthest, std::abs(static_cast<double>(pair_counts[a][b]) / mean - 1));
    CHECK(farthest < 0.5);
}

TEMPLATE_TEST_CASE("keys of one block differ in their words and bits", "", BLOCKED_LAYOUTS)
{
    // Their hashes agree in the high bits. The block takes these; what comes after must not lean on them.
    constexpr std::uint64_t keys = 20'000;
    std::set<std::vector<std::uint64_t>> patterns;
    std::array<std::array<std::uint64_t, TestType::cells>, 8> cell_counts{};
    constexpr unsigned cells = 4;
    for (std::uint64_t key = 0; key < keys; ++key) {
        const std::uint64_t low = random_hash(key).value() >> 24;
        std::vector<std::uint64_t> pattern;
        const auto probes =
            TestType::probes({std::uint64_t{1} << 24, cells}, tamiz::hash_value(low | std::uint64_t{0xabcdef} << 40));
        for (unsigned part = 0; part < words_per_key<TestType>; ++part) {
            pattern.push_back(probes[part].word);
            pattern.push_back(probes[part].mask);
            for_each_bit(probes[part].mask, [&](unsigned bit) { ++cell_counts[part][bit * TestType::cells / 64]; });
        }
        patterns.insert(pattern);
    }
    for (unsigned part = 0; part < words_per_key<TestType>; ++part)
        CHECK(unevenness(cell_counts[part], (TestType::cells - double{cells}) / (TestType::cells - 1.0)) < uneven);
    // Of C(16, 4) or C(64, 4) choices in each word, the masks of the table, all turned, reach so many.
    const double choices = TestType::cells == 64 ? 635'376 : 1'820;
    const double reached = choices * -std::expm1(static_cast<double>(TestType::model.masks) * std::log1p(-1 / choices));
    double all = 1;
    for (unsigned part = 0; part < words_per_key<TestType>; ++part) all *= reached * words_per_part<TestType>;
    const double expected = all * -std::expm1(-double{keys} / all);
    // Twice as many alike are granted: a lower half without bits cannot be turned.
    const double alike = double{keys} - static_cast<double>(patterns.size());
    CHECK(alike < 2 * (double{keys} - expected) + 6 * std::sqrt(double{keys} - expected + 1));
}

TEMPLATE_TEST_CASE("positions are even over the sixteenths of more than 2^32 bits, and within them", "",
                   BLOCKED_LAYOUTS)
{
    for (const std::uint64_t words : {(std::uint64_t{1} << 27) + 8 * 12'345, std::uint64_t{1} << 44}) {
        const std::uint64_t blocks = words / words_per_block<TestType>;
        std::array<std::uint64_t, 16> sixteenths{};
        std::array<std::uint64_t, 16> neighbours{};
        for (std::uint64_t key = 0; key < 160'000; ++key) {
            const auto probes = TestType::probes({blocks, 2}, random_hash(key));
            ++sixteenths[static_cast<std::size_t>(static_cast<unsigned __int128>(probes[0].word) * 16 / words)];
            ++neighbours[probes[0].word / words_per_block<TestType> % 16];
        }
        CHECK(unevenness(sixteenths) < uneven);
        CHECK(unevenness(neighbours) < uneven);
    }
}

TEMPLATE_TEST_CASE("the line to prefetch is the key's own", "", BLOCKED_LAYOUTS)
{
    const tamiz::detail::blocked_size size{1'000'003, 2};
    bool own = true;
    int calls = 0;
    for (std::uint64_t key = 0; key < 1'000; ++key) {
        const auto probes = TestType::probes(size, random_hash(key));
        TestType::for_each_line(size, random_hash(key), [&](std::uint64_t word) {
            ++calls;
            for (const tamiz::probe p : probes) own &= p.word / 8 == word / 8;
        });
    }
    CHECK(own);
    CHECK(calls == 1'000);
}

TEMPLATE_TEST_CASE("a size counts words, cells and a key's cells", "", BLOCKED_LAYOUTS)
{
    constexpr tamiz::detail::blocked_size size{1'000, 3};
    CHECK(TestType::word_count(size) == 1'000 * words_per_block<TestType>);
    CHECK(TestType::cell_count(size) == 1'000 * words_per_block<TestType> * TestType::cells);
    CHECK(TestType::hash_count(size) == 3 * words_per_key<TestType>);
    CHECK(TestType::cells_per_key(size) == 3 * words_per_key<TestType>);
    CHECK(TestType::word_count(TestType::empty()) <= 8);  // what a filter without memory may read
}

TEMPLATE_TEST_CASE("an explicit size is rounded up to whole blocks", "", BLOCKED_LAYOUTS)
{
    constexpr std::uint64_t per_block = words_per_block<TestType> * TestType::cells;
    constexpr std::uint64_t hashes = 2 * words_per_key<TestType>;
    const auto blocks = [](std::uint64_t cells) { return TestType::size_of(cells, hashes).blocks; };
    CHECK(blocks(1) == 1);
    CHECK(blocks(per_block) == 1);
    CHECK(blocks(per_block + 1) == 2);
    CHECK(blocks(1'000 * per_block - 1) == 1'000);
    CHECK(TestType::size_of(1, hashes).cells_per_word == 2);
    constexpr std::uint64_t most = (std::uint64_t{1} << 47) / 8 * TestType::cells;
    CHECK(blocks(most) == most / per_block);
}

TEMPLATE_TEST_CASE("an explicit size that cannot be is refused by name and value", "", BLOCKED_LAYOUTS)
{
    constexpr unsigned width = words_per_key<TestType>;
    const std::string bits = TestType::cells == 64 ? "bits" : "counters";
    const auto invalid = [](std::uint64_t cells, std::uint64_t hashes) {
        return message_of<std::invalid_argument>([&] { return TestType::size_of(cells, hashes); });
    };
    CHECK(missing_in(invalid(0, width), {bits + " = 0"}) == "");
    CHECK(missing_in(invalid(1'000, 0), {"hashes = 0"}) == "");
    const std::uint64_t most = width * TestType::max_cells_per_word;
    CHECK_NOTHROW(TestType::size_of(1'000, most));
    CHECK(missing_in(invalid(1'000, most + width),
                     {"hashes = " + std::to_string(most + width), std::to_string(most) + " at most"}) == "");
    CHECK(missing_in(invalid(1'000, std::uint64_t{1} << 63), {"hashes = 9223372036854775808"}) == "");
    if (width > 1)
        CHECK(missing_in(invalid(1'000, width + 1), {"hashes = " + std::to_string(width + 1),
                                                     "multiple of the " + std::to_string(width) + " words"}) == "");
    for (const std::uint64_t cells : {(std::uint64_t{1} << 47) / 8 * TestType::cells + 1, ~std::uint64_t{0}}) {
        const std::string message = message_of<std::length_error>([&] { return TestType::size_of(cells, width); });
        CHECK(missing_in(message, {bits + " = " + std::to_string(cells)}) == "");
    }
}

TEMPLATE_TEST_CASE("the census gives the chance that a fresh key finds its cells full", "", BLOCKED_LAYOUTS)
{
    // Fill some blocks unevenly, then count how many of many fresh keys are full.
    constexpr tamiz::detail::blocked_size size{64, 2};
    constexpr std::uint64_t keys_held = 64 * words_per_part<TestType> * TestType::cells * 6 / 10;
    std::vector<std::uint64_t> words(TestType::word_count(size));
    for (std::uint64_t key = 0; key < keys_held; ++key)
        for (const tamiz::probe p : TestType::probes(size, random_hash(key)))
            if (p.word % 3 != 0 || key % 2 != 0) words[p.word] |= p.mask;

    typename TestType::census census(size);
    for (std::uint64_t first = 0; first < words.size(); first += 8) {
        std::array<unsigned, 8> set{};
        for (unsigned i = 0; i < 8; ++i) set[i] = static_cast<unsigned>(std::popcount(words[first + i]));
        census.add_line(first, set);
    }
    constexpr std::uint64_t keys = 400'000;
    std::uint64_t full = 0;
    for (std::uint64_t key = 0; key < keys; ++key) {
        bool all = true;
        for (const tamiz::probe p : TestType::probes(size, random_hash(key + 1'000'000'000)))
            all &= (p.mask & ~words[p.word]) == 0;
        full += all ? 1u : 0u;
    }
    const double rate = census.false_positive_rate();
    CHECK(rate > 0.0005);
    CHECK(rate < 0.9);
    const double deviation = std::sqrt(rate * (1 - rate) / double{keys});
    CHECK(std::abs(static_cast<double>(full) / double{keys} - rate) < 5 * deviation);
}

}  // namespace
