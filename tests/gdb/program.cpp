// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Filters for the debugger to look at; what each should show stands beside it.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include <tamiz/tamiz.hpp>

namespace {

template <typename Filter>
Filter filled(std::uint64_t expected_items, std::uint64_t items)
{
    Filter filter(tamiz::filter_options{.expected_items = expected_items, .false_positive_rate = 0.001});
    for (std::uint64_t i = 0; i < items; ++i) filter.insert(std::to_string(i));
    return filter;
}

[[gnu::noinline]] void stop_here()
{
    asm volatile("" : : : "memory");
}

}  // namespace

int main()
{
    namespace layout = tamiz::layout;
    using text = std::string;
    const auto plain = filled<tamiz::bloom_filter<text>>(10'000, 7'000);
    [[maybe_unused]] const auto plain_stats = plain.stats();
    const auto word = filled<tamiz::bloom_filter<text, layout::word>>(1'003, 1'003);
    [[maybe_unused]] const auto word_stats = word.stats();
    const auto wide = filled<tamiz::bloom_filter<text, layout::cache_line<8>>>(1'000, 2'000);
    [[maybe_unused]] const auto wide_stats = wide.stats();
    const auto classic = filled<tamiz::bloom_filter<text, layout::classic>>(1'001, 900);
    [[maybe_unused]] const auto classic_stats = classic.stats();
    const auto pair = filled<tamiz::bloom_filter<text, layout::two_lines<4>>>(5'000, 6'000);
    [[maybe_unused]] const auto pair_stats = pair.stats();
    const auto large = filled<tamiz::bloom_filter<text>>(4'000'000, 50'000);  // is sampled
    [[maybe_unused]] const auto large_stats = large.stats({.sample_lines = 8192});
    const auto empty = filled<tamiz::bloom_filter<text>>(1'000, 0);
    [[maybe_unused]] const auto empty_stats = empty.stats();
    auto counting = filled<tamiz::counting_bloom_filter<text>>(3'000, 2'500);
    for (int i = 0; i < 20; ++i) counting.insert("often");  // its counters stick
    [[maybe_unused]] const auto counting_stats = counting.stats();
    auto gone = filled<tamiz::bloom_filter<text>>(1'000, 10);
    const auto taken = std::move(gone);
    [[maybe_unused]] const auto& reference = plain;
    using filter = tamiz::bloom_filter<text>;
    alignas(filter) std::byte garbage[sizeof(filter)];
    std::memset(garbage, 0xa5, sizeof garbage);
    alignas(filter) std::byte zeros[sizeof(filter)] = {};
    [[maybe_unused]] const auto* no_filter = reinterpret_cast<const filter*>(garbage);
    [[maybe_unused]] const auto* no_filter_yet = reinterpret_cast<const filter*>(zeros);
    stop_here();
    return taken.may_contain("1") ? 0 : 1;
}
