// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/classic.hpp>

#include <support/catch.hpp>
#include <unit/chi_square.hpp>
#include <unit/message_of.hpp>
#include <unit/probe_checks.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using tamiz::probe;
using tamiz::layout::classic;
using tamiz_test::for_each_bit;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using tamiz_test::random_hash;
using tamiz_test::uneven;
using tamiz_test::unevenness;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// Ascending words, min(k, m) distinct bits, all of them below m?
constexpr bool is_right(const classic::size& size, tamiz::hash_value hash)
{
    const auto probes = classic::probes(size, hash);
    if (!tamiz_test::ascends_within(probes, classic::word_count(size))) return false;
    if (tamiz_test::bits_in(probes) != std::min<std::uint64_t>(size.bits(), size.hashes())) return false;
    for (const probe p : probes)
        if (p.word * 64 + static_cast<unsigned>(std::bit_width(p.mask)) > size.bits()) return false;
    return true;
}

constexpr bool are_right(std::uint64_t bits, unsigned hashes, std::uint64_t keys)
{
    for (std::uint64_t key = 0; key < keys; ++key)
        if (!is_right({bits, hashes}, random_hash(key))) return false;
    return true;
}

template <typename Visit>
void for_each_position(const classic::size& size, tamiz::hash_value hash, const Visit& visit)
{
    for (const probe p : classic::probes(size, hash))
        for_each_bit(p.mask, [&](unsigned bit) { visit(p.word * 64 + bit); });
}

// Probes are pure functions: the compiler itself can make them.
static_assert(are_right(1, 1, 5) && are_right(1, 64, 5) && are_right(63, 64, 5) && are_right(64, 64, 5));
static_assert(are_right(24, 3, 50) && are_right(1'000, 7, 50) && are_right(std::uint64_t{5} << 30, 2, 50));
static_assert(classic::word_count({1, 1}) == 1 && classic::word_count({64, 1}) == 1 &&
              classic::word_count({65, 1}) == 2);
static_assert(classic::cells_per_key({5, 8}) == 5 && classic::hash_count({5, 8}) == 8 &&
              classic::cell_count({5, 8}) == 5);

TEST_CASE("a key has min(k, m) distinct bits among exactly m, for every small m")
{
    bool right = true;
    for (std::uint64_t bits = 1; bits <= 2'000; ++bits)
        for (const unsigned hashes : {1u, 2u, 3u, 7u, 30u, 63u, 64u}) right &= are_right(bits, hashes, 3);
    CHECK(right);
}

TEST_CASE("a key has min(k, m) distinct bits around every power of two")
{
    bool right = true;
    for (unsigned exponent = 0; exponent < 50; ++exponent) {
        const std::uint64_t power = std::uint64_t{1} << exponent;
        for (const std::uint64_t bits : {power - 1, power, power + 1}) {
            if (bits == 0) continue;
            for (const unsigned hashes : {1u, 2u, 10u, 64u}) right &= are_right(bits, hashes, 20);
            right &= is_right({bits, 64}, tamiz::hash_value(0)) && is_right({bits, 64}, tamiz::hash_value(most));
        }
    }
    CHECK(right);
}

TEST_CASE("every number of hashes from 1 to 64 will do")
{
    for (unsigned hashes = 1; hashes <= 64; ++hashes) {
        CAPTURE(hashes);
        CHECK(are_right(hashes, hashes, 50));
        CHECK(are_right(1'000, hashes, 50));
        CHECK(are_right(1'000'003, hashes, 50));
    }
}

TEST_CASE("each of the m bits is reached, and none beyond")
{
    for (std::uint64_t bits = 1; bits <= 2'000; bits += bits < 130 ? 1 : 97) {
        for (const unsigned hashes : {1u, 3u, 16u}) {
            const classic::size size(bits, hashes);
            std::vector<bool> reached(bits);
            // Enough keys that a bit is left out with a chance of less than bits * e^-24.
            const std::uint64_t keys = 24 * (bits / size.slices() + 1);
            bool beyond = false;
            for (std::uint64_t key = 0; key < keys; ++key) {
                for_each_position(size, random_hash(key), [&](std::uint64_t position) {
                    if (position < bits)
                        reached[position] = true;
                    else
                        beyond = true;
                });
            }
            CAPTURE(bits, hashes);
            CHECK_FALSE(beyond);
            CHECK(std::ranges::count(reached, true) == static_cast<std::ptrdiff_t>(bits));
        }
    }
}

TEST_CASE("slices follow each other without a gap, equal to within a bit")
{
    for (const std::uint64_t bits : {std::uint64_t{1}, std::uint64_t{23}, std::uint64_t{24}, std::uint64_t{1'001},
                                     (std::uint64_t{1} << 40) + 13}) {
        for (unsigned hashes = 1; hashes <= 64; ++hashes) {
            const classic::size size(bits, hashes);
            std::uint64_t end = 0;
            bool right = true;
            for (unsigned slice = 0; slice < size.slices(); ++slice) {
                right &= size.slice_begin(slice) == end && size.slice_bits(slice) - bits / size.slices() <= 1;
                end += size.slice_bits(slice);
            }
            right &= end == bits;
            CAPTURE(bits, hashes);
            CHECK(right);
        }
    }
}

TEST_CASE("positions are uniform in each slice, and independent from slice to slice")
{
    constexpr unsigned hashes = 10;
    constexpr std::uint64_t length = 37;
    const classic::size size(hashes * length, hashes);
    std::array<std::array<std::uint64_t, length>, hashes> singles{};
    std::vector<std::array<std::uint64_t, length * length>> pairs(hashes * hashes);
    for (std::uint64_t key = 0; key < 100'000; ++key) {
        std::array<std::uint64_t, hashes> places{};
        for_each_position(size, random_hash(key), [&](std::uint64_t p) { places[p / length] = p % length; });
        for (unsigned a = 0; a < hashes; ++a) {
            ++singles[a][places[a]];
            for (unsigned b = 0; b < a; ++b) ++pairs[a * hashes + b][places[a] * length + places[b]];
        }
    }
    for (unsigned a = 0; a < hashes; ++a) {
        CHECK(unevenness(singles[a]) < uneven);
        for (unsigned b = 0; b < a; ++b) CHECK(unevenness(pairs[a * hashes + b]) < uneven);
    }
}

TEST_CASE("each key has a pattern of its own, also in a small filter of many hashes")
{
    // k positions made from two hashes have m^2 / 2 patterns: some hundred of these keys would share one, and a filter
    // of 100 keys at 1e-6 would answer 2e-4 of strangers true.
    const classic::size size(2'876, 20);
    std::set<std::vector<std::uint64_t>> patterns;
    constexpr std::uint64_t keys = 50'000;
    for (std::uint64_t key = 0; key < keys; ++key) {
        std::vector<std::uint64_t> positions;
        for_each_position(size, random_hash(key), [&](std::uint64_t p) { positions.push_back(p); });
        patterns.insert(positions);
    }
    CHECK(patterns.size() == keys);
}

TEST_CASE("positions are even over the sixteenths of more than 2^32 bits")
{
    for (const std::uint64_t bits : {std::uint64_t{5} << 30, (std::uint64_t{1} << 40) + 12'345}) {
        std::array<std::uint64_t, 16> counts{};
        for (std::uint64_t key = 0; key < 160'000; ++key) {
            for_each_position({bits, 2}, random_hash(key), [&](std::uint64_t position) {
                ++counts[static_cast<std::size_t>(static_cast<unsigned __int128>(position) * 16 / bits)];
            });
        }
        CHECK(unevenness(counts) < uneven);
    }
}

TEST_CASE("the lines to prefetch are those of the probes")
{
    const classic::size size(1'000'003, 7);
    for (std::uint64_t key = 0; key < 100; ++key) {
        std::vector<std::uint64_t> expected, visited;
        for (const probe p : classic::probes(size, random_hash(key))) expected.push_back(p.word);
        classic::for_each_line(size, random_hash(key), [&](std::uint64_t word) { visited.push_back(word); });
        REQUIRE(visited == expected);
    }
}

TEST_CASE("an explicit size is taken to the bit")
{
    for (const std::uint64_t bits : {std::uint64_t{1}, std::uint64_t{24}, std::uint64_t{1'000}, std::uint64_t{10'000},
                                     std::uint64_t{1'000'000}, std::uint64_t{1} << 50}) {
        const classic::size size = classic::size_of(bits, 3);
        CHECK(classic::cell_count(size) == bits);
        CHECK(classic::word_count(size) == (bits + 63) / 64);
        CHECK(classic::hash_count(size) == 3);
    }
}

TEST_CASE("an explicit size that cannot be is refused by name and value")
{
    const auto invalid = [](std::uint64_t bits, std::uint64_t hashes) {
        return message_of<std::invalid_argument>([=] { return classic::size_of(bits, hashes); });
    };
    CHECK(missing_in(invalid(0, 3), {"bits = 0", "1 or more"}) == "");
    CHECK(missing_in(invalid(24, 0), {"hashes = 0", "1 or more"}) == "");
    CHECK(missing_in(invalid(24, 65), {"hashes = 65", "64 at most"}) == "");
    CHECK(missing_in(invalid(24, most), {"hashes = 18446744073709551615"}) == "");
    for (const std::uint64_t bits : {(std::uint64_t{1} << 50) + 1, most}) {
        const std::string message = message_of<std::length_error>([=] { return classic::size_of(bits, 3); });
        CHECK(missing_in(message, {"bits = " + std::to_string(bits)}) == "");
    }
}

TEST_CASE("ten million keys at 0.1 % are an ordinary request")
{
    const classic::size size = classic::size_for(10'000'000, 0.001);
    CHECK(size.bits() == 143'775'876);
    CHECK(size.hashes() == 10);
}

TEST_CASE("the census counts the bits of the filter alone, not those that pad its last word")
{
    const classic::size size(100, 2);
    classic::census census(size);
    census.add_line(0, std::array<unsigned, 2>{64, 36});  // all 100
    CHECK(census.false_positive_rate() == 1);
    classic::census half(size);
    half.add_line(0, std::array<unsigned, 2>{32, 18});
    CHECK(half.false_positive_rate() == Approx(0.25));
}

}  // namespace
