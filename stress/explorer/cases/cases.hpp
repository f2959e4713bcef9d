// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <vector>

#include <explorer/scenario.hpp>

/// The cases, a file for each group.
namespace tamiz::explorer::cases {

[[nodiscard]] std::vector<scenario> answers();        ///< of insert and claim: who is told that a key was new
[[nodiscard]] std::vector<scenario> publication();    ///< what whoever finds a key has seen
[[nodiscard]] std::vector<scenario> filters();        ///< bloom_filter itself: layouts, bulk calls, words touched
[[nodiscard]] std::vector<scenario> whole_filters();  ///< merge, copy, clear, statistics
[[nodiscard]] std::vector<scenario> linearizability();
[[nodiscard]] std::vector<scenario> counters();         ///< that are raised and lowered at once; erasers' locks
[[nodiscard]] std::vector<scenario> counters_shared();  ///< counters that are published, merged and copied

}  // namespace tamiz::explorer::cases
