// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the service tells of itself, as JSON and as metrics.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tamiz/options.hpp>

#include "registration/guard.hpp"

namespace registration {

struct error_counts {
    std::uint64_t bad_request = 0;  ///< status 4xx but for the two that have names of their own
    std::uint64_t too_large = 0;    ///< 413
    std::uint64_t busy = 0;         ///< 503
    std::uint64_t internal = 0;     ///< 500
};

struct guard_statistics {
    guard_state state = guard_state::empty;
    std::uint64_t loaded = 0;  ///< addresses read from the table so far
    std::uint64_t expected_items = 0;
    tamiz::filter_stats filter;
};

/// Counts since the start. Each is as old as its reading: together they are no consistent cut.
struct statistics {
    std::uint64_t rows = 0;           ///< in the table, if only this service writes it
    std::uint64_t registrations = 0;  ///< answered 201
    std::uint64_t conflicts = 0;      ///< answered 409
    /// Of the conflicts, those that only the constraint found: the address came in between, or another program wrote
    /// it.
    std::uint64_t late_conflicts = 0;
    std::uint64_t selects_made = 0;
    std::uint64_t selects_avoided = 0;
    /// Of the selects made, those that a complete filter had asked for and that found nothing: its false positives, and
    /// addresses whose row was on its way or was never committed.
    std::uint64_t selects_in_vain = 0;
    std::uint64_t commits = 0;
    error_counts errors;
    std::optional<guard_statistics> guard;  ///< nothing without a filter

    /// The table holds more than the filter was made for: its rate is above the one that was asked for.
    [[nodiscard]] bool is_overfull() const noexcept { return guard && rows > guard->expected_items; }
};

/// For people: names as above.
[[nodiscard]] std::string to_json(const statistics& now);

/// For Prometheus: its text format 0.0.4, each metric with HELP and TYPE.
[[nodiscard]] std::string to_metrics(const statistics& now);

}  // namespace registration
