// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/key_streams.hpp>
#include <support/measure_rate.hpp>
#include <support/sanitizers.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <type_traits>
#include <vector>

// Small filters, where a poor choice of positions shows: few bits, few keys, sizes around powers of two.

namespace {

using tamiz::layout::classic;
using tamiz_test::layout_name;
using tamiz_test::layouts;
using tamiz_test::mean_of;
using tamiz_test::measured_rate;
using tamiz_test::random_hashes;
using tamiz_test::scaled;
using tamiz_test::tolerated_deviations;

template <typename Layout>
using filter_of = tamiz::bloom_filter<std::uint64_t, Layout>;

/// Positions from two hashes, h1 + i * h2 mod m: the textbook's short cut. About m^2 / 2 different sets of positions.
struct double_hashing : classic {
    class probes_type {
    public:
        static constexpr std::size_t capacity = max_hashes;
        probes_type(const size& s, tamiz::hash_value hash)
        {
            std::array<std::uint64_t, max_hashes> positions;
            std::uint64_t position = hash.value() % s.bits();
            const std::uint64_t stride = tamiz::detail::mix(hash.value()) % s.bits();
            for (unsigned i = 0; i < s.hashes(); ++i) {
                positions[i] = position;
                position = (position + stride) % s.bits();
            }
            std::sort(positions.begin(), positions.begin() + s.hashes());
            for (unsigned i = 0; i < s.hashes(); ++i) {
                const tamiz::probe p{positions[i] / 64, std::uint64_t{1} << (positions[i] % 64)};
                if (count_ != 0 && probes_[count_ - 1].word == p.word)
                    probes_[count_ - 1].mask |= p.mask;
                else
                    probes_[count_++] = p;
            }
        }
        [[nodiscard]] const tamiz::probe* begin() const { return probes_.data(); }
        [[nodiscard]] const tamiz::probe* end() const { return probes_.data() + count_; }

    private:
        std::array<tamiz::probe, max_hashes> probes_;
        std::size_t count_ = 0;
    };
    [[nodiscard]] static probes_type probes(const size& s, tamiz::hash_value hash) { return {s, hash}; }
};

template <typename Layout>
measured_rate one_in_a_million(std::uint64_t items, std::uint64_t draws, std::uint64_t filters)
{
    return tamiz_test::measure_rate<random_hashes>(
        [&](std::uint64_t seed) {
            return filter_of<Layout>({.expected_items = items, .false_positive_rate = 1e-6, .seed = seed});
        },
        {.items = items, .draws = draws, .filters = filters});
}

/// So many keys that one answer in five is a false positive, or a few more: counts are then close to normal.
template <typename Layout>
std::uint64_t keys_for_one_in_five(const tamiz::explicit_size& size)
{
    const auto rate = [&](std::uint64_t keys) {
        return Layout::false_positive_rate(Layout::size_of(size.bits, size.hashes), static_cast<double>(keys));
    };
    std::uint64_t too_few = 0;
    std::uint64_t enough = 1;
    for (; rate(enough) < 0.2; enough *= 2) too_few = enough;
    while (enough - too_few > 1) {
        const std::uint64_t middle = (enough + too_few) / 2;
        (rate(middle) < 0.2 ? too_few : enough) = middle;
    }
    return enough;
}

/// Many filters of one size, each asked a little: the mean of their rates, and how many deviations it is off the model.
template <typename Layout>
double error_of_small_filters(const tamiz::explicit_size& size)
{
    const std::uint64_t items = keys_for_one_in_five<Layout>(size);
    constexpr unsigned filters = 64;
    constexpr unsigned draws = 100;
    std::vector<double> rates;
    double predicted = 0;
    random_hashes hashes(size.bits * 1000 + items);
    for (unsigned i = 0; i < filters; ++i) {
        filter_of<Layout> filter(size);
        for (std::uint64_t key = 0; key < items; ++key) filter.insert(hashes());
        unsigned found = 0;
        for (unsigned draw = 0; draw < draws; ++draw)
            if (filter.may_contain(hashes())) ++found;
        rates.push_back(static_cast<double>(found) / draws);
        predicted = Layout::false_positive_rate(filter.layout_size(), static_cast<double>(items));
    }
    const mean_of rate(rates);
    const double error = rate.mean - predicted;
    // All filters answered alike: it must be what was predicted, to within one answer.
    if (rate.deviation == 0) return std::abs(error) < 1.0 / (filters * draws) ? 0 : 1000;
    return error / rate.deviation;
}

/// Checks many sizes: none is far off, and all together are as far off as chance has it, to neither side.
class many_sizes {
public:
    void add(double error)
    {
        ++count_;
        sum_ += error;
        squares_ += error * error;
        worst_ = std::max(worst_, std::abs(error));
    }
    void check(const char* what) const
    {
        const double count = count_;
        std::cout << what << ": " << count << " sizes, furthest off by " << worst_ << " deviations, mean "
                  << sum_ / count << ", mean square " << squares_ / count << '\n';
        CHECK(worst_ < 6);  // of thousands
        CHECK(std::abs(sum_) < tolerated_deviations * std::sqrt(count));
        // The squares of 64 filters' errors have a mean of 63/61 and a little more than a normal deviate's spread.
        CHECK(std::abs(squares_ - count * 63 / 61) < tolerated_deviations * std::sqrt(2.3 * count));
    }

private:
    double count_ = 0;
    double sum_ = 0;
    double squares_ = 0;
    double worst_ = 0;
};

}  // namespace

TEST_CASE("small classic filters reach one in a million as the model says", "[conformance][rates]")
{
    // Fifty false positives are expected: 70 % off would be noticed, and mistakes are off by more (the next test).
    for (const std::uint64_t items : {100U, 10'000U}) {
        const measured_rate result =
            one_in_a_million<classic>(items, scaled<std::uint64_t>(50'000'000), items == 100 ? 1000 : 25);
        INFO(items << " keys: " << result);
        std::cout << "one in a million, " << items << " keys: " << result << '\n';
        CHECK(std::abs(result.error_of_model()) <= tolerated_deviations);
        CHECK(result.predicted == Approx(1e-6).epsilon(0.06));  // the textbook's size is for many keys
    }
}

TEST_CASE("positions made from two hashes only are caught", "[conformance][rates]")
{
    const measured_rate result = one_in_a_million<double_hashing>(100, 1'000'000, 200);
    INFO(result);
    CHECK(result.error_of_model() > tolerated_deviations);
    CHECK(result.measured > 1e-4);
}

TEST_CASE("a classic filter has the predicted rate at every size from 1 bit on", "[conformance][rates]")
{
    many_sizes sizes;
    const auto most = scaled<std::uint64_t>(2000, 8);
    for (std::uint64_t bits = 1; bits <= most; ++bits)
        sizes.add(error_of_small_filters<classic>({.bits = bits, .hashes = 3}));
    sizes.check("classic from 1 bit on");
}

TEST_CASE("a classic filter has the predicted rate around powers of two", "[conformance][rates]")
{
    many_sizes sizes;
    for (unsigned power = 1; power <= scaled(16U, 2U); ++power) {
        for (const std::uint64_t hashes : {1U, 2U, 5U, 16U}) {
            for (const std::uint64_t bits : {(1U << power) - 1, 1U << power, (1U << power) + 1})
                sizes.add(error_of_small_filters<classic>({.bits = bits, .hashes = hashes}));
        }
    }
    sizes.check("classic around powers of two");
}

TEMPLATE_LIST_TEST_CASE("a filter has the predicted rate at every number of blocks", "[conformance][rates]", layouts)
{
    many_sizes sizes;
    for (std::uint64_t blocks = 1; blocks <= scaled(40U, 2U); ++blocks)
        for (const std::uint64_t hashes : {8U, 16U})
            sizes.add(error_of_small_filters<TestType>({.bits = 512 * blocks, .hashes = hashes}));
    sizes.check(layout_name<TestType>);
}

TEST_CASE("a classic key has min(hashes, bits) different bits, all of them below the size", "[conformance]")
{
    random_hashes hashes(1);
    std::uint64_t wrong = 0;
    for (std::uint64_t bits = 1; bits <= 300; ++bits) {
        for (std::uint64_t k = 1; k <= 64; k += bits < 70 ? 1 : 9) {
            filter_of<classic> filter({.bits = bits, .hashes = k});
            filter.insert(hashes());
            std::uint64_t set = 0;
            std::uint64_t beyond = 0;
            for (std::size_t word = 0; word < filter.words().size(); ++word) {
                set += static_cast<unsigned>(std::popcount(filter.words()[word]));
                if (word == bits / 64) beyond = filter.words()[word] >> (bits % 64);
            }
            if (set != std::min(k, bits) || beyond != 0 || filter.words().size() != (bits + 63) / 64) ++wrong;
        }
    }
    CHECK(wrong == 0);
}

TEMPLATE_LIST_TEST_CASE("a key has as many different bits as the filter says, in its one line or two if it is blocked",
                        "[conformance]", layouts)
{
    constexpr unsigned own_lines = std::is_same_v<TestType, tamiz::layout::two_lines<4>> ? 2 : 1;
    random_hashes hashes(2);
    std::uint64_t wrong = 0;
    for (const std::uint64_t k : {8U, 16U}) {
        for (const std::uint64_t bits : {512U, 5120U, 51'200U}) {
            filter_of<TestType> filter({.bits = bits, .hashes = k});
            for (unsigned i = 0; i < 200; ++i) {
                filter.clear();
                filter.insert(hashes());
                std::uint64_t set = 0;
                std::uint64_t lines = 0;
                for (std::size_t word = 0; word < filter.words().size(); word += 8) {
                    std::uint64_t in_line = 0;
                    for (std::size_t j = word; j < word + 8; ++j)
                        in_line += static_cast<unsigned>(std::popcount(filter.words()[j]));
                    set += in_line;
                    if (in_line != 0) ++lines;
                }
                if (set != filter.hash_count()) ++wrong;
                if (!std::is_same_v<TestType, classic> && lines != own_lines) ++wrong;
            }
        }
    }
    CHECK(wrong == 0);
}
