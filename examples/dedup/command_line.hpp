// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the program can be told.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dedup/line_judge.hpp"

namespace dedup {

struct command_line {
    std::vector<std::string> files;    ///< none: standard input
    std::vector<std::string> against;  ///< lines in these are not printed
    std::optional<std::uint64_t> expected_items;
    double false_positive_rate = 1e-9;
    std::optional<std::uint64_t> memory;  ///< bytes for all filters
    unsigned threads;                     ///< by default as many as there are processors for this process
    bool ordered = false;
    bool count = false;
    bool duplicates = false;
    bool verify = false;
    bool progress = false;     ///< tell of it even where there is no terminal
    bool no_progress = false;  ///< and not even where there is one
    std::optional<std::uint64_t> seed;

    command_line();

    /// Declares the options; the object must outlive the parsing.
    void declare(CLI::App& app);

    /// After the parsing: what is wrong with the options together, naming one of them. Empty if nothing is.
    [[nodiscard]] std::string contradiction() const;

    [[nodiscard]] wanted which() const noexcept { return duplicates ? wanted::repeated : wanted::distinct; }
};

}  // namespace dedup
