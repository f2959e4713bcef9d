// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/detail/bulk.hpp>

#include <tamiz/bloom_filter.hpp>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>
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
#include <utility>
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

/// Stands for a filter of strings: its hash of a key is its length.
struct recorder {
    using key_type = std::string;
    using hasher = tamiz::hash<std::string>;
    std::vector<std::uint64_t>& hashed;

    hash_value hash(const std::string& key) const
    {
        hashed.push_back(key.size());
        return hash_value(key.size());
    }
    [[nodiscard]] std::uint64_t seed() const { return 0; }
};

TEST_CASE("keys are hashed once each and in order, a chunk before they are used")
{
    for (const std::size_t length : lengths) {
        std::vector<std::uint64_t> hashed, used;
        std::vector<std::string> keys;
        for (std::size_t i = 0; i < length; ++i) keys.emplace_back(i, 'x');
        bool is_ahead = true;
        bool whole_chunks = true;
        const recorder filter{hashed};
        const std::vector<std::uint64_t> memory(8);
        const auto use = [&](const tamiz::detail::bulk_keys& chunk, const auto* next) {
            for (std::size_t i = 0; i < chunk.count; ++i) used.push_back(chunk.hash(i).value());
            whole_chunks &= chunk.count == tamiz::detail::bulk_chunk || used.size() == length;
            is_ahead &= hashed.size() == std::min(length, used.size() + tamiz::detail::bulk_chunk);
            is_ahead &= next->keys().count == std::min(length - used.size(), tamiz::detail::bulk_chunk);
        };
        using layout = tamiz::layout::cache_line<2>;
        tamiz::detail::in_staged_chunks<layout>(filter, keys, {1, 1}, memory.data(), use);
        CAPTURE(length);
        CHECK(hashed == sequence(length));
        CHECK(used == sequence(length));
        CHECK(whole_chunks);
        CHECK(is_ahead);
    }
}

template <typename Range>
void check_chunks(const filter_of<tamiz::layout::word>& filter, const Range& range,
                  const std::vector<std::uint64_t>& expected)
{
    std::vector<std::uint64_t> seen;
    tamiz::detail::in_chunks<tamiz::layout::word>(filter, range, 40,
                                                  [&](const tamiz::detail::bulk_keys& chunk, const auto*) {
                                                      for (std::size_t i = 0; i < chunk.count; ++i)
                                                          seen.push_back(chunk.hash(i).value());
                                                  });
    CHECK(seen == expected);
}

TEST_CASE("the chunks of a range have the hashes that the filter gives each key")
{
    const filter_of<tamiz::layout::word> filter({.bits = 640, .hashes = 3, .seed = 77});
    for (const std::size_t length : lengths) {
        CAPTURE(length);
        const std::vector<std::uint64_t> keys = sequence(length);
        std::vector<hash_value> hashes;
        std::vector<std::uint64_t> expected;
        for (const std::uint64_t key : keys) {
            hashes.push_back(filter.hash(key));
            expected.push_back(hashes.back().value());
        }
        check_chunks(filter, keys, expected);  // read where they lie
        check_chunks(filter, std::list<std::uint64_t>(keys.begin(), keys.end()), expected);
        check_chunks(filter, std::vector<unsigned short>(keys.begin(), keys.end()), expected);  // of another width
        check_chunks(filter, hashes, expected);                                                 // as they are
    }
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

TEMPLATE_TEST_CASE("a filter that is built is the one that inserts make", "", TAMIZ_TEST_LAYOUTS)
{
    for (const std::size_t length : lengths) {
        const std::vector<std::uint64_t> keys = sequence(length);
        filter_of<TestType> expected(thousand);
        filter_of<TestType> filter(thousand);
        expected.insert_range(keys);
        filter.build_range(keys);
        filter.build_range(keys);  // once more changes nothing
        CAPTURE(length);
        CHECK(words_of(filter) == words_of(expected));
        CHECK(filter.stats().expected_false_drops.has_value());
    }
    filter_of<TestType> moved_from(thousand);
    const filter_of<TestType> other(std::move(moved_from));
    CHECK_THROWS_AS(moved_from.build_range(sequence(1)), std::logic_error);
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

using tamiz::detail::bulk_functions;
using tamiz::detail::bulk_keys;

#define BULK_LAYOUTS                                                                                                   \
    tamiz::layout::cache_line<2>, tamiz::layout::cache_line<4>, tamiz::layout::cache_line<8>, tamiz::layout::word,     \
        (tamiz::layout::cache_line<2, 16>), (tamiz::layout::cache_line<4, 16>), (tamiz::layout::cache_line<8, 16>),    \
        tamiz::layout::basic_word<16>

/// Numbers as keys, or their hashes, in an array with room behind them.
struct many_keys {
    static constexpr std::uint64_t seed = 0x0123'4567'89ab'cdef;
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint64_t> hashes;

    explicit many_keys(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            numbers.push_back(tamiz_test::random_hash(i * 2).value());
            hashes.push_back(tamiz::detail::mix(numbers.back() ^ seed));
        }
    }
    [[nodiscard]] bulk_keys chunk(std::size_t begin, std::size_t count, bool unmixed) const
    {
        return {(unmixed ? numbers : hashes).data() + begin, count, unmixed, seed};
    }
};

TEST_CASE("the scalar functions are always there, and come last")
{
    const auto functions = tamiz::detail::supported_bulk_functions();
    CHECK(std::string(functions.back().name) == "scalar");
    const bulk_functions& best = tamiz_test::sanitized ? functions.back() : functions.front();
    CHECK(tamiz::detail::best_bulk_functions().name == best.name);
    std::string names;
    for (const bulk_functions& f : functions) names += std::string(f.name) + ' ';
    UNSCOPED_INFO("this processor: " << names);
}

TEMPLATE_TEST_CASE("all instruction sets place and probe keys as the layout does", "", BULK_LAYOUTS)
{
    using tamiz::detail::bulk_chunk;
    static_assert(tamiz::detail::has_bulk_functions<TestType>);
    constexpr std::size_t parts = TestType::model.words_per_key;
    const many_keys keys(bulk_chunk);
    for (const std::uint64_t blocks :
         {std::uint64_t{1}, std::uint64_t{97}, (std::uint64_t{1} << 32) - 1, (std::uint64_t{1} << 32) + 5}) {
        for (unsigned cells = 1; cells <= TestType::max_cells_per_word; ++cells) {
            const tamiz::detail::blocked_size size{blocks, cells};
            for (const bulk_functions& f : tamiz::detail::supported_bulk_functions()) {
                bool right = true;
                for (std::size_t count = 0; count <= bulk_chunk; ++count) {
                    for (const bool unmixed : {false, true}) {
                        constexpr std::uint64_t untouched = 0xdead;
                        std::vector<std::uint64_t> hashes(count + 1, untouched), first(count + 1, untouched);
                        std::vector<std::uint64_t> words(parts * bulk_chunk), masks(parts * bulk_chunk);
                        f.place(TestType::model, size, keys.chunk(0, count, unmixed), hashes.data(), first.data());
                        f.probe(TestType::model, size, keys.chunk(0, count, unmixed), words.data(), masks.data());
                        right &= hashes[count] == untouched && first[count] == untouched;
                        for (std::size_t i = 0; i < count; ++i) {
                            const auto probes = TestType::probes(size, hash_value(keys.hashes[i]));
                            right &= hashes[i] == keys.hashes[i];
                            right &= first[i] ==
                                     probes[0].word / TestType::model.words_per_block * TestType::model.words_per_block;
                            for (std::size_t part = 0; part < parts; ++part)
                                right &= probes[part] ==
                                         tamiz::probe{words[part * bulk_chunk + i], masks[part * bulk_chunk + i]};
                        }
                    }
                }
                CAPTURE(f.name, blocks, cells);
                CHECK(right);
            }
        }
    }
}

TEMPLATE_TEST_CASE("all instruction sets answer a million lookups bit for bit as the reference", "", BULK_LAYOUTS)
{
    using tamiz::detail::bulk_chunk;
    using reference = std::conditional_t<TestType::cells == 64, tamiz::words<>, tamiz::counter_words<>>;
    constexpr std::size_t lookups = tamiz_test::scaled<std::size_t>(1'000'000, 50);
    const tamiz::detail::blocked_size size{997, 3};
    std::vector<std::uint64_t> memory(TestType::word_count(size));
    const many_keys keys(lookups);
    for (std::size_t i = 0; i < lookups; i += lookups / 3'000)
        for (const tamiz::probe p : TestType::probes(size, hash_value(keys.hashes[i])))
            memory[p.word] |= p.mask << (TestType::cells == 64 ? 0 : i % 4);  // any bit of a counter counts
    std::size_t found = 0;
    for (const bulk_functions& f : tamiz::detail::supported_bulk_functions()) {
        found = 0;
        std::size_t wrong = 0;
        std::size_t count = 1;
        for (std::size_t i = 0; i < lookups; i += count, count = count % bulk_chunk + 1) {
            count = std::min(count, lookups - i);
            std::array<bool, bulk_chunk + 1> answers;
            answers.fill(true);
            const std::array<std::uint64_t, bulk_chunk> ahead{};
            f.test(TestType::model, size, keys.chunk(i, count, i % 2 != 0), memory.data(), answers.data(),
                   i % 3 != 0 ? ahead.data() : nullptr);
            for (std::size_t j = 0; j < count; ++j) {
                const bool expected =
                    reference::test(memory.data(), TestType::probes(size, hash_value(keys.hashes[i + j])));
                wrong += answers[j] != expected ? 1u : 0u;
                found += expected ? 1u : 0u;
            }
            wrong += answers[count] ? 0u : 1u;  // nothing is written beyond
        }
        CAPTURE(f.name);
        CHECK(wrong == 0);
    }
    CHECK(found >= 3'000);
    CHECK(found < lookups / 2);
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
    static_assert(!tamiz::detail::has_bulk_functions<last_line_only> &&
                  !tamiz::detail::has_bulk_functions<tamiz::layout::classic>);
    filter_of<last_line_only> filter(thousand);
    const std::vector<std::uint64_t> keys = sequence(100);
    filter.insert_range(keys);
    std::vector<bool> found(100);
    filter.may_contain_range(keys, found);
    CHECK(std::ranges::count(found, true) == 100);
}

}  // namespace
