// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/probe.hpp>

#include <support/catch.hpp>
#include <unit/chi_square.hpp>
#include <unit/probe_checks.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using tamiz::detail::choice_bits;
using tamiz::detail::chosen_word;
using tamiz::detail::multipliers;
using tamiz::detail::scale;
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

// --- the bits that choose a word and its mask ------------------------------------------------------------------------

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

static_assert(chosen_word(~std::uint64_t{0}, 1) == 0 && chosen_word(~std::uint64_t{0}, 2) == 1 &&
              chosen_word(~std::uint64_t{0}, 4) == 3);
static_assert(chosen_word(std::uint64_t{1} << 62, 4) == 1 && chosen_word(std::uint64_t{1} << 62, 2) == 0);

/// What chooses the word, the mask's place in the table and its turn, in each two words of a key: if the words are
/// independent, all pairs of choices are equally likely.
template <typename Hash>
void check_words_are_independent(const Hash& hash)
{
    for (unsigned first = 0; first < 8; ++first) {
        for (unsigned second = 0; second < first; ++second) {
            std::array<std::uint64_t, 16> picks{};
            std::vector<std::uint64_t> places(64 * 64);
            std::vector<std::uint64_t> turns(64 * 64);
            for (std::uint64_t key = 0; key < 40'960; ++key) {
                const std::uint64_t a = choice_bits(hash(key), first);
                const std::uint64_t b = choice_bits(hash(key), second);
                ++picks[chosen_word(a, 4) * 4 + chosen_word(b, 4)];
                ++places[(a >> 52 & 63) * 64 + (b >> 52 & 63)];
                ++turns[(a >> 46 & 63) * 64 + (b >> 46 & 63)];
            }
            CAPTURE(first, second);
            CHECK(unevenness(picks) < uneven);
            CHECK(unevenness(places) < uneven);
            CHECK(unevenness(turns) < uneven);
        }
    }
}

/// And within one word.
template <typename Hash>
void check_choices_are_independent(const Hash& hash)
{
    for (unsigned part = 0; part < 8; ++part) {
        std::vector<std::uint64_t> words_and_places(4 * 1'024);
        std::vector<std::uint64_t> places_and_turns(64 * 64);
        std::vector<std::uint64_t> both_turns(32 * 32);  // of the halves of a word
        for (std::uint64_t key = 0; key < 40'960; ++key) {
            const std::uint64_t choice = choice_bits(hash(key), part);
            ++words_and_places[chosen_word(choice, 4) * 1'024 + (choice >> 52 & 1'023)];
            ++places_and_turns[(choice >> 52 & 63) * 64 + (choice >> 46 & 63)];
            if (part == 0) ++both_turns[(choice >> 46 & 31) * 32 + (choice >> 32 & 31)];
        }
        CAPTURE(part);
        CHECK(unevenness(words_and_places) < uneven);
        CHECK(unevenness(places_and_turns) < uneven);
        if (part == 0) CHECK(unevenness(both_turns) < uneven);
    }
}

TEST_CASE("the words of a key are chosen independently of each other")
{
    const auto hash = [](std::uint64_t key) { return tamiz_test::random_hash(key).value(); };
    check_words_are_independent(hash);
    check_choices_are_independent(hash);
}

TEST_CASE("the words of a key are chosen independently of each other among the keys of one block, too")
{
    // Keys of one block agree in the high bits of their hashes, here in 24 as in a filter of 1 GiB.
    const auto hash = [](std::uint64_t key) {
        return std::uint64_t{0xabcdef} << 40 | tamiz_test::random_hash(key).value() >> 24;
    };
    check_words_are_independent(hash);
    check_choices_are_independent(hash);
}

}  // namespace
