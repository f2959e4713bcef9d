// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/aligned_words.hpp>
#include <support/catch.hpp>
#include <support/keys.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Copy, merge, move, the caller's memory, statistics: a filter as a whole.

namespace {

using tamiz_test::aligned_words;
using tamiz_test::cell_count;
using tamiz_test::name_of;
using tamiz_test::random_keys_of;
using tamiz_test::structures;

constexpr tamiz::filter_options options{.expected_items = 1000, .false_positive_rate = 0.01};

template <typename Filter>
std::vector<std::uint64_t> bits_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

template <typename Filter, typename Keys>
std::uint64_t missing(const Filter& filter, const Keys& keys)
{
    return static_cast<std::uint64_t>(
        std::count_if(keys.begin(), keys.end(), [&](const auto& k) { return !filter.may_contain(k); }));
}

/// What merging `other` into `target` throws; empty if it throws nothing.
template <typename Filter>
std::string refusal(Filter& target, const Filter& other)
{
    try {
        target.merge(other);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

bool mentions(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// A hash with a state of its own: filters with different salts are different filters.
struct salted_hash {
    using is_avalanching = void;
    std::uint64_t salt = 0;
    std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const
    {
        return tamiz::hash<std::uint64_t>{}(key, seed + salt);
    }
    bool operator==(const salted_hash&) const = default;
};

/// No two types of these merge.
template <typename A, typename B>
concept mergeable = requires(A& a, const B& b) { a.merge(b); };

}  // namespace

TEMPLATE_LIST_TEST_CASE("a copy holds all keys and goes its own way", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    TestType filter(options);
    const std::vector<key> early = random_keys_of<key>(500, 1);
    const std::vector<key> late = random_keys_of<key>(500, 2);
    filter.insert_range(early);
    const std::vector<std::uint64_t> before = bits_of(filter);

    TestType copy = filter.copy();
    CHECK(bits_of(copy) == before);
    CHECK(cell_count(copy) == cell_count(filter));
    CHECK(copy.hash_count() == filter.hash_count());
    CHECK(copy.seed() == filter.seed());
    CHECK(missing(copy, early) == 0);

    filter.insert_range(late);
    CHECK(bits_of(copy) == before);
    copy.clear();
    CHECK(missing(filter, early) == 0);
    CHECK(missing(filter, late) == 0);
}

TEMPLATE_LIST_TEST_CASE("a union holds what either held, and nothing else", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> left = random_keys_of<key>(500, 3);
    const std::vector<key> right = random_keys_of<key>(500, 4);
    TestType target(options);
    TestType source(options);
    TestType both(options);
    target.insert_range(left);
    source.insert_range(right);
    both.insert_range(left);
    both.insert_range(right);
    const std::vector<std::uint64_t> source_before = bits_of(source);

    target.merge(source);
    CHECK(missing(target, left) == 0);
    CHECK(missing(target, right) == 0);
    CHECK(bits_of(target) == bits_of(both));
    CHECK(bits_of(source) == source_before);
}

TEMPLATE_LIST_TEST_CASE("a union with itself or with an empty filter changes nothing", "[conformance]", structures)
{
    if constexpr (tamiz_test::growing_only<TestType>) {
        using key = typename TestType::key_type;
        INFO(name_of<TestType>());
        TestType filter(options);
        filter.insert_range(random_keys_of<key>(700, 5));
        const std::vector<std::uint64_t> before = bits_of(filter);
        filter.merge(filter);
        CHECK(bits_of(filter) == before);
        filter.merge(TestType(options));
        CHECK(bits_of(filter) == before);
    }
}

TEMPLATE_LIST_TEST_CASE("a union with an unlike filter is refused and changes nothing", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    // 8 bits or counters a key: a size that every layout has.
    const auto of = [](std::uint64_t cells, std::uint64_t hashes, std::uint64_t seed) {
        return tamiz_test::explicit_size_for<TestType>(cells, hashes, seed);
    };
    TestType target(of(8192, 8, 7));
    target.insert_range(random_keys_of<key>(300, 6));
    const std::vector<std::uint64_t> before = bits_of(target);
    const auto refused_for = [&](const auto& other_size, const std::string& difference, const std::string& theirs,
                                 const std::string& ours) {
        TestType other(other_size);
        other.insert_range(random_keys_of<key>(300, 7));
        const std::string message = refusal(target, other);
        INFO("message: " << message);
        CHECK(mentions(message, difference));
        CHECK(mentions(message, theirs));
        CHECK(mentions(message, ours));
        CHECK(bits_of(target) == before);
    };
    refused_for(of(16384, 8, 7), tamiz_test::erasing<TestType> ? "counter_count" : "bit_count", "16384", "8192");
    const std::uint64_t other_hashes = tamiz_test::decided_at_once<TestType> ? 4 : 16;
    refused_for(of(8192, other_hashes, 7), "hash_count", std::to_string(other_hashes), "8");
    refused_for(of(8192, 8, 9), "seed", "9", "7");

    TestType gone(of(8192, 8, 7));
    const TestType taken = std::move(gone);
    CHECK(mentions(refusal(target, gone), "moved from"));
    CHECK(bits_of(target) == before);

    TestType like(of(8192, 8, 7));
    like.insert_range(random_keys_of<key>(300, 7));
    CHECK(refusal(target, like).empty());
    CHECK(bits_of(target) != before);
}

TEMPLATE_LIST_TEST_CASE("a union needs equal hash functions", "[conformance]", tamiz_test::layouts)
{
    using filter_type = tamiz::bloom_filter<std::uint64_t, TestType, salted_hash>;
    filter_type target(options, salted_hash{1});
    target.insert_range(random_keys_of<std::uint64_t>(300, 8));
    const std::vector<std::uint64_t> before = bits_of(target);
    filter_type other(options, salted_hash{2});
    other.insert_range(random_keys_of<std::uint64_t>(300, 9));
    CHECK(mentions(refusal(target, other), "hash"));
    CHECK(bits_of(target) == before);

    filter_type like(options, salted_hash{1});
    CHECK(refusal(target, like).empty());
}

TEST_CASE("a union of other layouts, keys or hashes does not compile", "[conformance]")
{
    using plain = tamiz::bloom_filter<std::uint64_t>;
    STATIC_REQUIRE(mergeable<plain, plain>);
    STATIC_REQUIRE_FALSE(mergeable<plain, tamiz::bloom_filter<std::uint64_t, tamiz::layout::cache_line<4>>>);
    STATIC_REQUIRE_FALSE(mergeable<plain, tamiz::bloom_filter<std::uint64_t, tamiz::layout::classic>>);
    STATIC_REQUIRE_FALSE(
        mergeable<plain, tamiz::bloom_filter<std::uint64_t, tamiz::layout::cache_line<2>, salted_hash>>);
    STATIC_REQUIRE_FALSE(mergeable<plain, tamiz::bloom_filter<std::string>>);
}

TEMPLATE_LIST_TEST_CASE("a filter over the caller's memory is like any other", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> keys = random_keys_of<key>(1000, 10);
    TestType own(options);
    own.insert_range(keys);

    aligned_words memory(TestType::word_count_for(options), 0x5555'5555'5555'5555);
    {
        TestType created = TestType::create(memory.words(), options);
        CHECK(created.fill_ratio() == 0);
        created.insert_range(keys);
        CHECK(std::ranges::equal(created.words(), own.words()));
    }
    CHECK(std::ranges::equal(memory.words(), own.words()));
    CHECK(memory.margins_untouched());

    TestType attached = TestType::attach(memory.words(), options);
    CHECK(missing(attached, keys) == 0);
    attached.insert(random_keys_of<key>(1, 11).front());
    CHECK_FALSE(std::ranges::equal(memory.words(), own.words()));  // it writes there, too

    // The bits that another filter kept, as they would come out of a file.
    aligned_words kept(TestType::word_count_for(options), 0);
    std::ranges::copy(own.words(), kept.words().begin());
    const TestType restored = TestType::attach(kept.words(), options);
    CHECK(missing(restored, keys) == 0);
    CHECK(std::ranges::equal(restored.words(), own.words()));
}

TEMPLATE_LIST_TEST_CASE("memory of another size or alignment is refused and left alone", "[conformance]", structures)
{
    INFO(name_of<TestType>());
    const std::uint64_t needed = TestType::word_count_for(options);
    aligned_words memory(needed + 8, 3);
    CHECK_THROWS_AS(TestType::create(memory.words().first(needed - 1), options), std::invalid_argument);
    CHECK_THROWS_AS(TestType::create(memory.words().first(needed + 1), options), std::invalid_argument);
    CHECK_THROWS_AS(TestType::create(memory.words().subspan(1, needed), options), std::invalid_argument);
    CHECK_THROWS_AS(TestType::attach(memory.words().subspan(4, needed), options), std::invalid_argument);
    CHECK(std::ranges::all_of(memory.words(), [](std::uint64_t word) { return word == 3; }));
}

TEMPLATE_LIST_TEST_CASE("a filter that was moved from answers false and refuses inserts", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> keys = random_keys_of<key>(1000, 12);
    TestType filter(options);
    filter.insert_range(keys);
    const std::vector<std::uint64_t> bits = bits_of(filter);

    TestType taken = std::move(filter);
    CHECK(bits_of(taken) == bits);
    CHECK(missing(taken, keys) == 0);
    CHECK(missing(filter, keys) == keys.size());
    CHECK_THROWS_AS(filter.insert(keys[0]), std::logic_error);
    CHECK_THROWS_AS(filter.insert_range(keys), std::logic_error);
    if constexpr (tamiz_test::claiming<TestType>) CHECK_THROWS_AS(filter.claim(keys[0]), std::logic_error);
    CHECK_THROWS_AS(filter.merge(taken), std::logic_error);
    CHECK(cell_count(filter) == 0);
    CHECK(filter.memory_bytes() == 0);
    CHECK(filter.fill_ratio() == 0);
    CHECK(filter.stats().estimated_items == 0);
    CHECK(missing(filter.copy(), keys) == keys.size());

    filter = std::move(taken);
    CHECK(bits_of(filter) == bits);
    CHECK(missing(filter, keys) == 0);
}

TEMPLATE_LIST_TEST_CASE("statistics tell what the filter is and holds", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    TestType filter(options);
    tamiz::filter_stats stats = filter.stats();
    CHECK(stats.bit_count == TestType::layout_type::cell_count(filter.layout_size()));
    CHECK(stats.memory_bytes == filter.memory_bytes());
    CHECK(stats.memory_bytes == filter.words().size_bytes());
    CHECK(stats.memory_bytes * 8 >= stats.bit_count);
    CHECK(stats.fill_ratio == 0);
    CHECK(stats.estimated_items == 0);
    CHECK(stats.estimated_false_positive_rate == 0);
    CHECK(stats.remaining_items == 1000);
    // A filter that counts drops no insert.
    CHECK(stats.expected_false_drops.has_value() == tamiz_test::growing_only<TestType>);
    if (stats.expected_false_drops) CHECK(*stats.expected_false_drops == 0);

    double fill = 0;
    std::uint64_t held = 0;
    for (unsigned round = 0; round < 5; ++round, held += 400) {
        filter.insert_range(random_keys_of<key>(400, 13 + round));
        stats = filter.stats();
        CHECK(stats.fill_ratio > fill);
        CHECK(stats.fill_ratio <= 1);
        fill = stats.fill_ratio;
        const auto items = static_cast<double>(held + 400);
        CHECK(stats.estimated_items == Approx(items).epsilon(0.1));
        CHECK(stats.estimated_items == filter.estimated_items());
        CHECK(stats.fill_ratio == filter.fill_ratio());
        CHECK(stats.estimated_false_positive_rate == filter.estimated_false_positive_rate());
        CHECK(stats.estimated_false_positive_rate > 0);
        CHECK(stats.estimated_false_positive_rate < 1);
        REQUIRE(stats.remaining_items.has_value());
        CHECK(*stats.remaining_items == std::max(0.0, 1000 - stats.estimated_items));
        REQUIRE(stats.expected_false_drops.has_value() == tamiz_test::growing_only<TestType>);
        if (stats.expected_false_drops)
            CHECK(*stats.expected_false_drops < stats.estimated_false_positive_rate * stats.estimated_items);
    }
    filter.merge(TestType(options));
    CHECK_FALSE(filter.stats().expected_false_drops.has_value());  // history unknown
    CHECK_FALSE(filter.copy().stats().expected_false_drops.has_value());
    CHECK_FALSE(TestType(tamiz_test::explicit_size_for<TestType>(1024, 8)).stats().remaining_items.has_value());

    filter.clear();
    CHECK(filter.stats().estimated_items == 0);
    if constexpr (tamiz_test::growing_only<TestType>) CHECK(filter.stats().expected_false_drops == 0);
}
