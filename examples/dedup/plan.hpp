// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// How many different lines the filter is made for.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dedup/file.hpp"

namespace dedup {

/// What standard input, or another pipe, is taken to hold.
inline constexpr std::uint64_t assumed_lines = 10'000'000;

enum class basis : std::uint8_t {
    asked,   ///< --expected-items
    memory,  ///< --memory
    files,   ///< so many lines are in the files, so all of them may be different
    assumed  ///< there is something whose lines were not counted
};

struct plan {
    std::uint64_t items = 0;  ///< 1 or more
    basis from = basis::asked;
};

struct line_count {
    std::uint64_t lines = 0;
    bool is_exact = true;
};

/// Larger files are not read twice as a whole.
inline constexpr std::uint64_t most_counted_bytes = std::uint64_t{1} << 30;

/// How many lines a regular file has from its present position on. Counted up to `most_counted`; above it from a sample
/// of 4 MiB, three standard errors above its mean, which can miss where the short lines are. Nothing for what is no
/// regular file, or does not tell its size, as in /proc. Throws std::system_error.
[[nodiscard]] std::optional<line_count> lines_of(const file& of, std::uint64_t most_counted = most_counted_bytes);

/// The files' lines together; what cannot be opened has none, and what was not counted has `assumed_lines` at least.
/// Larger than `most_bytes` of filters, it is cut to them.
/// @param input_descriptor  what "-" stands for
/// @throws what the layout throws for such a rate
[[nodiscard]] plan plan_for_files(const std::vector<std::string>& names, int input_descriptor, double rate,
                                  std::uint64_t most_bytes);

/// How many items a filter of so many bytes holds at the rate.
/// @throws std::invalid_argument if not a single one, and what the layout throws for such a rate
[[nodiscard]] std::uint64_t items_in(std::uint64_t bytes, double rate);

/// Half of the machine's memory: more is never taken unasked.
[[nodiscard]] std::uint64_t most_unasked_bytes();

}  // namespace dedup
