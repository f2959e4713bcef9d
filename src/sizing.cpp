// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/sizing.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <locale>
#include <numbers>
#include <sstream>
#include <string>

#include <tamiz/detail/counters.hpp>
#include <tamiz/error.hpp>

namespace tamiz::inline v0 {

namespace {

constexpr double two_to_64 = 18446744073709551616.0;

double real(std::uint64_t number) noexcept
{
    return static_cast<double>(number);
}

}  // namespace

std::uint64_t optimal_bits(std::uint64_t n, double p)
{
    detail::check_target(n, p);
    constexpr double ln2 = std::numbers::ln2;
    const double bits = std::ceil(-real(n) * std::log(p) / (ln2 * ln2));
    if (!(bits < two_to_64)) {
        detail::throw_length("expected_items", n,
                             "the filter would have 2^64 bits or more at this false_positive_rate");
    }
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(bits));
}

std::uint64_t optimal_hashes(std::uint64_t m, std::uint64_t n)
{
    if (m == 0) detail::throw_invalid("bits", m, "must be 1 or more");
    if (n == 0) detail::throw_invalid("expected_items", n, "must be 1 or more");
    const double hashes = std::round(real(m) / real(n) * std::numbers::ln2);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(hashes));
}

double theoretical_false_positive_rate(std::uint64_t m, std::uint64_t k, double n)
{
    if (m == 0) detail::throw_invalid("bits", m, "must be 1 or more");
    if (k == 0) detail::throw_invalid("hashes", k, "must be 1 or more");
    detail::check_items(n);
    return std::pow(-std::expm1(-real(k) * n / real(m)), real(k));
}

namespace {

void check_counters(std::uint64_t c, std::uint64_t k)
{
    if (c == 0) detail::throw_invalid("counters", c, "must be 1 or more");
    if (k == 0) detail::throw_invalid("hashes", k, "must be 1 or more");
    if (k > c) detail::throw_invalid("hashes", k, "must not exceed the " + std::to_string(c) + " counters");
}

/// P(B = count), B binomial(n, share), share below 1: the factors in pairs, so that they neither overflow nor vanish.
double binomial_probability(std::uint64_t n, double share, unsigned count)
{
    if (count > n) return 0;
    double result = 1;
    for (unsigned i = 0; i < count; ++i) result *= real(n - i) * share / (i + 1);
    return result * std::exp(real(n - count) * std::log1p(-share));
}

}  // namespace

double counter_saturation_probability(std::uint64_t c, std::uint64_t k, std::uint64_t n)
{
    constexpr unsigned stuck = detail::stuck_count;
    check_counters(c, k);
    if (n < stuck) return 0;
    if (k == c) return 1;
    // P(B >= 15): its terms by ratio, on the smaller side of the mean, to spare the digits of a small result.
    const double share = real(k) / real(c);
    const double odds = share / (1 - share);
    if (real(n) * share > stuck) {
        double below = 0;
        double term = binomial_probability(n, share, 0);
        for (unsigned i = 0; i < stuck; ++i) {
            below += term;
            term *= real(n - i) / (i + 1) * odds;
        }
        return 1 - below;
    }
    double tail = 0;
    double term = binomial_probability(n, share, stuck);
    for (std::uint64_t i = stuck; i <= n; ++i) {
        tail += term;
        if (term < tail * 1e-17) break;
        term *= real(n - i) / real(i + 1) * odds;
    }
    return std::min(1.0, tail);
}

double expected_stuck_per_insert(std::uint64_t c, std::uint64_t k, std::uint64_t n)
{
    constexpr unsigned last = detail::stuck_count - 1;
    check_counters(c, k);
    if (k == c) return n == last ? real(k) : 0;
    return real(k) * binomial_probability(n, real(k) / real(c), last);
}

namespace detail {

void check_target(std::uint64_t expected_items, double false_positive_rate)
{
    if (expected_items == 0) throw_invalid("expected_items", expected_items, "must be 1 or more");
    if (!(false_positive_rate > 0 && false_positive_rate < 1)) {  // catches NaN too
        throw_invalid("false_positive_rate", false_positive_rate, "must be above 0 and below 1");
    }
}

void check_hash_reaches(std::uint64_t expected_items, double false_positive_rate)
{
    const double least = hash_collision_rate(real(expected_items));
    if (false_positive_rate > least) return;
    std::ostringstream reason;
    reason.imbue(std::locale::classic());
    reason << "a 64-bit hash cannot reach it: with expected_items = " << expected_items
           << " the rate stays above n/2^64 = " << least;
    throw_length("false_positive_rate", false_positive_rate, reason.str());
}

void check_memory(std::uint64_t expected_items, double bytes)
{
    if (bytes <= real(max_memory_bytes)) return;
    std::ostringstream reason;
    reason.imbue(std::locale::classic());
    reason.precision(15);  // enough for every whole number of bytes near the limit
    reason << "a filter for them would take " << bytes << " bytes; the largest takes " << max_memory_bytes;
    throw_length("expected_items", expected_items, reason.str());
}

void check_items(double items)
{
    if (!(items >= 0 && std::isfinite(items))) throw_invalid("items", items, "must be a finite number, 0 or more");
}

double hash_collision_rate(double items) noexcept
{
    return std::min(1.0, items / two_to_64);
}

double classic_false_positive_rate(std::uint64_t bits, std::uint64_t hashes, double items)
{
    if (bits == 0) throw_invalid("bits", bits, "must be 1 or more");
    if (hashes == 0) throw_invalid("hashes", hashes, "must be 1 or more");
    check_items(items);
    if (items == 0) return 0;
    const std::uint64_t slices = std::min(bits, hashes);
    const std::uint64_t longer = bits % slices;  // so many slices have one bit more
    const auto all_set = [items](std::uint64_t length, std::uint64_t count) {
        if (count == 0) return 1.0;
        const double log_unset = items * std::log1p(-1 / real(length));  // -infinity for a slice of one bit
        return std::pow(-std::expm1(log_unset), real(count));
    };
    const double model = all_set(bits / slices + 1, longer) * all_set(bits / slices, slices - longer);
    return std::min(1.0, model + hash_collision_rate(items));
}

classic_size choose_classic_size(std::uint64_t expected_items, double false_positive_rate)
{
    check_target(expected_items, false_positive_rate);
    check_hash_reaches(expected_items, false_positive_rate);
    const std::uint64_t bits = optimal_bits(expected_items, false_positive_rate);
    check_memory(expected_items, std::ceil(real(bits) / 64) * 8);
    const std::uint64_t hashes = optimal_hashes(bits, expected_items);
    return {bits, static_cast<unsigned>(std::min<std::uint64_t>(hashes, max_classic_hashes))};
}

double expected_false_drops(const std::function<double(double)>& rate, double items)
{
    check_items(items);
    // Gauss's rule with 8 points on [-1, 1] (Abramowitz and Stegun, table 25.4), on one half-octave after another, from
    // `items` down to where nothing is left: the rate is close to a power of n below capacity and flat above it, and on
    // a half-octave both are smooth. The rate never falls, so what lies below x is at most x times the rate there.
    constexpr std::array<double, 4> nodes = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                             0.9602898564975363};
    constexpr std::array<double, 4> weights = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                               0.1012285362903763};
    constexpr double negligible = 1e-9;
    double sum = 0;
    for (double high = items; high > 0 && high * rate(high) > negligible * sum;) {
        const double low = high / std::numbers::sqrt2;
        const double middle = (high + low) / 2;
        const double half = (high - low) / 2;
        double mean = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            mean += weights[i] * (rate(middle - half * nodes[i]) + rate(middle + half * nodes[i]));
        }
        sum += half * mean;
        high = low;
    }
    return sum;
}

}  // namespace detail
}  // namespace tamiz::inline v0
