// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "no_false_negatives/command_line.hpp"
#include "no_false_negatives/tally.hpp"

namespace tamiz::stress {

/// A scenario over a layout, and what was seen of it so far.
struct cell {
    scenario_info which;
    layout_entry layout;
    tally seen{};
};

/// A row for each cell, their sum, and what the columns mean.
[[nodiscard]] std::string table_of(const std::vector<cell>& cells);

/// What happened, in which round, and the command that repeats it.
[[nodiscard]] std::string violation_of(const cell& cell, const command_line& command);

}  // namespace tamiz::stress
