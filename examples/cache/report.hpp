// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The results as a table for a person.

#pragma once

#include <string>
#include <vector>

#include "cache/run.hpp"

namespace cache {

/// A column for each run, and above them what was asked.
[[nodiscard]] std::string report(const std::vector<run_result>& results, const workload& trace, unsigned threads,
                                 const std::string& store_name);

}  // namespace cache
