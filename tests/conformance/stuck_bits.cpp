// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "rates.hpp"
#include "structures.hpp"

#include <support/catch.hpp>
#include <support/key_streams.hpp>
#include <support/measure_rate.hpp>
#include <support/sanitizers.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// The measurement of rates.cpp, run on hashes with a bit that is always 0 or always 1: would it notice?
//
// Which bits can it notice? A blocked layout takes the block from the hash's highest bits: with B blocks the log2(B)
// highest ones choose it, and each of these, stuck, leaves half of the blocks without keys. (The next few still shift
// the blocks' shares a little.) The bits of a key within its block come from products of the whole hash with odd
// numbers, of which the upper halves are used. A lower bit that is stuck halves the 2^64 hashes, but leaves their
// products as even as before: about 2^50 different hashes remain for each block, and no more than some 50 bits are
// taken from them. No rate can show that, and none has to.
//
// The classic layout mixes the hash again for every position, so no single bit of it matters. What it needs is that
// hashes differ: it is shown a hash with so many bits stuck that keys share hashes, and positions with one bit stuck.

namespace {

using tamiz_test::as_predicted;
using tamiz_test::layout_name;
using tamiz_test::measure_at_capacity;
using tamiz_test::measured_rate;
using tamiz_test::plan_for;
using tamiz_test::random_keys;
using tamiz_test::rate_plan;
using tamiz_test::sanitized;
using tamiz_test::scaled;
using tamiz_test::single_layouts;

constexpr double rates[] = {0.1, 0.01, 0.001, 0.0001};

struct hash_with_stuck_bits {
    using is_avalanching = void;
    std::uint64_t stuck = 0;
    std::uint64_t value = 0;  // of the stuck bits
    std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const
    {
        return (tamiz::hash<std::uint64_t>{}(key, seed) & ~stuck) | value;
    }
};

/// The same measurement with a tenth of the draws: what is seen with these is seen with more.
rate_plan tenth(rate_plan plan)
{
    plan.draws /= sanitized ? 1 : 10;
    plan.filters = 4;
    return plan;
}

template <typename Layout>
measured_rate with_stuck_bits(double rate, const rate_plan& plan, std::uint64_t stuck, bool ones)
{
    return measure_at_capacity<Layout, random_keys>(rate, plan, hash_with_stuck_bits{stuck, ones ? stuck : 0});
}

/// How many of the highest bits choose the block.
template <typename Layout>
int bits_that_choose(double rate, const rate_plan& plan)
{
    return static_cast<int>(std::bit_width(Layout::size_for(plan.items, rate).blocks)) - 1;
}

constexpr std::uint64_t bit_from_top(int number)
{
    return std::uint64_t{1} << (63 - number);
}

/// The classic layout with one bit stuck at 0 in the random fraction that becomes a position: bit 1 halves a slice,
/// bit 2 leaves out its second and its last quarter, and so on.
template <int Bit>
struct classic_with_stuck_fraction : tamiz::layout::classic {
    class probes_type {
    public:
        static constexpr std::size_t capacity = max_hashes;

        probes_type(const size& s, tamiz::hash_value hash)
        {
            unsigned slice = 0;
            for (const tamiz::probe p : classic::probes(s, hash)) {
                for (std::uint64_t mask = p.mask; mask != 0; mask &= mask - 1, ++slice)
                    add(moved(s, slice, p.word * 64 + static_cast<unsigned>(std::countr_zero(mask))));
            }
        }
        [[nodiscard]] const tamiz::probe* begin() const { return probes_.data(); }
        [[nodiscard]] const tamiz::probe* end() const { return probes_.data() + count_; }

    private:
        static std::uint64_t moved(const size& s, unsigned slice, std::uint64_t position)
        {
            const std::uint64_t begin = s.slice_begin(slice);
            const auto length = static_cast<double>(s.slice_bits(slice));
            const double fraction = (static_cast<double>(position - begin) + 0.5) / length;
            const double scale = std::ldexp(1.0, Bit);
            const double stuck = std::fmod(std::floor(fraction * scale), 2) == 0 ? fraction : fraction - 1 / scale;
            return begin + static_cast<std::uint64_t>(stuck * length);
        }
        void add(std::uint64_t position)
        {
            const std::uint64_t mask = std::uint64_t{1} << (position % 64);
            if (count_ != 0 && probes_[count_ - 1].word == position / 64)
                probes_[count_ - 1].mask |= mask;
            else
                probes_[count_++] = {position / 64, mask};
        }

        std::array<tamiz::probe, max_hashes> probes_;
        std::size_t count_ = 0;
    };

    [[nodiscard]] static probes_type probes(const size& s, tamiz::hash_value hash) { return {s, hash}; }
};

/// For comparison: all as it was, taken to pieces and put together again.
struct classic_in_pieces : classic_with_stuck_fraction<60> {};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a stuck bit of the hash is noticed at every rate if the block depends on it",
                        "[conformance][rates]", single_layouts)
{
    if constexpr (!std::is_same_v<TestType, tamiz::layout::classic>) {
        for (const double rate : rates) {
            const rate_plan plan = tenth(plan_for(rate));
            const int visible = bits_that_choose<TestType>(rate, plan);
            REQUIRE(visible >= 7);
            for (int bit = 0; bit < visible; ++bit) {
                const measured_rate result = with_stuck_bits<TestType>(rate, plan, bit_from_top(bit), bit % 2 == 0);
                INFO(layout_name<TestType> << " at " << rate << ", bit " << 63 - bit << " stuck: " << result);
                CHECK_FALSE(as_predicted(result));
            }
            const measured_rate sound = with_stuck_bits<TestType>(rate, plan, 0, false);
            INFO(layout_name<TestType> << " at " << rate << ", no bit stuck: " << sound);
            CHECK(as_predicted(sound));
        }
    }
}

TEMPLATE_LIST_TEST_CASE("each bit of the hash matters as the comment above says", "[conformance][rates]",
                        single_layouts)
{
    constexpr double rate = 0.01;
    rate_plan plan;
    plan.draws = scaled<std::uint64_t>(200'000);
    plan.filters = scaled<std::uint64_t>(8, 2);
    int visible = 0;
    int doubtful = 0;
    if constexpr (!std::is_same_v<TestType, tamiz::layout::classic>) {
        visible = bits_that_choose<TestType>(rate, plan);
        doubtful = 5;
    }
    for (int bit = 0; bit < 64; ++bit) {
        const measured_rate result = with_stuck_bits<TestType>(rate, plan, bit_from_top(bit), bit % 2 != 0);
        INFO(layout_name<TestType> << ", bit " << 63 - bit << " stuck: " << result);
        if (bit < visible) CHECK_FALSE(as_predicted(result));
        if (bit >= visible + doubtful) CHECK(as_predicted(result));
    }
}

TEMPLATE_LIST_TEST_CASE("hashes with too many stuck bits are noticed at every rate", "[conformance][rates]",
                        single_layouts)
{
    for (const double rate : rates) {
        const rate_plan plan = plan_for(rate);
        // With 2^b hashes left, n keys alone make a rate of n / 2^b: about as much as was asked for.
        const double needed = std::log2(static_cast<double>(plan.items) / rate);
        const int left = static_cast<int>(needed);
        const std::uint64_t stuck = (std::uint64_t{1} << (64 - left)) - 1;  // the low ones: the block stays even
        const measured_rate result = with_stuck_bits<TestType>(rate, plan, stuck, true);
        INFO(layout_name<TestType> << " at " << rate << ", " << left << " bits left: " << result);
        CHECK_FALSE(as_predicted(result));
    }
}

TEST_CASE("a stuck bit of a classic position is noticed at every rate", "[conformance][rates]")
{
    for (const double rate : rates) {
        rate_plan plan = tenth(plan_for(rate));
        plan.items = 5'000;  // they are taken to pieces, which takes its time
        INFO("at " << rate);
        CHECK(as_predicted(measure_at_capacity<classic_in_pieces, random_keys>(rate, plan)));
        CHECK_FALSE(as_predicted(measure_at_capacity<classic_with_stuck_fraction<1>, random_keys>(rate, plan)));
        CHECK_FALSE(as_predicted(measure_at_capacity<classic_with_stuck_fraction<3>, random_keys>(rate, plan)));
        CHECK_FALSE(as_predicted(measure_at_capacity<classic_with_stuck_fraction<10>, random_keys>(rate, plan)));
    }
}
