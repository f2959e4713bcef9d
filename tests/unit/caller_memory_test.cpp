// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <support/aligned_words.hpp>
#include <support/catch.hpp>
#include <unit/layouts.hpp>
#include <unit/message_of.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Filters over memory that their caller owns: `create` and `attach`.

namespace {

using tamiz::explicit_size;
using tamiz::filter_options;
using tamiz_test::aligned_words;
using tamiz_test::message_of;
using tamiz_test::missing_in;

template <typename Layout>
using filter_of = tamiz::bloom_filter<std::uint64_t, Layout>;

constexpr filter_options thousand{.expected_items = 1'000, .false_positive_rate = 0.001};
constexpr explicit_size ten_thousand_bits{.bits = 10'000, .hashes = 8, .seed = 5};

bool all_are(std::span<const std::uint64_t> words, std::uint64_t value)
{
    return std::ranges::all_of(words, [value](std::uint64_t word) { return word == value; });
}

TEMPLATE_TEST_CASE("a filter created in the caller's memory is empty and is the same as one on its own", "",
                   TAMIZ_TEST_LAYOUTS)
{
    const auto check = [](const auto& parameters) {
        using filter_type = filter_of<TestType>;
        const aligned_words memory(filter_type::word_count_for(parameters), 77);
        filter_type filter = filter_type::create(memory.words(), parameters);
        filter_type own(parameters);
        CHECK(all_are(memory.words(), 0));
        CHECK(filter.words().data() == memory.words().data());
        CHECK(filter.bit_count() == own.bit_count());
        CHECK(filter.hash_count() == own.hash_count());
        CHECK(filter.memory_bytes() == own.memory_bytes());
        CHECK(filter.seed() == parameters.seed);
        CHECK(filter.stats().remaining_items == own.stats().remaining_items);
        CHECK(filter.stats().expected_false_drops == 0.0);
        for (std::uint64_t key = 0; key < 500; ++key) {
            REQUIRE(filter.insert(key) == own.insert(key));
            REQUIRE(filter.claim(key + 10'000) == own.claim(key + 10'000));
        }
        CHECK(std::ranges::equal(memory.words(), own.words()));
        CHECK(memory.margins_untouched());
    };
    check(thousand);
    check(ten_thousand_bits);
}

TEMPLATE_TEST_CASE("attaching keeps the bits, and both ends see what the other inserts", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const aligned_words memory(filter_type::word_count_for(thousand), 77);
    {
        filter_type filter = filter_type::create(memory.words(), thousand);
        for (std::uint64_t key = 0; key < 500; ++key) filter.insert(key);
    }
    const std::vector<std::uint64_t> kept(memory.words().begin(), memory.words().end());
    filter_type filter = filter_type::attach(memory.words(), thousand);
    CHECK(std::ranges::equal(memory.words(), kept));
    for (std::uint64_t key = 0; key < 500; ++key) REQUIRE(filter.may_contain(key));
    CHECK_FALSE(filter.insert(std::uint64_t{5}));

    filter_type other = filter_type::attach(memory.words(), thousand);
    CHECK(filter.insert(std::uint64_t{1'000'000}));
    CHECK(other.may_contain(std::uint64_t{1'000'000}));
    CHECK(memory.margins_untouched());
}

TEMPLATE_TEST_CASE("words that were kept elsewhere come back as the same filter", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    filter_type original(ten_thousand_bits);
    for (std::uint64_t key = 0; key < 500; ++key) original.insert(key);

    const aligned_words memory(original.words().size(), 0);
    std::ranges::copy(original.words(), memory.words().begin());
    const filter_type restored = filter_type::attach(memory.words(), ten_thousand_bits);
    for (std::uint64_t key = 0; key < 5'000; ++key) REQUIRE(restored.may_contain(key) == original.may_contain(key));
}

TEMPLATE_TEST_CASE("a copy, a move and a clear treat the caller's memory as such", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const aligned_words memory(filter_type::word_count_for(thousand), 0);
    filter_type filter = filter_type::create(memory.words(), thousand);
    filter.insert(std::uint64_t{5});
    const filter_type copy = filter.copy();
    CHECK(copy.words().data() != memory.words().data());

    filter_type moved(std::move(filter));
    CHECK(moved.words().data() == memory.words().data());
    moved.insert(std::uint64_t{6});
    CHECK_FALSE(copy.may_contain(std::uint64_t{6}));
    moved.clear();
    CHECK(all_are(memory.words(), 0));
    CHECK(memory.margins_untouched());
    CHECK(copy.may_contain(std::uint64_t{5}));
}

TEMPLATE_TEST_CASE("memory of another size or unaligned is refused and stays as it is", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const std::uint64_t needed = filter_type::word_count_for(thousand);
    const aligned_words memory(needed + 8, 77);
    const auto refusals = [](std::span<std::uint64_t> words) {
        const std::string created =
            message_of<std::invalid_argument>([&] { (void)filter_type::create(words, thousand); });
        CHECK(message_of<std::invalid_argument>([&] { (void)filter_type::attach(words, thousand); }) == created);
        return created;
    };
    for (const std::uint64_t count : {std::uint64_t{0}, needed - 1, needed + 1, needed + 8}) {
        const std::string value = "memory.size() = " + std::to_string(count);
        CHECK(missing_in(refusals(memory.words().first(count)), {value, std::to_string(needed) + " words"}) == "");
    }
    CHECK(missing_in(refusals(memory.words().subspan(1, needed)), {"memory = ", "aligned to 64 bytes"}) == "");
    CHECK(all_are(memory.words(), 77));
    CHECK_NOTHROW(filter_type::create(memory.words().subspan(8), thousand));
}

TEMPLATE_TEST_CASE("parameters that no filter can have are refused before the memory is touched", "",
                   TAMIZ_TEST_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const aligned_words memory(16, 77);
    CHECK_THROWS_AS(filter_type::create(memory.words(), filter_options{}), std::invalid_argument);
    CHECK_THROWS_AS(filter_type::attach(memory.words(), explicit_size{.bits = 1'024, .hashes = 0}),
                    std::invalid_argument);
    filter_options limited = thousand;
    limited.memory_limit = 100;
    CHECK_THROWS_AS(filter_type::create(memory.words(), limited), std::length_error);
    CHECK(all_are(memory.words(), 77));
}

TEST_CASE("bits that no key can set are refused when words are attached")
{
    using filter_type = filter_of<tamiz::layout::classic>;
    for (const std::uint64_t bits : {1u, 24u, 63u, 100u, 1'000u}) {
        const explicit_size size{.bits = bits, .hashes = 3};
        const aligned_words memory(filter_type::word_count_for(size), 0);
        std::uint64_t& last = memory.words().back();
        last = (std::uint64_t{1} << bits % 64) - 1;  // all that are used
        CHECK_NOTHROW(filter_type::attach(memory.words(), size));
        last = std::uint64_t{1} << bits % 64;  // the first that is not
        CHECK(missing_in(message_of<std::invalid_argument>([&] { (void)filter_type::attach(memory.words(), size); }),
                         {"memory = " + std::to_string(last), std::to_string(bits) + " bits"}) == "");
        last = std::uint64_t{1} << 63;
        CHECK_THROWS_AS(filter_type::attach(memory.words(), size), std::invalid_argument);
    }
    const explicit_size whole{.bits = 128, .hashes = 3};
    const aligned_words memory(2, ~std::uint64_t{0});
    CHECK_NOTHROW(filter_type::attach(memory.words(), whole));
}

}  // namespace
