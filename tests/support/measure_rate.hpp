// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

/// False-positive rates by counting, with the deviation that a count has by chance.
namespace tamiz_test {

/// Several filters of different seeds share the draws: the rate of one filter is itself a matter of luck, and no
/// number of draws would tell it from the model's.
struct rate_plan {
    std::uint64_t items = 20'000;  ///< in each filter
    std::uint64_t draws = 0;       ///< absent keys asked, in all
    std::uint64_t filters = 16;
};

struct measured_rate {
    double predicted = 0;  ///< by the layout's model
    double estimated = 0;  ///< by the filters, from their own bits: the mean
    double measured = 0;
    double sampling_deviation = 0;  ///< of `measured`, by the draws
    double filter_deviation = 0;    ///< of the filters' mean, by their own randomness

    /// How many deviations the count is off the model. Sampling is binomial; both together are close to normal.
    [[nodiscard]] double error_of_model() const
    {
        return (measured - predicted) / std::hypot(sampling_deviation, filter_deviation);
    }
    /// The same for the filters' own estimate, which knows what bits they have: sampling is all that is left.
    [[nodiscard]] double error_of_estimate() const { return (measured - estimated) / sampling_deviation; }

    friend std::ostream& operator<<(std::ostream& out, const measured_rate& rate)
    {
        return out << "measured " << rate.measured << ", model " << rate.predicted << " (" << rate.error_of_model()
                   << " deviations), filters' estimate " << rate.estimated << " (" << rate.error_of_estimate() << ")";
    }
};

/// Wide enough that no right filter fails (a chance of 6e-7 for each measurement), and seeds are fixed.
inline constexpr double tolerated_deviations = 5;

/// The mean of some numbers and the deviation that the mean has, told by how they scatter.
struct mean_of {
    double mean = 0;
    double deviation = 0;

    explicit mean_of(const std::vector<double>& values)
    {
        const auto count = static_cast<double>(values.size());
        for (const double value : values) mean += value / count;
        double squares = 0;
        for (const double value : values) squares += (value - mean) * (value - mean);
        deviation = std::sqrt(squares / (count - 1) / count);
    }
};

/// Fills filters with the first keys of `Keys` streams and asks for the next ones.
/// @param make_filter from a seed
template <typename Keys, typename MakeFilter>
[[nodiscard]] measured_rate measure_rate(const MakeFilter& make_filter, const rate_plan& plan)
{
    std::uint64_t drawn = 0;
    std::uint64_t found = 0;
    std::vector<double> estimates;
    measured_rate result;
    for (std::uint64_t seed = 1; seed <= plan.filters; ++seed) {
        auto filter = make_filter(seed);
        Keys keys(seed);
        for (std::uint64_t i = 0; i < plan.items; ++i) filter.insert(keys());
        for (std::uint64_t i = 0; i < plan.draws / plan.filters; ++i, ++drawn) {
            if (filter.may_contain(keys())) ++found;
        }
        estimates.push_back(filter.estimated_false_positive_rate());
        using layout = typename decltype(filter)::layout_type;
        result.predicted = layout::false_positive_rate(filter.layout_size(), static_cast<double>(plan.items));
    }
    const mean_of estimated(estimates);
    result.estimated = estimated.mean;
    result.filter_deviation = estimated.deviation;
    const auto draws = static_cast<double>(drawn);
    result.measured = static_cast<double>(found) / draws;
    result.sampling_deviation = std::sqrt(result.predicted * (1 - result.predicted) / draws);
    return result;
}

}  // namespace tamiz_test
