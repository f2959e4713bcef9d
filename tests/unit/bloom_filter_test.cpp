// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <support/catch.hpp>
#include <unit/layouts.hpp>
#include <unit/message_of.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

// Each operation in one thread. Memory of the caller: caller_memory_test.cpp. Bulk forms: bulk_test.cpp. Figures:
// statistics_test.cpp. Parameters: options_test.cpp. Many threads, rates, twins: tests/conformance.

namespace {

using tamiz::claim_result;
using tamiz::explicit_size;
using tamiz::filter_options;
using tamiz::hash_value;
using tamiz_test::message_of;
using tamiz_test::missing_in;

template <typename Layout>
using filter_of = tamiz::bloom_filter<std::uint64_t, Layout>;
using some_filter = tamiz::bloom_filter<std::string>;

constexpr filter_options thousand{.expected_items = 1'000, .false_positive_rate = 0.001};
constexpr explicit_size thousand_bits{.bits = 1'000, .hashes = 8};

static_assert(!std::is_default_constructible_v<some_filter>);
static_assert(!std::is_copy_constructible_v<some_filter> && !std::is_copy_assignable_v<some_filter>);
static_assert(std::is_nothrow_move_constructible_v<some_filter> && std::is_nothrow_move_assignable_v<some_filter>);
static_assert(std::is_nothrow_swappable_v<some_filter>);
static_assert(!std::is_convertible_v<filter_options, some_filter> &&
              !std::is_convertible_v<explicit_size, some_filter>);
static_assert(sizeof(some_filter) < 200 && sizeof(filter_of<tamiz::layout::classic>) < 200);
static_assert(noexcept(std::declval<const some_filter&>().may_contain(hash_value())));

/// The words of the filter, to compare them later.
template <typename Filter>
std::vector<std::uint64_t> words_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

// --- one key -------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("an empty filter answers false", "", TAMIZ_TEST_LAYOUTS)
{
    const filter_of<TestType> filter(thousand);
    int found = 0;
    for (std::uint64_t key = 0; key < 10'000; ++key) found += filter.may_contain(key) ? 1 : 0;
    CHECK(found == 0);
}

TEMPLATE_TEST_CASE("an inserted key is found, and is new exactly once", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    int told_new = 0;
    for (std::uint64_t key = 0; key < 1'000; ++key) {
        const bool known = filter.may_contain(key);
        const bool is_new = filter.insert(key);
        REQUIRE(is_new == !known);
        told_new += is_new ? 1 : 0;
        const std::vector<std::uint64_t> before = words_of(filter);
        REQUIRE_FALSE(filter.insert(key));
        REQUIRE(words_of(filter) == before);
        REQUIRE(filter.may_contain(key));
    }
    CHECK(told_new > 980);  // at most some of the last are false positives
    for (std::uint64_t key = 0; key < 1'000; ++key) REQUIRE(filter.may_contain(key));
}

TEMPLATE_TEST_CASE("a claim is won once and sets what an insert sets", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> claimed(thousand);
    filter_of<TestType> inserted(thousand);
    for (std::uint64_t key = 0; key < 1'000; ++key) {
        const bool known = claimed.may_contain(key);
        REQUIRE(claimed.claim(key) == (known ? claim_result::present : claim_result::won));
        REQUIRE(claimed.claim(key) == claim_result::present);
        REQUIRE_FALSE(claimed.insert(key));
        inserted.insert(key);
        REQUIRE(inserted.claim(key) == claim_result::present);
    }
    CHECK(words_of(claimed) == words_of(inserted));
}

TEMPLATE_TEST_CASE("a hash stands for its key in every operation", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    const hash_value hash = filter.hash(std::uint64_t{5});
    filter.prefetch(hash);
    CHECK(filter.fill_ratio() == 0);  // asking for a line changes nothing
    CHECK_FALSE(filter.may_contain(hash));
    CHECK(filter.insert(hash));
    CHECK(filter.may_contain(hash));
    CHECK(filter.may_contain(std::uint64_t{5}));
    CHECK(filter.claim(std::uint64_t{5}) == claim_result::present);
    CHECK(filter.claim(filter.hash(std::uint64_t{6})) == claim_result::won);
    CHECK_FALSE(filter.insert(std::uint64_t{6}));
    for (const hash_value extreme : {hash_value(0), hash_value(~std::uint64_t{0})}) {
        CHECK(filter.insert(extreme));
        CHECK(filter.may_contain(extreme));
    }
    CHECK(filter_of<TestType>(thousand).hash(std::uint64_t{5}) == hash);
    CHECK(filter_of<TestType>(thousand_bits).hash(std::uint64_t{5}) == hash);  // whatever the size
}

TEST_CASE("a key is asked for in any form of equal content")
{
    some_filter filter(thousand);
    using namespace std::string_literals;
    CHECK(filter.insert("abc"));
    CHECK(filter.may_contain("abc"s));
    CHECK(filter.may_contain(std::string_view("abc")));
    CHECK(filter.may_contain(static_cast<const char*>("abc")));
    CHECK(filter.may_contain(std::filesystem::path("abc")));
    CHECK_FALSE(filter.may_contain("abc\0"s));
    CHECK_FALSE(filter.may_contain(""));
    CHECK(filter.insert(""));  // empty is a key like any other
    CHECK(filter.may_contain(std::string()));
    CHECK(filter.insert("a\0b"s));
    CHECK(filter.may_contain(std::string_view("a\0b", 3)));
    CHECK_FALSE(filter.may_contain("a\0c"s));
    CHECK_FALSE(filter.may_contain("a"));
    CHECK(missing_in(message_of<std::invalid_argument>([&] { filter.insert(static_cast<const char*>(nullptr)); }),
                     {"key = nullptr"}) == "");

    tamiz::bloom_filter<int> numbers(thousand);
    CHECK(numbers.insert(std::int8_t{-3}));
    CHECK(numbers.may_contain(-3));
    CHECK(numbers.may_contain(std::int16_t{-3}));
    CHECK_FALSE(numbers.may_contain(3));
}

/// A key that tells how often one was made from a text.
struct text_key {
    inline static int made = 0;
    text_key(std::string_view t) : text(t) { ++made; }
    std::string text;
};
struct text_hash {
    std::uint64_t operator()(const text_key& key) const { return (*this)(std::string_view(key.text)); }
    std::uint64_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
struct transparent_text_hash : text_hash {
    using is_transparent = void;
};

TEST_CASE("a transparent hash is asked with the argument itself, another one with a key made from it")
{
    tamiz::bloom_filter<text_key, tamiz::layout::word, transparent_text_hash> transparent(thousand);
    tamiz::bloom_filter<text_key, tamiz::layout::word, text_hash> opaque(thousand);
    text_key::made = 0;
    transparent.insert(std::string_view("abc"));
    CHECK(transparent.may_contain(std::string_view("abc")));
    CHECK(text_key::made == 0);
    opaque.insert(std::string_view("abc"));
    CHECK(text_key::made == 1);
    CHECK(opaque.may_contain(text_key("abc")));
    CHECK(text_key::made == 2);
}

TEST_CASE("a key that is a range is one key")
{
    struct path_hash {
        std::size_t operator()(const std::filesystem::path& path) const { return std::filesystem::hash_value(path); }
    };
    tamiz::bloom_filter<std::filesystem::path, tamiz::layout::classic, path_hash> paths(thousand);
    CHECK(paths.insert(std::filesystem::path("usr/share/doc")));
    CHECK(paths.may_contain("usr/share/doc"));
    CHECK_FALSE(paths.may_contain("usr"));
    CHECK_FALSE(paths.may_contain("doc"));

    tamiz::bloom_filter<std::vector<std::uint8_t>> bytes(thousand);
    CHECK(bytes.insert(std::vector<std::uint8_t>{1, 2, 3}));
    CHECK(bytes.may_contain(std::array<std::uint8_t, 3>{1, 2, 3}));
    CHECK_FALSE(bytes.may_contain(std::vector<std::uint8_t>{1}));
    CHECK_FALSE(bytes.may_contain(std::vector<std::uint8_t>()));

    some_filter strings(thousand);
    CHECK(strings.insert("abc"));
    CHECK_FALSE(strings.may_contain("a"));
}

TEST_CASE("a hash with state, a captured one too, is kept, moved and copied along")
{
    const auto salted = [salt = std::make_shared<std::uint64_t>(77)](std::uint64_t key) { return key * *salt; };
    using filter_type = tamiz::bloom_filter<std::uint64_t, tamiz::layout::cache_line<2>, decltype(salted)>;
    filter_type filter(thousand, salted);
    CHECK(filter.insert(std::uint64_t{5}));
    const filter_type moved(std::move(filter));
    CHECK(moved.may_contain(std::uint64_t{5}));
    CHECK_FALSE(moved.may_contain(std::uint64_t{6}));
    CHECK(moved.copy().may_contain(std::uint64_t{5}));
    CHECK(moved.hash_function()(2) == 154);
}

TEMPLATE_TEST_CASE("two seeds give the same keys different bits", "", TAMIZ_TEST_LAYOUTS)
{
    filter_options other = thousand;
    other.seed = 2;
    filter_of<TestType> a(thousand), b(other);
    CHECK(a.seed() == tamiz::default_seed);
    CHECK(b.seed() == 2);
    for (std::uint64_t key = 0; key < 100; ++key) a.insert(key), b.insert(key);
    CHECK(words_of(a) != words_of(b));
    int found = 0;  // bits of one mean nothing to the other
    for (std::uint64_t key = 0; key < 100; ++key) found += a.may_contain(b.hash(key)) ? 1 : 0;
    CHECK(found < 5);
}

TEMPLATE_TEST_CASE("inserts change no byte of the filter object", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    using bytes = std::array<std::byte, sizeof filter>;
    const auto object = [&filter] {
        bytes result;
        std::memcpy(result.data(), static_cast<const void*>(&filter), sizeof filter);
        return result;
    };
    const bytes before = object();
    const std::vector<std::uint64_t> words_before = words_of(filter);
    std::vector<std::thread> threads;
    for (std::uint64_t first = 0; first < 4; ++first) {
        threads.emplace_back([&filter, first] {
            for (std::uint64_t key = first * 100; key < 250 + first * 100; ++key) {
                filter.insert(key);
                (void)filter.claim(key + 1'000);
                (void)filter.may_contain(key + 2'000);
            }
            filter.insert_range(std::vector<std::uint64_t>(100, first));
        });
    }
    for (std::thread& thread : threads) thread.join();
    (void)filter.stats();
    CHECK(object() == before);
    CHECK(words_of(filter) != words_before);
}

// --- whole filters -------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a merge adds what the other holds and leaves the other", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> target(thousand), source(thousand);
    for (std::uint64_t key = 0; key < 100; ++key) target.insert(key), source.insert(key + 1'000);
    const std::vector<std::uint64_t> target_before = words_of(target), source_before = words_of(source);
    target.merge(source);
    CHECK(words_of(source) == source_before);
    for (std::size_t i = 0; i < source_before.size(); ++i)
        REQUIRE(target.words()[i] == (source_before[i] | target_before[i]));
    for (std::uint64_t key = 0; key < 100; ++key) {
        REQUIRE(target.may_contain(key));
        REQUIRE(target.may_contain(key + 1'000));
    }
    const std::vector<std::uint64_t> merged = words_of(target);
    target.merge(target);
    target.merge(filter_of<TestType>(thousand));  // an empty one
    CHECK(words_of(target) == merged);
}

struct salted_hash {
    std::uint64_t salt = 0;
    std::uint64_t operator()(std::uint64_t key) const { return key ^ salt; }
    bool operator==(const salted_hash&) const = default;
};

TEMPLATE_TEST_CASE("a merge of unlike filters names the difference and changes nothing", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = tamiz::bloom_filter<std::uint64_t, TestType, salted_hash>;
    const explicit_size size{.bits = 10'240, .hashes = 8};
    filter_type target(size);
    target.insert(std::uint64_t{5});
    const std::vector<std::uint64_t> before = words_of(target);
    const auto refusal = [&](const filter_type& source) {
        const std::string message = message_of<std::invalid_argument>([&] { target.merge(source); });
        CHECK(words_of(target) == before);
        CHECK(target.stats().expected_false_drops.has_value());  // its history is its own still
        return message;
    };
    const auto filled = [](const explicit_size& s, salted_hash hash = {}) {
        filter_type filter(s, hash);
        for (std::uint64_t key = 0; key < 50; ++key) filter.insert(key);
        return filter;
    };
    CHECK(missing_in(refusal(filled({.bits = 11'264, .hashes = 8})), {"bit_count = 11264", "10240"}) == "");
    CHECK(missing_in(refusal(filled({.bits = 10'240, .hashes = 16})), {"hash_count = 16", "8"}) == "");
    CHECK(missing_in(refusal(filled({.bits = 10'240, .hashes = 8, .seed = 3})), {"seed = 3"}) == "");
    CHECK(missing_in(refusal(filled(size, {.salt = 9})), {"hash_function"}) == "");
    target.merge(filled(size));
    CHECK(words_of(target) != before);
}

TEMPLATE_TEST_CASE("a copy has the same bits in memory of its own", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    for (std::uint64_t key = 0; key < 300; ++key) filter.insert(key);
    filter_of<TestType> copy = filter.copy();
    CHECK(words_of(copy) == words_of(filter));
    CHECK(copy.words().data() != filter.words().data());
    CHECK(copy.bit_count() == filter.bit_count());
    CHECK(copy.hash_count() == filter.hash_count());
    CHECK(copy.seed() == filter.seed());
    CHECK(copy.layout_size() == filter.layout_size());
    CHECK(copy.stats().remaining_items == filter.stats().remaining_items);

    const std::vector<std::uint64_t> before = words_of(filter);
    for (std::uint64_t key = 300; key < 600; ++key) copy.insert(key);
    CHECK(words_of(filter) == before);
    const std::vector<std::uint64_t> copied = words_of(copy);
    filter.clear();
    CHECK(words_of(copy) == copied);
}

TEMPLATE_TEST_CASE("clearing forgets all keys", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    for (std::uint64_t key = 0; key < 300; ++key) filter.insert(key);
    filter.clear();
    CHECK(std::ranges::count(filter.words(), 0u) == static_cast<std::ptrdiff_t>(filter.words().size()));
    CHECK_FALSE(filter.may_contain(std::uint64_t{5}));
    CHECK(filter.claim(std::uint64_t{5}) == claim_result::won);
}

TEMPLATE_TEST_CASE("a swap exchanges everything, sizes too", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> a(thousand);
    filter_of<TestType> b({.bits = 4'096, .hashes = 8, .seed = 3});
    a.insert(std::uint64_t{1});
    b.insert(std::uint64_t{2});
    const std::uint64_t bits = a.bit_count();
    swap(a, b);
    CHECK(a.bit_count() == 4'096);
    CHECK(a.seed() == 3);
    CHECK(a.may_contain(std::uint64_t{2}));
    CHECK_FALSE(a.may_contain(std::uint64_t{1}));
    CHECK(b.bit_count() == bits);
    CHECK(b.seed() == tamiz::default_seed);
    CHECK(b.may_contain(std::uint64_t{1}));
    CHECK(b.stats().remaining_items.has_value());
    CHECK_FALSE(a.stats().remaining_items.has_value());
    a.swap(a);
    CHECK(a.may_contain(std::uint64_t{2}));
}

// --- moving --------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("moving hands on the words themselves", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> source(thousand);
    source.insert(std::uint64_t{5});
    const std::uint64_t* const words = source.words().data();
    const std::uint64_t bits = source.bit_count();

    filter_of<TestType> target(std::move(source));
    CHECK(target.words().data() == words);
    CHECK(target.bit_count() == bits);
    CHECK(target.may_contain(std::uint64_t{5}));
    CHECK(target.stats().expected_false_drops.has_value());

    filter_of<TestType> assigned(thousand_bits);
    assigned.insert(std::uint64_t{7});
    assigned = std::move(target);
    CHECK(assigned.words().data() == words);
    CHECK(assigned.may_contain(std::uint64_t{5}));
    CHECK_FALSE(assigned.may_contain(std::uint64_t{7}));

    filter_of<TestType>& itself = assigned;
    assigned = std::move(itself);
    CHECK(assigned.words().data() == words);
    CHECK(assigned.may_contain(std::uint64_t{5}));
}

TEMPLATE_TEST_CASE("a filter that was moved from answers false, refuses keys and can be used again", "",
                   TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter(thousand);
    filter.insert(std::uint64_t{5});
    const hash_value hash = filter.hash(std::uint64_t{5});
    filter_of<TestType> target(std::move(filter));

    CHECK_FALSE(filter.may_contain(std::uint64_t{5}));
    CHECK_FALSE(filter.may_contain(hash));
    const std::vector<std::uint64_t> keys{5, 6, 7};
    std::vector<char> answers(3, 1);
    filter.may_contain_range(keys, answers);
    CHECK(answers == std::vector<char>{0, 0, 0});
    CHECK(filter.hash(std::uint64_t{5}) == hash);
    CHECK_NOTHROW(filter.prefetch(hash));

    std::vector<claim_result> claims(3);
    const auto refuses = [](const char* operation, auto call) {
        CHECK(message_of<std::logic_error>(call) ==
              std::string("tamiz: ").append(operation).append(" on a filter that was moved from"));
    };
    refuses("insert", [&] { filter.insert(std::uint64_t{5}); });
    refuses("insert", [&] { filter.insert(hash); });
    refuses("claim", [&] { (void)filter.claim(std::uint64_t{5}); });
    refuses("insert", [&] { filter.insert_range(keys); });
    refuses("insert", [&] { filter.insert_range(keys, answers); });
    refuses("claim", [&] { filter.claim_range(keys, claims); });
    refuses("merge", [&] { filter.merge(target); });
    refuses("merge", [&] { filter.merge(filter); });
    CHECK(missing_in(message_of<std::invalid_argument>([&] { target.merge(filter); }), {"moved from"}) == "");

    CHECK(filter.bit_count() == 0);
    CHECK(filter.memory_bytes() == 0);
    CHECK(filter.words().empty());
    CHECK(filter.fill_ratio() == 0);
    const tamiz::filter_stats stats = filter.stats();
    CHECK(stats.bit_count == 0);
    CHECK(stats.memory_bytes == 0);
    CHECK(stats.fill_ratio == 0);
    CHECK(stats.estimated_items == 0);
    CHECK(stats.estimated_false_positive_rate == 0);
    CHECK(stats.remaining_items == 1'000);
    CHECK_FALSE(stats.expected_false_drops.has_value());
    CHECK(filter.stats({.sample_lines = 7}).fill_ratio == 0);
    CHECK_NOTHROW(filter.clear());

    filter_of<TestType> copy = filter.copy();
    CHECK_FALSE(copy.may_contain(std::uint64_t{5}));
    CHECK_THROWS_AS(copy.insert(std::uint64_t{5}), std::logic_error);
    const filter_of<TestType> moved_again(std::move(copy));
    CHECK_FALSE(moved_again.may_contain(std::uint64_t{5}));

    filter = filter_of<TestType>(thousand);
    CHECK_FALSE(filter.may_contain(std::uint64_t{5}));
    CHECK(filter.insert(std::uint64_t{5}));
    CHECK(filter.may_contain(std::uint64_t{5}));
    CHECK(target.may_contain(std::uint64_t{5}));
    filter = std::move(copy);  // assigning one without words takes them away
    CHECK_FALSE(filter.may_contain(std::uint64_t{5}));
    CHECK_THROWS_AS(filter.insert(std::uint64_t{5}), std::logic_error);
}

}  // namespace
