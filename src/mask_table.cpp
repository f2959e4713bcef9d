// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/mask_table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tamiz/hash.hpp>

// Made by the compiler, so that a filter that is built before main() finds them. The values are part of every stored
// filter: tests/golden pins them.
namespace tamiz::inline v0::detail {

namespace {

/// `count` distinct cells of a word, uniform over all choices (R. W. Floyd, "A sample of brilliance", Communications of
/// the ACM 30 (1987)): draws from growing ranges; one that repeats takes the top of its range.
constexpr std::uint64_t random_cells(unsigned cells, unsigned count, std::uint64_t& state)
{
    const unsigned width = bits_per_word / cells;
    std::uint64_t chosen = 0;
    for (unsigned last = cells - count; last < cells; ++last) {
        state += 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio: a counter that `mix` makes random
        const auto drawn = static_cast<unsigned>(scale(mix(state), last + 1));
        const std::uint64_t cell = std::uint64_t{1} << (drawn * width);
        chosen |= (chosen & cell) != 0 ? std::uint64_t{1} << (last * width) : cell;
    }
    return chosen;
}

/// A single cell is not drawn: each of them comes equally often.
constexpr mask_table random_table(unsigned cells, unsigned count)
{
    mask_table result{};
    std::uint64_t state = std::uint64_t{cells} << 32 | count;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] =
            count == 1 ? std::uint64_t{1} << (i % cells * (bits_per_word / cells)) : random_cells(cells, count, state);
    return result;
}

// One constant for each table: a compiler limits the steps that one may take.
template <unsigned Cells, unsigned Count>
constexpr mask_table one_table = random_table(Cells, Count);

template <unsigned Cells, unsigned... Before>
constexpr std::array<mask_table, sizeof...(Before)> all_tables(std::integer_sequence<unsigned, Before...>)
{
    return {one_table<Cells, Before + 1>...};
}

}  // namespace

constinit const std::array<mask_table, 16> bit_masks = all_tables<64>(std::make_integer_sequence<unsigned, 16>());
constinit const std::array<mask_table, 8> counter_masks = all_tables<16>(std::make_integer_sequence<unsigned, 8>());

}  // namespace tamiz::inline v0::detail
