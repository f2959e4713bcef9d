// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/two_lines.hpp>

#include <tamiz/layout/cache_line.hpp>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>
#include <unit/chi_square.hpp>
#include <unit/message_of.hpp>
#include <unit/probe_checks.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

// What its halves share with `cache_line` is in blocked_test.cpp.

namespace {

using tamiz::layout::cache_line;
using tamiz::layout::two_lines;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using tamiz_test::random_hash;
using tamiz_test::uneven;
using tamiz_test::unevenness;

#define WIDTHS two_lines<2>, two_lines<4>, two_lines<8>

template <typename Layout>
constexpr unsigned words_in_half = Layout::model.words_per_key;

static_assert(std::same_as<two_lines<>, two_lines<4>>);
static_assert(std::tuple_size_v<two_lines<2>::probes_type> == 4 && std::tuple_size_v<two_lines<8>::probes_type> == 16);

// --- probes --------------------------------------------------------------------------------------------------------

/// In each half what `cache_line` gives some hash, and in the first what it gives the key's?
template <typename Layout>
constexpr bool is_right(const typename Layout::size& size, tamiz::hash_value hash)
{
    constexpr unsigned width = words_in_half<Layout>;
    const auto probes = Layout::probes(size, hash);
    const auto first = cache_line<width>::probes(size, hash);
    if (!tamiz_test::ascends_within(probes, Layout::word_count(size))) return false;
    if (!std::equal(first.begin(), first.end(), probes.begin())) return false;
    for (unsigned i = 0; i < width; ++i) {
        const tamiz::probe p = probes[width + i];
        if (p.word < Layout::word_count(size) / 2 || p.word / 8 != probes[width].word / 8) return false;
        if (p.word % 8 * width / 8 != i) return false;
        if (std::popcount(p.mask) != static_cast<int>(size.cells_per_word)) return false;
    }
    return true;
}

template <typename Layout>
constexpr bool are_right(std::uint64_t lines, unsigned cells, std::uint64_t keys)
{
    for (std::uint64_t key = 0; key < keys; ++key)
        if (!is_right<Layout>({lines, cells}, random_hash(key))) return false;
    return true;
}

// Probes are pure functions: the compiler itself can make them.
static_assert(are_right<two_lines<2>>(1, 1, 10) && are_right<two_lines<4>>(1'000, 16, 10));
static_assert(are_right<two_lines<8>>(std::uint64_t{1} << 40, 3, 10));

TEMPLATE_TEST_CASE("a key has one line in each half, and ascending words with exactly its bits in each", "", WIDTHS)
{
    for (const std::uint64_t lines : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1'000},
                                      std::uint64_t{1} << 24, (std::uint64_t{1} << 40) + 1}) {
        for (unsigned cells = 1; cells <= TestType::max_cells_per_word; ++cells) {
            CAPTURE(lines, cells);
            CHECK(are_right<TestType>(lines, cells, 300));
        }
    }
    for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()})
        CHECK(is_right<TestType>({1'000, TestType::max_cells_per_word}, tamiz::hash_value(hash)));
}

TEMPLATE_TEST_CASE("the lines to prefetch are the key's two", "", WIDTHS)
{
    const typename TestType::size size{1'000'003, 2};
    bool own = true;
    for (std::uint64_t key = 0; key < 1'000; ++key) {
        const auto probes = TestType::probes(size, random_hash(key));
        std::vector<std::uint64_t> lines;
        TestType::for_each_line(size, random_hash(key), [&](std::uint64_t word) { lines.push_back(word / 8); });
        own &= lines == std::vector{probes.front().word / 8, probes.back().word / 8};
    }
    CHECK(own);
}

// --- the halves are independent ------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("all pairs of lines, and all pairs of bits in them, are equally frequent", "", WIDTHS)
{
    constexpr unsigned width = words_in_half<TestType>;
    constexpr std::uint64_t lines = 20;
    std::vector<std::uint64_t> line_pairs(lines * lines);
    std::vector<std::uint64_t> bit_pairs(64 * 64);        // in the first word of each line
    std::vector<std::uint64_t> line_and_bit(lines * 64);  // a line of one half, a bit of the other
    std::vector<std::uint64_t> bit_and_line(lines * 64);
    for (std::uint64_t key = 0; key < 400'000; ++key) {
        const auto probes = TestType::probes({lines, 1}, random_hash(key));
        const std::uint64_t line = probes[0].word / 8;
        const std::uint64_t other_line = probes[width].word / 8 - lines;
        const auto bit = static_cast<unsigned>(std::countr_zero(probes[0].mask));
        const auto other_bit = static_cast<unsigned>(std::countr_zero(probes[width].mask));
        ++line_pairs[line * lines + other_line];
        ++bit_pairs[bit * 64 + other_bit];
        ++line_and_bit[line * 64 + other_bit];
        ++bit_and_line[other_line * 64 + bit];
    }
    CHECK(unevenness(line_pairs) < uneven);
    CHECK(unevenness(bit_pairs) < uneven);
    CHECK(unevenness(line_and_bit) < uneven);
    CHECK(unevenness(bit_and_line) < uneven);
}

TEST_CASE("keys that share their line in one half do not in the other, however close their hashes are")
{
    constexpr std::uint64_t lines = 50;
    for (unsigned shift = 0; shift <= 40; shift += 8) {
        std::array<std::uint64_t, lines> counts{};
        bool share = true;
        for (std::uint64_t key = 0; key < 100'000; ++key) {
            const auto probes = two_lines<4>::probes({lines, 1}, tamiz::hash_value(key << shift));
            share &= probes[0].word / 8 == 0;
            ++counts[probes[4].word / 8 - lines];
        }
        CAPTURE(shift);
        CHECK(share);
        CHECK(unevenness(counts) < uneven);
    }
}

TEST_CASE("halves that lie alike are caught")
{
    // The test above, of a layout whose second half takes the hash as the first does.
    constexpr std::uint64_t lines = 20;
    std::vector<std::uint64_t> line_pairs(lines * lines);
    for (std::uint64_t key = 0; key < 400'000; ++key) {
        const std::uint64_t line = cache_line<4>::probes({lines, 1}, random_hash(key))[0].word / 8;
        ++line_pairs[line * lines + line];
    }
    CHECK(unevenness(line_pairs) > uneven);
}

// --- sizes ---------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a size counts both halves", "", WIDTHS)
{
    constexpr typename TestType::size size{1'000, 3};
    CHECK(TestType::word_count(size) == 16'000);
    CHECK(TestType::cell_count(size) == 1'024'000);
    CHECK(TestType::hash_count(size) == 6 * words_in_half<TestType>);
    CHECK(TestType::cells_per_key(size) == 6 * words_in_half<TestType>);
}

TEMPLATE_TEST_CASE("an explicit size is rounded up to whole pairs of lines, and refused by name and value", "", WIDTHS)
{
    constexpr std::uint64_t width = 2 * words_in_half<TestType>;
    const auto pairs = [](std::uint64_t bits) { return TestType::size_of(bits, 2 * width).blocks; };
    CHECK(pairs(1) == 1);
    CHECK(pairs(1'024) == 1);
    CHECK(pairs(1'025) == 2);
    constexpr std::uint64_t most_bits = std::uint64_t{1} << 50;
    CHECK(pairs(most_bits) == most_bits / 1'024);
    CHECK(TestType::size_of(1, 2 * width).cells_per_word == 2);

    const auto invalid = [](std::uint64_t bits, std::uint64_t hashes) {
        return message_of<std::invalid_argument>([&] { return TestType::size_of(bits, hashes); });
    };
    CHECK(missing_in(invalid(0, width), {"bits = 0"}) == "");
    CHECK(missing_in(invalid(1'000, 0), {"hashes = 0"}) == "");
    CHECK(missing_in(
              invalid(1'000, width / 2),  // enough for one half
              {"hashes = " + std::to_string(width / 2), "multiple of the " + std::to_string(width) + " words"}) == "");
    CHECK_NOTHROW(TestType::size_of(1'000, 16 * width));
    CHECK(missing_in(invalid(1'000, 17 * width),
                     {"hashes = " + std::to_string(17 * width), std::to_string(16 * width) + " at most"}) == "");
    CHECK(missing_in(message_of<std::length_error>([] { return TestType::size_of(most_bits + 1, width); }),
                     {"bits = " + std::to_string(most_bits + 1), std::to_string(most_bits) + " at most"}) == "");
}

TEST_CASE("a rate that the layout serves badly is refused with its name, and others are pointed to it")
{
    const std::string message = message_of<std::length_error>([] { return two_lines<2>::size_for(1'000, 5.422e-17); });
    CHECK(missing_in(message, {"false_positive_rate = 5.422e-17", "layout::two_lines<2> would need more than 600 bits",
                               "per key; layout::two_lines<8> serves it"}) == "");
    CHECK_NOTHROW(two_lines<8>::size_for(1'000, 5.422e-17));
    const auto hopeless = [](auto layout) {
        const double of_hash = 1'000.0 / 18446744073709551616.0;
        return message_of<std::length_error>([=] { return layout.size_for(1'000, of_hash * (1 + 4e-16)); });
    };
    CHECK(missing_in(hopeless(two_lines<4>()), {"layout::two_lines<4>", "no other layout serves it"}) == "");
    CHECK(missing_in(hopeless(two_lines<8>()), {"layout::two_lines<8>", "no other layout serves it"}) == "");

    const std::string from_line = message_of<std::length_error>([] { return cache_line<2>::size_for(1'000, 1e-16); });
    CHECK(missing_in(from_line, {"layout::cache_line<8> or layout::two_lines<4> serves it"}) == "");
    CHECK_NOTHROW(two_lines<4>::size_for(1'000, 1e-16));
}

TEST_CASE("the largest filter has as many bytes with two lines as with one")
{
    constexpr std::uint64_t items = std::uint64_t{1} << 50;
    CHECK(missing_in(message_of<std::length_error>([] { return two_lines<4>::size_for(items, 0.5); }),
                     {"expected_items = 1125899906842624", "the largest takes 140737488355328"}) == "");
    const auto size = two_lines<2>::size_for(items / 4, 0.5);
    CHECK(two_lines<2>::word_count(size) * 8 < tamiz::detail::max_memory_bytes);
}

// --- rates ---------------------------------------------------------------------------------------------------------

// The square of the blocked model and n / 2^64, computed with 60 decimal digits elsewhere.
TEST_CASE("the rate is exact")
{
    const auto check = [](auto layout, std::uint64_t lines, unsigned cells, double items, double rate) {
        CAPTURE(layout.model.words_per_key, lines, cells, items);
        CHECK(layout.false_positive_rate({lines, cells}, items) == Approx(rate).epsilon(1e-12).margin(0));
    };
    check(two_lines<2>(), 1, 1, 1, 2.3283064370807974e-10);
    check(two_lines<2>(), 3, 2, 20, 1.8451510885188326e-10);
    check(two_lines<2>(), 977, 4, 40'000, 1.8942829607792947e-5);
    check(two_lines<4>(), 2, 3, 1, 5.4210108624275222e-20);  // equal hashes are all that is left
    check(two_lines<4>(), 10, 2, 300, 3.7626757813939172e-7);
    check(two_lines<4>(), 100, 2, 100'000, 0.99999740297719333);
    check(two_lines<4>(), 1'000, 2, 500, 2.7105055146580693e-17);
    check(two_lines<4>(), 1'000, 2, 50'000, 8.8059774058519809e-5);
    check(two_lines<8>(), 100, 1, 5'000, 8.7116654851374078e-5);
    check(two_lines<8>(), 700, 2, 20'000, 5.2065219511083353e-7);
    check(two_lines<4>(), 1'000, 2, 0, 0);
    check(two_lines<4>(), 1'000, 2, 1e300, 1);
    const two_lines<4> layout;
    const auto rate = [&](double items) { return layout.false_positive_rate({10, 2}, items); };
    CHECK(rate(300.25) == Approx(0.75 * rate(300) + 0.25 * rate(301)).epsilon(1e-12).margin(0));
    CHECK_THROWS_AS(rate(-1), std::invalid_argument);
}

// The least sizes, found by the same program.
TEMPLATE_TEST_CASE("a size for keys and a rate is the least that has the rate", "", WIDTHS)
{
    struct request {
        std::uint64_t items;
        double rate;
        std::array<std::uint64_t, 3> lines;  // of a half, for 2, 4 and 8 words
    };
    constexpr unsigned column = words_in_half<TestType> == 2 ? 0 : words_in_half<TestType> == 4 ? 1 : 2;
    for (const request& r :
         {request{1, 0.01, {1, 1, 1}}, request{1'000, 0.01, {10, 10, 12}}, request{12'345, 1e-6, {405, 380, 380}},
          request{1'000'000, 0.001, {14'591, 14'497, 15'355}}, request{1'000'000, 1e-9, {60'508, 51'258, 51'221}}}) {
        CAPTURE(r.items, r.rate);
        const auto size = TestType::size_for(r.items, r.rate);
        const auto items = static_cast<double>(r.items);
        CHECK(size.blocks == r.lines[column]);
        CHECK(TestType::false_positive_rate(size, items) <= r.rate);
        bool less_would_do = false;
        for (unsigned cells = 1; cells <= TestType::max_cells_per_word && size.blocks > 1; ++cells)
            less_would_do |= TestType::false_positive_rate({size.blocks - 1, cells}, items) <= r.rate;
        CHECK_FALSE(less_would_do);
    }
}

// Keys without a hash function: random 64-bit values go through the layout's own probes into plain words.
TEMPLATE_TEST_CASE("the measured rate is the predicted one", "", WIDTHS)
{
    constexpr std::uint64_t items = 10'000;
    constexpr int filters = 10;
    constexpr int draws = tamiz_test::scaled(100'000);
    std::uint64_t number = 0;
    for (const double target : {0.01, 0.001, 0.0001}) {
        const auto size = TestType::size_for(items, target);
        int positives = 0;
        for (int f = 0; f < filters; ++f) {
            std::vector<std::uint64_t> words(TestType::word_count(size));
            for (std::uint64_t i = 0; i < items; ++i)
                for (const tamiz::probe p : TestType::probes(size, random_hash(++number))) words[p.word] |= p.mask;
            for (int d = 0; d < draws; ++d) {
                const auto probes = TestType::probes(size, random_hash(++number));
                positives +=
                    std::ranges::all_of(probes, [&](tamiz::probe p) { return (p.mask & ~words[p.word]) == 0; });
            }
        }
        // A million draws, where nothing slows them: five deviations of a binomial, and 1 % for what differs from
        // filter to filter.
        constexpr double total = double{filters} * draws;
        const double predicted = TestType::false_positive_rate(size, items);
        const double bound = 5 * std::sqrt(predicted * (1 - predicted) / total) + 0.01 * predicted;
        const double measured = positives / total;
        CAPTURE(target, predicted, measured, bound);
        CHECK(std::abs(measured - predicted) < bound);
    }
}

// --- the census ----------------------------------------------------------------------------------------------------

/// The words of a filter, its halves filled unlike: what no keys do, so that it shows which half a line is taken for.
template <typename Layout>
std::vector<std::uint64_t> filled_unlike(const typename Layout::size& size, std::uint64_t keys)
{
    std::vector<std::uint64_t> words(Layout::word_count(size));
    for (std::uint64_t key = 0; key < keys; ++key)
        for (const tamiz::probe p : Layout::probes(size, random_hash(key)))
            if (p.word < words.size() / 2 || key % 2 != 0) words[p.word] |= p.mask;
    return words;
}

template <typename Census>
void add_lines(Census& census, std::span<const std::uint64_t> words, std::uint64_t first, std::uint64_t end)
{
    for (std::uint64_t word = 8 * first; word < 8 * end; word += 8) {
        std::array<unsigned, 8> set{};
        for (unsigned i = 0; i < 8; ++i) set[i] = static_cast<unsigned>(std::popcount(words[word + i]));
        census.add_line(word, set);
    }
}

TEMPLATE_TEST_CASE("the census gives the chance that a fresh key finds its bits set in both halves", "", WIDTHS)
{
    constexpr typename TestType::size size{64, 2};
    const std::vector<std::uint64_t> words = filled_unlike<TestType>(size, 64 * 8 / words_in_half<TestType> * 96);
    typename TestType::census all(size);
    add_lines(all, words, 0, 128);
    constexpr auto keys = tamiz_test::scaled<std::uint64_t>(400'000);
    std::uint64_t full = 0;
    for (std::uint64_t key = 0; key < keys; ++key) {
        const auto probes = TestType::probes(size, random_hash(key + 1'000'000'000));
        full += std::ranges::all_of(probes, [&](tamiz::probe p) { return (p.mask & ~words[p.word]) == 0; }) ? 1u : 0u;
    }
    const double rate = all.false_positive_rate();
    CHECK(rate > 0.0005);
    CHECK(rate < 0.9);
    CHECK(std::abs(static_cast<double>(full) / double{keys} - rate) < 5 * std::sqrt(rate * (1 - rate) / double{keys}));

    // In parts that come from several threads, whatever lines each of them has.
    typename TestType::census parts(size);
    add_lines(parts, words, 0, 30);
    typename TestType::census others(size);
    add_lines(others, words, 30, 128);
    parts.add(others);
    CHECK(parts.false_positive_rate() == Approx(rate).epsilon(1e-12));
}

TEST_CASE("a census that has seen one half takes the other to be filled alike")
{
    constexpr two_lines<4>::size size{64, 2};
    const std::vector<std::uint64_t> words = filled_unlike<two_lines<4>>(size, 6'000);
    const auto rate_from = [&](std::uint64_t first, std::uint64_t end) {
        two_lines<4>::census census(size);
        add_lines(census, words, first, end);
        return census.false_positive_rate();
    };
    cache_line<4>::census half(size);
    add_lines(half, words, 0, 64);
    CHECK(half.false_positive_rate() > 0.1);
    CHECK(rate_from(0, 64) == Approx(half.false_positive_rate() * half.false_positive_rate()).epsilon(1e-12));
    CHECK(rate_from(0, 64) * rate_from(64, 128) ==
          Approx(rate_from(0, 128) * rate_from(0, 128)).epsilon(1e-12).margin(0));
    CHECK(rate_from(0, 0) == 0);
}

}  // namespace
