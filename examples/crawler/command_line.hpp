// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the program can be told.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "crawler/policy.hpp"
#include "crawler/url.hpp"

namespace crawler {

struct command_line {
    std::string root;
    std::string start = "/index.html";
    unsigned threads = 8;
    std::uint64_t expected_urls = 100'000;
    double false_positive_rate = 1e-6;
    std::string policy_name = "claim";
    std::string layout = "cache_line8";
    unsigned hosts = 1;
    bool verify = false;
    std::optional<std::uint64_t> seed;

    /// Declares the options; the object must outlive the parsing.
    void declare(CLI::App& app);

    [[nodiscard]] policy rule() const { return policy_name == "insert" ? policy::insert : policy::claim; }

    /// The start page of each host: http://site1.example/..., http://site2.example/... Empty if start is no path.
    [[nodiscard]] std::vector<url> seeds() const;
};

}  // namespace crawler
