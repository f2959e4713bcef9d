// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What is asked of the cache, and in which order.

#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cache {

/// A trace: each request is the number of a key. The same for every run, so that runs can be compared.
class workload {
public:
    /// Asks for the key next. @throws std::length_error after 2^32 - 1 different keys
    void add(std::string_view key);

    [[nodiscard]] const std::vector<std::string>& keys() const noexcept { return keys_; }
    [[nodiscard]] const std::vector<std::uint32_t>& requests() const noexcept { return requests_; }
    [[nodiscard]] const std::string& key_of(std::uint32_t number) const { return keys_[number]; }
    /// Whether the key is asked for once in the whole trace: a one-hit wonder.
    [[nodiscard]] bool is_once(std::uint32_t number) const { return times_[number] == 1; }
    [[nodiscard]] std::uint64_t once() const;

private:
    struct any_text {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };

    std::vector<std::string> keys_;
    std::vector<std::uint64_t> times_;
    std::vector<std::uint32_t> requests_;
    std::unordered_map<std::string, std::uint32_t, any_text, std::equal_to<>> numbers_;
};

/// There is no such trace.
struct unreadable_trace : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Each line of the file is a key, byte by byte without its newline; an empty line is the empty key, and a last line
/// needs no newline. @throws unreadable_trace, which names the file, if it cannot be read or has no line
[[nodiscard]] workload read_trace(const std::filesystem::path& file);

struct zipf_options {
    std::uint64_t requests = 500'000;  ///< 1 or more
    std::uint64_t keys = 100'000;      ///< popular keys: from 1 to 2^32 - 1
    double exponent = 0.9;             ///< key number n is asked for in proportion to 1 / n^exponent; 0: all alike
    double once_share = 0.2;           ///< share of the requests for a key that nobody asks for again: from 0 to 1
    std::uint64_t seed = 1;            ///< the same options and seed make the same trace
};

/// Requests for popular keys by Zipf's law, and between them for keys that come once.
[[nodiscard]] workload make_zipf(const zipf_options& options);

}  // namespace cache
