// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/counting_bloom_filter.hpp>

#include <support/aligned_words.hpp>
#include <support/catch.hpp>
#include <support/plain_counters.hpp>
#include <unit/layouts.hpp>
#include <unit/message_of.hpp>

#include <tamiz/bloom_filter.hpp>
#include <tamiz/sizing.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Each operation in one thread. What the filters share is tested with bloom_filter (bulk_test.cpp, options_test.cpp,
// caller_memory_test.cpp); here is what counting adds, or could break. Many threads, rates: tests/conformance.

namespace {

using tamiz::explicit_counters;
using tamiz::filter_options;
using tamiz::hash_value;
using tamiz_test::aligned_words;
using tamiz_test::message_of;
using tamiz_test::missing_in;

template <typename Layout>
using filter_of = tamiz::counting_bloom_filter<std::uint64_t, Layout>;
using some_filter = tamiz::counting_bloom_filter<std::string>;

constexpr filter_options thousand{.expected_items = 1'000, .false_positive_rate = 0.01};
constexpr explicit_counters ten_thousand{.counters = 10'240, .hashes = 8, .seed = 5};

static_assert(!std::is_default_constructible_v<some_filter>);
static_assert(!std::is_copy_constructible_v<some_filter> && !std::is_copy_assignable_v<some_filter>);
static_assert(std::is_nothrow_move_constructible_v<some_filter> && std::is_nothrow_move_assignable_v<some_filter>);
static_assert(std::is_nothrow_swappable_v<some_filter>);
static_assert(!std::is_convertible_v<filter_options, some_filter> &&
              !std::is_convertible_v<explicit_counters, some_filter>);
static_assert(!std::is_constructible_v<some_filter, tamiz::explicit_size> &&
              !std::is_constructible_v<tamiz::bloom_filter<std::string>, explicit_counters>);
static_assert(sizeof(some_filter) < 200);
static_assert(noexcept(std::declval<const some_filter&>().may_contain(hash_value())));
static_assert(noexcept(std::declval<const some_filter&>().occurrences(hash_value())));

template <typename Filter>
std::vector<std::uint64_t> words_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

/// Words that are none of the counters': one bit a line, for a key of several words.
template <typename Filter>
std::uint64_t lock_words(const Filter& filter)
{
    using layout = typename Filter::layout_type;
    const std::uint64_t lines = layout::word_count(filter.layout_size()) / 8;
    return layout::model.words_per_key == 1 ? 0 : (lines + 63) / 64;
}

// --- one key ---------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a key is in as often as it was inserted and not erased", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    const std::uint64_t key = 5;
    CHECK_FALSE(filter.may_contain(key));
    CHECK(filter.occurrences(key) == 0);
    CHECK(filter.insert(key));
    CHECK(filter.occurrences(key) == 1);
    CHECK_FALSE(filter.insert(key));  // counted, but not new
    CHECK(filter.occurrences(key) == 2);
    CHECK(filter.erase(key));
    CHECK(filter.may_contain(key));
    CHECK(filter.erase(key));
    CHECK_FALSE(filter.may_contain(key));
    CHECK_FALSE(filter.erase(key));
    CHECK(filter.occurrences(key) == 0);
    CHECK(filter.fill_ratio() == 0);
    CHECK(filter.insert(key));  // and new again
}

TEMPLATE_TEST_CASE("a filter does what a plain array of numbers does", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    tamiz_test::plain_counters<typename filter_of<TestType>::layout_type> plain(filter.layout_size());
    for (std::uint64_t key = 0; key < 2'000; ++key) {  // twice full
        const hash_value hash = filter.hash(key % 1'500);
        REQUIRE(filter.insert(hash) == plain.insert(hash));
        REQUIRE(filter.occurrences(hash) == plain.occurrences(hash));
    }
    CHECK(tamiz_test::counts_of(filter) == plain.counts());
    for (std::uint64_t key = 0; key < 4'000; ++key)
        REQUIRE(filter.may_contain(key) == plain.may_contain(filter.hash(key)));
    for (std::uint64_t key = 0; key < 2'000; key += 2) {
        const hash_value hash = filter.hash(key % 1'500);
        REQUIRE(filter.erase(hash) == plain.erase(hash));
    }
    CHECK(tamiz_test::counts_of(filter) == plain.counts());
}

TEMPLATE_TEST_CASE("a hash stands for its key in every operation", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    const hash_value hash = filter.hash(std::uint64_t{5});
    filter.prefetch(hash);
    CHECK(filter.insert(hash));
    CHECK(filter.may_contain(std::uint64_t{5}));
    CHECK(filter.occurrences(std::uint64_t{5}) == 1);
    CHECK(filter.erase(std::uint64_t{5}));
    CHECK(filter.insert(std::uint64_t{5}));
    CHECK(filter.occurrences(hash) == 1);
    CHECK(filter.erase(hash));
    CHECK_FALSE(filter.may_contain(hash));
    for (const hash_value extreme : {hash_value(0), hash_value(~std::uint64_t{0})}) {
        CHECK(filter.insert(extreme));
        CHECK(filter.erase(extreme));
    }
    CHECK(filter_of<TestType>(ten_thousand).seed() == 5);
}

TEST_CASE("a key is inserted, asked for and erased in any form of equal content")
{
    some_filter filter(thousand);
    CHECK(filter.insert("abc"));
    CHECK(filter.occurrences(std::string_view("abc")) == 1);
    CHECK(filter.erase(std::string("abc")));
    CHECK_FALSE(filter.erase("abc"));
    CHECK(filter.insert(""));
    CHECK(filter.erase(std::string_view()));
    const auto null = static_cast<const char*>(nullptr);
    CHECK(missing_in(message_of<std::invalid_argument>([&] { filter.erase(null); }), {"key = nullptr"}) == "");
    CHECK(missing_in(message_of<std::invalid_argument>([&] { (void)filter.occurrences(null); }), {"key = nullptr"}) ==
          "");
}

TEMPLATE_TEST_CASE("ranges are inserted and erased key by key", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    for (const std::uint64_t count : {0u, 1u, 31u, 32u, 33u, 64u, 65u, 1'000u}) {
        CAPTURE(count);
        std::vector<std::uint64_t> keys;
        for (std::uint64_t i = 0; i < count; ++i) keys.push_back(i * i % 400);  // some several times, and some alike
        filter_of<TestType> one_by_one(thousand), silent(thousand), answering(thousand);
        std::vector<bool> expected;
        for (const std::uint64_t key : keys) expected.push_back(one_by_one.insert(key));
        silent.insert_range(keys);
        std::vector<bool> answers(count);
        answering.insert_range(keys, answers);
        CHECK(answers == expected);
        CHECK(words_of(silent) == words_of(one_by_one));
        CHECK(words_of(answering) == words_of(one_by_one));

        // Half of them, and some that were never in; where counters are shared, erasing must not go on too long.
        std::vector<std::uint64_t> leaving(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count / 2));
        leaving.push_back(1'000'000);
        expected.clear();
        for (const std::uint64_t key : leaving) expected.push_back(one_by_one.erase(key));
        silent.erase_range(leaving);
        answers.assign(leaving.size() + 1, true);
        std::vector<hash_value> hashes;
        for (const std::uint64_t key : leaving) hashes.push_back(answering.hash(key));
        answering.erase_range(hashes, answers);
        CHECK(answers.back());  // no key, no answer
        answers.pop_back();
        CHECK(answers == expected);
        CHECK_FALSE(answers.back());
        CHECK(words_of(silent) == words_of(one_by_one));
        CHECK(words_of(answering) == words_of(one_by_one));
    }
    filter_of<TestType> filter(thousand);
    std::vector<std::uint64_t> keys(100, 7);
    std::vector<bool> too_few(99);
    filter.insert(std::uint64_t{7});
    CHECK(missing_in(message_of<std::invalid_argument>([&] { filter.erase_range(keys, too_few); }),
                     {"answers.size() = 99", "100 keys"}) == "");
    CHECK(filter.occurrences(std::uint64_t{7}) == 1);
}

// --- memory ----------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("the memory holds the counters, and a lock for each line behind them", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    for (const std::uint64_t counters : {1u, 16u, 17u, 128u, 129u, 8'192u, 8'193u, 1'000'000u}) {
        CAPTURE(counters);
        using filter_type = filter_of<TestType>;
        const explicit_counters size{.counters = counters, .hashes = 8};
        const filter_type filter(size);
        const std::uint64_t block = TestType::model.words_per_block * 16;
        CHECK(filter.counter_count() == (counters + block - 1) / block * block);
        CHECK(filter.hash_count() == 8);
        CHECK(filter.memory_bytes() == filter.counter_count() / 2 + 8 * lock_words(filter));
        CHECK(filter.memory_bytes() == filter.words().size_bytes());
        CHECK(filter.stats().memory_bytes == filter.memory_bytes());
        CHECK(filter_type::word_count_for(size) * 8 == filter.memory_bytes());
    }
    // The locks are 1/512 of a filter, and count when a limit is kept.
    filter_options limited{.expected_items = 100'000, .false_positive_rate = 0.01};
    const std::uint64_t bytes = filter_of<TestType>(limited).memory_bytes();
    limited.memory_limit = bytes;
    CHECK(filter_of<TestType>(limited).memory_bytes() == bytes);
    limited.memory_limit = bytes - 1;
    CHECK(missing_in(message_of<std::length_error>([&] { (void)filter_of<TestType>(limited); }),
                     {"memory_limit = " + std::to_string(bytes - 1), std::to_string(bytes) + " bytes"}) == "");
}

TEMPLATE_TEST_CASE("a filter created in the caller's memory is empty and is the same as one on its own", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const aligned_words memory(filter_type::word_count_for(ten_thousand), ~std::uint64_t{0});
    filter_type filter = filter_type::create(memory.words(), ten_thousand);
    CHECK(std::ranges::all_of(memory.words(), [](std::uint64_t word) { return word == 0; }));
    filter_type own(ten_thousand);
    for (std::uint64_t key = 0; key < 500; ++key) REQUIRE(filter.insert(key) == own.insert(key));
    for (std::uint64_t key = 0; key < 900; key += 3) {
        if (own.occurrences(key) == 0 || key < 500) REQUIRE(filter.erase(key) == own.erase(key));
    }
    CHECK(std::ranges::equal(memory.words(), own.words()));
    CHECK(memory.margins_untouched());
}

TEMPLATE_TEST_CASE("attaching keeps the counters and gives back the locks that were left", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const explicit_counters size{.counters = 100 * 128, .hashes = 8};  // locks in two words
    const aligned_words memory(filter_type::word_count_for(size), 77);
    {
        filter_type filter = filter_type::create(memory.words(), size);
        for (std::uint64_t key = 0; key < 500; ++key) filter.insert(key);
    }
    const std::vector<std::uint64_t> kept(memory.words().begin(), memory.words().end());
    // As if erasers had died, one in each line.
    const std::uint64_t counter_words = 100 * 8;
    std::ranges::fill(memory.words().subspan(counter_words), ~std::uint64_t{0});
    filter_type filter = filter_type::attach(memory.words(), size);
    CHECK(std::ranges::equal(memory.words(), kept));
    for (std::uint64_t key = 0; key < 500; ++key) REQUIRE(filter.erase(key));  // would wait for ever
    CHECK(filter.fill_ratio() == 0);
    CHECK(memory.margins_untouched());
}

TEMPLATE_TEST_CASE("memory of another size or unaligned is refused and stays as it is", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const std::uint64_t needed = filter_type::word_count_for(thousand);
    const aligned_words memory(needed + 8, 77);
    const auto refusals = [](std::span<std::uint64_t> words) {
        const std::string created =
            message_of<std::invalid_argument>([&] { (void)filter_type::create(words, thousand); });
        CHECK(message_of<std::invalid_argument>([&] { (void)filter_type::attach(words, thousand); }) == created);
        return created;
    };
    for (const std::uint64_t count : {std::uint64_t{0}, needed - 1, needed + 1}) {
        const std::string value = "memory.size() = " + std::to_string(count);
        CHECK(missing_in(refusals(memory.words().first(count)), {value, std::to_string(needed) + " words"}) == "");
    }
    CHECK(missing_in(refusals(memory.words().subspan(1, needed)), {"memory = ", "aligned to 64 bytes"}) == "");
    CHECK_THROWS_AS(filter_type::attach(memory.words(), filter_options{}), std::invalid_argument);
    CHECK(std::ranges::all_of(memory.words(), [](std::uint64_t word) { return word == 77; }));
}

// --- whole filters ---------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a copy counts as the original did, in memory of its own", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    for (std::uint64_t key = 0; key < 300; ++key) filter.insert(key), filter.insert(key);
    filter_of<TestType> copy = filter.copy();
    CHECK(words_of(copy) == words_of(filter));
    CHECK(copy.words().data() != filter.words().data());
    CHECK(copy.counter_count() == filter.counter_count());
    CHECK(copy.stats().remaining_items == filter.stats().remaining_items);
    const std::vector<std::uint64_t> before = words_of(filter);
    for (std::uint64_t key = 0; key < 300; ++key) {
        REQUIRE(copy.erase(key));
        REQUIRE(copy.erase(key));
    }
    CHECK(copy.fill_ratio() == 0);
    CHECK(words_of(filter) == before);
}

struct salted_hash {
    std::uint64_t salt = 0;
    std::uint64_t operator()(std::uint64_t key) const { return key ^ salt; }
    bool operator==(const salted_hash&) const = default;
};

TEMPLATE_TEST_CASE("a merge of unlike filters names the difference and changes nothing", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    using filter_type = tamiz::counting_bloom_filter<std::uint64_t, TestType, salted_hash>;
    const explicit_counters size{.counters = 10'240, .hashes = 8};
    filter_type target(size);
    target.insert(std::uint64_t{5});
    const std::vector<std::uint64_t> before = words_of(target);
    const auto refusal = [&](const explicit_counters& other, salted_hash hash = {}) {
        filter_type source(other, hash);
        for (std::uint64_t key = 0; key < 50; ++key) source.insert(key);
        const std::string message = message_of<std::invalid_argument>([&] { target.merge(source); });
        CHECK(words_of(target) == before);
        return message;
    };
    CHECK(missing_in(refusal({.counters = 10'368, .hashes = 8}), {"counter_count = 10368", "10240"}) == "");
    const std::uint64_t hashes = TestType::model.words_per_key == 1 ? 4 : 16;
    CHECK(missing_in(refusal({.counters = 10'240, .hashes = hashes}),
                     {"hash_count = " + std::to_string(hashes), "8"}) == "");
    CHECK(missing_in(refusal({.counters = 10'240, .hashes = 8, .seed = 3}), {"seed = 3"}) == "");
    CHECK(missing_in(refusal(size, {.salt = 9}), {"hash_function"}) == "");
}

TEMPLATE_TEST_CASE("clearing forgets all keys, stuck counters and locks", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    for (unsigned i = 0; i < 20; ++i) filter.insert(std::uint64_t{5});
    CHECK(filter.stats().stuck_counters > 0);
    filter.clear();
    CHECK(std::ranges::all_of(filter.words(), [](std::uint64_t word) { return word == 0; }));
    CHECK(filter.stats().stuck_counters == 0);
    CHECK(filter.insert(std::uint64_t{5}));
}

TEMPLATE_TEST_CASE("a swap exchanges everything, sizes too", "", TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> a(thousand), b(ten_thousand);
    a.insert(std::uint64_t{1});
    b.insert(std::uint64_t{2});
    const std::uint64_t counters = a.counter_count();
    swap(a, b);
    CHECK(a.counter_count() == 10'240);
    CHECK(a.seed() == 5);
    CHECK(a.erase(std::uint64_t{2}));  // and its locks are where they belong
    CHECK_FALSE(a.may_contain(std::uint64_t{1}));
    CHECK(b.counter_count() == counters);
    CHECK(b.erase(std::uint64_t{1}));
    CHECK(b.stats().remaining_items.has_value());
    CHECK_FALSE(a.stats().remaining_items.has_value());
}

TEMPLATE_TEST_CASE("a filter that was moved from answers false, refuses keys and can be used again", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    filter.insert(std::uint64_t{5});
    const hash_value hash = filter.hash(std::uint64_t{5});
    const std::uint64_t* const words = filter.words().data();
    filter_of<TestType> target(std::move(filter));
    CHECK(target.words().data() == words);
    CHECK(target.occurrences(std::uint64_t{5}) == 1);

    CHECK_FALSE(filter.may_contain(std::uint64_t{5}));
    CHECK(filter.occurrences(std::uint64_t{5}) == 0);
    const std::vector<std::uint64_t> keys{5, 6, 7};
    std::vector<char> answers(3, 1);
    const auto refuses = [](const char* operation, auto call) {
        CHECK(message_of<std::logic_error>(call) ==
              std::string("tamiz: ").append(operation).append(" on a filter that was moved from"));
    };
    refuses("insert", [&] { filter.insert(std::uint64_t{5}); });
    refuses("insert", [&] { filter.insert_range(keys); });
    refuses("erase", [&] { filter.erase(std::uint64_t{5}); });
    refuses("erase", [&] { filter.erase(hash); });
    refuses("erase", [&] { filter.erase_range(keys); });
    refuses("erase", [&] { filter.erase_range(keys, answers); });
    refuses("merge", [&] { filter.merge(target); });
    CHECK(missing_in(message_of<std::invalid_argument>([&] { target.merge(filter); }), {"moved from"}) == "");

    CHECK(filter.counter_count() == 0);
    CHECK(filter.memory_bytes() == 0);
    CHECK(filter.words().empty());
    const tamiz::counting_stats stats = filter.stats();
    CHECK(stats.bit_count == 0);
    CHECK(stats.fill_ratio == 0);
    CHECK(stats.stuck_counters == 0);
    CHECK(stats.stuck_line_share == 0);
    CHECK(stats.remaining_items == 1'000);
    CHECK_NOTHROW(filter.clear());
    CHECK_FALSE(filter.copy().may_contain(hash));

    filter = std::move(target);
    CHECK(filter.erase(std::uint64_t{5}));
    filter_of<TestType>& itself = filter;
    filter = std::move(itself);
    CHECK(filter.insert(std::uint64_t{5}));
    CHECK_THROWS_AS(target.erase(hash), std::logic_error);
}

// --- statistics ------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("the figures of a filter agree with each other and with its counters", "",
                   TAMIZ_TEST_COUNTING_LAYOUTS)
{
    filter_of<TestType> filter({.expected_items = 10'000, .false_positive_rate = 0.01});
    for (std::uint64_t key = 0; key < 5'000; ++key) filter.insert(key);
    for (unsigned i = 0; i < 20; ++i)
        for (std::uint64_t key = 0; key < 10; ++key) filter.insert(key);
    const std::vector<unsigned> counts = tamiz_test::counts_of(filter);
    const auto zeros = static_cast<double>(std::ranges::count(counts, 0u));
    const auto stuck = static_cast<std::uint64_t>(std::ranges::count(counts, 15u));
    std::uint64_t lines = 0;
    std::uint64_t stuck_lines = 0;
    for (std::size_t first = 0; first < counts.size(); first += 128, ++lines) {
        const auto line = std::span(counts).subspan(first, std::min<std::size_t>(128, counts.size() - first));
        stuck_lines += std::ranges::find(line, 15u) != line.end() ? 1u : 0u;
    }
    CHECK(stuck > 30);

    const tamiz::counting_stats stats = filter.stats();
    CHECK(stats.bit_count == counts.size());
    CHECK(stats.bit_count == filter.counter_count());
    CHECK(stats.fill_ratio == Approx(1 - zeros / static_cast<double>(counts.size())).epsilon(1e-12));
    CHECK(stats.fill_ratio == filter.fill_ratio());
    CHECK(stats.estimated_items == filter.estimated_items());
    CHECK(stats.estimated_items == Approx(5'000).epsilon(0.03));  // different keys: those that came often count once
    CHECK(stats.estimated_false_positive_rate == filter.estimated_false_positive_rate());
    CHECK(*stats.remaining_items == 10'000 - stats.estimated_items);
    CHECK_FALSE(stats.expected_false_drops.has_value());
    CHECK(stats.stuck_counters == stuck);
    CHECK(stats.stuck_line_share == static_cast<double>(stuck_lines) / static_cast<double>(lines));

    const tamiz::counting_stats first_line = filter.stats({.sample_lines = 1});
    CHECK(first_line.stuck_counters ==
          static_cast<std::uint64_t>(std::count(counts.begin(), counts.begin() + 128, 15u)));
    CHECK(first_line.stuck_line_share == (first_line.stuck_counters != 0 ? 1 : 0));
}

}  // namespace
