// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "structures.hpp"

#include <support/broken_words.hpp>
#include <support/catch.hpp>
#include <support/keys.hpp>
#include <support/plain_twin.hpp>
#include <support/sanitizers.hpp>
#include <support/threads.hpp>
#include <support/yielding_atomics.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <ostream>
#include <span>
#include <unordered_set>
#include <vector>

// The same keys into a filter that eight threads write, into a plain twin that one thread writes, and into an exact
// set. Of filters that only grow; those that forget have twins that count (races_of_erasers.cpp).

namespace {

using tamiz_test::growing_structures;
using tamiz_test::name_of;
using tamiz_test::plain_twin;
using tamiz_test::random_keys_of;
using tamiz_test::scaled;
using tamiz_test::with_words;

using growing_structures_of_all_keys = boost::mp11::mp_copy_if<tamiz_test::structures, tamiz_test::is_growing_only>;

constexpr unsigned threads = 8;

struct comparison {
    std::uint64_t bits_lost = 0;            ///< set in the twin only
    std::uint64_t bits_too_many = 0;        ///< set in the filter only
    std::uint64_t members_missed = 0;       ///< in the exact set, answered false
    std::uint64_t answers_unlike_twin = 0;  ///< by the filter, of members and others
    std::uint64_t false_positives = 0;      ///< not in the exact set, answered true by the twin: may be
    double fill = 0;

    [[nodiscard]] std::uint64_t violations() const
    {
        return bits_lost + bits_too_many + members_missed + answers_unlike_twin;
    }
    friend std::ostream& operator<<(std::ostream& out, const comparison& c)
    {
        return out << c.bits_lost << " bits lost, " << c.bits_too_many << " too many, " << c.members_missed
                   << " members missed, " << c.answers_unlike_twin << " answers unlike the twin's, "
                   << c.false_positives << " false positives, fill " << c.fill;
    }
};

/// Each thread adds its own eighth of the keys and half of its neighbour's, with inserts and claims in turn.
template <typename Filter>
void fill_by_threads(Filter& filter, const std::vector<typename Filter::key_type>& keys)
{
    const std::size_t share = keys.size() / threads;
    tamiz_test::in_threads(threads, [&](unsigned thread) {
        const std::size_t first = thread * share;
        for (std::size_t i = first; i < first + share + share / 2; ++i) {
            const auto& k = keys[i % (share * threads)];
            if constexpr (tamiz_test::claiming<Filter>) {
                if (i % 2 == 0) {
                    (void)filter.claim(k);
                    continue;
                }
            }
            filter.insert(k);
        }
    });
}

/// The filter is made for half as many keys again, so that it stays below half full: a full one cannot miss any.
template <typename Filter>
comparison compare(std::uint64_t items, std::uint64_t seed)
{
    using key = typename Filter::key_type;
    const std::vector<key> keys = random_keys_of<key>(items / threads * threads, seed);
    Filter filter({.expected_items = items + items / 2, .false_positive_rate = 0.01, .seed = seed});
    fill_by_threads(filter, keys);

    plain_twin<typename Filter::layout_type> twin(filter.layout_size());
    for (const key& k : keys) twin.insert(filter.hash(k));
    const std::unordered_set<key> exact(keys.begin(), keys.end());

    comparison result;
    result.fill = filter.fill_ratio();
    const std::span<const std::uint64_t> words = filter.words();
    REQUIRE(words.size() == twin.words().size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        result.bits_lost += static_cast<unsigned>(std::popcount(twin.words()[i] & ~words[i]));
        result.bits_too_many += static_cast<unsigned>(std::popcount(words[i] & ~twin.words()[i]));
    }
    std::vector<key> asked = random_keys_of<key>(std::max<std::uint64_t>(items, 20'000), seed + 1);
    asked.insert(asked.end(), keys.begin(), keys.end());
    for (const key& k : asked) {
        const bool member = exact.contains(k);
        const bool answer = filter.may_contain(k);
        const bool twins_answer = twin.may_contain(filter.hash(k));
        if (member && !answer) ++result.members_missed;
        if (answer != twins_answer) ++result.answers_unlike_twin;
        if (!member && twins_answer) ++result.false_positives;
    }
    return result;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("eight threads leave the bits that one leaves, and the same answers", "[conformance][threads]",
                        growing_structures_of_all_keys)
{
    for (const std::uint64_t seed : tamiz_test::sanitized ? std::vector{1U} : std::vector{1U, 2U, 3U}) {
        const comparison result = compare<TestType>(scaled(40'000U), seed);
        std::cout << name_of<TestType>() << ", seed " << seed << ": " << result << '\n';
        INFO(name_of<TestType>() << ", seed " << seed << ": " << result);
        CHECK(result.violations() == 0);
        CHECK(result.false_positives > 0);  // the answers that are compared are not all false
        CHECK(result.fill > 0.1);
        CHECK(result.fill < 0.5);
    }
}

TEMPLATE_LIST_TEST_CASE("eight threads that are interrupted all the time leave the bits that one leaves",
                        "[conformance][threads]", growing_structures)
{
    const auto result = compare<with_words<TestType, tamiz_test::yielding_words>>(4'000, 4);
    std::cout << name_of<TestType>() << ": " << result << '\n';
    INFO(name_of<TestType>() << ": " << result);
    CHECK(result.violations() == 0);
    CHECK(result.fill < 0.5);
}

TEMPLATE_LIST_TEST_CASE("the twins catch torn writes, lookups and inserts that leave out a word",
                        "[conformance][threads]", growing_structures)
{
    INFO(name_of<TestType>());
    // Few words and many writers: each torn write is likely to take another one's bits away.
    const auto torn = compare<with_words<TestType, tamiz_test::torn_words>>(1'000, 4);
    INFO("torn writes: " << torn);
    CHECK(torn.bits_lost > 0);
    CHECK(torn.members_missed > 0);

    const auto lookup = compare<with_words<TestType, tamiz_test::lookup_without_the_last_word>>(1'000, 5);
    INFO("lookup: " << lookup);
    CHECK(lookup.answers_unlike_twin > 0);

    const auto insert = compare<with_words<TestType, tamiz_test::insert_without_the_last_word>>(1'000, 6);
    INFO("insert: " << insert);
    CHECK(insert.members_missed > 0);
}
