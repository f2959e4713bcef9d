// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/measure_rate.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <ranges>
#include <span>
#include <vector>

// A filter of more than 2^32 bits: whoever counts bits or words in 32 bits leaves most of it empty.

namespace {

using tamiz_test::layout_name;
using tamiz_test::tolerated_deviations;

constexpr std::uint64_t bits = 640ULL << 23;  // 640 MiB
constexpr std::uint64_t hashes = 2;
constexpr std::uint64_t keys = 40'000'000;
constexpr std::uint64_t asked = 20'000'000;
static_assert(bits > std::uint64_t{1} << 32);

/// How many of the keys `first` to `first + count - 1` are found.
template <typename Filter>
std::uint64_t found(const Filter& filter, std::uint64_t first, std::uint64_t count)
{
    std::uint64_t sum = 0;
    constexpr std::uint64_t batch = 1 << 16;
    std::vector<char> answers(batch);
    for (std::uint64_t begin = first; begin < first + count; begin += batch) {
        const std::uint64_t end = std::min(begin + batch, first + count);
        filter.may_contain_range(std::views::iota(begin, end), answers);
        for (std::uint64_t i = 0; i < end - begin; ++i) sum += static_cast<unsigned char>(answers[i]);
    }
    return sum;
}

template <typename Layout>
void check_large()
{
    tamiz::bloom_filter<std::uint64_t, Layout> filter({.bits = bits, .hashes = hashes});
    REQUIRE(filter.bit_count() == bits);
    REQUIRE(filter.memory_bytes() == bits / 8);
    filter.insert_range(std::views::iota(std::uint64_t{0}, keys));

    CHECK(found(filter, 0, keys) == keys);

    const double predicted = Layout::false_positive_rate(filter.layout_size(), static_cast<double>(keys));
    const double deviation = std::sqrt(predicted * (1 - predicted) / static_cast<double>(asked));
    const double measured = static_cast<double>(found(filter, keys, asked)) / static_cast<double>(asked);
    std::cout << layout_name<Layout> << ": measured " << measured << ", predicted " << predicted << " ("
              << (measured - predicted) / deviation << " deviations)\n";
    CHECK(std::abs(measured - predicted) <= tolerated_deviations * deviation);

    // Evenly over sixteen parts. Bits set by keys at random scatter a little less than the number of keys would.
    const std::uint64_t part = filter.words().size() / 16;
    const double expected = filter.fill_ratio() * static_cast<double>(bits) / 16;
    for (std::uint64_t i = 0; i < 16; ++i) {
        std::uint64_t set = 0;
        for (const std::uint64_t word : filter.words().subspan(i * part, part))
            set += static_cast<unsigned>(std::popcount(word));
        INFO("sixteenth " << i << " has " << set << " bits set, the mean is " << expected);
        CHECK(std::abs(static_cast<double>(set) - expected) <= tolerated_deviations * std::sqrt(hashes * expected));
    }
    CHECK(filter.estimated_items() == Approx(static_cast<double>(keys)).epsilon(0.001));
}

}  // namespace

TEST_CASE("a classic filter of more than 2^32 bits is used evenly and holds what it should", "[conformance][slow]")
{
    check_large<tamiz::layout::classic>();
}

TEST_CASE("a blocked filter of more than 2^32 bits is used evenly and holds what it should", "[conformance][slow]")
{
    check_large<tamiz::layout::cache_line<2>>();
}
