// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/word.hpp>
#include <tamiz/sizing.hpp>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace {

using namespace tamiz::detail;
namespace layout = tamiz::layout;

constexpr block_model line8 = layout::cache_line<8>::model;
constexpr block_model line4 = layout::cache_line<4>::model;
constexpr block_model line2 = layout::cache_line<2>::model;
constexpr block_model word = layout::word::model;
constexpr block_model counters8 = layout::cache_line<8>::with_cells<16>::model;
constexpr block_model counters4 = layout::cache_line<4>::with_cells<16>::model;
constexpr block_model counters2 = layout::cache_line<2>::with_cells<16>::model;
constexpr block_model counters_word = layout::word::with_cells<16>::model;
constexpr std::array all_models = {line8, line4, line2, word, counters8, counters4, counters2, counters_word};

double bits_per_key(const block_model& model, const block_size& size, std::uint64_t items)
{
    return 64.0 * model.words_per_block * static_cast<double>(size.blocks) / static_cast<double>(items);
}

double rate_at(const block_model& model, std::uint64_t blocks, unsigned cells, double items)
{
    return block_false_positive_rate(model, {blocks, cells}, items);
}

}  // namespace

// The oracle is another program: it takes the load of a block as Poisson, sums inclusion-exclusion in exact fractions,
// and knows nothing of ours. With a million blocks the two must agree.
TEST_CASE("the rate of a large filter is the one of the Poisson model", "[block_model]")
{
    struct row {
        const block_model& model;
        unsigned cells;
        double keys_per_block;
        double rate;
    };
    const std::vector<row> rows = {
        // clang-format off
        {line8, 1, 2, 2.24036e-10}, {line8, 1, 12, 3.11919e-06}, {line8, 1, 30, 0.00063547},
        {line8, 1, 48, 0.00765112}, {line8, 1, 100, 0.159593}, {line8, 1, 250, 0.850586}, {line8, 2, 12, 4.34142e-07},
        {line8, 2, 30, 0.00105249}, {line8, 2, 48, 0.0259624}, {line8, 2, 100, 0.499503}, {line8, 2, 250, 0.993574},
        {line8, 3, 12, 7.87398e-07}, {line8, 3, 30, 0.00438231}, {line8, 3, 48, 0.0960838}, {line8, 3, 100, 0.805482},
        {line8, 3, 250, 0.999805}, {line4, 1, 2, 3.29944e-07}, {line4, 1, 12, 9.5543e-05}, {line4, 1, 30, 0.00221174},
        {line4, 1, 48, 0.0103802}, {line4, 1, 100, 0.0886584}, {line4, 1, 250, 0.543728}, {line4, 2, 2, 2.31148e-10},
        {line4, 2, 12, 3.15574e-06}, {line4, 2, 30, 0.00063926}, {line4, 2, 48, 0.00768173}, {line4, 2, 100, 0.159889},
        {line4, 2, 250, 0.850851}, {line4, 3, 12, 8.44458e-07}, {line4, 3, 30, 0.000680244}, {line4, 3, 48, 0.0131413},
        {line4, 3, 100, 0.311163}, {line4, 3, 250, 0.966439}, {line4, 4, 12, 6.50181e-07}, {line4, 4, 30, 0.0011932},
        {line4, 4, 48, 0.0272129}, {line4, 4, 100, 0.500941}, {line4, 4, 250, 0.993563}, {line2, 1, 0.05, 8.00781e-07},
        {line2, 1, 2, 9.06054e-05}, {line2, 1, 12, 0.00226376}, {line2, 1, 30, 0.0125905}, {line2, 1, 48, 0.0297346},
        {line2, 1, 100, 0.105265}, {line2, 1, 250, 0.389165}, {line2, 2, 0.05, 9.54356e-10}, {line2, 2, 2, 5.21393e-07},
        {line2, 2, 12, 0.000109048}, {line2, 2, 30, 0.00233317}, {line2, 2, 48, 0.0107031}, {line2, 2, 100, 0.0896003},
        {line2, 2, 250, 0.544568}, {line2, 3, 2, 2.02408e-08}, {line2, 3, 12, 1.97814e-05}, {line2, 3, 30, 0.00113348},
        {line2, 3, 48, 0.00830799}, {line2, 3, 100, 0.115857}, {line2, 3, 250, 0.721664}, {line2, 4, 2, 2.70617e-09},
        {line2, 4, 12, 7.73834e-06}, {line2, 4, 30, 0.000919984}, {line2, 4, 48, 0.00926249}, {line2, 4, 100, 0.166248},
        {line2, 4, 250, 0.851317}, {line2, 6, 2, 4.17701e-10}, {line2, 6, 12, 4.32389e-06}, {line2, 6, 30, 0.00128535},
        {line2, 6, 48, 0.0176669}, {line2, 6, 100, 0.323689}, {line2, 6, 250, 0.966507}, {word, 2, 0.02, 1.03082e-05},
        {word, 2, 0.5, 0.000481013}, {word, 2, 2, 0.00454765}, {word, 2, 5, 0.0227441}, {word, 2, 12, 0.100613},
        {word, 2, 40, 0.510729}, {word, 3, 0.02, 5.69945e-07}, {word, 3, 0.5, 7.16883e-05}, {word, 3, 2, 0.00139743},
        {word, 3, 5, 0.0120302}, {word, 3, 12, 0.0870572}, {word, 3, 40, 0.610515}, {word, 5, 0.02, 1.77424e-08},
        {word, 5, 0.5, 7.99402e-06}, {word, 5, 2, 0.000424786}, {word, 5, 5, 0.00782004}, {word, 5, 12, 0.103605},
        {word, 5, 40, 0.802395}, {word, 8, 0.02, 9.95179e-09}, {word, 8, 0.5, 2.30505e-06}, {word, 8, 2, 0.0003038},
        {word, 8, 5, 0.0102251}, {word, 8, 12, 0.181896}, {word, 8, 40, 0.94823}, {word, 12, 0.5, 2.28418e-06},
        {word, 12, 2, 0.000556393}, {word, 12, 5, 0.0232122}, {word, 12, 12, 0.351165}, {word, 12, 40, 0.993436},
        {counters2, 2, 0.05, 2.53345e-07}, {counters2, 2, 2, 0.000112323}, {counters2, 2, 12, 0.0143476},
        {counters2, 2, 30, 0.151058}, {counters2, 2, 100, 0.837255}, {counters2, 3, 0.05, 1.73222e-08},
        {counters2, 3, 2, 4.41292e-05}, {counters2, 3, 12, 0.0154507}, {counters2, 3, 30, 0.219141},
        {counters2, 3, 100, 0.946672}, {counters_word, 3, 0.02, 4.04036e-05}, {counters_word, 3, 0.5, 0.0038596},
        {counters_word, 3, 5, 0.259928}, {counters_word, 3, 40, 0.998344}, {counters_word, 4, 0.02, 1.528e-05},
        {counters_word, 4, 0.5, 0.00328837}, {counters_word, 4, 5, 0.320486}, {counters_word, 4, 40, 0.999819},
        // clang-format on
    };
    constexpr std::uint64_t blocks = 1'000'000;
    for (const row& r : rows) {
        CAPTURE(r.model.words_per_key, r.model.cells_per_word, r.cells, r.keys_per_block);
        const double items = r.keys_per_block * static_cast<double>(blocks);
        CHECK(rate_at(r.model, blocks, r.cells, items) ==
              Approx(r.rate + hash_collision_rate(items)).epsilon(0.001).margin(0));
    }
}

// Exact fractions again, with the binomial load that few blocks have.
TEST_CASE("the rate of a small filter is exact", "[block_model]")
{
    struct row {
        const block_model& model;
        unsigned cells;
        std::uint64_t blocks;
        double items;
        double rate;
    };
    const std::vector<row> rows = {
        {line2, 1, 1, 1, 1.52587890625e-05},         {line2, 3, 1, 1, 9.633537140628647e-11},
        {line2, 3, 1, 40, 0.0032962997040198007},    {line2, 3, 2, 60, 0.0010018219885418028},
        {line2, 8, 3, 7, 1.84223306002209e-10},      {line4, 2, 5, 100, 5.458946945858072e-05},
        {line8, 1, 1, 200, 0.7043381071750147},      {line8, 2, 3, 90, 0.000792619954554005},
        {line8, 16, 1, 2, 7.755728776860626e-37},    {word, 5, 1, 6, 0.006926369754966381},
        {word, 5, 2, 9, 0.003595352566046014},       {word, 12, 4, 3, 8.841713132103452e-07},
        {word, 16, 7, 20, 0.004462521070292671},     {counters_word, 4, 3, 5, 0.03112477247325334},
        {counters2, 8, 2, 9, 0.0033563557334969287},
    };
    for (const row& r : rows) {
        CAPTURE(r.model.words_per_key, r.cells, r.blocks, r.items);
        CHECK(rate_at(r.model, r.blocks, r.cells, r.items) ==
              Approx(r.rate + hash_collision_rate(r.items)).epsilon(1e-12).margin(0));
    }
}

TEST_CASE("between two whole numbers of items the rate lies on a straight line", "[block_model]")
{
    const double at_6 = rate_at(line2, 1, 3, 6);
    const double at_7 = rate_at(line2, 1, 3, 7);
    CHECK(rate_at(line2, 1, 3, 6.25) == Approx(at_6 + 0.25 * (at_7 - at_6)).epsilon(1e-12).margin(0));
    CHECK(rate_at(word, 9, 4, 0.5) == Approx(rate_at(word, 9, 4, 1) / 2).epsilon(1e-12).margin(0));
}

TEST_CASE("the blocked rate is 0 for no items, never falls, and reaches 1", "[block_model]")
{
    for (const block_model& model : all_models) {
        for (const std::uint64_t blocks : {1ULL, 2ULL, 3ULL, 1000ULL, 20'000'000ULL}) {
            for (const unsigned cells : {1U, 2U, 5U, model.max_cells}) {
                CAPTURE(model.words_per_key, model.cells_per_word, blocks, cells);
                CHECK(rate_at(model, blocks, cells, 0) == 0);
                double before = 0;
                bool never_falls = true;
                bool is_a_rate = true;
                for (double items = 0.25; items < 1e19; items *= 1.7) {
                    const double rate = rate_at(model, blocks, cells, items);
                    if (rate < before * (1 - 1e-13)) never_falls = false;  // beyond rounding
                    if (!(rate > 0 && rate <= 1)) is_a_rate = false;
                    before = rate;
                }
                CHECK(never_falls);
                CHECK(is_a_rate);
                CHECK(before == 1);
            }
        }
    }
}

TEST_CASE("the blocked rate includes keys of equal hash", "[block_model]")
{
    // One key in many words with many bits each: what is left is the chance of an equal hash.
    CHECK(rate_at(line8, std::uint64_t{1} << 40, 8, 1e6) ==
          Approx(1e6 / 18446744073709551616.0).epsilon(1e-6).margin(0));
}

TEST_CASE("a size without blocks or with impossible cells has no rate", "[block_model]")
{
    CHECK_THROWS_AS(rate_at(line2, 0, 3, 10), std::invalid_argument);
    CHECK_THROWS_AS(rate_at(line2, 5, 0, 10), std::invalid_argument);
    CHECK_THROWS_AS(rate_at(line2, 5, line2.max_cells + 1, 10), std::invalid_argument);
    for (const double items : {-1.0, -1e-9, std::nan(""), double{INFINITY}, -double{INFINITY}}) {
        CAPTURE(items);
        CHECK_THROWS_AS(rate_at(line2, 5, 3, items), std::invalid_argument);
    }
}

// The oracle's own search, at the same rates; it knows neither hashes nor whole blocks, so many items.
TEST_CASE("the chosen size is the one of the Poisson model", "[block_model]")
{
    struct row {
        const block_model& model;
        double rate;
        double bits_per_key;
        unsigned hashes;
    };
    const std::vector<row> rows = {
        // clang-format off
        {line8, 0.3, 4.1015, 8},     {line4, 0.3, 2.9810, 4},      {line2, 0.3, 2.5247, 2},     {word, 0.3, 2.5375, 2},
        {line8, 0.1, 5.8792, 8},     {line4, 0.1, 4.8852, 4},     {line2, 0.1, 4.9042, 4},     {word, 0.1, 4.9894, 3},
        {line8, 0.05, 7.0478, 8},    {line4, 0.05, 6.3293, 4},    {line2, 0.05, 6.3630, 4},    {word, 0.05, 6.7628, 4},
        {line8, 0.01, 10.0993, 8},   {line4, 0.01, 10.1072, 8},   {line2, 0.01, 10.1882, 6},   {word, 0.01, 11.8411, 5},
        {line8, 0.001, 15.7246, 8},  {line4, 0.001, 15.7406, 8},  {line2, 0.001, 16.7908, 8},  {word, 0.001, 23.0994, 7},
        {line8, 1e-4, 22.8891, 16},  {line4, 1e-4, 22.4112, 12},  {line2, 1e-4, 25.4476, 10},  {word, 1e-4, 42.9034, 8},
        {line8, 1e-5, 29.9542, 16},  {line4, 1e-5, 30.6574, 12},   {line2, 1e-5, 37.2996, 12},
        {line8, 1e-6, 38.8629, 16},  {line4, 1e-6, 40.5744, 16},  {line2, 1e-6, 54.1647, 14},
        {line8, 1e-9, 80.5807, 24},  {line4, 1e-9, 89.3430, 20},  {line2, 1e-9, 181.7987, 16},
        {counters8, 0.1, 24.8624, 8},    {counters4, 0.1, 20.0910, 4},     {counters2, 0.1, 20.4041, 4},
        {counters8, 0.01, 45.7209, 8},   {counters4, 0.01, 45.8318, 8},   {counters2, 0.01, 48.5260, 4},
        {counters8, 0.001, 77.5880, 8},   {counters4, 0.001, 77.8937, 8},   {counters2, 0.001, 96.3086, 6},
        {counters8, 1e-4, 129.9275, 8},  {counters4, 1e-4, 130.7144, 8},  {counters2, 1e-4, 195.0834, 8},
        {counters_word, 0.1, 22.4991, 3}, {counters_word, 0.01, 74.6634, 4}, {counters_word, 0.001, 233.8090, 4},
        // clang-format on
    };
    constexpr std::uint64_t items = 10'000'000;
    for (const row& r : rows) {
        CAPTURE(r.model.words_per_key, r.model.cells_per_word, r.rate);
        const block_size size = choose_block_size(r.model, items, r.rate, "layout");
        CHECK(bits_per_key(r.model, size, items) == Approx(r.bits_per_key).epsilon(0.001));
        CHECK(size.cells * r.model.words_per_key == r.hashes);
    }
}

TEST_CASE("the chosen size keeps the rate, and one block less would not with any number of cells", "[block_model]")
{
    for (const block_model& model : all_models) {
        for (const std::uint64_t items : {1ULL, 2ULL, 3ULL, 7ULL, 60ULL, 1000ULL, 123'457ULL, 1'000'000'007ULL}) {
            for (const double rate : {0.99, 0.5, 0.1, 0.01, 0.001}) {
                CAPTURE(model.words_per_key, model.cells_per_word, items, rate);
                const block_size size = choose_block_size(model, items, rate, "layout");
                REQUIRE(size.blocks >= 1);
                REQUIRE(size.cells >= 1);
                REQUIRE(size.cells <= model.max_cells);
                const double n = static_cast<double>(items);
                const double reached = block_false_positive_rate(model, size, n);
                CHECK(reached <= rate);
                double best = 1;
                double best_of_less = 1;
                for (unsigned cells = 1; cells <= model.max_cells; ++cells) {
                    best = std::min(best, rate_at(model, size.blocks, cells, n));
                    if (size.blocks > 1)
                        best_of_less = std::min(best_of_less, rate_at(model, size.blocks - 1, cells, n));
                }
                CHECK(reached == best);
                CHECK(best_of_less > rate);
            }
        }
    }
}

TEST_CASE("choosing a size takes less than a millisecond", "[block_model]")
{
    // The least of several times, so that a busy machine passes. Under a sanitizer or an emulator it is checked
    // that the search ends.
    constexpr bool is_slow = tamiz_test::sanitized || tamiz_test::emulated || !tamiz_test::optimized;
    constexpr double bound_ms = is_slow ? 1000 : 1;
    for (const block_model& model : all_models) {
        for (const std::uint64_t items : {1ULL, 1000ULL, 10'000'000ULL, 1'000'000'000'000ULL}) {
            for (const double rate : {0.999999, 0.9, 0.5, 0.01, 0.001, 1e-6, 1e-7}) {
                std::vector<double> times;
                CAPTURE(model.words_per_key, model.cells_per_word, items, rate);
                for (int i = 0; i < 9; ++i) {
                    const auto start = std::chrono::steady_clock::now();
                    try {
                        const block_size size = choose_block_size(model, items, rate, "layout");
                        REQUIRE(size.blocks > 0);
                    } catch (const std::length_error&) {  // to refuse a rate may take no longer
                    }
                    times.push_back(
                        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
                }
                CHECK(*std::min_element(times.begin(), times.end()) < bound_ms);
            }
        }
    }
}
