// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/detail/statistics.hpp>

#include <tamiz/bloom_filter.hpp>

#include <support/aligned_words.hpp>
#include <support/catch.hpp>
#include <unit/layouts.hpp>
#include <unit/recording_atomics.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using tamiz::detail::estimate_items;
using tamiz::detail::scan;
using tamiz::detail::scan_result;

template <typename Layout>
using filter_of = tamiz::bloom_filter<std::uint64_t, Layout>;

// --- the estimate of items -----------------------------------------------------------------------------------------

TEST_CASE("the estimate of items inverts the expected fill")
{
    for (const double n : {1.0, 10.0, 1'000.0, 50'000.0}) {
        const double fill = 1 - std::pow(1 - 7.0 / 100'000, n);
        CHECK(estimate_items(fill, 100'000, 7) == Approx(n).epsilon(1e-9));
    }
    CHECK(estimate_items(0, 100, 3) == 0);
}

TEST_CASE("the estimate of items is finite and rises with the fill, all bits set included")
{
    for (const std::uint64_t cells : {std::uint64_t{2}, std::uint64_t{64}, std::uint64_t{1} << 50}) {
        double last = 0;
        for (const double fill : {0.1, 0.5, 0.9, 0.99, 0.999999, 1.0}) {
            const double items = estimate_items(fill, cells, 1);
            CAPTURE(cells, fill);
            CHECK(std::isfinite(items));
            CHECK(items >= last);
            last = items;
        }
    }
    CHECK(estimate_items(1, 24, 24) == 1);  // a single key fills it
    CHECK(estimate_items(1, 1, 1) == 1);
}

// --- scans ---------------------------------------------------------------------------------------------------------

TEST_CASE("a scan counts the bits of the filter alone")
{
    using tamiz::layout::classic;
    const std::vector<std::uint64_t> memory{~std::uint64_t{0}, 0xf};
    CHECK(scan<classic, tamiz::words<>>(memory.data(), {68, 2}, {}).fill_ratio == 1);
    CHECK(scan<classic, tamiz::words<>>(memory.data(), {100, 2}, {}).fill_ratio == Approx(0.68));
    CHECK(scan<classic, tamiz::words<>>(memory.data(), {100, 2}, {}).false_positive_rate == Approx(0.68 * 0.68));
    CHECK(scan<tamiz::layout::word, tamiz::words<>>(memory.data(), {2, 3}, {}).fill_ratio == Approx(68.0 / 128));
}

TEST_CASE("a sample reads as many lines as it was told, each once and evenly spread")
{
    using recorder = tamiz_test::recording_atomics;
    constexpr std::uint64_t lines = 1'000;
    const std::vector<std::uint64_t> memory(8 * lines);
    for (const std::uint64_t sample : {1u, 2u, 7u, 333u, 999u, 1'000u, 5'000u, 0u}) {
        recorder::reset();
        (void)scan<tamiz::layout::cache_line<2>, tamiz::words<recorder>>(memory.data(), {lines, 3},
                                                                         {.sample_lines = sample});
        const std::uint64_t expected = sample == 0 ? lines : std::min<std::uint64_t>(sample, lines);
        CAPTURE(sample);
        REQUIRE(recorder::log.size() == 8 * expected);
        bool even = true;
        for (std::uint64_t i = 0; i < expected; ++i) {
            const auto line = static_cast<std::uint64_t>(recorder::log[8 * i].word - memory.data()) / 8;
            even &= line == i * lines / expected;
            for (std::uint64_t j = 0; j < 8; ++j) even &= recorder::log[8 * i + j].word == &memory[8 * line + j];
        }
        CHECK(even);
    }
}

TEMPLATE_TEST_CASE("a sample's figures are close to those of the whole", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter({.expected_items = 50'000, .false_positive_rate = 0.01});
    for (std::uint64_t key = 0; key < 50'000; ++key) filter.insert(key);
    const tamiz::filter_stats all = filter.stats();
    const tamiz::filter_stats sample = filter.stats({.sample_lines = 500});
    CHECK(sample.fill_ratio == Approx(all.fill_ratio).epsilon(0.02));
    CHECK(sample.estimated_items == Approx(all.estimated_items).epsilon(0.04));
    CHECK(sample.estimated_false_positive_rate == Approx(all.estimated_false_positive_rate).epsilon(0.25));
    CHECK(sample.fill_ratio != all.fill_ratio);
    CHECK(filter.fill_ratio({.sample_lines = 1'000'000}) == all.fill_ratio);
}

// --- what a filter tells -------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("the figures of a filter agree with each other and with its bits", "", TAMIZ_TEST_LAYOUTS)
{
    filter_of<TestType> filter({.expected_items = 10'000, .false_positive_rate = 0.01});
    for (std::uint64_t key = 0; key < 5'000; ++key) filter.insert(key);
    std::uint64_t set = 0;
    for (const std::uint64_t word : filter.words()) set += static_cast<unsigned>(std::popcount(word));

    const tamiz::filter_stats stats = filter.stats();
    CHECK(stats.bit_count == filter.bit_count());
    CHECK(stats.memory_bytes == filter.memory_bytes());
    CHECK(stats.memory_bytes == filter.words().size() * 8);
    CHECK(stats.fill_ratio == static_cast<double>(set) / static_cast<double>(filter.bit_count()));
    CHECK(stats.fill_ratio == filter.fill_ratio());
    CHECK(stats.estimated_items == filter.estimated_items());
    CHECK(stats.estimated_false_positive_rate == filter.estimated_false_positive_rate());
    REQUIRE(stats.remaining_items.has_value());
    CHECK(*stats.remaining_items == 10'000 - stats.estimated_items);
}

TEMPLATE_TEST_CASE("items are estimated to some percent, below and above what was expected", "", TAMIZ_TEST_LAYOUTS)
{
    for (const std::uint64_t items : {1u, 100u, 5'000u, 20'000u, 40'000u}) {
        filter_of<TestType> filter({.expected_items = 20'000, .false_positive_rate = 0.01});
        for (std::uint64_t key = 0; key < items; ++key) filter.insert(key);
        CAPTURE(items);
        CHECK(filter.estimated_items() == Approx(static_cast<double>(items)).epsilon(0.02));
        const double remaining = *filter.stats().remaining_items;
        CHECK(remaining >= 0);
        if (items == 40'000) CHECK(remaining == 0);
    }
}

TEMPLATE_TEST_CASE("the rate now is that of fresh keys, far below the target for a quarter of the items", "",
                   TAMIZ_TEST_LAYOUTS)
{
    constexpr double target = 0.01;
    filter_of<TestType> filter({.expected_items = 40'000, .false_positive_rate = target});
    std::uint64_t next = 0;
    for (const double share : {0.25, 1.0, 2.0}) {
        for (; static_cast<double>(next) < share * 40'000; ++next) filter.insert(next);
        constexpr std::uint64_t fresh = 200'000;
        std::uint64_t taken_for_known = 0;
        for (std::uint64_t key = 0; key < fresh; ++key)
            taken_for_known += filter.may_contain(key + (1u << 30)) ? 1u : 0u;
        const double measured = static_cast<double>(taken_for_known) / double{fresh};
        const double estimated = filter.estimated_false_positive_rate();
        CAPTURE(share, measured);
        CHECK(std::abs(measured - estimated) < 5 * std::sqrt(estimated / double{fresh}));
        if (share == 0.25) CHECK(estimated < target / 10);
        if (share == 0.25) CHECK(measured < target / 10);
        if (share == 1.0) CHECK(estimated == Approx(target).epsilon(0.1));
        if (share == 2.0) CHECK(estimated > 5 * target);
    }
}

TEMPLATE_TEST_CASE("a filter with all bits set has finite figures and a rate of one", "", TAMIZ_TEST_LAYOUTS)
{
    for (const std::uint64_t bits : {64u, 512u, 51'200u}) {
        using filter_type = filter_of<TestType>;
        const tamiz::explicit_size size{.bits = bits, .hashes = 8};
        const tamiz_test::aligned_words memory(filter_type::word_count_for(size), ~std::uint64_t{0});
        const filter_type filter = filter_type::attach(memory.words(), size);
        const tamiz::filter_stats stats = filter.stats();
        CAPTURE(bits);
        CHECK(stats.fill_ratio == 1);
        CHECK(stats.estimated_false_positive_rate == 1);
        CHECK(std::isfinite(stats.estimated_items));
        CHECK(stats.estimated_items > static_cast<double>(bits) / 16);
        CHECK(filter.may_contain(std::uint64_t{5}));
        CHECK(filter.stats({.sample_lines = 1}).estimated_false_positive_rate == 1);
    }
}

TEMPLATE_TEST_CASE("expected false drops are the new keys that were taken for known ones", "", TAMIZ_TEST_LAYOUTS)
{
    constexpr std::uint64_t items = 100'000;
    filter_of<TestType> filter({.expected_items = items / 2, .false_positive_rate = 0.01});
    CHECK(filter.stats().expected_false_drops == 0.0);
    std::uint64_t dropped = 0;
    for (std::uint64_t key = 0; key < items; ++key) dropped += filter.insert(key) ? 0u : 1u;
    const double expected = filter.stats().expected_false_drops.value();
    CHECK(expected > 500);
    CHECK(std::abs(static_cast<double>(dropped) - expected) < 5 * std::sqrt(expected) + 0.02 * expected);
}

TEMPLATE_TEST_CASE("a filter whose history is not known expects no number of false drops", "", TAMIZ_TEST_LAYOUTS)
{
    using filter_type = filter_of<TestType>;
    const tamiz::filter_options options{.expected_items = 1'000, .false_positive_rate = 0.01};
    filter_type merged(options);
    const filter_type other(options);
    CHECK(merged.stats().expected_false_drops.has_value());
    merged.merge(merged);  // nothing came in
    CHECK(merged.stats().expected_false_drops.has_value());
    merged.merge(other);
    CHECK_FALSE(merged.stats().expected_false_drops.has_value());
    CHECK(other.stats().expected_false_drops.has_value());
    CHECK_FALSE(merged.copy().stats().expected_false_drops.has_value());
    CHECK(other.copy().stats().expected_false_drops.has_value());
    CHECK(merged.stats().remaining_items.has_value());
    filter_type moved(std::move(merged));
    CHECK_FALSE(moved.stats().expected_false_drops.has_value());
    moved.clear();
    CHECK(moved.stats().expected_false_drops == 0.0);

    const tamiz_test::aligned_words memory(filter_type::word_count_for(options), 0);
    filter_type attached = filter_type::attach(memory.words(), options);
    CHECK_FALSE(attached.stats().expected_false_drops.has_value());
    CHECK(attached.stats().remaining_items == 1'000.0);
    attached.clear();
    CHECK(attached.stats().expected_false_drops == 0.0);
}

TEMPLATE_TEST_CASE("a filter of an explicit size does not know how many items remain", "", TAMIZ_TEST_LAYOUTS)
{
    const filter_of<TestType> filter({.bits = 10'240, .hashes = 8});
    CHECK_FALSE(filter.stats().remaining_items.has_value());
    CHECK(filter.stats().expected_false_drops == 0.0);
}

// --- the history that is not known ---------------------------------------------------------------------------------

using recorder = tamiz_test::recording_atomics;
using recorded_filter = tamiz::bloom_filter<std::uint64_t, tamiz::layout::cache_line<2>, tamiz::hash<std::uint64_t>,
                                            tamiz::words<recorder>>;

TEST_CASE("a copy that meets a merge knows that its history is not known")
{
    constexpr std::uint64_t key = 5;
    recorded_filter source({.bits = 512, .hashes = 4});
    recorded_filter target({.bits = 512, .hashes = 4});
    source.insert(key);
    std::optional<recorded_filter> copy;
    int accesses = 0;

    SECTION("the merge comes whole, when the copy has begun")
    {
        recorder::reset();
        recorder::meanwhile = [&](const tamiz_test::access& a) {
            if (a.where == tamiz::site::copy_load && ++accesses == 1) target.merge(source);
        };
        copy.emplace(target.copy());
    }
    SECTION("the copy comes whole, in the midst of the merge")
    {
        recorder::reset();
        recorder::meanwhile = [&](const tamiz_test::access& a) {
            if (a.where == tamiz::site::merge_or && ++accesses == 2) copy.emplace(target.copy());
        };
        target.merge(source);
    }
    recorder::reset();
    REQUIRE(copy.has_value());
    CHECK(copy->fill_ratio() > 0);
    CHECK_FALSE(copy->stats().expected_false_drops.has_value());
}

}  // namespace
