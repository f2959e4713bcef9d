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
    files,   ///< at most so many lines are in the files, so all of them may be different
    assumed  ///< there is something whose length is not known
};

struct plan {
    std::uint64_t items = 0;  ///< 1 or more
    basis from = basis::asked;
};

/// How many lines a regular file has from its present position on, or a little more: exact for 4 MiB and less, else
/// from a sample of 4 MiB, three standard errors above its mean. Nothing for what is no regular file.
/// Throws std::system_error.
[[nodiscard]] std::optional<std::uint64_t> estimated_lines(const file& of);

/// The files' lines together; what cannot be opened has none. Larger than `most_bytes` of filters, it is cut to them.
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
