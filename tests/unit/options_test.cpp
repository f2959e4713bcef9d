// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/options.hpp>

#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <support/catch.hpp>
#include <unit/counting_storage.hpp>
#include <unit/layouts.hpp>
#include <unit/message_of.hpp>

#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// What a filter is asked for: the ordinary, the odd that must work, the wrong that must be refused by name and value.

namespace {

using tamiz::explicit_counters;
using tamiz::explicit_size;
using tamiz::filter_options;
using tamiz_test::counting_storage;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using limits = std::numeric_limits<double>;

static_assert(std::is_aggregate_v<filter_options> && std::is_aggregate_v<explicit_size>);
static_assert(filter_options{}.expected_items == 0 && filter_options{}.false_positive_rate == 0.01);
static_assert(filter_options{}.seed == tamiz::default_seed && explicit_size{}.seed == tamiz::default_seed);
static_assert(filter_options{}.memory_limit == tamiz::no_memory_limit && tamiz::no_memory_limit == ~std::uint64_t{0});
static_assert(explicit_size{}.bits == 0 && explicit_size{}.hashes == 0);
static_assert(std::is_aggregate_v<explicit_counters> && explicit_counters{}.seed == tamiz::default_seed);
static_assert(explicit_counters{}.counters == 0 && explicit_counters{}.hashes == 0);

template <typename Layout, typename Hash = tamiz::hash<std::uint64_t>>
using counted_filter = tamiz::bloom_filter<std::uint64_t, Layout, Hash, tamiz::words<>, counting_storage>;

template <typename Layout>
using counted_counters = tamiz::counting_bloom_filter<std::uint64_t, Layout, tamiz::hash<std::uint64_t>,
                                                      tamiz::counter_words<>, counting_storage>;

/// The message of the exception, and a failed check if memory was asked for before it was thrown.
template <typename Exception, typename Filter, typename Parameters>
std::string refusal_of(const Parameters& parameters)
{
    counting_storage::reset();
    const std::string message = message_of<Exception>([&] { Filter filter(parameters); });
    CHECK(counting_storage::asked == 0);
    CHECK(message_of<Exception>([&] { (void)Filter::word_count_for(parameters); }) == message);
    return message;
}
template <typename Exception, typename Layout, typename Parameters>
std::string refusal(const Parameters& parameters)
{
    return refusal_of<Exception, counted_filter<Layout>>(parameters);
}

/// As documented: 16 in each word of a key, 64 for `classic`.
template <typename Layout>
constexpr std::uint64_t most_hashes = 16 * Layout::model.words_per_key * Layout::model.halves;
template <>
constexpr std::uint64_t most_hashes<tamiz::layout::classic> = 64;

TEMPLATE_TEST_CASE("no expected items are refused", "", TAMIZ_TEST_LAYOUTS)
{
    CHECK(missing_in(refusal<std::invalid_argument, TestType>(filter_options{}), {"expected_items = 0"}) == "");
    CHECK(missing_in(refusal<std::invalid_argument, TestType>(filter_options{.false_positive_rate = 0.5}),
                     {"expected_items = 0"}) == "");
}

TEMPLATE_TEST_CASE("a few items at any rate get a filter that works", "", TAMIZ_TEST_LAYOUTS)
{
    for (const std::uint64_t items : {1u, 2u, 3u}) {
        // Two keys of one word have the same mask with a chance that the word's two million masks allow.
        for (const double rate : {0.99, 0.5, std::is_same_v<TestType, tamiz::layout::word> ? 1e-9 : 1e-12}) {
            CAPTURE(items, rate);
            tamiz::bloom_filter<std::uint64_t, TestType> filter({.expected_items = items, .false_positive_rate = rate});
            CHECK(filter.bit_count() >= 1);
            CHECK(filter.memory_bytes() >= 8);
            CHECK(filter.hash_count() >= 1);
            CHECK(filter.hash_count() <= most_hashes<TestType>);
            int found = 0;
            for (std::uint64_t key = 0; key < 1'000; ++key) found += filter.may_contain(key) ? 1 : 0;
            CHECK(found == 0);
            for (std::uint64_t key = 0; key < items; ++key) filter.insert(key);
            for (std::uint64_t key = 0; key < items; ++key) CHECK(filter.may_contain(key));
        }
    }
}

TEMPLATE_TEST_CASE("a rate that is none is refused, and nothing is allocated", "", TAMIZ_TEST_LAYOUTS)
{
    const std::pair<double, std::string_view> rates[] = {{0.0, "= 0:"},
                                                         {-0.0, "= -0:"},
                                                         {1.0, "= 1:"},
                                                         {1.5, "= 1.5:"},
                                                         {2.0, "= 2:"},
                                                         {-0.1, "= -0.1:"},
                                                         {limits::quiet_NaN(), "nan:"},
                                                         {limits::infinity(), "= inf:"},
                                                         {-limits::infinity(), "= -inf:"}};
    for (const auto& [rate, value] : rates) {
        const filter_options options{.expected_items = 1'000, .false_positive_rate = rate};
        CHECK(missing_in(refusal<std::invalid_argument, TestType>(options), {"false_positive_rate = ", value}) == "");
    }
}

TEMPLATE_TEST_CASE("a rate that no hash of 64 bits reaches is refused", "", TAMIZ_TEST_LAYOUTS)
{
    for (const auto& [rate, value] : {std::pair{limits::denorm_min(), "5e-324"}, std::pair{1e-300, "1e-300"}}) {
        const filter_options options{.expected_items = 1'000, .false_positive_rate = rate};
        CHECK(missing_in(refusal<std::length_error, TestType>(options),
                         {"false_positive_rate = ", value, "64-bit hash"}) == "");
    }
}

TEMPLATE_TEST_CASE("more items than there can be memory for are refused, never wrapped", "", TAMIZ_TEST_LAYOUTS)
{
    for (const std::uint64_t items : {std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        const filter_options options{.expected_items = items};
        CHECK(missing_in(refusal<std::length_error, TestType>(options), {"= 0.01", std::to_string(items)}) == "");
        const filter_options loose{.expected_items = items, .false_positive_rate = 0.9999};
        CHECK(refusal<std::length_error, TestType>(loose) != "no exception");
    }
    const filter_options options{.expected_items = std::uint64_t{1} << 50};
    CHECK(missing_in(refusal<std::length_error, TestType>(options), {"expected_items = 1125899906842624", "bytes"}) ==
          "");
}

TEST_CASE("ten million keys at 0.1 % are an ordinary request")
{
    const tamiz::bloom_filter<std::uint64_t, tamiz::layout::classic> filter(
        {.expected_items = 10'000'000, .false_positive_rate = 0.001});
    CHECK(filter.bit_count() == 143'775'876);
    CHECK(filter.hash_count() == 10);
    CHECK(filter.memory_bytes() == (143'775'876 + 63) / 64 * 8);
}

TEST_CASE("twenty-four bits and three hashes hold three words as in the textbook")
{
    tamiz::bloom_filter<std::string, tamiz::layout::classic> filter({.bits = 24, .hashes = 3});
    CHECK(filter.bit_count() == 24);
    CHECK(filter.memory_bytes() == 8);
    for (const char* const word : {"cat", "dog", "fox"}) filter.insert(word);
    for (const char* const word : {"cat", "dog", "fox"}) CHECK(filter.may_contain(word));
    int taken_for_known = 0;
    int surely_absent = 0;
    for (int i = 0; i < 1'000; ++i)
        ++(filter.may_contain("word " + std::to_string(i)) ? taken_for_known : surely_absent);
    CHECK(taken_for_known > 0);
    CHECK(surely_absent > 0);
    for (int i = 0; i < 1'000; ++i) filter.insert("word " + std::to_string(i));
    CHECK(filter.words()[0] == 0xff'ffff);  // exactly 24 bits are ever set
}

TEST_CASE("an explicit size of the classic layout is built as asked")
{
    for (const std::uint64_t bits : {1'000u, 10'000u, 1'000'000u}) {
        const tamiz::bloom_filter<std::uint64_t, tamiz::layout::classic> filter({.bits = bits, .hashes = 3});
        CHECK(filter.bit_count() == bits);
        CHECK(filter.hash_count() == 3);
        CHECK(filter.memory_bytes() >= bits / 8);
        CHECK(filter.memory_bytes() < bits / 8 + 8);
    }
}

TEMPLATE_TEST_CASE("an explicit size of no bits or no hashes is refused", "", TAMIZ_TEST_LAYOUTS)
{
    CHECK(missing_in(refusal<std::invalid_argument, TestType>(explicit_size{.bits = 0, .hashes = 8}), {"bits = 0"}) ==
          "");
    CHECK(missing_in(refusal<std::invalid_argument, TestType>(explicit_size{.bits = 512, .hashes = 0}),
                     {"hashes = 0"}) == "");
    CHECK(missing_in(refusal<std::invalid_argument, TestType>(explicit_size{.bits = 512, .hashes = 1'024}),
                     {"hashes = 1024"}) == "");
    CHECK(missing_in(refusal<std::length_error, TestType>(explicit_size{.bits = ~std::uint64_t{0}, .hashes = 8}),
                     {"bits = 18446744073709551615"}) == "");
}

TEMPLATE_TEST_CASE("a memory limit is kept to the byte, and passing it tells what it would take", "",
                   TAMIZ_TEST_LAYOUTS)
{
    const filter_options options{.expected_items = 100'000, .false_positive_rate = 0.001};
    const std::uint64_t bytes = counted_filter<TestType>(options).memory_bytes();
    filter_options limited = options;
    limited.memory_limit = bytes;
    CHECK(counted_filter<TestType>(limited).memory_bytes() == bytes);
    limited.memory_limit = bytes - 1;
    CHECK(missing_in(
              refusal<std::length_error, TestType>(limited),
              {"memory_limit = " + std::to_string(bytes - 1), "100000 items", std::to_string(bytes) + " bytes"}) == "");
    limited.memory_limit = 0;
    CHECK(missing_in(refusal<std::length_error, TestType>(limited), {"memory_limit = 0"}) == "");
}

/// A hash with an existence that can be counted.
struct living_hash {
    inline static int alive = 0;
    living_hash() { ++alive; }
    living_hash(const living_hash&) { ++alive; }
    living_hash& operator=(const living_hash&) = default;
    ~living_hash() { --alive; }
    std::uint64_t operator()(std::uint64_t key) const { return key; }
};

TEMPLATE_TEST_CASE("a construction that finds no memory leaves nothing behind", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = counted_filter<TestType, living_hash>;
    counting_storage::reset();
    {
        filter_type filter(filter_options{.expected_items = 1'000});
        filter.insert(std::uint64_t{5});

        counting_storage::refuses = true;
        CHECK_THROWS_AS(filter_type(filter_options{.expected_items = 1'000}), std::bad_alloc);
        CHECK_THROWS_AS(filter_type(explicit_size{.bits = 1'000, .hashes = 8}), std::bad_alloc);
        CHECK_THROWS_AS(filter.copy(), std::bad_alloc);
        CHECK(counting_storage::asked == 4);
        CHECK(living_hash::alive == 1);  // that of the filter alone

        CHECK(filter.may_contain(std::uint64_t{5}));
        counting_storage::refuses = false;
        CHECK(filter.copy().may_contain(std::uint64_t{5}));
    }
    CHECK(living_hash::alive == 0);
}

TEST_CASE("memory that the system does not have is std::bad_alloc")
{
    using filter = tamiz::bloom_filter<std::uint64_t>;
    CHECK_THROWS_AS(filter(explicit_size{.bits = std::uint64_t{1} << 50, .hashes = 8}), std::bad_alloc);
}

// --- filters that count ----------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a filter that counts refuses what a plain one does, in its own words", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    using filter = counted_counters<TestType>;
    const auto invalid = [](const auto& parameters) { return refusal_of<std::invalid_argument, filter>(parameters); };
    const auto too_long = [](const auto& parameters) { return refusal_of<std::length_error, filter>(parameters); };
    constexpr std::uint64_t words = TestType::model.words_per_key;

    CHECK(missing_in(invalid(filter_options{}), {"expected_items = 0"}) == "");
    CHECK(missing_in(invalid(filter_options{.expected_items = 1'000, .false_positive_rate = limits::quiet_NaN()}),
                     {"false_positive_rate = ", "nan:"}) == "");
    CHECK(missing_in(too_long(filter_options{.expected_items = ~std::uint64_t{0}}), {"18446744073709551615"}) == "");
    CHECK(missing_in(too_long(filter_options{.expected_items = 1'000'000, .false_positive_rate = 1e-9}),
                     {"false_positive_rate = 1e-09", "bits per key"}) == "");
    CHECK(missing_in(invalid(explicit_counters{.counters = 0, .hashes = 8}), {"counters = 0:"}) == "");
    CHECK(missing_in(invalid(explicit_counters{.counters = 512, .hashes = 0}), {"hashes = 0:"}) == "");
    // Half of the counters of a word at most.
    CHECK(missing_in(invalid(explicit_counters{.counters = 512, .hashes = 9 * words}),
                     {"hashes = " + std::to_string(9 * words), std::to_string(8 * words) + " at most"}) == "");
    CHECK(filter(explicit_counters{.counters = 512, .hashes = 8 * words}).hash_count() == 8 * words);
    if (words > 1)
        CHECK(missing_in(invalid(explicit_counters{.counters = 512, .hashes = words + 1}),
                         {"hashes = " + std::to_string(words + 1), "multiple of the " + std::to_string(words)}) == "");
    CHECK(missing_in(too_long(explicit_counters{.counters = ~std::uint64_t{0}, .hashes = 8}),
                     {"counters = 18446744073709551615"}) == "");
}

TEMPLATE_TEST_CASE("a filter that counts, made for a few items, works", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    for (const std::uint64_t items : {1u, 2u, 3u}) {
        for (const double rate : {0.99, 0.5, 1e-3}) {
            CAPTURE(items, rate);
            tamiz::counting_bloom_filter<std::uint64_t, TestType> filter(
                {.expected_items = items, .false_positive_rate = rate});
            CHECK(filter.counter_count() >= 16);
            CHECK(filter.hash_count() >= 1);
            CHECK(filter.hash_count() <= 8 * TestType::model.words_per_key);
            for (std::uint64_t key = 0; key < items; ++key) filter.insert(key);
            for (std::uint64_t key = 0; key < items; ++key) CHECK(filter.may_contain(key));
            for (std::uint64_t key = 0; key < items; ++key) CHECK(filter.erase(key));
            CHECK(filter.fill_ratio() == 0);
        }
    }
}

}  // namespace
