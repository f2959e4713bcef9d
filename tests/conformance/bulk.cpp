// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/keys.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <list>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <vector>

// Many keys in one call: the same bits and the same answers as one by one.

namespace {

using tamiz_test::name_of;
using tamiz_test::random_keys_of;
using tamiz_test::structures;

// Around the sizes of the chunks that are hashed ahead, and none at all.
constexpr std::array<std::uint64_t, 12> counts = {0, 1, 2, 31, 32, 33, 63, 64, 65, 96, 97, 1000};

template <typename Filter>
Filter filter_for(std::uint64_t items)
{
    return Filter({.expected_items = std::max<std::uint64_t>(items, 1), .false_positive_rate = 0.01});
}

struct path_hash {
    std::uint64_t operator()(const std::filesystem::path& path, std::uint64_t seed) const
    {
        return tamiz::hash<std::string>{}(path.native(), seed);
    }
};

/// How many bits are set: one key sets `hash_count()` of them in the blocked layouts.
template <typename Filter>
std::uint64_t bits_set(const Filter& filter)
{
    std::uint64_t bits = 0;
    for (const std::uint64_t word : filter.words()) bits += static_cast<unsigned>(std::popcount(word));
    return bits;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("inserting a range is inserting its keys", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    for (const std::uint64_t count : counts) {
        CAPTURE(count);
        const std::vector<key> keys = random_keys_of<key>(count, count + 1);
        auto one_by_one = filter_for<TestType>(count / 2);  // full enough for false positives among 1,000
        std::vector<bool> expected;
        for (const key& k : keys) expected.push_back(one_by_one.insert(k));

        auto silent = filter_for<TestType>(count / 2);
        silent.insert_range(keys);
        CHECK(std::ranges::equal(silent.words(), one_by_one.words()));

        auto answering = filter_for<TestType>(count / 2);
        std::vector<bool> answers(count);
        answering.insert_range(keys, answers);
        CHECK(std::ranges::equal(answering.words(), one_by_one.words()));
        CHECK(answers == expected);

        auto hashed = filter_for<TestType>(count / 2);
        std::vector<tamiz::hash_value> hashes;
        for (const key& k : keys) hashes.push_back(hashed.hash(k));
        std::deque<char> roomy(count + 7, 'x');  // longer than needed, of another type
        hashed.insert_range(hashes, roomy);
        CHECK(std::ranges::equal(hashed.words(), one_by_one.words()));
        CHECK(std::equal(expected.begin(), expected.end(), roomy.begin()));
        CHECK(std::count(roomy.begin(), roomy.end(), 'x') == 7);
    }
}

TEMPLATE_LIST_TEST_CASE("claiming a range is claiming its keys", "[conformance]", structures)
{
    if constexpr (tamiz_test::claiming<TestType>) {
        using key = typename TestType::key_type;
        INFO(name_of<TestType>());
        for (const std::uint64_t count : counts) {
            CAPTURE(count);
            std::vector<key> keys = random_keys_of<key>(count, count + 2);
            keys.insert(keys.end(), keys.begin(), keys.end());  // each of them twice
            auto one_by_one = filter_for<TestType>(count / 2);
            std::vector<tamiz::claim_result> expected;
            for (const key& k : keys) expected.push_back(one_by_one.claim(k));

            auto bulk = filter_for<TestType>(count / 2);
            std::vector<tamiz::claim_result> answers(keys.size());
            bulk.claim_range(keys, answers);
            CHECK(answers == expected);
            CHECK(std::ranges::equal(bulk.words(), one_by_one.words()));
        }
    }
}

TEMPLATE_LIST_TEST_CASE("asking for a range is asking for its keys", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    for (const std::uint64_t count : counts) {
        CAPTURE(count);
        const std::vector<key> present = random_keys_of<key>(count, count + 3);
        const std::vector<key> absent = random_keys_of<key>(count, count + 4);
        std::vector<key> both;
        for (std::uint64_t i = 0; i < count; ++i) {
            both.push_back(present[i]);
            both.push_back(absent[i]);
        }
        auto filter = filter_for<TestType>(count / 2);
        filter.insert_range(present);

        std::vector<bool> expected;
        for (const key& k : both) expected.push_back(filter.may_contain(k));
        std::vector<bool> answers(both.size());
        filter.may_contain_range(both, answers);
        CHECK(answers == expected);
        for (std::size_t i = 0; i < both.size(); i += 2) REQUIRE(answers[i]);

        const auto array = std::make_unique<bool[]>(both.size());
        std::vector<tamiz::hash_value> hashes;
        for (const key& k : both) hashes.push_back(filter.hash(k));
        filter.may_contain_range(hashes, std::span(array.get(), both.size()));
        CHECK(std::equal(expected.begin(), expected.end(), array.get()));
    }
}

TEMPLATE_LIST_TEST_CASE("a range of any kind will do", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> keys = random_keys_of<key>(100, 5);
    auto expected = filter_for<TestType>(100);
    for (const key& k : keys) expected.insert(k);

    auto from_list = filter_for<TestType>(100);
    from_list.insert_range(std::list<key>(keys.begin(), keys.end()));
    CHECK(std::ranges::equal(from_list.words(), expected.words()));

    auto from_view = filter_for<TestType>(100);
    from_view.insert_range(std::views::iota(0, 100) |
                           std::views::transform([&](int i) { return keys[static_cast<std::size_t>(i)]; }));
    CHECK(std::ranges::equal(from_view.words(), expected.words()));

    auto from_span = filter_for<TestType>(100);
    from_span.insert_range(std::span<const key>(keys));
    CHECK(std::ranges::equal(from_span.words(), expected.words()));
}

TEMPLATE_LIST_TEST_CASE("answers without room are refused before anything is inserted", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> keys = random_keys_of<key>(100, 6);
    auto filter = filter_for<TestType>(100);
    std::vector<bool> too_few(99);
    CHECK_THROWS_AS(filter.insert_range(keys, too_few), std::invalid_argument);
    CHECK_THROWS_AS(filter.may_contain_range(keys, too_few), std::invalid_argument);
    if constexpr (tamiz_test::claiming<TestType>) {
        std::vector<tamiz::claim_result> too_few_results(99);
        CHECK_THROWS_AS(filter.claim_range(keys, too_few_results), std::invalid_argument);
    }
    CHECK(filter.fill_ratio() == 0);
}

TEST_CASE("a path is one key, never its parts", "[conformance]")
{
    using path = std::filesystem::path;
    using filter_type = tamiz::bloom_filter<path, tamiz::layout::cache_line<2>, path_hash>;
    const tamiz::filter_options options{.expected_items = 100, .false_positive_rate = 1e-3};
    const path file = "/srv/www/index.html";

    filter_type single(options);
    single.insert(file);
    CHECK(bits_set(single) == single.hash_count());
    for (const path& part : file) CHECK_FALSE(single.may_contain(part));

    filter_type bulk(options);
    bulk.insert_range(std::vector<path>{file});
    CHECK(std::ranges::equal(bulk.words(), single.words()));
}

TEST_CASE("a vector of bytes is one key, never its bytes", "[conformance]")
{
    using bytes = std::vector<std::uint8_t>;
    using filter_type = tamiz::bloom_filter<bytes>;
    const tamiz::filter_options options{.expected_items = 100, .false_positive_rate = 1e-3};
    const bytes content = {1, 2, 3, 4};

    filter_type single(options);
    single.insert(content);
    CHECK(bits_set(single) == single.hash_count());
    for (const std::uint8_t byte : content) CHECK_FALSE(single.may_contain(bytes{byte}));

    filter_type bulk(options);
    bulk.insert_range(std::array<bytes, 1>{content});
    CHECK(std::ranges::equal(bulk.words(), single.words()));
}

TEST_CASE("a string is one key, never its characters", "[conformance]")
{
    using filter_type = tamiz::bloom_filter<std::string>;
    const tamiz::filter_options options{.expected_items = 100, .false_positive_rate = 1e-3};
    const std::string text = "tamiz";

    filter_type single(options);
    single.insert(text);
    CHECK(bits_set(single) == single.hash_count());
    for (const char c : text) CHECK_FALSE(single.may_contain(std::string(1, c)));

    filter_type bulk(options);
    bulk.insert_range(std::vector<std::string_view>{text});
    CHECK(std::ranges::equal(bulk.words(), single.words()));

    filter_type literals(options);
    literals.insert_range(std::array<const char*, 1>{"tamiz"});
    CHECK(std::ranges::equal(literals.words(), single.words()));
}
