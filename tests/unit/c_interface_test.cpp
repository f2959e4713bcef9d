// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/tamiz.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <tamiz/tamiz.hpp>

#include "support/catch.hpp"

// Every allocation that C++ makes in this program is counted; but for the sanitizers, which have functions of their
// own.
#if !TAMIZ_SANITIZED
static std::atomic<std::uint64_t> allocations{0};

void* operator new(std::size_t bytes)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes); memory != nullptr) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

#endif

namespace {

struct destroyer {
    void operator()(tamiz_filter* filter) const { tamiz_filter_destroy(filter); }
    void operator()(tamiz_counting_filter* filter) const { tamiz_counting_filter_destroy(filter); }
};
using plain = std::unique_ptr<tamiz_filter, destroyer>;
using counting = std::unique_ptr<tamiz_counting_filter, destroyer>;

tamiz_options options_for(std::uint64_t items, double rate = 0.01, int layout = TAMIZ_CACHE_LINE_2)
{
    tamiz_options options;
    tamiz_options_init(&options);
    options.expected_items = items;
    options.false_positive_rate = rate;
    options.layout = layout;
    return options;
}

plain make_plain(const tamiz_options& options)
{
    tamiz_filter* made = nullptr;
    const int status = tamiz_filter_create(&options, &made);
    INFO(tamiz_last_error());
    REQUIRE(status == 0);
    return plain(made);
}

counting make_counting(const tamiz_options& options)
{
    tamiz_counting_filter* made = nullptr;
    const int status = tamiz_counting_filter_create(&options, &made);
    INFO(tamiz_last_error());
    REQUIRE(status == 0);
    return counting(made);
}

std::string key(std::size_t number)
{
    return "https://example.org/" + std::to_string(number);
}

/// The filter of C and the one of C++ with the same options answer every question alike, false positives as well.
template <typename Layout>
void check_twins(int layout)
{
    constexpr std::size_t items = 2'000;
    tamiz_options options = options_for(items, 0.05, layout);
    options.seed = 7;
    const plain c = make_plain(options);
    tamiz::bloom_filter<std::string, Layout> cpp({.expected_items = items, .false_positive_rate = 0.05, .seed = 7});
    std::size_t differ = 0;
    for (std::size_t i = 0; i < items; ++i) {
        const std::string k = key(i);
        differ += (tamiz_filter_insert(c.get(), k.data(), k.size()) == 1) != cpp.insert(k) ? 1U : 0U;
    }
    std::size_t false_positives = 0;
    for (std::size_t i = items; i < 3 * items; ++i) {
        const std::string k = key(i);
        const bool found = cpp.may_contain(k);
        false_positives += found ? 1U : 0U;
        differ += (tamiz_filter_may_contain(c.get(), k.data(), k.size()) == 1) != found ? 1U : 0U;
    }
    CHECK(differ == 0);
    CHECK(false_positives > 50);  // 200 are expected: were there none, alike would mean little

    tamiz_stats c_stats;
    REQUIRE(tamiz_filter_stats(c.get(), &c_stats) == 0);
    const tamiz::filter_stats cpp_stats = cpp.stats();
    CHECK(c_stats.bit_count == cpp_stats.bit_count);
    CHECK(c_stats.memory_bytes == cpp_stats.memory_bytes);
    CHECK(c_stats.fill_ratio == cpp_stats.fill_ratio);
    CHECK(c_stats.estimated_items == cpp_stats.estimated_items);
    // Compiled twice: where there is a multiply-add, one of them may round once less.
    CHECK(c_stats.estimated_false_positive_rate == Approx(cpp_stats.estimated_false_positive_rate).epsilon(1e-12));
    CHECK(c_stats.remaining_items == cpp_stats.remaining_items.value());
    CHECK(c_stats.expected_false_drops == cpp_stats.expected_false_drops.value());
    CHECK(c_stats.stuck_counters == 0);
}

template <typename Layout>
void check_counting_twins(int layout)
{
    constexpr std::size_t items = 1'000;
    const counting c = make_counting(options_for(items, 0.05, layout));
    tamiz::counting_bloom_filter<std::string, Layout> cpp({.expected_items = items, .false_positive_rate = 0.05});
    std::size_t differ = 0;
    for (std::size_t i = 0; i < 2 * items; ++i) {
        const std::string k = key(i % 1'100);
        differ += (tamiz_counting_filter_insert(c.get(), k.data(), k.size()) == 1) != cpp.insert(k) ? 1U : 0U;
    }
    for (std::size_t i = 0; i < items / 2; ++i) {
        const std::string k = key(i);
        differ += (tamiz_counting_filter_erase(c.get(), k.data(), k.size()) == 1) != cpp.erase(k) ? 1U : 0U;
    }
    for (std::size_t i = 0; i < 2 * items; ++i) {
        const std::string k = key(i);
        const int found = tamiz_counting_filter_may_contain(c.get(), k.data(), k.size());
        differ += (found == 1) != cpp.may_contain(k) ? 1U : 0U;
        const int times = tamiz_counting_filter_occurrences(c.get(), k.data(), k.size());
        differ += static_cast<unsigned>(times) != cpp.occurrences(k) ? 1U : 0U;
    }
    CHECK(differ == 0);
    tamiz_stats c_stats;
    REQUIRE(tamiz_counting_filter_stats(c.get(), &c_stats) == 0);
    const tamiz::counting_stats cpp_stats = cpp.stats();
    CHECK(c_stats.fill_ratio == cpp_stats.fill_ratio);
    CHECK(c_stats.stuck_counters == cpp_stats.stuck_counters);
    CHECK(c_stats.stuck_line_share == cpp_stats.stuck_line_share);
    CHECK(c_stats.expected_false_drops != c_stats.expected_false_drops);  // not a number: it has none
}

bool last_error_names(std::string_view text)
{
    INFO(tamiz_last_error());
    CHECK(std::string_view(tamiz_last_error()).find(text) != std::string_view::npos);
    return std::string_view(tamiz_last_error()).find(text) != std::string_view::npos;
}

}  // namespace

TEST_CASE("a filter of C answers as the filter of C++ with the same options")
{
    namespace layout = tamiz::layout;
    check_twins<layout::cache_line<2>>(TAMIZ_CACHE_LINE_2);
    check_twins<layout::cache_line<4>>(TAMIZ_CACHE_LINE_4);
    check_twins<layout::cache_line<8>>(TAMIZ_CACHE_LINE_8);
    check_twins<layout::word>(TAMIZ_WORD);
    check_twins<layout::classic>(TAMIZ_CLASSIC);
    check_twins<layout::two_lines<4>>(TAMIZ_TWO_LINES_4);
    check_counting_twins<layout::cache_line<2>>(TAMIZ_CACHE_LINE_2);
    check_counting_twins<layout::cache_line<4>>(TAMIZ_CACHE_LINE_4);
    check_counting_twins<layout::cache_line<8>>(TAMIZ_CACHE_LINE_8);
    check_counting_twins<layout::word>(TAMIZ_WORD);
}

TEST_CASE("the options of C begin as those of C++")
{
    tamiz_options options;
    std::memset(&options, 0xff, sizeof options);
    REQUIRE(tamiz_options_init(&options) == 0);
    const tamiz::filter_options defaults;
    CHECK(options.expected_items == defaults.expected_items);
    CHECK(options.false_positive_rate == defaults.false_positive_rate);
    CHECK(options.seed == defaults.seed);
    CHECK(options.memory_limit == defaults.memory_limit);
    CHECK(options.layout == TAMIZ_CACHE_LINE_2);
}

TEST_CASE("each error of C has its number, names the parameter and its value, and changes nothing")
{
    tamiz_filter* const untouched = reinterpret_cast<tamiz_filter*>(&last_error_names);
    tamiz_filter* filter = untouched;
    const auto create = [&](const tamiz_options& options) { return tamiz_filter_create(&options, &filter); };
    CHECK(create(options_for(0)) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("expected_items = 0"));
    CHECK(create(options_for(10, 1.5)) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("false_positive_rate = 1.5"));
    CHECK(create(options_for(10, std::numeric_limits<double>::quiet_NaN())) == TAMIZ_INVALID_ARGUMENT);
    CHECK(create(options_for(10, 0.01, 6)) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("layout = 6"));
    CHECK(create(options_for(10, 0.01, -1)) == TAMIZ_INVALID_ARGUMENT);
    tamiz_options limited = options_for(1'000'000);
    limited.memory_limit = 1000;
    CHECK(create(limited) == TAMIZ_TOO_LARGE);
    CHECK(last_error_names("1000"));
    CHECK(create(options_for(110'000'000'000'000)) == TAMIZ_OUT_OF_MEMORY);  // almost the address space
    CHECK(tamiz_filter_create(nullptr, &filter) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("options = NULL"));
    CHECK(filter == untouched);
    const tamiz_options sound = options_for(10);
    CHECK(tamiz_filter_create(&sound, nullptr) == TAMIZ_INVALID_ARGUMENT);
    tamiz_counting_filter* counts = nullptr;
    const tamiz_options classic = options_for(10, 0.01, TAMIZ_CLASSIC);
    CHECK(tamiz_counting_filter_create(&classic, &counts) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("layout = 4"));
    CHECK(counts == nullptr);

    CHECK(tamiz_options_init(nullptr) == TAMIZ_INVALID_ARGUMENT);
    CHECK(tamiz_random_seed(nullptr) == TAMIZ_INVALID_ARGUMENT);
    CHECK(tamiz_filter_may_contain(nullptr, "a", 1) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("filter = NULL"));
    const plain good = make_plain(options_for(10));
    CHECK(tamiz_filter_insert(good.get(), nullptr, 1) == TAMIZ_INVALID_ARGUMENT);
    CHECK(last_error_names("key = NULL"));
    CHECK(tamiz_filter_stats(good.get(), nullptr) == TAMIZ_INVALID_ARGUMENT);
    tamiz_stats stats;
    REQUIRE(tamiz_filter_stats(good.get(), &stats) == 0);
    CHECK(stats.fill_ratio == 0);
}

TEST_CASE("the key of no bytes is a key, and so is one with zeros in it")
{
    const plain filter = make_plain(options_for(1'000, 1e-6, TAMIZ_CACHE_LINE_8));
    CHECK(tamiz_filter_may_contain(filter.get(), nullptr, 0) == 0);
    CHECK(tamiz_filter_insert(filter.get(), nullptr, 0) == 1);
    CHECK(tamiz_filter_may_contain(filter.get(), "", 0) == 1);
    CHECK(tamiz_filter_insert(filter.get(), "a\0b", 3) == 1);
    CHECK(tamiz_filter_may_contain(filter.get(), "a\0c", 3) == 0);
    CHECK(tamiz_filter_may_contain(filter.get(), "a", 1) == 0);
    CHECK(tamiz_filter_may_contain(filter.get(), "a\0b", 3) == 1);
}

TEST_CASE("a claim of C is won by one thread at most, and each thread has an error of its own")
{
    constexpr std::size_t keys = 5'000;
    constexpr int threads = 4;
    const plain filter = make_plain(options_for(keys, 0.001, TAMIZ_WORD));
    std::vector<std::atomic<int>> won(keys);
    std::atomic<int> alien_errors{0};
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
            const tamiz_options wrong = options_for(10, 2.0 + t);
            tamiz_filter* none = nullptr;
            (void)tamiz_filter_create(&wrong, &none);
            for (std::size_t i = 0; i < keys; ++i) {
                const std::string k = key(i);
                if (tamiz_filter_claim(filter.get(), k.data(), k.size()) == TAMIZ_WON) won[i].fetch_add(1);
            }
            const std::string mine = "false_positive_rate = " + std::to_string(2 + t);
            if (std::string_view(tamiz_last_error()).find(mine) == std::string_view::npos) alien_errors.fetch_add(1);
        });
    workers.clear();  // joins
    std::size_t never = 0;
    std::size_t twice = 0;
    for (const auto& times : won) {
        never += times.load() == 0 ? 1U : 0U;
        twice += times.load() > 1 ? 1U : 0U;
    }
    CHECK(twice == 0);
    CHECK(never <= 20);  // false positives: at most 5 are expected, for the rate is reached at the end
    CHECK(alien_errors.load() == 0);
}

#if !TAMIZ_SANITIZED
TEST_CASE("calls for one key allocate nothing")
{
    const plain filter = make_plain(options_for(1'000));
    const counting counts = make_counting(options_for(1'000));
    const std::string k(1'000, 'k');  // more than a string holds in itself
    const std::uint64_t before = allocations.load();
    int sum = 0;
    for (std::size_t bytes = 1; bytes < k.size(); ++bytes) {
        sum += tamiz_filter_insert(filter.get(), k.data(), bytes);
        sum += tamiz_filter_claim(filter.get(), k.data(), bytes);
        sum += tamiz_filter_may_contain(filter.get(), k.data(), bytes);
        sum += tamiz_counting_filter_insert(counts.get(), k.data(), bytes);
        sum += tamiz_counting_filter_may_contain(counts.get(), k.data(), bytes);
        sum += tamiz_counting_filter_occurrences(counts.get(), k.data(), bytes);
        sum += tamiz_counting_filter_erase(counts.get(), k.data(), bytes);
    }
    const std::uint64_t after = allocations.load();
    CHECK(after == before);
    CHECK(sum > 0);
    // That they are counted at all.
    CHECK(make_plain(options_for(10)) != nullptr);
    CHECK(allocations.load() > after);
}
#endif
