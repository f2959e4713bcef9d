// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Command lines, over CLI11: declare options on a CLI::App, then call parse_arguments.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>

namespace examples {

/// Reads the command line into the variables bound to the app's options.
///
/// Nothing: go on. Otherwise the program should end with that status: 0 after --help (which is printed on out), 2 after
/// a bad argument. The latter prints one line on err that names the program, the option and the value.
[[nodiscard]] std::optional<int> parse_arguments(CLI::App& app, int argc, const char* const* argv, std::ostream& out,
                                                 std::ostream& err);

/// The same on std::cout and std::cerr.
[[nodiscard]] std::optional<int> parse_arguments(CLI::App& app, int argc, const char* const* argv);

/// Prints "program: message" as one line on err and returns 2: for what only the program can judge.
int bad_arguments(const CLI::App& app, const std::string& message, std::ostream& err);
int bad_arguments(const CLI::App& app, const std::string& message);

/// A whole number from least to most, in decimal digits alone and without leading zeros.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// A whole number, 1 or more.
[[nodiscard]] inline CLI::Validator positive_integer(std::uint64_t most = std::numeric_limits<std::uint64_t>::max())
{
    return whole_number(1, most);
}

/// A number above 0 and below 1.
[[nodiscard]] CLI::Validator rate();

/// The path of a folder that is there and can be listed.
[[nodiscard]] CLI::Validator existing_folder();

}  // namespace examples
