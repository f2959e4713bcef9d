// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/detail/bulk.hpp>

#include <tamiz/bloom_filter.hpp>

#include <support/catch.hpp>
#include <unit/layouts.hpp>
#include <unit/message_of.hpp>
#include <unit/probe_checks.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <list>
#include <numeric>
#include <ranges>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using tamiz::claim_result;
using tamiz::hash_value;
using tamiz_test::message_of;
using tamiz_test::missing_in;

constexpr std::array<std::size_t, 12> lengths{0, 1, 2, 31, 32, 33, 63, 64, 65, 96, 97, 1'000};

constexpr tamiz::filter_options thousand{.expected_items = 1'000, .false_positive_rate = 0.01};

template <typename Layout>
using filter_of = tamiz::bloom_filter<std::uint64_t, Layout>;

std::vector<std::uint64_t> sequence(std::size_t length)
{
    std::vector<std::uint64_t> keys(length);
    std::iota(keys.begin(), keys.end(), 0u);
    return keys;
}

template <typename Filter>
std::vector<std::uint64_t> words_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

// --- how keys are read ---------------------------------------------------------------------------------------------

/// Stands for a filter: its hash of a key is the key.
struct recorder {
    using key_type = std::uint64_t;
    std::vector<std::uint64_t>& hashed;
    std::vector<std::uint64_t>& prefetched;

    hash_value hash(std::uint64_t key) const
    {
        hashed.push_back(key);
        return hash_value(key);
    }
    void prefetch(hash_value hash) const { prefetched.push_back(hash.value()); }
};

TEST_CASE("keys are hashed once each and in order, and asked for a chunk before they are used")
{
    for (const std::size_t length : lengths) {
        std::vector<std::uint64_t> hashed, prefetched, used;
        bool is_ahead = true;
        bool whole_chunks = true;
        const recorder filter{hashed, prefetched};
        tamiz::detail::in_chunks(filter, sequence(length), [&](std::span<const hash_value> hashes) {
            for (const hash_value hash : hashes) used.push_back(hash.value());
            whole_chunks &= hashes.size() == tamiz::detail::bulk_chunk || used.size() == length;
            is_ahead &= prefetched.size() == std::min(length, used.size() + tamiz::detail::bulk_chunk);
        });
        CAPTURE(length);
        CHECK(hashed == sequence(length));
        CHECK(prefetched == sequence(length));
        CHECK(used == sequence(length));
        CHECK(whole_chunks);
        CHECK(is_ahead);
    }
}

TEST_CASE("hash values are used as they are")
{
    std::vector<std::uint64_t> hashed, prefetched, used;
    const recorder filter{hashed, prefetched};
    const std::vector<hash_value> hashes{hash_value(3), hash_value(1), hash_value(2)};
    tamiz::detail::in_chunks(filter, hashes, [&](std::span<const hash_value> chunk) {
        for (const hash_value hash : chunk) used.push_back(hash.value());
    });
    CHECK(hashed.empty());
    CHECK(used == std::vector<std::uint64_t>{3, 1, 2});
}

// --- every kind of input -------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("every kind of range can be inserted", "", TAMIZ_TEST_LAYOUTS)
{
    constexpr std::size_t length = 100;
    filter_of<TestType> expected(thousand);
    for (const std::uint64_t key : sequence(length)) expected.insert(key);
    const std::vector<std::uint64_t> keys = sequence(length);

    const auto check = [&expected](auto&& range) {
        filter_of<TestType> filter(thousand);
        filter.insert_range(std::forward<decltype(range)>(range));
        CHECK(words_of(filter) == words_of(expected));
    };
    check(keys);
    check(sequence(length));  // a temporary
    check(std::span<const std::uint64_t>(keys));
    check(std::list<std::uint64_t>(keys.begin(), keys.end()));
    check(std::deque<std::uint64_t>(keys.begin(), keys.end()));
    check(std::vector<unsigned>(keys.begin(), keys.end()));  // converted one by one
    check(std::views::iota(std::uint64_t{0}, std::uint64_t{length}));
    check(keys | std::views::transform([](std::uint64_t key) { return key; }));
    check(keys | std::views::reverse);
    check(keys | std::views::filter([](std::uint64_t) { return true; }));
    check(keys | std::views::transform([&expected](std::uint64_t key) { return expected.hash(key); }));

    std::stringstream text;  // can be read once only
    for (const std::uint64_t key : keys) text << key << ' ';
    check(std::views::istream<std::uint64_t>(text));

    std::uint64_t array[length];
    std::ranges::copy(keys, array);
    check(array);
}

TEST_CASE("keys that a view makes on the way can be strings")
{
    tamiz::bloom_filter<std::string> filter(thousand);
    const auto names =
        std::views::iota(0, 100) | std::views::transform([](int i) { return "name " + std::to_string(i); });
    filter.insert_range(names);
    for (int i = 0; i < 100; ++i) CHECK(filter.may_contain("name " + std::to_string(i)));

    std::array<bool, 100> answers{};
    filter.may_contain_range(names, answers);
    CHECK(std::ranges::count(answers, true) == 100);

    const std::vector<const char*> literals{"name 5", "name 6", "nobody"};
    filter.may_contain_range(literals, answers);
    CHECK((answers[0] && answers[1] && !answers[2]));
}

TEST_CASE("the flags of a vector<bool> can be keys")
{
    tamiz::bloom_filter<int> filter(thousand);
    filter.insert_range(std::vector<bool>{true, true});
    CHECK(filter.may_contain(1));
    CHECK_FALSE(filter.may_contain(0));
}

// --- answers -------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("answers in bulk are those of one call after another", "", TAMIZ_TEST_LAYOUTS)
{
    for (const std::size_t length : lengths) {
        CAPTURE(length);
        std::vector<std::uint64_t> keys = sequence(length);
        for (std::size_t i = 0; i < length; i += 3) keys[i] = 7;  // known ones in between, also within a chunk
        filter_of<TestType> single(thousand), bulk(thousand);
        filter_of<TestType> single_claims(thousand), bulk_claims(thousand);

        std::vector<char> expected, answers(length, 2);
        std::vector<claim_result> expected_claims, claims(length, claim_result::raced);
        for (const std::uint64_t key : keys) {
            expected.push_back(single.insert(key));
            expected_claims.push_back(single_claims.claim(key));
        }
        bulk.insert_range(keys, answers);
        CHECK(answers == expected);
        CHECK(words_of(bulk) == words_of(single));
        bulk_claims.claim_range(keys, claims);
        CHECK(claims == expected_claims);
        CHECK(words_of(bulk_claims) == words_of(single));

        std::vector<std::uint64_t> asked = sequence(2 * length);
        std::vector<char> found_singly, found(asked.size(), 2);
        for (const std::uint64_t key : asked) found_singly.push_back(single.may_contain(key));
        std::as_const(bulk).may_contain_range(asked, found);
        CHECK(found == found_singly);
        CHECK(words_of(bulk) == words_of(single));
    }
}

TEMPLATE_TEST_CASE("answers go to every kind of range that takes them", "", TAMIZ_TEST_LAYOUTS)
{
    constexpr std::size_t length = 70;
    filter_of<TestType> filter(thousand);
    filter.insert_range(sequence(length / 2));
    const std::vector<std::uint64_t> keys = sequence(length);
    std::vector<bool> expected;
    for (const std::uint64_t key : keys) expected.push_back(filter.may_contain(key));

    const auto check = [&](auto&& answers) {
        filter.may_contain_range(keys, answers);
        CHECK(std::ranges::equal(answers | std::views::take(length), expected,
                                 [](auto a, bool b) { return static_cast<bool>(a) == b; }));
    };
    check(std::vector<bool>(length));
    check(std::vector<char>(length));
    check(std::vector<int>(length + 5));  // more room than needed
    check(std::list<bool>(length));
    check(std::array<bool, length>());
    bool array[length];
    check(array);
    check(std::span<bool>(array));

    std::vector<bool> appended;  // an output range without an end
    filter.may_contain_range(keys, std::ranges::subrange(std::back_inserter(appended), std::unreachable_sentinel));
    CHECK(appended == expected);

    std::vector<bool> told_new(length);
    filter.insert_range(keys, told_new);
    told_new.flip();
    CHECK(told_new == expected);
    std::list<claim_result> claims(length, claim_result::won);
    filter.claim_range(keys, claims);
    CHECK(std::ranges::count(claims, claim_result::present) == std::ptrdiff_t{length});
}

TEMPLATE_TEST_CASE("answers without room are refused before anything is done", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    const std::vector<std::uint64_t> keys = sequence(100);
    const std::list<std::uint64_t> list(keys.begin(), keys.end());
    for (const std::size_t room : {0u, 1u, 64u, 99u}) {
        std::vector<char> answers(room, 2);
        std::vector<claim_result> claims(room, claim_result::raced);
        const auto check_refused = [&](auto call) {
            const std::string value = "answers.size() = " + std::to_string(room);
            CHECK(missing_in(message_of<std::invalid_argument>(call), {value, "the 100 keys"}) == "");
        };
        check_refused([&] { filter.insert_range(keys, answers); });
        check_refused([&] { filter.insert_range(list, answers); });
        check_refused([&] { filter.claim_range(keys, claims); });
        check_refused([&] { filter.may_contain_range(keys, answers); });
        check_refused([&] { filter.may_contain_range(keys, std::span(answers)); });
        CHECK(filter.fill_ratio() == 0);
        CHECK(std::ranges::count(answers, 2) == static_cast<std::ptrdiff_t>(room));
        CHECK(std::ranges::count(claims, claim_result::raced) == static_cast<std::ptrdiff_t>(room));
    }
    std::vector<char> enough(100, 2);
    filter.insert_range(keys, enough);
    CHECK(std::ranges::count(enough, 2) == 0);
}

// --- the compiled lookups ------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("the compiled bulk lookup answers bit for bit as the reference", "", tamiz::layout::cache_line<2>,
                   tamiz::layout::cache_line<4>, tamiz::layout::cache_line<8>, tamiz::layout::word)
{
    static_assert(tamiz::detail::has_bulk_test<TestType>);
    for (const unsigned cells : {1u, 3u, 8u, 16u}) {
        const tamiz::detail::blocked_size size{97, cells};
        std::vector<std::uint64_t> memory(TestType::word_count(size));
        for (std::uint64_t key = 0; key < 600; ++key)
            for (const tamiz::probe p : TestType::probes(size, tamiz_test::random_hash(key)))
                if (p.word % 3 != 0 || key % 5 != 0) memory[p.word] |= p.mask;  // some keys lack a word
        for (const std::size_t length : lengths) {
            std::vector<hash_value> hashes;
            for (std::size_t i = 0; i < length; ++i) hashes.push_back(tamiz_test::random_hash(i * 2));
            std::vector<char> expected;
            for (const hash_value hash : hashes)
                expected.push_back(tamiz::words<>::test(memory.data(), TestType::probes(size, hash)));
            std::array<bool, 1'001> answers;
            answers.fill(true);
            tamiz::detail::test_blocked(TestType::model, size, memory.data(), hashes, answers.data());
            CAPTURE(cells, length);
            CHECK(std::equal(expected.begin(), expected.end(), answers.begin()));
            CHECK(answers[length]);  // nothing is written beyond
            if (length == 1'000) {
                CHECK(std::ranges::count(expected, 1) > 50);
                CHECK(std::ranges::count(expected, 0) > 50);
            }
        }
    }
}

/// A layout of a user's own, with other probes than the one that it is made from.
struct last_line_only : tamiz::layout::cache_line<2> {
    static constexpr probes_type probes(const size& s, hash_value hash) noexcept
    {
        probes_type result = tamiz::layout::cache_line<2>::probes({1, s.cells_per_word}, hash);
        for (tamiz::probe& p : result) p.word += (s.blocks - 1) * 8;
        return result;
    }
};

TEST_CASE("bulk lookups use the probes of the filter's own layout")
{
    static_assert(!tamiz::detail::has_bulk_test<last_line_only> &&
                  !tamiz::detail::has_bulk_test<tamiz::layout::classic>);
    static_assert(!tamiz::detail::has_bulk_test<tamiz::layout::cache_line<2, 16>>);
    filter_of<last_line_only> filter(thousand);
    const std::vector<std::uint64_t> keys = sequence(100);
    filter.insert_range(keys);
    std::vector<bool> found(100);
    filter.may_contain_range(keys, found);
    CHECK(std::ranges::count(found, true) == 100);
}

}  // namespace
