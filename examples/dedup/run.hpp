// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// One run, from the files to the printed lines.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <tamiz/options.hpp>

#include "dedup/line_judge.hpp"
#include "dedup/messages.hpp"
#include "dedup/plan.hpp"
#include "dedup/verification.hpp"

namespace dedup {

struct run_settings {
    std::vector<std::string> files;
    std::vector<std::string> against;
    wanted which = wanted::distinct;
    double false_positive_rate = 1e-9;
    std::uint64_t seed = tamiz::default_seed;
    plan planned;
    unsigned threads = 1;
    bool is_ordered = false;
    bool is_counting = false;  ///< the lines themselves are not written
    bool is_verifying = false;
    int input_descriptor = 0;
    int output_descriptor = 1;
    messages* to = nullptr;            ///< never null in use
    std::FILE* progress_to = nullptr;  ///< null: no progress
};

struct run_result {
    std::uint64_t lines = 0;
    std::uint64_t bytes = 0;
    std::uint64_t excluded_lines = 0;  ///< read from the files of --against
    std::uint64_t seen = 0;            ///< different lines, those of --against included
    std::uint64_t printed = 0;
    std::size_t failures = 0;  ///< files that could not be read
    tamiz::filter_stats filter;
    std::uint64_t filters_bytes = 0;
    std::uint64_t peak_bytes = 0;     ///< resident, of the process so far, before the second pass; 0: not known
    std::chrono::nanoseconds time{};  ///< without the second pass
    std::optional<verdict> verified;  ///< if it was asked for, and all files could be read
    std::chrono::nanoseconds verify_time{};
};

/// The filter of the size that was asked for is refused; says why.
class refused_filter : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file of --against cannot be read, so it is not known what to print. It was named.
class unreadable_exclusion : public std::runtime_error {
public:
    unreadable_exclusion() : std::runtime_error("nothing is printed, for lines could be that are in it") {}
};

/// @throws refused_filter, unreadable_exclusion, closed_output, std::system_error for the output, std::bad_alloc
[[nodiscard]] run_result run(const run_settings& how);

}  // namespace dedup
