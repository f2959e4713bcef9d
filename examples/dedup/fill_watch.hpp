// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <cstdint>
#include <string>

#include "dedup/line_filter.hpp"
#include "dedup/messages.hpp"
#include "dedup/plan.hpp"

namespace dedup {

/// Warns when the filter has 80 % of the lines that it is made for, all of them, and twice, four times ... as many,
/// each time with the rate that then holds. Files whose lines were counted have no more than planned, and are no reason
/// to warn at 80 %.
class fill_watch {
public:
    fill_watch(const plan& planned, const line_filter& filter, messages& to)
        : planned_(planned), filter_(filter), to_(to), is_near_told_(planned.from == basis::files)
    {
    }

    /// So many different lines are in now. One thread at a time, beside threads that insert.
    void see(std::uint64_t lines);

private:
    [[nodiscard]] std::string rate_now() const;

    const plan planned_;
    const line_filter& filter_;
    messages& to_;
    bool is_near_told_;
    std::uint64_t times_told_ = 0;  // 1, 2, 4 ... times the plan
};

}  // namespace dedup
