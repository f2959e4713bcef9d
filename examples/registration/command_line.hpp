// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the program can be told.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "registration/load_generator.hpp"
#include "registration/service.hpp"

namespace registration {

/// registration serve ...
struct serve_command {
    std::string database;
    std::uint16_t port = 8080;
    unsigned threads = 16;
    unsigned load_threads = 0;
    std::uint64_t expected_items = 0;
    double false_positive_rate = 0.01;
    std::optional<std::uint64_t> seed;
    bool no_filter = false;
    bool durable = false;
    unsigned busy_timeout_ms = 2000;
    std::size_t body_limit = 4096;

    /// Declares the options; the object must outlive the parsing.
    void declare(CLI::App& app);
    [[nodiscard]] service_options options() const;
};

/// registration load ...
struct load_command {
    load_settings settings;
    std::string folder;

    void declare(CLI::App& app);
};

}  // namespace registration
