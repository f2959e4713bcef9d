// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the program can be told.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cache/shared_cache.hpp"
#include "cache/store.hpp"
#include "cache/workload.hpp"

namespace cache {

struct command_line {
    std::string trace;  ///< empty: by Zipf's law
    zipf_options zipf;
    std::string store = "sqlite";
    std::uint64_t value_bytes = 100;
    std::uint64_t capacity = 10'000;
    std::uint64_t shards = 16;
    unsigned threads = 8;
    double false_positive_rate = 0.01;
    std::optional<std::uint64_t> gate_keys;
    std::string filters = "all";
    bool verify = false;

    /// Declares the options; the object must outlive the parsing.
    void declare(CLI::App& app);

    /// Reads the trace, or makes it. @throws unreadable_trace
    [[nodiscard]] workload make_workload() const;

    /// The store with the trace's values. @throws std::runtime_error if it cannot be made
    [[nodiscard]] std::unique_ptr<cache::store> make_store(const workload& trace,
                                                           const std::function<bool()>& stop_requested) const;
    /// What the report calls it.
    [[nodiscard]] std::string store_name() const;

    /// A cache for each combination of filters that was asked for.
    [[nodiscard]] std::vector<cache_options> caches() const;
};

}  // namespace cache
