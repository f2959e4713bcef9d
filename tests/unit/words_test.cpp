// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/words.hpp>

#include <support/catch.hpp>
#include <unit/recording_atomics.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <vector>

// One thread, and a recorder in the place of the atomics: which accesses, where, in which order and with which memory
// order. What many threads may see of it is for the conformance tests.

namespace {

using tamiz::claim_result;
using tamiz::probe;
using tamiz::site;
using tamiz_test::access;
using tamiz_test::action;
using recorder = tamiz_test::recording_atomics;
using recorded_words = tamiz::words<recorder>;

constexpr std::size_t word_count = 12;
using memory = std::array<std::uint64_t, word_count>;

/// Probes that are made one after another, as those of `layout::classic`.
struct lazy_probes {
    std::vector<probe> all;
    static constexpr std::size_t capacity = 5;
    [[nodiscard]] auto begin() const { return all.begin(); }
    [[nodiscard]] auto end() const { return all.end(); }
};

constexpr std::array<probe, 3> three_words{{{2, 0x11}, {5, 0x8000000000000001}, {9, 0x600}}};
constexpr std::array<probe, 2> two_words{{{2, 0x11}, {5, 0x8000000000000001}}};
constexpr std::array<probe, 1> one_word{{{7, 0x8000000000000011}}};
constexpr std::uint64_t foreign = 0x0f00'0000'0000'0100;  // bits of other keys

const auto allowed = [] {};

/// Memory with foreign bits in each word, and with those of the key's bits that `subset` names: its bit i stands for
/// the key's bit i, counted through all of its words.
template <typename Probes>
memory with_subset(const Probes& probes, unsigned subset)
{
    memory words;
    words.fill(foreign);
    for (const probe p : probes) {
        for (std::uint64_t rest = p.mask; rest != 0; rest &= rest - 1, subset >>= 1)
            if (subset % 2 != 0) words[p.word] |= rest & -rest;
    }
    return words;
}

template <typename Probes>
unsigned subsets_of(const Probes& probes)
{
    unsigned bits = 0;
    for (const probe p : probes) bits += static_cast<unsigned>(std::popcount(p.mask));
    return 1u << bits;
}

template <typename Probes>
memory completed(memory words, const Probes& probes)
{
    for (const probe p : probes) words[p.word] |= p.mask;
    return words;
}

/// The words of the key that are not complete, in ascending order.
template <typename Probes>
std::vector<const std::uint64_t*> incomplete(const memory& words, const Probes& probes)
{
    std::vector<const std::uint64_t*> result;
    for (const probe p : probes)
        if ((p.mask & ~words[p.word]) != 0) result.push_back(&words[p.word]);
    return result;
}

/// Every subset of the key's bits set beforehand: answers, memory, accesses.
template <typename Probes>
void check_every_subset(const Probes& probes)
{
    const std::size_t words_of_key = static_cast<std::size_t>(std::distance(probes.begin(), probes.end()));
    for (unsigned subset = 0; subset < subsets_of(probes); ++subset) {
        CAPTURE(words_of_key, subset);
        const bool present = subset + 1 == subsets_of(probes);
        const memory before = with_subset(probes, subset);

        memory words = before;
        recorder::reset();
        CHECK(recorded_words::test(words.data(), probes) == present);
        CHECK(words == before);
        CHECK(recorder::writes() == 0);

        int asked = 0;
        std::size_t loads_when_asked = 0;
        std::size_t writes_when_asked = 0;
        const auto may_write = [&] {
            ++asked;
            loads_when_asked = recorder::count(action::load);
            writes_when_asked = recorder::writes();
        };
        std::vector<const std::uint64_t*> to_write = incomplete(words, probes);

        recorder::reset();
        CHECK(recorded_words::set(words.data(), probes, may_write) == !present);
        CHECK(words == completed(before, probes));
        CHECK(asked == (present ? 0 : 1));
        CHECK(loads_when_asked == (present ? 0 : words_of_key));  // all loads come first
        CHECK(writes_when_asked == 0);
        CHECK(recorder::count(action::load) == words_of_key);
        // Ascending, without the complete words unless there are two words at most.
        std::vector<const std::uint64_t*> to_set = to_write;
        if (tamiz::detail::most_probes<Probes> <= 2 && !present) {
            to_set.clear();
            for (const probe p : probes) to_set.push_back(&words[p.word]);
        }
        CHECK(recorder::words(action::fetch_or) == to_set);
        CHECK(recorder::writes() == to_set.size());

        words = before;
        asked = 0;
        loads_when_asked = writes_when_asked = 0;
        recorder::reset();
        CHECK(recorded_words::claim(words.data(), probes, may_write) ==
              (present ? claim_result::present : claim_result::won));
        CHECK(words == completed(before, probes));
        CHECK(asked == (present ? 0 : 1));
        CHECK(loads_when_asked == (present ? 0 : words_of_key));
        CHECK(writes_when_asked == 0);
        CHECK(recorder::count(action::load) == words_of_key);
        CHECK(recorder::words(action::exchange) == to_write);
        CHECK(recorder::writes() == to_write.size());

        recorder::reset();
        CHECK(recorded_words::test(words.data(), probes));
        CHECK_FALSE(recorded_words::set(words.data(), probes, may_write));
        CHECK(recorded_words::claim(words.data(), probes, may_write) == claim_result::present);
        CHECK(recorder::writes() == 0);  // a present key is read only
    }
}

TEST_CASE("every subset of a key's bits: right answers, right bits, all loads first, then the missing words ascending")
{
    check_every_subset(one_word);
    check_every_subset(two_words);
    check_every_subset(three_words);
    check_every_subset(lazy_probes{{one_word.begin(), one_word.end()}});
    check_every_subset(lazy_probes{{two_words.begin(), two_words.end()}});
    check_every_subset(lazy_probes{{three_words.begin(), three_words.end()}});
}

TEST_CASE("who may not write changes nothing")
{
    struct refused {};
    const auto refuse = [] { throw refused(); };
    memory words = with_subset(three_words, 0b000111);
    const memory before = words;
    recorder::reset();
    CHECK_THROWS_AS(recorded_words::set(words.data(), three_words, refuse), refused);
    CHECK_THROWS_AS(recorded_words::claim(words.data(), three_words, refuse), refused);
    CHECK(recorder::writes() == 0);
    CHECK(words == before);
    words = completed(words, three_words);
    CHECK_FALSE(recorded_words::set(words.data(), three_words, refuse));  // nothing to write, so nobody to refuse
}

TEST_CASE("a lookup of many lines stops at the first word that is incomplete, one of a single line reads it whole")
{
    const memory words{};
    recorder::reset();
    CHECK_FALSE(recorded_words::test(words.data(), lazy_probes{{three_words.begin(), three_words.end()}}));
    CHECK(recorder::log.size() == 1);
    recorder::reset();
    CHECK_FALSE(recorded_words::test(words.data(), three_words));
    CHECK(recorder::log.size() == 3);
}

// --- what other threads do meanwhile -------------------------------------------------------------------------------

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

TEST_CASE("an insert answers by what its own write changed, not by what it saw before")
{
    memory words{};
    const auto insert = [&words] { return recorded_words::set(words.data(), two_words, allowed); };

    SECTION("another one completes all of the key's words first")
    {
        just_before(site::set_or, words[2], [&words] { words = completed(words, two_words); });
        CHECK_FALSE(insert());
    }
    SECTION("another one leaves the last bit")
    {
        just_before(site::set_or, words[2], [&words] {
            words = completed(words, two_words);
            words[5] &= ~std::uint64_t{1};
        });
        CHECK(insert());
    }
    SECTION("another one completes the lower word only")
    {
        just_before(site::set_or, words[2], [&words] { words[2] |= two_words[0].mask; });
        CHECK(insert());
    }
    CHECK(words == completed(words, two_words));
    recorder::reset();
}

TEST_CASE("a claim is won iff it flips a bit in the highest word that it saw incomplete")
{
    memory words{};
    const auto claim = [&words] { return recorded_words::claim(words.data(), three_words, allowed); };
    const auto complete = [&words](std::size_t i) { words[three_words[i].word] |= three_words[i].mask; };

    SECTION("another one sets the highest word first: raced")
    {
        just_before(site::claim_exchange, words[9], [&] { complete(2); });
        CHECK(claim() == claim_result::raced);
    }
    SECTION("another one sets all words first: present")
    {
        just_before(site::claim_exchange, words[2], [&words] { words = completed(words, three_words); });
        CHECK(claim() == claim_result::present);
    }
    SECTION("another one sets all but the highest first: won")
    {
        just_before(site::claim_exchange, words[2], [&] { complete(0), complete(1); });
        CHECK(claim() == claim_result::won);
    }
    SECTION("another one sets a part of the highest first: won")
    {
        just_before(site::claim_exchange, words[9], [&words] { words[9] |= 0x200; });
        CHECK(claim() == claim_result::won);
    }
    SECTION("a word that was complete when it was loaded does not decide")
    {
        complete(2);
        CHECK(claim() == claim_result::won);
    }
    SECTION("a word that was complete when it was loaded does not decide, and the one below it was lost: raced")
    {
        complete(2);
        just_before(site::claim_exchange, words[5], [&] { complete(1); });
        CHECK(claim() == claim_result::raced);
    }
    SECTION("a higher word completed after the load still decides: raced")
    {
        just_before(site::claim_exchange, words[2], [&] { complete(2); });
        CHECK(claim() == claim_result::raced);
    }
    CHECK(words == completed(words, three_words));
    recorder::reset();
}

TEST_CASE("a claim that others disturb at every try ends after 64 tries at most")
{
    memory words{};
    recorder::reset();
    std::uint64_t next = 1;
    recorder::meanwhile = [&](const access& a) {
        if (a.where != site::claim_exchange) return;
        while ((next & one_word[0].mask) != 0) next <<= 1;
        words[7] |= next;
        next <<= 1;
    };
    CHECK(recorded_words::claim(words.data(), one_word, allowed) == claim_result::won);
    CHECK(recorder::count(action::exchange) == 62);  // one for each of the 61 foreign bits, and the one that wins
    CHECK(words[7] == ~std::uint64_t{0});
    recorder::reset();
}

// --- whole filters -------------------------------------------------------------------------------------------------

TEST_CASE("a merge sets what the source has, writes where something is missing only, and leaves the source")
{
    memory source{0, 1, 2, 3, 0xff, 0, ~std::uint64_t{0}, 0, 0, 0, 0, 8};
    memory target{0, 1, 4, 7, 0x0f, 9, 1, 0, 0, 0, 0, 0};
    const memory source_before = source;
    memory expected;
    std::set<const std::uint64_t*> changed;
    for (std::size_t i = 0; i < word_count; ++i) {
        expected[i] = source[i] | target[i];
        if (expected[i] != target[i]) changed.insert(&target[i]);
    }
    recorder::reset();
    recorded_words::merge(target.data(), source.data(), word_count);
    CHECK(target == expected);
    CHECK(source == source_before);
    const auto written = recorder::words(action::fetch_or);
    CHECK(std::set(written.begin(), written.end()) == changed);
    CHECK(recorder::writes() == changed.size());

    recorder::reset();
    recorded_words::merge(target.data(), target.data(), word_count);
    CHECK(target == expected);
    CHECK(recorder::writes() == 0);
}

TEST_CASE("a merge keeps bits that others set meanwhile")
{
    memory source{1};
    memory target{2};
    just_before(site::merge_or, target[0], [&target] { target[0] |= 4; });
    recorded_words::merge(target.data(), source.data(), word_count);
    CHECK(target[0] == 7);
    recorder::reset();
}

TEST_CASE("a copy is exact and writes nothing to the source")
{
    const memory source{0, 1, 2, 3, 0xff, 0, ~std::uint64_t{0}, 5, 5, 5, 5, 8};
    memory target;
    target.fill(77);
    recorder::reset();
    recorded_words::copy(target.data(), source.data(), word_count);
    CHECK(target == source);
    CHECK(recorder::writes() == 0);
}

TEST_CASE("clearing sets exactly the words that were named to zero")
{
    memory words;
    words.fill(77);
    recorded_words::clear(words.data(), word_count - 1);
    CHECK(std::ranges::count(words, 0u) == word_count - 1);
    CHECK(words.back() == 77);
    CHECK(recorded_words::read(words.data(), word_count - 1) == 77);
}

TEST_CASE("a mark is down until it is raised, and stays up")
{
    std::uint64_t mark = 0;
    CHECK_FALSE(recorded_words::raised(mark));
    recorded_words::raise(mark);
    CHECK(recorded_words::raised(mark));
    recorded_words::raise(mark);
    CHECK(recorded_words::raised(mark));
}

// --- memory orders -------------------------------------------------------------------------------------------------

TEST_CASE("each step of each protocol has its memory order")
{
    // Weaker is wrong, see the argument in words.hpp and its counterexamples; stronger costs. A change here needs an
    // argument of its own first.
    using boost::memory_order;
    constexpr memory_order relaxed = boost::memory_order_relaxed;
    constexpr memory_order acquire = boost::memory_order_acquire;
    constexpr memory_order release = boost::memory_order_release;
    constexpr memory_order both = boost::memory_order_acq_rel;
    using step = std::tuple<action, memory_order, memory_order>;
    const std::map<site, step> expected{
        {site::test_load, {action::load, acquire, acquire}},
        {site::set_load, {action::load, acquire, acquire}},
        {site::set_or, {action::fetch_or, both, both}},
        {site::claim_load, {action::load, acquire, acquire}},
        {site::claim_exchange, {action::exchange, release, acquire}},
        {site::merge_source, {action::load, acquire, acquire}},
        {site::merge_load, {action::load, relaxed, relaxed}},
        {site::merge_or, {action::fetch_or, both, both}},
        {site::copy_load, {action::load, acquire, acquire}},
        {site::count_load, {action::load, relaxed, relaxed}},
        {site::clear_store, {action::store, relaxed, relaxed}},
        {site::build_load, {action::load, relaxed, relaxed}},
        {site::build_store, {action::store, relaxed, relaxed}},
        {site::history_load, {action::load, relaxed, relaxed}},
        {site::history_store, {action::store, relaxed, relaxed}},
    };
    std::set<site> named;
    for (const auto& entry : expected) named.insert(entry.first);
    CHECK(named == tamiz_test::sites_without(tamiz_test::sites_of_counters));  // no site is left out

    memory words{};
    memory other{1, 2, 3};
    std::uint64_t mark = 0;
    recorder::reset();
    (void)recorded_words::test(words.data(), three_words);
    recorded_words::set(words.data(), two_words, allowed);
    recorded_words::claim(words.data(), three_words, allowed);
    (void)recorded_words::test(words.data(), lazy_probes{{three_words.begin(), three_words.end()}});  // word by word
    recorded_words::merge(words.data(), other.data(), word_count);
    recorded_words::copy(other.data(), words.data(), word_count);
    (void)recorded_words::read(words.data(), 0);
    recorded_words::build(words.data(), two_words);
    recorded_words::clear(words.data(), word_count);
    recorded_words::raise(mark);
    (void)recorded_words::raised(mark);

    std::map<site, std::set<step>> seen;
    for (const access& a : recorder::log) seen[a.where].insert({a.what, a.order, a.failure});
    CHECK(seen.size() == expected.size());
    for (const auto& [where, steps] : seen) {
        CAPTURE(static_cast<int>(where));
        CHECK(steps == std::set<step>{expected.at(where)});
    }
}

TEST_CASE("building sets the bits that inserting sets, by loads and stores")
{
    for (unsigned subset = 0; subset < subsets_of(three_words); ++subset) {
        memory words = with_subset(three_words, subset);
        const memory before = words;
        recorder::reset();
        recorded_words::build(words.data(), three_words);
        CHECK(words == completed(before, three_words));
        CHECK(recorder::count(action::load) == three_words.size());
        CHECK(recorder::count(action::store) == three_words.size());
        CHECK(recorder::count(action::fetch_or) + recorder::count(action::exchange) == 0);
    }
}

TEST_CASE("the words that ship answer as the recorded ones")
{
    for (unsigned subset = 0; subset < subsets_of(three_words); ++subset) {
        const bool present = subset + 1 == subsets_of(three_words);
        memory words = with_subset(three_words, subset);
        const memory before = words;
        CAPTURE(subset);
        CHECK(tamiz::words<>::test(words.data(), three_words) == present);
        CHECK(tamiz::words<>::claim(words.data(), three_words, allowed) ==
              (present ? claim_result::present : claim_result::won));
        CHECK(words == completed(before, three_words));
        words = before;
        CHECK(tamiz::words<>::set(words.data(), three_words, allowed) == !present);
        CHECK(words == completed(before, three_words));
    }
}

}  // namespace
