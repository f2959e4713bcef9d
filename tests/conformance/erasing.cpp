// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "erasing.hpp"
#include "structures.hpp"

#include <support/broken_counters.hpp>
#include <support/catch.hpp>
#include <support/keys.hpp>
#include <support/plain_counters.hpp>
#include <support/sanitizers.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

// Filters that forget, one thread: what is in is found, what was erased is gone, and nobody else is hurt. Each check is
// also made of words with a mistake, and must notice it.

namespace {

using tamiz_test::counts_of;
using tamiz_test::draw;
using tamiz_test::erasing_structures;
using tamiz_test::model_run;
using tamiz_test::name_of;
using tamiz_test::plain_counters;
using tamiz_test::random_keys_of;
using tamiz_test::run_beside_models;
using tamiz_test::scaled;
using tamiz_test::with_words;

using all_erasing_structures = boost::mp11::mp_copy_if<tamiz_test::structures, tamiz_test::is_erasing>;

constexpr tamiz::filter_options options{.expected_items = 1000, .false_positive_rate = 0.01};
constexpr unsigned stuck = 15;

template <typename Filter>
std::vector<std::uint64_t> words_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

/// How many of `keys` are found.
template <typename Filter>
std::uint64_t found(const Filter& filter, std::span<const typename Filter::key_type> keys)
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(keys, [&](const auto& key) { return filter.may_contain(key); }));
}

template <typename Filter>
model_run beside_models(std::uint64_t steps, draw how, std::uint64_t seed)
{
    const model_run run = run_beside_models<Filter>(steps, 2'000, how, seed);
    std::cout << name_of<Filter>() << (how == draw::evenly ? "" : ", some keys often") << ": " << run << '\n';
    return run;
}

struct insertions_and_erases {
    std::uint64_t erases = 0;  ///< answered true
    bool found = false;        ///< after all
    std::uint64_t stuck_counters = 0;
    double stuck_lines = 0;
    double lines = 0;
};

/// One key inserted and erased again, 20 times each.
template <typename Filter>
insertions_and_erases twenty_times()
{
    Filter filter(options);
    const typename Filter::key_type key = random_keys_of<typename Filter::key_type>(1, 1).front();
    insertions_and_erases result;
    for (unsigned i = 0; i < 20; ++i) filter.insert(key);
    for (unsigned i = 0; i < 20; ++i) result.erases += filter.erase(key) ? 1u : 0u;
    result.found = filter.may_contain(key);
    const tamiz::counting_stats stats = filter.stats();
    result.stuck_counters = stats.stuck_counters;
    result.lines = static_cast<double>((Filter::layout_type::word_count(filter.layout_size()) + 7) / 8);
    result.stuck_lines = stats.stuck_line_share * result.lines;
    return result;
}

/// Keys some of whose counters are 0, and some are not.
template <typename Filter>
std::vector<std::uint64_t> keys_partly_in(const Filter& filter, std::uint64_t wanted)
{
    const plain_counters<typename Filter::layout_type> layout(filter.layout_size());
    const std::vector<unsigned> counts = counts_of(filter);
    std::vector<std::uint64_t> result;
    for (const std::uint64_t key : random_keys_of<std::uint64_t>(100'000, 3)) {
        const auto own = layout.counters_of(filter.hash(key));
        const auto zeros = std::ranges::count_if(own, [&](std::size_t counter) { return counts[counter] == 0; });
        if (zeros != 0 && static_cast<std::size_t>(zeros) != own.size()) result.push_back(key);
        if (result.size() == wanted) break;
    }
    return result;
}

/// Erases of keys that are not in, beside those that are. How many were not refused, and does anything differ?
struct refusals {
    std::uint64_t asked = 0;
    std::uint64_t not_refused = 0;
    bool unchanged = false;
};
template <typename Filter>
refusals erase_absent_keys()
{
    Filter filter(options);
    filter.insert_range(random_keys_of<std::uint64_t>(500, 2));
    const std::vector<std::uint64_t> absent = keys_partly_in(filter, 200);
    const std::vector<std::uint64_t> before = words_of(filter);
    refusals result;
    result.asked = absent.size();
    for (const std::uint64_t key : absent) result.not_refused += filter.erase(key) ? 1u : 0u;
    result.unchanged = words_of(filter) == before;
    return result;
}

/// Counters that differ from a plain sum after filters with many and few counts were merged into each other.
template <typename Filter>
std::uint64_t wrong_sums()
{
    Filter target(options);
    Filter source(options);
    plain_counters<typename Filter::layout_type> sum(target.layout_size());
    plain_counters<typename Filter::layout_type> added(target.layout_size());
    const std::vector<std::uint64_t> keys = random_keys_of<std::uint64_t>(400, 4);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t times = 0; times < i % 12; ++times) {
            target.insert(keys[i]);
            sum.insert(target.hash(keys[i]));
        }
        for (std::size_t times = 0; times < i / 12 % 12; ++times) {
            source.insert(keys[i]);
            added.insert(source.hash(keys[i]));
        }
    }
    std::uint64_t wrong = 0;
    const auto compare = [&] {
        const std::vector<unsigned> counts = counts_of(target);
        for (std::size_t i = 0; i < counts.size(); ++i) wrong += counts[i] != sum.counts()[i] ? 1u : 0u;
    };
    target.merge(source);
    sum.merge(added);
    compare();
    target.merge(target);
    sum.merge(plain_counters(sum));
    compare();
    return wrong;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("random inserts, erases and questions are answered as an exact multiset and plain numbers do",
                        "[conformance]", all_erasing_structures)
{
    INFO(name_of<TestType>());
    const model_run even = beside_models<TestType>(scaled<std::uint64_t>(1'000'000), draw::evenly, 1);
    INFO(even);
    CHECK(even.violations() == 0);
    CHECK(even.refused_absent > even.steps / 20);
    CHECK(even.fill > 0.1);
    CHECK(even.fill < 0.5);

    const model_run uneven = beside_models<TestType>(scaled<std::uint64_t>(300'000), draw::some_often, 2);
    INFO(uneven);
    CHECK(uneven.violations() == 0);
    CHECK(uneven.stuck > 0);
}

TEMPLATE_LIST_TEST_CASE("twenty inserts and twenty erases of a key: it is found still, and its counters are stuck",
                        "[conformance]", all_erasing_structures)
{
    INFO(name_of<TestType>());
    const insertions_and_erases result = twenty_times<TestType>();
    CHECK(result.erases == 20);
    CHECK(result.found);
    CHECK(result.stuck_counters == TestType(options).hash_count());
    CHECK(result.stuck_lines == Approx(1));
}

TEMPLATE_LIST_TEST_CASE("fourteen inserts and fourteen erases of a key leave nothing", "[conformance]",
                        all_erasing_structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    TestType filter(options);
    const key k = random_keys_of<key>(1, 1).front();
    for (unsigned i = 0; i < 14; ++i) {
        CHECK(filter.insert(k) == (i == 0));
        CHECK(filter.occurrences(k) == i + 1);
    }
    CHECK(filter.stats().stuck_counters == 0);
    for (unsigned i = 14; i > 0; --i) {
        CHECK(filter.occurrences(k) == i);
        CHECK(filter.erase(k));
    }
    CHECK_FALSE(filter.erase(k));
    CHECK(filter.fill_ratio() == 0);
}

TEMPLATE_LIST_TEST_CASE("a stuck counter stays for all keys that have it, and other counters come and go beside it",
                        "[conformance]", erasing_structures)
{
    INFO(name_of<TestType>());
    TestType filter(options);
    const std::vector<std::uint64_t> keys = random_keys_of<std::uint64_t>(301, 5);
    for (unsigned i = 0; i < 40; ++i) filter.insert(keys[300]);
    const std::vector<unsigned> before = counts_of(filter);
    const std::span<const std::uint64_t> others = std::span(keys).first(300);
    filter.insert_range(others);
    std::vector<bool> erased(300);
    filter.erase_range(others, erased);
    CHECK(std::ranges::count(erased, true) == 300);
    CHECK(counts_of(filter) == before);  // stuck ones at 15, all others at 0
    CHECK(filter.occurrences(keys[300]) == stuck);
}

TEMPLATE_LIST_TEST_CASE("an erase of a key that is not in is refused and changes nothing, whichever counter is 0",
                        "[conformance]", erasing_structures)
{
    INFO(name_of<TestType>());
    const refusals result = erase_absent_keys<TestType>();
    CHECK(result.asked == 200);
    CHECK(result.not_refused == 0);
    CHECK(result.unchanged);
}

TEMPLATE_LIST_TEST_CASE("a key that was inserted twice and erased once is found", "[conformance]",
                        all_erasing_structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    TestType filter(options);
    std::uint64_t missed = 0;
    std::uint64_t left = 0;
    for (const key& k : random_keys_of<key>(1000, 6)) {
        filter.insert(k);
        filter.insert(k);
        if (!filter.erase(k) || !filter.may_contain(k)) ++missed;
        if (!filter.erase(k) || filter.may_contain(k)) ++left;
    }
    CHECK(missed == 0);
    CHECK(left == 0);
    CHECK(filter.fill_ratio() == 0);
}

TEMPLATE_LIST_TEST_CASE("of many keys half are erased: the others are found, and these are mostly gone",
                        "[conformance]", all_erasing_structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    const std::uint64_t items = scaled(100'000U);
    TestType filter({.expected_items = items, .false_positive_rate = 0.01});
    const std::vector<key> keys = random_keys_of<key>(items, 7);
    const auto staying = std::span(keys).first(items / 2);
    const auto leaving = std::span(keys).subspan(items / 2);
    filter.insert_range(keys);
    std::vector<bool> erased(leaving.size());
    filter.erase_range(leaving, erased);
    CHECK(std::ranges::count(erased, false) == 0);
    CHECK(found(filter, staying) == staying.size());
    // Half full it has far fewer false positives than the 1 % that it has when full.
    CHECK(found(filter, leaving) < leaving.size() / 200);
    CHECK(filter.estimated_items() == Approx(static_cast<double>(staying.size())).epsilon(0.03));

    filter.erase_range(staying);
    CHECK(filter.fill_ratio() == 0);
}

TEMPLATE_LIST_TEST_CASE("a union adds counter by counter, 15 at most, and with itself it doubles", "[conformance]",
                        erasing_structures)
{
    INFO(name_of<TestType>());
    CHECK(wrong_sums<TestType>() == 0);

    // As often as a key was in both it can be erased from the union.
    TestType target(options);
    TestType source(options);
    const std::vector<std::uint64_t> keys = random_keys_of<std::uint64_t>(300, 8);
    target.insert_range(keys);
    source.insert_range(keys);
    source.insert_range(keys);
    target.merge(source);
    for (unsigned round = 0; round < 3; ++round) {
        CHECK(found(target, keys) == keys.size());
        target.erase_range(keys);
    }
    CHECK(target.fill_ratio() == 0);
    source.merge(source);
    CHECK(std::ranges::all_of(keys, [&](std::uint64_t key) { return source.occurrences(key) >= 4; }));
}

TEMPLATE_LIST_TEST_CASE("a filter that forgets and was moved from refuses erases", "[conformance]",
                        all_erasing_structures)
{
    using key = typename TestType::key_type;
    INFO(name_of<TestType>());
    TestType filter(options);
    const key k = random_keys_of<key>(1, 9).front();
    filter.insert(k);
    TestType taken = std::move(filter);
    CHECK_THROWS_AS(filter.erase(k), std::logic_error);
    CHECK_THROWS_AS(filter.erase_range(std::vector<key>{k}), std::logic_error);
    CHECK(filter.occurrences(k) == 0);
    CHECK(taken.erase(k));
}

// Each of these is a mistake, and the tests above would have noticed it.

TEMPLATE_LIST_TEST_CASE("an erase that does not check is caught", "[conformance]", erasing_structures)
{
    using broken = with_words<TestType, tamiz_test::unchecked_erase>;
    const model_run run = beside_models<broken>(20'000, draw::evenly, 3);
    CHECK(run.erased_absent > 0);
    CHECK(run.missed > 0);
    const refusals result = erase_absent_keys<broken>();
    CHECK(result.not_refused > 0);
    CHECK_FALSE(result.unchanged);
}

TEMPLATE_LIST_TEST_CASE("counters that wrap are caught", "[conformance]", erasing_structures)
{
    using broken = with_words<TestType, tamiz_test::wrapping_counters>;
    CHECK_FALSE(twenty_times<broken>().erases == 20);
    const model_run run = beside_models<broken>(20'000, draw::some_often, 4);
    CHECK(run.missed > 0);
    CHECK(run.counters_unlike > 0);
}

TEMPLATE_LIST_TEST_CASE("an erase that lowers stuck counters is caught", "[conformance]", erasing_structures)
{
    using broken = with_words<TestType, tamiz_test::lowers_stuck>;
    const insertions_and_erases result = twenty_times<broken>();
    CHECK(result.erases == stuck);
    CHECK_FALSE(result.found);
    const model_run run = beside_models<broken>(20'000, draw::some_often, 5);
    CHECK(run.erases_refused > 0);
    CHECK(run.counters_unlike > 0);
}

TEMPLATE_LIST_TEST_CASE("a union that carries from one counter into the next is caught", "[conformance]",
                        erasing_structures)
{
    CHECK(wrong_sums<with_words<TestType, tamiz_test::carrying_merge>>() > 0);
}
