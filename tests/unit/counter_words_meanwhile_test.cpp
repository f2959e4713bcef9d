// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/counter_words.hpp>

#include <support/catch.hpp>
#include <unit/counter_keys.hpp>
#include <unit/recording_atomics.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

// What other threads do between two steps of an operation on counters. One thread: the recorder lets the test change
// the words just before an access, as another thread could.

namespace {

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
using tamiz_test::two_words;
using tamiz_test::with_counts;
using tamiz_test::word_count;
using recorder = tamiz_test::recording_atomics;
using counters = tamiz::counter_words<recorder>;

/// Calls `act` just before the first access of `where` to the word.
template <typename Act>
void just_before(site where, const std::uint64_t& word, const Act& act)
{
    recorder::reset();
    recorder::meanwhile = [where, &word, act, done = false](const access& a) mutable {
        if (done || a.where != where || a.word != &word) return;
        done = true;
        act();
    };
}

TEST_CASE("an insert keeps what others change meanwhile, and answers by what its own exchange replaced")
{
    memory words = with_counts(two_words, {0, 1});
    const memory before = words;

    SECTION("another one inserts the same key first: not new")
    {
        just_before(site::add_exchange, words[9], [&words] { words = changed(words, two_words, one_more); });
        CHECK_FALSE(counters::add(words.data(), two_words));
        CHECK(words == changed(changed(before, two_words, one_more), two_words, one_more));
        CHECK(recorder::count(action::load) == 2);      // a failed exchange tells what it found
        CHECK(recorder::count(action::exchange) == 4);  // one of each word in vain: both were loaded before
    }
    SECTION("another one takes the last count away between load and exchange: new")
    {
        words = with_counts(two_words, {1, 1});
        just_before(site::add_exchange, words[12], [&words] { words = changed(words, two_words, one_less); });
        CHECK(counters::add(words.data(), two_words));
        // The other one's change of the first word came after this insert's, in the second word before.
        CHECK(words == with_counts(two_words, {1, 1}));
    }
    SECTION("a neighbour's counter changes")
    {
        just_before(site::add_exchange, words[9], [&words] { words[9] += 0x10; });
        CHECK(counters::add(words.data(), two_words));
        memory expected = changed(before, two_words, one_more);
        expected[9] += 0x10;
        CHECK(words == expected);
    }
    recorder::reset();
}

TEST_CASE("a counter that another one brings to the top meanwhile stays there")
{
    memory words = with_counts(two_words, {14});
    locks held{};
    just_before(site::add_exchange, words[9], [&words] { words[9] = changed(words, two_words, one_more)[9]; });
    CHECK_FALSE(counters::add(words.data(), two_words));
    CHECK(words == with_counts(two_words, {15}));

    words = with_counts(two_words, {14});
    just_before(site::erase_exchange, words[12], [&words] { words[12] = changed(words, two_words, one_more)[12]; });
    CHECK(counters::erase(words.data(), held.data(), two_words));
    memory expected = with_counts(two_words, {13});
    expected[12] = with_counts(two_words, {15})[12];
    CHECK(words == expected);
    recorder::reset();
}

TEST_CASE("an erase in one word checks again what it finds when its exchange fails")
{
    memory words = with_counts(one_word, {1});
    just_before(site::erase_exchange, words[11], [&words] { words = changed(words, one_word, one_less); });
    CHECK_FALSE(counters::erase(words.data(), nullptr, one_word));
    CHECK(words == with_counts(one_word, {0}));
    recorder::reset();
}

TEST_CASE("an erase waits while another eraser holds its line, and no other line")
{
    memory words = with_counts(two_words, {1});
    locks held{other_lock | own_lock, 0};
    recorder::reset();
    recorder::waited_for = [&held](unsigned turn) {
        if (turn == 2) held[0] &= ~own_lock;
    };
    std::size_t touched_while_held = 0;
    recorder::meanwhile = [&](const access& a) {
        if (recorder::pauses.size() < 3 && a.where != site::lock_load) ++touched_while_held;
    };
    CHECK(counters::erase(words.data(), held.data(), two_words));
    CHECK(recorder::pauses == std::vector<unsigned>{0, 1, 2});  // each turn is told its number
    CHECK(touched_while_held == 0);
    CHECK(held[0] == other_lock);
    CHECK(words == with_counts(two_words, {0}));

    held[0] = other_lock;
    recorder::reset();
    CHECK_FALSE(counters::erase(words.data(), held.data(), two_words));
    CHECK(recorder::pauses.empty());
}

TEST_CASE("an eraser that is overtaken at the lock waits, and checks only then")
{
    memory words = with_counts(two_words, {1});
    locks held{};
    just_before(site::lock_exchange, held[0], [&held] { held[0] |= own_lock; });
    // The one that was faster erases the same key before it gives the lock back.
    recorder::waited_for = [&](unsigned) {
        words = changed(words, two_words, one_less);
        held[0] &= ~own_lock;
    };
    CHECK_FALSE(counters::erase(words.data(), held.data(), two_words));
    CHECK(recorder::pauses.size() == 1);
    CHECK(words == with_counts(two_words, {0}));
    CHECK(held == locks{});
    recorder::reset();
}

TEST_CASE("locks of other lines that come and go are kept")
{
    memory words = with_counts(two_words, {1});
    locks held{};
    SECTION("when a lock is taken")
    {
        just_before(site::lock_exchange, held[0], [&held] { held[0] |= 1; });
    }
    SECTION("when it is given back")
    {
        just_before(site::unlock_exchange, held[0], [&held] { held[0] |= 1; });
    }
    CHECK(counters::erase(words.data(), held.data(), two_words));
    CHECK(recorder::pauses.empty());
    CHECK(held[0] == 1);
    recorder::reset();
}

TEST_CASE("inserts and lookups go on while a line is locked")
{
    // They are not even handed the locks; this is what an eraser that is suspended half way leaves them.
    memory words = with_counts(two_words, {2});
    locks held{};
    bool found = false;
    bool was_new = true;
    just_before(site::erase_exchange, words[12], [&] {
        using plain = tamiz::counter_words<>;
        found = plain::test(words.data(), two_words);
        was_new = plain::add(words.data(), two_words);
    });
    CHECK(counters::erase(words.data(), held.data(), two_words));
    CHECK(found);
    CHECK_FALSE(was_new);
    CHECK(words == with_counts(two_words, {2}));
    recorder::reset();
}

TEST_CASE("a merge keeps counts that others add meanwhile")
{
    memory source{0x21};
    memory target{0x12};
    just_before(site::merge_exchange, target[0], [&target] { target[0] += 0x101; });
    counters::merge(target.data(), source.data(), word_count);
    CHECK(target[0] == 0x134);
    recorder::reset();
}

}  // namespace
