// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/fill_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "support/table.hpp"

namespace dedup {

using examples::with_separators;

void fill_watch::see(std::uint64_t lines)
{
    if (!is_near_told_ && static_cast<double>(lines) >= 0.8 * static_cast<double>(planned_.items)) {
        is_near_told_ = true;
        to_.say(fmt::format("80 % of the {} different lines that the filter is made for are in ({}); its rate of false "
                            "positives is now {}",
                            with_separators(planned_.items), with_separators(lines), rate_now()));
    }
    const std::uint64_t times = std::bit_floor(lines / planned_.items);
    if (times <= times_told_ || lines <= planned_.items) return;
    times_told_ = times;
    to_.say(
        fmt::format("more different lines ({}) than the {} that the filter is made for; its rate of false positives is "
                    "now {} and rises, and each false positive is a lost line: give it more --expected-items or "
                    "--memory",
                    with_separators(lines), with_separators(planned_.items), rate_now()));
}

std::string fill_watch::rate_now() const
{
    constexpr std::uint64_t some_lines = 65536;  // microseconds each thousand; the error is far below a percent
    return fmt::format("{:.2g}", filter_.estimated_false_positive_rate({.sample_lines = some_lines}));
}

}  // namespace dedup
