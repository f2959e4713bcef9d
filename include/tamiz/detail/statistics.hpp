// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include <tamiz/detail/in_sequence.hpp>
#include <tamiz/detail/platform.hpp>
#include <tamiz/layout/probe.hpp>
#include <tamiz/options.hpp>

/// What a filter's own bits tell. Read beside writers; no counter is shared, because one that every insert bumped would
/// cost several times the insert.
namespace tamiz::inline v0::detail {

struct scan_result {
    double fill_ratio = 0;
    double false_positive_rate = 0;
};

/// What was seen of some lines. `Visit` is called with the words of each line as they were read, and sums up what else
/// a filter wants to know of them.
template <typename Layout, typename Visit>
struct scan_sums {
    typename Layout::census census;
    Visit visit;
    std::uint64_t cells_seen = 0;
    std::uint64_t cells_set = 0;

    void add(const scan_sums& other)
    {
        census.add(other.census);
        visit.add(other.visit);
        cells_seen += other.cells_seen;
        cells_set += other.cells_set;
    }
};

/// The `Visit` of a filter that wants to know nothing else.
struct no_visit {
    void operator()(std::span<const std::uint64_t> /*line*/) const noexcept {}
    void add(const no_visit& /*other*/) const noexcept {}
};

/// One pass over the words, or over `sample_lines` lines of them, evenly spread; `visit` has the sums afterwards.
template <typename Layout, typename Words, typename How, typename Visit>
[[nodiscard]] scan_result scan(const std::uint64_t* memory, const typename Layout::size& size, scan_options options,
                               const How& how, Visit& visit)
{
    const std::uint64_t word_count = Layout::word_count(size);
    const std::uint64_t line_count = (word_count + words_per_line - 1) / words_per_line;
    const std::uint64_t lines = options.sample_lines == 0 ? line_count : std::min(options.sample_lines, line_count);

    using sums = scan_sums<Layout, Visit>;
    const auto scan_line = [&](sums& sum, std::uint64_t i) {
        const auto line = static_cast<std::uint64_t>(static_cast<double_word>(i) * line_count / lines);
        const std::uint64_t first = line * words_per_line;
        const std::uint64_t end = std::min(first + words_per_line, word_count);
        std::array<std::uint64_t, words_per_line> read{};
        std::array<unsigned, words_per_line> set{};
        for (std::uint64_t word = first; word < end; ++word) {
            read[word - first] = Words::read(memory, word);
            set[word - first] = Words::cells_set(read[word - first]);
            sum.cells_set += set[word - first];
        }
        sum.visit(std::span<const std::uint64_t>(read).first(end - first));
        sum.cells_seen += std::min(end * Layout::cells, Layout::cell_count(size)) - first * Layout::cells;
        sum.census.add_line(first, std::span<const unsigned>(set).first(end - first));
    };
    const sums all = how.sum_of_parts(lines, lines_per_task, sums{typename Layout::census(size), visit},
                                      [&](sums& sum, std::uint64_t first, std::uint64_t count) {
                                          for (std::uint64_t i = first; i < first + count; ++i) scan_line(sum, i);
                                      });
    visit = all.visit;
    return {static_cast<double>(all.cells_set) / static_cast<double>(all.cells_seen), all.census.false_positive_rate()};
}

template <typename Layout, typename Words>
[[nodiscard]] scan_result scan(const std::uint64_t* memory, const typename Layout::size& size, scan_options options)
{
    no_visit nothing;
    return scan<Layout, Words>(memory, size, options, in_sequence{}, nothing);
}

/// n = ln(1 - fill) / ln(1 - k/m) for k distinct cells a key: in every layout the expected fill is 1 - (1 - k/m)^n.
/// With all cells set the formula has no value; half a cell is then taken as empty, so that the estimate is large and
/// finite.
[[nodiscard]] inline double estimate_items(double fill_ratio, std::uint64_t cells, std::uint64_t cells_per_key)
{
    if (fill_ratio <= 0) return 0;
    if (cells_per_key >= cells) return 1;  // one key fills it
    const auto m = static_cast<double>(cells);
    const double fill = std::min(fill_ratio, (m - 0.5) / m);
    return std::log1p(-fill) / std::log1p(-static_cast<double>(cells_per_key) / m);
}

}  // namespace tamiz::inline v0::detail
