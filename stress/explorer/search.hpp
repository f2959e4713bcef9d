// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <explorer/execution.hpp>
#include <explorer/memory.hpp>

/// Tries every execution of a case.
namespace tamiz::explorer {

/// Which thread moves, and in which of its options (0 is the newest message).
struct choice {
    unsigned thread = 0;
    unsigned option = 0;
    friend bool operator==(const choice&, const choice&) = default;
};

enum class reduction : std::uint8_t {
    none,       ///< every schedule, for checks that depend on real time
    sleep_sets  ///< one schedule of each set that differ only in the order of accesses that commute
};

struct search_options {
    model memory = model::sequential;
    reduction reduce = reduction::sleep_sets;
    std::uint64_t most_executions = 100'000'000;
    std::uint64_t most_steps = 1000;  ///< of one execution
};

struct failed_execution {
    std::string message;
    std::vector<choice> choices = {};        ///< all of them, from the beginning
    std::vector<std::string> schedule = {};  ///< where there are no choices: what happened, a line for each access
};

struct search_result {
    std::uint64_t executions = 0;  ///< that ran to their end; different in what was read from whom
    std::uint64_t blocked = 0;     ///< given up, because all that they could become was seen already
    std::uint64_t steps = 0;
    bool exhausted = false;                      ///< nothing is left to try
    std::optional<failed_execution> failure;     ///< the search ends at the first
    std::map<std::string, std::uint64_t> notes;  ///< what `world::note` was told, and in how many executions
};

/// Depth first, without remembering states: an execution is repeated from its beginning up to the choice that changes.
///
/// Sleep sets (P. Godefroid, "Partial-order methods for the verification of concurrent systems", 1996) over pairs of
/// thread and option: once all that follows a pair has been tried, it sleeps in the pairs tried next, until one that it
/// does not commute with has happened; a sleeping pair leads nowhere new. In the weak model options act on messages
/// that are there, and commute: a sleeping thread wakes up for new messages alone.
[[nodiscard]] search_result search(const execution::builder& build, const search_options& options);

}  // namespace tamiz::explorer
