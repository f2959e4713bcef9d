// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/keys.hpp>
#include <support/sanitizers.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

// What one key at a time promises, in every structure.

namespace {

using tamiz_test::name_of;
using tamiz_test::random_keys_of;
using tamiz_test::scaled;
using tamiz_test::structures;

const std::vector<std::uint64_t> seeds = {tamiz::default_seed, 0, 1, 0xffff'ffff'ffff'ffff};

/// A filter for `items` keys at 1 %.
template <typename Filter>
Filter filter_for(std::uint64_t items, std::uint64_t seed = tamiz::default_seed)
{
    return Filter({.expected_items = items, .false_positive_rate = 0.01, .seed = seed});
}

/// How many bits are no longer set, or how many counters are lower.
template <typename Filter>
std::uint64_t cells_lost(const std::vector<std::uint64_t>& before, const Filter& after)
{
    std::uint64_t lost = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        lost += tamiz_test::cells_lowered<Filter>(before[i], after.words()[i]);
    return lost;
}

template <typename Filter>
std::vector<std::uint64_t> bits_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("random inserts are always found", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    std::mt19937_64 random(1);
    const unsigned rounds = scaled(60U, 4U);
    for (unsigned round = 0; round < rounds; ++round) {
        // From 1 to 5,000 keys, from 30 % to 0.01 % (0.1 % where cells are counters, which serve no less well), spread
        // evenly by order of magnitude.
        const double size = static_cast<double>(random() % 1000) / 1000;
        const double rate = static_cast<double>(random() % 1000) / 1000;
        const auto items = static_cast<std::uint64_t>(std::pow(5000, size));
        const double p = 0.3 * std::pow(10.0, -(tamiz_test::erasing<TestType> ? 2.4 : 3.5) * rate);
        const std::uint64_t seed = random();
        CAPTURE(items, p, seed);
        TestType filter({.expected_items = items, .false_positive_rate = p, .seed = seed});
        // A filter that is too full is no excuse for a miss.
        const std::vector<key> keys = random_keys_of<key>(round % 4 == 0 ? 3 * items : items, random());
        std::uint64_t missed_at_once = 0;
        for (const key& k : keys) {
            filter.insert(k);
            if (!filter.may_contain(k)) ++missed_at_once;
        }
        const auto missed = std::ranges::count_if(keys, [&](const key& k) { return !filter.may_contain(k); });
        CHECK(missed_at_once == 0);
        CHECK(missed == 0);
    }
}

TEMPLATE_LIST_TEST_CASE("an empty filter answers false", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> keys = random_keys_of<key>(10'000, 2);
    for (const std::uint64_t items : {1U, 2U, 3U, 100U, 100'000U}) {
        for (const double p : {0.99, 0.5, 0.01, 1e-3}) {
            for (const std::uint64_t seed : seeds) {
                CAPTURE(items, p, seed);
                const TestType filter({.expected_items = items, .false_positive_rate = p, .seed = seed});
                const auto asked = std::min<std::size_t>(keys.size(), scaled<std::size_t>(10'000, 50));
                const auto found = std::ranges::count_if(std::span(keys).first(asked),
                                                         [&](const key& k) { return filter.may_contain(k); });
                CHECK(found == 0);
                CHECK(filter.fill_ratio() == 0);
            }
        }
    }
}

TEMPLATE_LIST_TEST_CASE("an insert is new exactly when the key was not found before", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    for (const std::uint64_t seed : seeds) {
        CAPTURE(seed);
        auto filter = filter_for<TestType>(1000, seed);
        std::uint64_t contradictions = 0;
        std::uint64_t false_positives = 0;
        // Far beyond capacity, so that some keys are taken for known ones.
        for (const key& k : random_keys_of<key>(3000, seed + 3)) {
            const bool found = filter.may_contain(k);
            const bool is_new = filter.insert(k);
            if (found) ++false_positives;
            if (is_new == found) ++contradictions;
            if (filter.insert(k)) ++contradictions;
            if (!filter.may_contain(k)) ++contradictions;
        }
        CHECK(contradictions == 0);
        CHECK(false_positives > 0);
    }
}

TEMPLATE_LIST_TEST_CASE("without a rival, a claim of a new key is won and of a known one present", "[conformance]",
                        structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    if constexpr (tamiz_test::claiming<TestType>) {
        using enum tamiz::claim_result;
        for (const std::uint64_t seed : seeds) {
            CAPTURE(seed);
            auto filter = filter_for<TestType>(1000, seed);
            auto inserted = filter_for<TestType>(1000, seed);
            std::uint64_t contradictions = 0;
            std::uint64_t won_by_claim = 0;
            for (const key& k : random_keys_of<key>(3000, seed + 4)) {
                const bool found = filter.may_contain(k);
                const tamiz::claim_result result = filter.claim(k);
                if (result != (found ? present : won)) ++contradictions;
                if ((result == won) != inserted.insert(k)) ++contradictions;
                if (filter.claim(k) != present || filter.insert(k) || !filter.may_contain(k)) ++contradictions;
                if (result == won) ++won_by_claim;
            }
            CHECK(contradictions == 0);
            CHECK(won_by_claim > 1000);
            CHECK(std::ranges::equal(filter.words(), inserted.words()));
        }
    }
}

TEMPLATE_LIST_TEST_CASE("a key and its hash are the same to every operation", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    for (const std::uint64_t seed : seeds) {
        CAPTURE(seed);
        auto by_key = filter_for<TestType>(500, seed);
        auto by_hash = filter_for<TestType>(500, seed);
        std::uint64_t differences = 0;
        for (const key& k : random_keys_of<key>(1500, seed + 5)) {
            const tamiz::hash_value hash = by_key.hash(k);
            if (hash != by_hash.hash(k)) ++differences;
            by_hash.prefetch(hash);
            if (by_key.may_contain(k) != by_hash.may_contain(hash)) ++differences;
            if constexpr (tamiz_test::claiming<TestType>) {
                if (hash.value() % 2 == 0) {
                    if (by_key.claim(k) != by_hash.claim(hash)) ++differences;
                    continue;
                }
            }
            if (by_key.insert(k) != by_hash.insert(hash)) ++differences;
        }
        CHECK(differences == 0);
        CHECK(std::ranges::equal(by_key.words(), by_hash.words()));
    }
}

TEMPLATE_LIST_TEST_CASE("lookups, hashes and prefetches change nothing", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    auto filter = filter_for<TestType>(500);
    for (const key& k : random_keys_of<key>(500, 6)) filter.insert(k);
    const std::vector<std::uint64_t> before = bits_of(filter);
    std::uint64_t found = 0;
    for (const key& k : random_keys_of<key>(2000, 7)) {
        filter.prefetch(filter.hash(k));
        if (filter.may_contain(k)) ++found;
    }
    CHECK(found < 100);  // they were absent, and about 1 % is expected
    CHECK(std::ranges::equal(before, filter.words()));
}

TEMPLATE_LIST_TEST_CASE("no operation but clear and erase takes a bit away or lowers a counter", "[conformance]",
                        structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    auto filter = filter_for<TestType>(400);
    auto other = filter_for<TestType>(400);
    for (const key& k : random_keys_of<key>(100, 8)) other.insert(k);
    std::uint64_t lost = 0;
    std::uint64_t idle = 0;  // steps that should have set a bit and did not
    unsigned step = 0;
    for (const key& k : random_keys_of<key>(600, 9)) {
        const std::vector<std::uint64_t> before = bits_of(filter);
        const bool found = filter.may_contain(k);
        switch (step++ % 4) {
        case 0:
            filter.insert(k);
            break;
        case 1:
            filter.insert(filter.hash(k));
            break;
        case 2:
            if constexpr (tamiz_test::claiming<TestType>)
                (void)filter.claim(k);
            else
                filter.insert(k);
            break;
        default:
            filter.insert_range(std::vector<key>{k});
            break;
        }
        lost += cells_lost(before, filter);
        if (!found && std::ranges::equal(before, filter.words())) ++idle;
    }
    const std::vector<std::uint64_t> before_merge = bits_of(filter);
    filter.merge(other);
    lost += cells_lost(before_merge, filter);
    CHECK(lost == 0);
    CHECK(idle == 0);

    filter.clear();
    CHECK(filter.fill_ratio() == 0);
    CHECK(cells_lost(before_merge, filter) > 0);  // and this test would have noticed
}

TEMPLATE_LIST_TEST_CASE("another seed gives other bits", "[conformance]", structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::vector<key> keys = random_keys_of<key>(1000, 10);
    std::vector<std::vector<std::uint64_t>> seen;
    for (const std::uint64_t seed : seeds) {
        auto filter = filter_for<TestType>(1000, seed);
        REQUIRE(filter.seed() == seed);
        for (const key& k : keys) filter.insert(k);
        for (const std::vector<std::uint64_t>& others : seen) {
            // Two filters half full that have nothing to do with each other agree in half of their bits. Counters are
            // less often set, two of seven, and then differ in their counts as well.
            std::uint64_t different = 0;
            for (std::size_t i = 0; i < others.size(); ++i)
                different += tamiz_test::cells_set<TestType>(others[i] ^ filter.words()[i]);
            const double least = tamiz_test::erasing<TestType> ? 0.3 : 0.4;
            CHECK(static_cast<double>(different) > least * static_cast<double>(tamiz_test::cell_count(filter)));
        }
        seen.push_back(bits_of(filter));
        auto again = filter_for<TestType>(1000, seed);
        for (const key& k : keys) again.insert(k);
        CHECK(std::ranges::equal(again.words(), filter.words()));
    }
}
