// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "no_false_negatives/catalogue.hpp"
#include "no_false_negatives/scenarios.hpp"

namespace tamiz::stress {

/// What the user wants.
struct command_line {
    std::string program;  ///< as it was called
    unsigned threads = 0;
    std::uint64_t seconds = 0;
    std::uint64_t seed = 0;
    std::vector<scenario_info> scenarios;
    std::vector<layout_entry> layouts;
};

/// The wishes, or the status to end with at once: 0 after --help and --list, 2 after one line on `err` about bad
/// arguments.
[[nodiscard]] std::variant<command_line, int>
parse_command_line(int argc, const char* const* argv, const catalogue& filters, std::ostream& out, std::ostream& err);

/// The command that runs one scenario over one layout from this seed on.
[[nodiscard]] std::string command_to_repeat(const command_line& command, std::string_view scenario_name,
                                            std::string_view layout_name, std::uint64_t seed);

}  // namespace tamiz::stress
