// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/mask_table.hpp>

#include <array>
#include <cstddef>
#include <utility>

// Made by the compiler, so that a filter that is built before main() finds them. The values are part of every stored
// filter: tests/golden pins them.
namespace tamiz::inline v0::detail {

namespace {

// One constant for each table: a compiler limits the steps that one may take.
template <unsigned Cells, unsigned Count>
constexpr mask_table one_table = [] {
    mask_table result{};
    for (unsigned i = 0; i < masks_per_table; ++i) result[i] = random_mask<Cells>(Count, i);
    return result;
}();

template <unsigned Cells, unsigned... Before>
constexpr std::array<mask_table, sizeof...(Before)> all_tables(std::integer_sequence<unsigned, Before...>)
{
    return {one_table<Cells, Before + 1>...};
}

}  // namespace

constinit const std::array<mask_table, 16> bit_masks = all_tables<64>(std::make_integer_sequence<unsigned, 16>());
constinit const std::array<mask_table, 8> counter_masks = all_tables<16>(std::make_integer_sequence<unsigned, 8>());

}  // namespace tamiz::inline v0::detail
