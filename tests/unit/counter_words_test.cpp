// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/counter_words.hpp>

#include <support/catch.hpp>
#include <unit/counter_keys.hpp>
#include <unit/recording_atomics.hpp>

#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/word.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

// As words_test.cpp: one thread, and a recorder in the place of the atomics. What others may do between two steps:
// counter_words_meanwhile_test.cpp. What many threads may see of it is for the conformance tests.

namespace {

using tamiz::probe;
using tamiz::site;
using tamiz_test::access;
using tamiz_test::action;
using tamiz_test::changed;
using tamiz_test::locks;
using tamiz_test::memory;
using tamiz_test::one_less;
using tamiz_test::one_more;
using tamiz_test::one_word;
using tamiz_test::other_lock;
using tamiz_test::own_lock;
using tamiz_test::three_words;
using tamiz_test::two_words;
using tamiz_test::with_counts;
using tamiz_test::word_count;
using recorder = tamiz_test::recording_atomics;
using counters = tamiz::counter_words<recorder>;

/// Sites and words of all accesses, in the order of time.
std::vector<std::pair<site, const std::uint64_t*>> steps()
{
    std::vector<std::pair<site, const std::uint64_t*>> result;
    for (const access& a : recorder::log) result.emplace_back(a.where, a.word);
    return result;
}
using step_list = std::vector<std::pair<site, const std::uint64_t*>>;

// --- one key, nobody else --------------------------------------------------------------------------------------------

/// All operations on a key whose counters are 0, 1, …, 15 in every combination of two.
template <std::size_t Words>
void check_every_pair_of_counts(const std::array<probe, Words>& probes)
{
    for (unsigned first = 0; first < 16; ++first) {
        for (unsigned second = 0; second < 16; ++second) {
            CAPTURE(Words, first, second);
            const memory before = with_counts(probes, {first, second});
            const bool present = first != 0 && second != 0;
            memory words = before;
            locks held{other_lock, 77};
            recorder::reset();
            CHECK(counters::test(words.data(), probes) == present);
            CHECK(counters::least(words.data(), probes) == std::min(first, second));
            CHECK(recorder::count(action::load) == 2 * Words);
            CHECK(recorder::writes() == 0);

            CHECK(counters::add(words.data(), probes) == !present);
            CHECK(words == changed(before, probes, one_more));

            words = before;
            recorder::reset();
            CHECK(counters::erase(words.data(), held.data(), probes) == present);
            CHECK(words == (present ? changed(before, probes, one_less) : before));
            CHECK(held == locks{other_lock, 77});  // the lock is given back, others' are left alone
            if (!present) CHECK(std::ranges::count(recorder::log, site::erase_exchange, &access::where) == 0);
        }
    }
}

TEST_CASE("a key's counters of every pair of values are asked, raised and lowered as they should be")
{
    check_every_pair_of_counts(one_word);
    check_every_pair_of_counts(two_words);
    check_every_pair_of_counts(three_words);
}

TEST_CASE("a lookup loads each word of the key once, in ascending order, and writes nothing")
{
    const memory words = with_counts(three_words, {1});
    const step_list expected = {
        {site::test_load, &words[9]}, {site::test_load, &words[12]}, {site::test_load, &words[14]}};
    recorder::reset();
    CHECK(counters::test(words.data(), three_words));
    CHECK(steps() == expected);
    recorder::reset();
    CHECK(counters::least(words.data(), three_words) == 1);
    CHECK(steps() == expected);
}

TEST_CASE("an insert loads all words, then exchanges them in ascending order")
{
    memory words = with_counts(three_words, {0, 3});
    recorder::reset();
    CHECK(counters::add(words.data(), three_words));
    CHECK(steps() == step_list{{site::add_load, &words[9]},
                               {site::add_load, &words[12]},
                               {site::add_load, &words[14]},
                               {site::add_exchange, &words[9]},
                               {site::add_exchange, &words[12]},
                               {site::add_exchange, &words[14]}});
}

TEST_CASE("an erase takes its line's lock, checks all words, lowers them without another load, and gives the lock back")
{
    memory words = with_counts(three_words, {1, 3});
    locks held{};
    recorder::reset();
    CHECK(counters::erase(words.data(), held.data(), three_words));
    CHECK(steps() == step_list{{site::lock_load, &held[0]},
                               {site::lock_exchange, &held[0]},
                               {site::erase_load, &words[9]},
                               {site::erase_load, &words[12]},
                               {site::erase_load, &words[14]},
                               {site::erase_exchange, &words[9]},
                               {site::erase_exchange, &words[12]},
                               {site::erase_exchange, &words[14]},
                               {site::lock_load, &held[0]},
                               {site::unlock_exchange, &held[0]}});
    CHECK(recorder::log[1].value == own_lock);
    CHECK(recorder::log[9].value == 0);
}

TEST_CASE("a refused erase takes the lock, checks, gives it back, and writes no counter")
{
    // Wherever the counter of 0 is, in the first word or in the last.
    for (const std::size_t zero : {0u, 3u, 5u}) {
        std::vector<unsigned> counts(6, 2);
        counts[zero] = 0;
        memory words = with_counts(three_words, counts);
        const memory before = words;
        locks held{};
        recorder::reset();
        CAPTURE(zero);
        CHECK_FALSE(counters::erase(words.data(), held.data(), three_words));
        CHECK(steps() == step_list{{site::lock_load, &held[0]},
                                   {site::lock_exchange, &held[0]},
                                   {site::erase_load, &words[9]},
                                   {site::erase_load, &words[12]},
                                   {site::erase_load, &words[14]},
                                   {site::lock_load, &held[0]},
                                   {site::unlock_exchange, &held[0]}});
        CHECK(words == before);
        CHECK(held == locks{});
    }
}

TEST_CASE("an erase of a key in one word is a load and an exchange, without a lock")
{
    memory words = with_counts(one_word, {1, 2, 3});
    recorder::reset();
    CHECK(counters::erase(words.data(), nullptr, one_word));
    CHECK(steps() == step_list{{site::erase_load, &words[11]}, {site::erase_exchange, &words[11]}});

    words = with_counts(one_word, {2, 0, 3});
    recorder::reset();
    CHECK_FALSE(counters::erase(words.data(), nullptr, one_word));
    CHECK(steps() == step_list{{site::erase_load, &words[11]}});
}

TEST_CASE("words whose counters are all stuck are not written")
{
    memory words = with_counts(two_words, {15});
    const memory before = words;
    locks held{};
    recorder::reset();
    CHECK_FALSE(counters::add(words.data(), two_words));
    CHECK(recorder::writes() == 0);
    CHECK(counters::erase(words.data(), held.data(), two_words));
    CHECK(recorder::words(action::exchange) == std::vector<const std::uint64_t*>{&held[0], &held[0]});
    CHECK(words == before);

    words = with_counts(one_word, {15});
    recorder::reset();
    CHECK(counters::erase(words.data(), nullptr, one_word));
    CHECK(recorder::writes() == 0);
}

TEST_CASE("each line has a lock of its own")
{
    // Line 130 is bit 2 of the third word of locks.
    std::vector<std::uint64_t> words(8 * 131, ~std::uint64_t{0} / 15);
    std::array<std::uint64_t, 3> held{5, 5, 1};
    const std::array<probe, 2> key{{{8 * 130, 1}, {8 * 130 + 7, 1}}};
    recorder::reset();
    CHECK(counters::erase(words.data(), held.data(), key));
    CHECK(recorder::log[1].word == &held[2]);
    CHECK(recorder::log[1].value == (1 | 4));
    CHECK(held == std::array<std::uint64_t, 3>{5, 5, 1});
}

TEST_CASE("locks left behind are given back, and memory without any is not written")
{
    std::array<std::uint64_t, 3> left{0, 5, 0};
    recorder::reset();
    counters::release(left.data(), left.size());
    CHECK(left == std::array<std::uint64_t, 3>{});
    CHECK(recorder::writes() == 1);
    recorder::reset();
    counters::release(left.data(), left.size());
    CHECK(recorder::writes() == 0);
}

TEST_CASE("there is one bit for each line to lock, and none for keys in one word")
{
    using line_2 = tamiz::layout::cache_line<2, 16>;
    using line_8 = tamiz::layout::cache_line<8, 16>;
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected = {
        {1, 1},  {2, 1},   {63, 1},  {64, 1},
        {65, 2}, {128, 2}, {129, 3}, {std::uint64_t{1} << 40, std::uint64_t{1} << 34}};
    for (const auto& [lines, words] : expected) {
        CAPTURE(lines);
        CHECK(counters::side_words<line_2>(8 * lines) == words);
        CHECK(counters::side_words<line_8>(8 * lines) == words);
        CHECK(counters::side_words<tamiz::layout::basic_word<16>>(8 * lines) == 0);
    }
}

// --- whole filters ---------------------------------------------------------------------------------------------------

TEST_CASE("a merge adds counter by counter, 15 at most, leaves the source and spares words without counts")
{
    memory source{0, 0x1, 0xf0, 0x9, 0xffff, 0, 0x1111};
    memory target{5, 0x2, 0x10, 0x8, 0x1234, 9, 0};
    const memory source_before = source;
    const memory expected{5, 0x3, 0xf0, 0xf, 0xffff, 9, 0x1111};
    recorder::reset();
    counters::merge(target.data(), source.data(), word_count);
    CHECK(target == expected);
    CHECK(source == source_before);
    // 0xf0 + 0x10 stays 0xf0 only if the target's counter is stuck already; here it is written. Words 0 and 5 are not.
    CHECK(recorder::words(action::exchange) ==
          std::vector<const std::uint64_t*>{&target[1], &target[2], &target[3], &target[4], &target[6]});

    recorder::reset();
    counters::merge(target.data(), target.data(), word_count);
    CHECK(target == memory{0xa, 0x6, 0xf0, 0xf, 0xffff, 0xf, 0x2222});
}

TEST_CASE("a copy is exact and writes nothing to the source")
{
    const memory source = with_counts(three_words, {0, 15, 7});
    memory target;
    target.fill(77);
    recorder::reset();
    counters::copy(target.data(), source.data(), word_count);
    CHECK(target == source);
    CHECK(recorder::writes() == 0);
}

TEST_CASE("clearing sets exactly the words that were named to zero")
{
    memory words;
    words.fill(77);
    counters::clear(words.data(), word_count - 1);
    CHECK(std::ranges::count(words, 0u) == word_count - 1);
    CHECK(words.back() == 77);
    CHECK(counters::read(words.data(), word_count - 1) == 77);
}

TEST_CASE("a cell is set if its counter is not 0")
{
    CHECK(counters::cells_set(0) == 0);
    CHECK(counters::cells_set(~std::uint64_t{0}) == 16);
    CHECK(counters::cells_set(0x8000'0000'0000'0f01) == 3);
}

// --- memory orders ---------------------------------------------------------------------------------------------------

TEST_CASE("each step of each protocol has its memory order")
{
    // Weaker is wrong, see the argument in counter_words.hpp; stronger costs. A change needs an argument of its own.
    using boost::memory_order;
    constexpr memory_order relaxed = boost::memory_order_relaxed;
    constexpr memory_order acquire = boost::memory_order_acquire;
    constexpr memory_order release = boost::memory_order_release;
    using step = std::tuple<action, memory_order, memory_order>;
    const std::map<site, step> expected{
        {site::test_load, {action::load, acquire, acquire}},
        {site::add_load, {action::load, acquire, acquire}},
        {site::add_exchange, {action::exchange, release, acquire}},
        {site::erase_load, {action::load, acquire, acquire}},
        {site::erase_exchange, {action::exchange, release, acquire}},
        {site::lock_load, {action::load, relaxed, relaxed}},
        {site::lock_exchange, {action::exchange, acquire, relaxed}},
        {site::unlock_exchange, {action::exchange, release, relaxed}},
        {site::merge_source, {action::load, acquire, acquire}},
        {site::merge_load, {action::load, acquire, acquire}},
        {site::merge_exchange, {action::exchange, release, acquire}},
        {site::copy_load, {action::load, acquire, acquire}},
        {site::count_load, {action::load, relaxed, relaxed}},
        {site::clear_store, {action::store, relaxed, relaxed}},
    };
    std::set<site> named;
    for (const auto& entry : expected) named.insert(entry.first);
    CHECK(named == tamiz_test::sites_without(tamiz_test::sites_of_bits));  // no site is left out

    memory words{};
    memory other = with_counts(three_words, {1});
    locks held{};
    recorder::reset();
    (void)counters::test(words.data(), three_words);
    (void)counters::least(words.data(), three_words);
    counters::add(words.data(), three_words);
    counters::add(words.data(), one_word);
    CHECK(counters::erase(words.data(), held.data(), three_words));
    CHECK(counters::erase(words.data(), held.data(), one_word));
    counters::merge(words.data(), other.data(), word_count);
    counters::copy(other.data(), words.data(), word_count);
    (void)counters::read(words.data(), 0);
    counters::clear(words.data(), word_count);

    std::map<site, std::set<step>> seen;
    for (const access& a : recorder::log) seen[a.where].insert({a.what, a.order, a.failure});
    CHECK(seen.size() == expected.size());
    for (const auto& [where, steps] : seen) {
        CAPTURE(static_cast<int>(where));
        CHECK(steps == std::set<step>{expected.at(where)});
    }
}

TEST_CASE("the words that ship answer as the recorded ones")
{
    using shipped = tamiz::counter_words<>;
    for (unsigned first = 0; first < 16; ++first) {
        for (unsigned second = 0; second < 16; ++second) {
            CAPTURE(first, second);
            const bool present = first != 0 && second != 0;
            const memory before = with_counts(three_words, {first, second});
            memory words = before;
            locks held{};
            CHECK(shipped::test(words.data(), three_words) == present);
            CHECK(shipped::least(words.data(), three_words) == std::min(first, second));
            CHECK(shipped::add(words.data(), three_words) == !present);
            CHECK(words == changed(before, three_words, one_more));
            words = before;
            CHECK(shipped::erase(words.data(), held.data(), three_words) == present);
            CHECK(words == (present ? changed(before, three_words, one_less) : before));
            CHECK(held == locks{});
        }
    }
}

}  // namespace
