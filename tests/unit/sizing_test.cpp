// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/classic.hpp>
#include <tamiz/layout/two_lines.hpp>
#include <tamiz/layout/word.hpp>
#include <tamiz/sizing.hpp>

#include <support/catch.hpp>
#include <unit/message_of.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace layout = tamiz::layout;
using layout::classic;
using line8 = layout::cache_line<8>;
using line4 = layout::cache_line<4>;
using line2 = layout::cache_line<2>;
using layout::word;
using two_lines4 = layout::two_lines<4>;
using tamiz_test::message_of;

constexpr double two_to_64 = 18446744073709551616.0;
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

struct refusal {
    double rate;
    std::string text;
};

const std::vector<refusal> impossible_rates = {
    {0.0, "false_positive_rate = 0:"},
    {-0.0, "false_positive_rate = -0:"},
    {1.0, "false_positive_rate = 1:"},
    {1.5, "false_positive_rate = 1.5:"},
    {2.0, "false_positive_rate = 2:"},
    {-0.1, "false_positive_rate = -0.1:"},
    {std::nan(""), "false_positive_rate = nan:"},
    {double{INFINITY}, "false_positive_rate = inf:"},
    {-double{INFINITY}, "false_positive_rate = -inf:"},
};

/// Bits per key as docs/sizing.md has them: "10.2 (6)", or a dash where the layout does not serve the rate.
template <typename Layout>
std::string table_cell(double rate)
{
    constexpr std::uint64_t many = 1'000'000;
    std::ostringstream text;
    try {
        const double bits = tamiz::bits_per_key<Layout>(rate);
        text << std::fixed << std::setprecision(1) << bits << " (" << Layout::hash_count(Layout::size_for(many, rate))
             << ")";
    } catch (const std::length_error&) {
        text << "–";
    }
    return text.str();
}

std::vector<std::string> table_of_bits_per_key()
{
    const std::vector<std::pair<const char*, double>> rates = {
        {"30 %", 0.3},  {"10 %", 0.1},  {"3 %", 0.03},  {"1 %", 0.01},  {"0.1 %", 0.001}, {"0.01 %", 1e-4},
        {"1e-5", 1e-5}, {"1e-6", 1e-6}, {"1e-7", 1e-7}, {"1e-9", 1e-9}, {"1e-12", 1e-12}};
    std::vector<std::string> lines = {
        "| rate | `classic` | `two_lines<4>` | `cache_line<8>` | `cache_line<4>` | `cache_line<2>` | `word` |",
        "| --- | --- | --- | --- | --- | --- | --- |"};
    for (const auto& [text, rate] : rates) {
        lines.push_back("| " + std::string(text) + " | " + table_cell<classic>(rate) + " | " +
                        table_cell<two_lines4>(rate) + " | " + table_cell<line8>(rate) + " | " +
                        table_cell<line4>(rate) + " | " + table_cell<line2>(rate) + " | " + table_cell<word>(rate) +
                        " |");
    }
    return lines;
}

}  // namespace

TEST_CASE("the classic formulas give the textbook's numbers", "[sizing]")
{
    CHECK(tamiz::optimal_bits(10'000'000, 0.001) == 143'775'876);
    CHECK(tamiz::optimal_hashes(143'775'876, 10'000'000) == 10);
    CHECK(tamiz::optimal_bits(1'000'000, 0.01) == 9'585'059);
    CHECK(tamiz::optimal_hashes(9'585'059, 1'000'000) == 7);
    CHECK(tamiz::optimal_bits(1'000'000, 1e-9) == 43'132'763);
    CHECK(tamiz::optimal_hashes(43'132'763, 1'000'000) == 30);
    CHECK(tamiz::optimal_bits(1'000'000'000'000, 1e-6) == 28'755'175'132'103);
    CHECK(tamiz::optimal_bits(1, 0.01) == 10);
    CHECK(tamiz::optimal_bits(1, 0.5) == 2);
    CHECK(tamiz::optimal_bits(1, 0.99) == 1);
    CHECK(tamiz::optimal_bits(1, 1 - 1e-16) == 1);
    CHECK(tamiz::optimal_hashes(1, most) == 1);
    CHECK(tamiz::optimal_hashes(24, 5) == 3);
    CHECK(tamiz::theoretical_false_positive_rate(9'585'059, 7, 1e6) == Approx(0.010039).epsilon(1e-4));
    CHECK(tamiz::theoretical_false_positive_rate(24, 3, 3) == Approx(std::pow(1 - std::exp(-0.375), 3)));
    CHECK(tamiz::theoretical_false_positive_rate(24, 3, 0) == 0);
    CHECK(tamiz::theoretical_false_positive_rate(24, 3, 1e300) == 1);
    // 1 - e^(-x) would keep no digit of this x.
    CHECK(tamiz::theoretical_false_positive_rate(most, 1, 1) == Approx(1 / two_to_64).epsilon(1e-9).margin(0));
}

TEST_CASE("the classic formulas refuse what has no answer", "[sizing]")
{
    CHECK(holds(message_of<std::invalid_argument>([] { (void)tamiz::optimal_bits(0, 0.01); }), "expected_items = 0:"));
    for (const refusal& r : impossible_rates) {
        CAPTURE(r.text);
        CHECK(holds(message_of<std::invalid_argument>([&] { (void)tamiz::optimal_bits(1000, r.rate); }), r.text));
    }
    CHECK(holds(message_of<std::length_error>([] { (void)tamiz::optimal_bits(most, 0.01); }),
                "expected_items = 18446744073709551615:"));
    CHECK(holds(message_of<std::invalid_argument>([] { (void)tamiz::optimal_hashes(0, 1); }), "bits = 0:"));
    CHECK(holds(message_of<std::invalid_argument>([] { (void)tamiz::optimal_hashes(1, 0); }), "expected_items = 0:"));
    const auto rate = [](std::uint64_t m, std::uint64_t k, double n) {
        return [=] { (void)tamiz::theoretical_false_positive_rate(m, k, n); };
    };
    CHECK(holds(message_of<std::invalid_argument>(rate(0, 1, 1)), "bits = 0:"));
    CHECK(holds(message_of<std::invalid_argument>(rate(1, 0, 1)), "hashes = 0:"));
    CHECK(holds(message_of<std::invalid_argument>(rate(1, 1, -1)), "items = -1:"));
    CHECK(holds(message_of<std::invalid_argument>(rate(1, 1, std::nan(""))), "items = nan:"));
}

// The product over the slices, computed with 80 decimal digits elsewhere.
TEST_CASE("the rate of the classic layout is exact", "[sizing]")
{
    struct row {
        std::uint64_t bits;
        std::uint64_t hashes;
        double items;
        double rate;
    };
    const std::vector<row> rows = {
        {24, 3, 3, 3.5962529480457306e-02},
        {10, 3, 4, 4.4020478490321596e-01},  // slices of 4, 3 and 3 bits
        {7, 5, 1, 0.25},                     // 2, 2, 1, 1 and 1
        {3, 10, 1, 1},                       // fewer bits than hashes: three slices of one bit
        {1000, 3, 100, 1.7478012921154331e-02},
        {10'000, 7, 1000, 8.2075999496633838e-03},
        {958'506, 7, 100'000, 1.0039383796161509e-02},
        {143'775'876, 10, 10'000'000, 1.0000251518182516e-03},
        {143'775'876, 10, 1000, 5.4210108624275222e-17},  // equal hashes are all that is left
        {143'775'876, 10, 1e9, 1},
        {35'184'372'088'832, 7, 4'398'046'511'104, 2.2929987295697101e-02},
        {1'000'000'000'000, 30, 1, 5.4210108624275222e-20},
        {431'327'627, 30, 10'000'000, 1.0006176049624530e-09},
    };
    for (const row& r : rows) {
        CAPTURE(r.bits, r.hashes, r.items);
        CHECK(tamiz::detail::classic_false_positive_rate(r.bits, r.hashes, r.items) ==
              Approx(r.rate).epsilon(1e-11).margin(0));
        CHECK(classic::false_positive_rate(classic::size_of(r.bits, r.hashes), r.items) ==
              Approx(r.rate).epsilon(1e-11).margin(0));
    }
    CHECK(tamiz::detail::classic_false_positive_rate(1, 1, 0) == 0);
    CHECK_THROWS_AS(tamiz::detail::classic_false_positive_rate(0, 1, 1), std::invalid_argument);
    CHECK_THROWS_AS(tamiz::detail::classic_false_positive_rate(1, 0, 1), std::invalid_argument);
    CHECK_THROWS_AS(tamiz::detail::classic_false_positive_rate(1, 1, std::nan("")), std::invalid_argument);
}

TEST_CASE("ten million keys at 0.1 % are an ordinary request", "[sizing]")
{
    const classic::size size = classic::size_for(10'000'000, 0.001);
    CHECK(size.bits() == 143'775'876);
    CHECK(size.hashes() == 10);
    CHECK(classic::false_positive_rate(size, 1e7) == Approx(0.001).epsilon(0.001));
}

TEMPLATE_TEST_CASE("a size is refused for impossible parameters, by name and value", "[sizing]", classic, line8, line4,
                   line2, word, two_lines4)
{
    const auto ask = [](std::uint64_t items, double rate) { return [=] { (void)TestType::size_for(items, rate); }; };
    CHECK(holds(message_of<std::invalid_argument>(ask(0, 0.01)), "expected_items = 0:"));
    for (const refusal& r : impossible_rates) {
        CAPTURE(r.text);
        CHECK(holds(message_of<std::invalid_argument>(ask(1000, r.rate)), r.text));
    }
    CHECK(holds(message_of<std::length_error>(ask(1000, 5e-324)), "false_positive_rate = 5e-324:"));
    CHECK(holds(message_of<std::length_error>(ask(1000, 1e-300)), "false_positive_rate = 1e-300:"));
    for (const std::uint64_t items : {std::uint64_t{1} << 63, most}) {
        for (const double rate : {0.99, 0.01, 1e-300}) {
            CAPTURE(items, rate);
            CHECK_THROWS_AS(TestType::size_for(items, rate), std::length_error);
        }
    }
    // 2^47 bytes at most. 2^50 keys at 50 % would take between 1.44 and 3.3 bits each, 2^47.5 bytes and more.
    CHECK(holds(message_of<std::length_error>(ask(std::uint64_t{1} << 50, 0.5)), "expected_items = 1125899906842624:"));
    CHECK(TestType::word_count(TestType::size_for(std::uint64_t{1} << 48, 0.5)) <= tamiz::detail::max_memory_bytes / 8);
}

TEMPLATE_TEST_CASE("a rate that a 64-bit hash cannot reach is refused with the least that it can", "[sizing]", classic,
                   line8, line4, line2, word, two_lines4)
{
    const auto ask = [](std::uint64_t items, double rate) { return [=] { (void)TestType::size_for(items, rate); }; };
    const std::uint64_t items = std::uint64_t{1} << 34;  // 2^-30 of 2^64: 9.3e-10
    const std::string message = message_of<std::length_error>(ask(items, 9e-10));
    CHECK(holds(message, "false_positive_rate = 9e-10:"));
    CHECK(holds(message, "expected_items = 17179869184"));
    CHECK(holds(message, "9.31323e-10"));
    CHECK_THROWS_AS(TestType::size_for(items, static_cast<double>(items) / two_to_64), std::length_error);
}

TEST_CASE("a rate that costs a layout too much memory is refused with advice that holds", "[sizing]")
{
    const std::string from_word = message_of<std::length_error>([] { (void)word::size_for(1'000'000, 1e-9); });
    CHECK(holds(from_word, "false_positive_rate = 1e-09: layout::word would need more than 600 bits per key"));
    CHECK(holds(from_word, "layout::cache_line<8>, layout::two_lines<4> or layout::classic serves it"));
    CHECK(line8::word_count(line8::size_for(1'000'000, 1e-9)) < 1'300'000);
    CHECK(classic::word_count(classic::size_for(1'000'000, 1e-9)) < 700'000);

    const std::string from_line2 = message_of<std::length_error>([] { (void)line2::size_for(1'000, 1e-15); });
    CHECK(holds(from_line2, "layout::cache_line<2> would need more than 600 bits per key"));

    CHECK(two_lines4::word_count(two_lines4::size_for(1'000'000, 1e-9)) < 830'000);

    // Just above what the hash leaves over: cache_line<8> still does it, classic would not, so it is not named.
    const double of_hash = 1e6 / two_to_64;
    const std::string from_line4 =
        message_of<std::length_error>([=] { (void)line4::size_for(1'000'000, of_hash * 1.0005); });
    CHECK(holds(from_line4, "per key; layout::cache_line<8> or layout::two_lines<4> serves it"));
    CHECK(two_lines4::false_positive_rate(two_lines4::size_for(1'000'000, of_hash * 1.0005), 1e6) <= of_hash * 1.0005);
    CHECK(line8::false_positive_rate(line8::size_for(1'000'000, of_hash * 1.0005), 1e6) <= of_hash * 1.0005);
    const std::string from_line8 =
        message_of<std::length_error>([=] { (void)line8::size_for(1'000'000, of_hash * 1.00001); });
    CHECK(holds(from_line8, "per key; layout::two_lines<4> serves it"));
    CHECK(two_lines4::false_positive_rate(two_lines4::size_for(1'000'000, of_hash * 1.00001), 1e6) <=
          of_hash * 1.00001);

    using counters2 = line2::with_cells<16>;
    const std::string from_counters = message_of<std::length_error>([] { (void)counters2::size_for(1'000'000, 1e-6); });
    CHECK(holds(from_counters, "per key; layout::cache_line<8> serves it"));
    using counters8 = line8::with_cells<16>;
    const std::string hopeless = message_of<std::length_error>([] { (void)counters8::size_for(1'000'000, 1e-9); });
    CHECK(holds(hopeless, "per key; no other layout serves it: ask for a higher rate"));
}

TEMPLATE_TEST_CASE("one, two and three keys get a filter at any rate", "[sizing]", classic, line8, line4, line2, word,
                   two_lines4)
{
    for (const std::uint64_t items : {1ULL, 2ULL, 3ULL}) {
        // Two keys of one word have the same mask with a chance that the word's two million masks allow.
        for (const double rate : {0.99, 0.5, std::is_same_v<TestType, word> ? 1e-9 : 1e-12}) {
            CAPTURE(items, rate);
            const auto size = TestType::size_for(items, rate);
            CHECK(TestType::word_count(size) >= 1);
            CHECK(TestType::word_count(size) * 8 <= tamiz::detail::always_granted_bytes);
            CHECK(TestType::hash_count(size) >= 1);
            CHECK(TestType::hash_count(size) <= 128);
        }
    }
}

TEMPLATE_TEST_CASE("more items never take fewer bits, nor does a lower rate", "[sizing]", classic, line8, line4, line2,
                   word, two_lines4)
{
    const std::vector<double> rates = {0.5, 0.1, 0.01, 0.001};
    for (const double rate : rates) {
        std::uint64_t before = 1;
        bool never_falls = true;
        const auto next = [&](std::uint64_t items) {
            const std::uint64_t bits = TestType::cell_count(TestType::size_for(items, rate));
            if (bits < before) never_falls = false;
            before = bits;
        };
        for (std::uint64_t items = 1; items < 100; ++items) next(items);
        for (double items = 100; items <= 1e12; items *= 1.3) next(static_cast<std::uint64_t>(items));
        CAPTURE(rate);
        CHECK(never_falls);
    }
    for (const std::uint64_t items : {1ULL, 100ULL, 12'345ULL, 1'000'000'000'000ULL}) {
        std::uint64_t before = 1;
        for (double rate = 0.999; rate > 2e-4; rate *= 0.8) {
            const std::uint64_t bits = TestType::cell_count(TestType::size_for(items, rate));
            CAPTURE(items, rate);
            CHECK(bits >= before);
            before = bits;
        }
    }
}

TEMPLATE_TEST_CASE("the predicted rate is right far below and far above capacity", "[sizing]", classic, line8, line4,
                   line2, word, two_lines4)
{
    constexpr std::uint64_t capacity = 100'000;
    for (const double target : {0.1, 0.01, 0.001}) {
        const auto size = TestType::size_for(capacity, target);
        const auto rate = [&](double items) { return TestType::false_positive_rate(size, items); };
        CAPTURE(target);
        CHECK(rate(0) == 0);
        CHECK(rate(capacity) <= target * 1.01);  // the classic formula rounds the number of hashes
        CHECK(rate(capacity) >= target * 0.95);
        CHECK(rate(capacity / 4.0) < target / 5);
        CHECK(rate(capacity * 1000.0) > 0.9999);
        CHECK(rate(1e15) == 1);
        CHECK(rate(1e300) == 1);
        double before = 0;
        for (double items = 0.5; items < 1e20; items *= 1.5) {
            const double now = rate(items);
            CHECK(now >= before * (1 - 1e-13));
            CHECK(now <= 1);
            before = now;
        }
        CHECK_THROWS_AS(rate(-1), std::invalid_argument);
        CHECK_THROWS_AS(rate(std::nan("")), std::invalid_argument);
        CHECK_THROWS_AS(rate(double{INFINITY}), std::invalid_argument);
    }
}

// Keys without a hash function: random 64-bit values go through the layout's own probes into plain words.
TEMPLATE_TEST_CASE("the measured rate is the predicted one", "[sizing]", classic, line8, line4, line2, word)
{
    constexpr std::uint64_t items = 20'000;
    constexpr int filters = 20;
    constexpr int draws = 50'000;
    std::uint64_t counter = 0;
    const auto random = [&counter] { return tamiz::hash_value(tamiz::detail::mix(++counter * 0x9e3779b97f4a7c15)); };
    for (const double target : {0.1, 0.01, 0.001}) {
        const auto size = TestType::size_for(items, target);
        int positives = 0;
        for (int f = 0; f < filters; ++f) {
            std::vector<std::uint64_t> words(TestType::word_count(size));
            for (std::uint64_t i = 0; i < items; ++i) {
                for (const tamiz::probe p : TestType::probes(size, random())) words[p.word] |= p.mask;
            }
            for (int d = 0; d < draws; ++d) {
                bool found = true;
                for (const tamiz::probe p : TestType::probes(size, random()))
                    found = found && (words[p.word] & p.mask) == p.mask;
                positives += found ? 1 : 0;
            }
        }
        // A million draws: five deviations of a binomial, and 1 % for what differs from filter to filter.
        const double total = double{filters} * draws;
        const double predicted = TestType::false_positive_rate(size, items);
        const double bound = 5 * std::sqrt(predicted * (1 - predicted) / total) + 0.01 * predicted;
        const double measured = positives / total;
        CAPTURE(target, predicted, measured, bound);
        CHECK(std::abs(measured - predicted) < bound);
        // The classic formula is no model of blocks: it would have promised too little.
        if (!std::is_same_v<TestType, classic> && target < 0.1) {
            const double promised = tamiz::theoretical_false_positive_rate(TestType::cell_count(size),
                                                                           TestType::hash_count(size), double{items});
            CHECK(measured - promised > bound);
        }
    }
}

TEST_CASE("expected false drops are the integral of the rate", "[sizing]")
{
    using tamiz::detail::expected_false_drops;
    CHECK(expected_false_drops([](double) { return 1.0; }, 0) == 0);
    CHECK(expected_false_drops([](double) { return 0.0; }, 1e9) == 0);
    CHECK(expected_false_drops([](double) { return 0.25; }, 1000) == Approx(250).epsilon(1e-8));
    for (const double power : {1.0, 2.0, 7.0, 30.0, 64.0}) {
        CAPTURE(power);
        const auto rate = [power](double n) { return std::pow(n / 1e6, power); };
        CHECK(expected_false_drops(rate, 1e6) == Approx(1e6 / (power + 1)).epsilon(power > 30 ? 1e-4 : 1e-6));
    }
    // A filter far above its capacity: hardly a key is taken for new any more. Summed key by key for comparison.
    const auto size = line2::size_for(1000, 0.01);
    const auto rate = [&](double n) { return line2::false_positive_rate(size, n); };
    for (const int items : {100, 1000, 4000}) {
        double sum = 0;
        for (int n = 0; n < items; ++n) sum += rate(n);
        CAPTURE(items);
        CHECK(expected_false_drops(rate, items) == Approx(sum + rate(items) / 2).epsilon(1e-4));
    }
    CHECK_THROWS_AS(expected_false_drops(rate, -1), std::invalid_argument);
    CHECK_THROWS_AS(expected_false_drops(rate, std::nan("")), std::invalid_argument);
}

TEST_CASE("bits per key compare layouts", "[sizing]")
{
    CHECK(tamiz::bits_per_key<classic>(0.01) == Approx(9.585).epsilon(0.001));
    CHECK(tamiz::bits_per_key<line2>(0.01) == Approx(10.18).epsilon(0.001));
    CHECK(tamiz::bits_per_key<word>(0.01) == Approx(11.84).epsilon(0.001));
    CHECK(tamiz::bits_per_key<line8>(1e-6) < tamiz::bits_per_key<line2>(1e-6) * 0.75);
    CHECK(tamiz::bits_per_key<line2::with_cells<16>>(0.01) == Approx(48.48).epsilon(0.001));  // four-bit counters
    CHECK_THROWS_AS(tamiz::bits_per_key<word>(1e-9), std::length_error);
    CHECK_THROWS_AS(tamiz::bits_per_key<word>(0), std::invalid_argument);
}

// No closed formula gives these numbers: they are those of another program, which sums the same exact blocked model
// over Poisson loads: a line takes so many keys, a word of it a binomial share of them, and sixteen counters are filled
// four bits wide. They are of filters without end; a million keys are rounded to whole lines.
TEST_CASE("counters take the memory that the blocked model with sixteen cells a word says", "[sizing]")
{
    struct row {
        double rate;
        double line2;
        double line4;
        double line8;
        double word;
    };
    const std::vector<row> rows = {
        {0.2, 13.628, 14.828, 19.765, 14.094},   {0.1, 20.390, 20.091, 24.862, 22.497},
        {0.05, 26.897, 26.337, 30.373, 32.685},  {0.03, 32.606, 31.756, 34.804, 42.762},
        {0.02, 37.821, 36.659, 38.592, 52.882},  {0.01, 48.476, 45.799, 45.721, 74.641},
        {0.005, 59.756, 53.938, 53.827, 104.21}, {0.002, 78.309, 66.556, 66.384, 163.85},
        {0.001, 96.164, 77.824, 77.588, 233.56},
    };
    for (const row& r : rows) {
        CAPTURE(r.rate);
        CHECK(tamiz::bits_per_key<line2::with_cells<16>>(r.rate) == Approx(r.line2).epsilon(0.01));
        CHECK(tamiz::bits_per_key<line4::with_cells<16>>(r.rate) == Approx(r.line4).epsilon(0.01));
        CHECK(tamiz::bits_per_key<line8::with_cells<16>>(r.rate) == Approx(r.line8).epsilon(0.01));
        CHECK(tamiz::bits_per_key<word::with_cells<16>>(r.rate) == Approx(r.word).epsilon(0.01));
    }
    CHECK(line2::with_cells<16>::hash_count(line2::with_cells<16>::size_for(1'000'000, 0.01)) == 4);
    CHECK(line4::with_cells<16>::hash_count(line4::with_cells<16>::size_for(1'000'000, 0.01)) == 8);
    CHECK(word::with_cells<16>::hash_count(word::with_cells<16>::size_for(1'000'000, 0.01)) == 4);
}

TEST_CASE("print the table of bits per key", "[.table]")
{
    for (const std::string& line : table_of_bits_per_key()) std::cout << line << '\n';
}

TEST_CASE("the table in docs/sizing.md is the one that the code computes", "[sizing]")
{
    const auto path = std::filesystem::path(__FILE__).parent_path() / ".." / ".." / "docs" / "sizing.md";
    std::ifstream file(path);
    REQUIRE(file.is_open());
    std::stringstream text;
    text << file.rdbuf();
    for (const std::string& line : table_of_bits_per_key()) {
        CAPTURE(line);
        CHECK(holds(text.str(), line + "\n"));
    }
}
