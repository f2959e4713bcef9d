// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/layout/mask_table.hpp>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>
#include <unit/chi_square.hpp>
#include <unit/probe_checks.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace {

using tamiz::detail::bit_masks;
using tamiz::detail::counter_masks;
using tamiz::detail::mask_count;
using tamiz::detail::masks_per_table;
using tamiz::detail::random_mask;
using tamiz::detail::table_mask;
using tamiz::detail::turning;
using tamiz_test::for_each_bit;
using tamiz_test::random_hash;
using tamiz_test::uneven;
using tamiz_test::unevenness;

static_assert(mask_count<64, turning::once> == 65'536 && mask_count<64, turning::twice> == 2'097'152);
static_assert(mask_count<16, turning::once> == 16'384 && mask_count<16, turning::twice> == 131'072);

/// The lowest bit of each cell.
template <unsigned Cells>
constexpr std::uint64_t lowest_bits()
{
    std::uint64_t bits = 0;
    for (unsigned cell = 0; cell < Cells; ++cell) bits |= std::uint64_t{1} << (cell * 64 / Cells);
    return bits;
}

template <unsigned Cells>
constexpr bool has_cells(std::uint64_t mask, unsigned count)
{
    return std::popcount(mask) == static_cast<int>(count) && (mask & ~lowest_bits<Cells>()) == 0;
}
static_assert(has_cells<64>(random_mask<64>(16, 1'023), 16) && has_cells<16>(random_mask<16>(8, 0), 8));

TEST_CASE("the tables hold the masks that the function makes, each with exactly its cells")
{
    bool right = true;
    for (unsigned count = 1; count <= 16; ++count) {
        for (unsigned i = 0; i < masks_per_table; ++i) {
            right &=
                bit_masks[count - 1][i] == random_mask<64>(count, i) && has_cells<64>(bit_masks[count - 1][i], count);
            if (count > 8) continue;
            right &= counter_masks[count - 1][i] == random_mask<16>(count, i);
            right &= has_cells<16>(counter_masks[count - 1][i], count);
        }
    }
    CHECK(right);
}

/// Turned in all ways: every cell, and every distance of two, equally often; and no two alike where there are many.
TEST_CASE("the masks of a table are random: every pair of bits comes as often, and none twice where there are many")
{
    for (unsigned count = 2; count <= 16; ++count) {
        std::array<std::uint64_t, 64> distances{};  // around the word, so that turning changes nothing
        std::set<std::uint64_t> classes;            // of masks that are turned into one another
        for (const std::uint64_t mask : bit_masks[count - 1]) {
            std::uint64_t least = mask;
            for (int turn = 0; turn < 64; ++turn) least = std::min(least, std::rotl(mask, turn));
            classes.insert(least);
            for_each_bit(mask, [&](unsigned a) { for_each_bit(mask, [&](unsigned b) { ++distances[(b - a) % 64]; }); });
        }
        CAPTURE(count);
        std::vector<std::uint64_t> counts(distances.begin() + 1, distances.begin() + 32);  // 33 to 63 mirror them
        CHECK(unevenness(counts) < 2 * uneven);  // pairs of one mask depend on each other
        // A thousand draws from C(64, count) / 64 classes leave so many different ones.
        const double all = std::exp(std::lgamma(65) - std::lgamma(count + 1) - std::lgamma(65 - count)) / 64;
        const double expected = all * -std::expm1(masks_per_table * std::log1p(-1 / all));
        CHECK(std::abs(static_cast<double>(classes.size()) - expected) <
              6 * std::sqrt(masks_per_table - expected + 1) + 1);
    }
}

template <unsigned Cells, turning Turning>
void check_masks(unsigned count)
{
    std::array<std::uint64_t, Cells> cells{};
    std::set<std::uint64_t> masks;
    bool right = true;
    constexpr auto keys = tamiz_test::scaled<std::uint64_t>(200'000);
    for (std::uint64_t key = 0; key < keys; ++key) {
        const std::uint64_t mask = table_mask<Cells, Turning>(count, random_hash(key).value());
        right &= has_cells<Cells>(mask, count);
        masks.insert(mask);
        for_each_bit(mask, [&](unsigned bit) { ++cells[bit * Cells / 64]; });
    }
    CAPTURE(Cells, count);
    CHECK(right);
    CHECK(unevenness(cells, (Cells - double(count)) / (Cells - 1)) < uneven);
    // Two keys have the same mask by its number, or by chance of its cells.
    const double choices = std::exp(std::lgamma(Cells + 1) - std::lgamma(count + 1) - std::lgamma(Cells + 1 - count));
    const double numbers = count == 1 ? Cells : static_cast<double>(mask_count<Cells, Turning>);
    const double reached = choices * -std::expm1(numbers * std::log1p(-1 / choices));  // of all choices, by the table
    const double kinds = count == 1 ? choices : reached;
    const double expected = kinds * -std::expm1(-double(keys) / kinds);
    CHECK(static_cast<double>(masks.size()) > 0.9 * expected);
    CHECK(static_cast<double>(masks.size()) < 1.1 * expected);
}

TEST_CASE("turned masks have their cells evenly, and there are as many of them as the model says")
{
    for (unsigned count = 1; count <= 16; ++count) {
        check_masks<64, turning::once>(count);
        check_masks<64, turning::twice>(count);
        if (count > 8) continue;
        check_masks<16, turning::once>(count);
        check_masks<16, turning::twice>(count);
    }
}

}  // namespace
