// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Many clients that register addresses over HTTP with a service in this process, with its filter and without.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "registration/statistics.hpp"

namespace registration {

struct load_settings {
    std::uint64_t known = 1'000'000;
    std::uint64_t requests = 100'000;
    double new_share = 0.99;
    unsigned clients = 8;
    unsigned threads = 8;  ///< of the service
    unsigned rounds = 1;
    double false_positive_rate = 0.01;
    bool durable = false;
    std::uint64_t seed = 1;
    std::filesystem::path folder;  ///< an empty one, for the databases
    std::function<bool()> stop_requested = [] { return false; };
    std::FILE* progress_to = nullptr;  ///< null: show none
};

/// What the clients saw, in all rounds of one kind, and what the service counted.
struct load_measured {
    std::vector<std::chrono::nanoseconds> latencies;  ///< of each exchange, in ascending order
    std::chrono::nanoseconds time{0};                 ///< from the first request to the last reply
    std::chrono::nanoseconds loading{0};              ///< of the table into the filter
    std::uint64_t registered = 0;                     ///< 201
    std::uint64_t conflicts = 0;                      ///< 409
    std::uint64_t wrong = 0;                          ///< 201 for a known address, 409 for a new one, and all else
    std::uint64_t selects_made = 0;
    std::uint64_t selects_avoided = 0;
    std::uint64_t commits = 0;
    std::uint64_t filter_bytes = 0;

    [[nodiscard]] double per_second() const;
    /// The time within which that share of the exchanges ended: a share in (0, 1]. 0 if there were none.
    [[nodiscard]] std::chrono::nanoseconds within(double share) const;
};

struct load_result {
    std::chrono::nanoseconds filling{0};
    load_measured with_filter;
    load_measured without_filter;
    bool is_stopped = false;
};

/// @throws sqlite_error, examples::http_error, std::runtime_error: then something of the service failed
[[nodiscard]] load_result run_load(const load_settings& settings);

/// The n-th address; different n have different ones, in no order.
[[nodiscard]] std::string address(std::uint64_t n);

/// For people.
[[nodiscard]] std::string report(const load_settings& settings, const load_result& result);

}  // namespace registration
