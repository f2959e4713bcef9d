// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The exact store behind the cache.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cache {

/// One thread's way to the store.
class store_reader {
public:
    virtual ~store_reader() = default;
    /// The value of the key, for what it costs. @throws std::runtime_error if it cannot be read
    [[nodiscard]] virtual std::string read(std::string_view key) = 0;
    /// The same value, for a check: it need not cost as much.
    [[nodiscard]] virtual std::string read_for_check(std::string_view key) { return read(key); }
};

/// For any number of threads, each with a reader of its own. The store must outlive its readers.
class store {
public:
    virtual ~store() = default;
    /// @throws std::runtime_error if there cannot be one more
    [[nodiscard]] virtual std::unique_ptr<store_reader> connect() const = 0;
};

/// The value that the stores here have for a key: so many bytes of text that differ from key to key.
[[nodiscard]] std::string value_of(std::string_view key, std::size_t bytes);

/// Answers after a while, as one on another machine does. Delay 0 does not wait; else the system adds some 50 µs.
[[nodiscard]] std::unique_ptr<store> make_delay_store(std::chrono::microseconds delay, std::size_t value_bytes);

/// Filling a store was given up.
class filling_stopped : public std::runtime_error {
public:
    filling_stopped() : std::runtime_error("stopped while the store was filled") {}
};

/// An SQLite database with the values of these keys, in a file that is gone with the store.
/// @param stop_requested  asked at every thousandth key: whether to give up
/// @throws std::runtime_error, with the file and SQLite's message, if it cannot be made; filling_stopped
[[nodiscard]] std::unique_ptr<store> make_sqlite_store(
    const std::vector<std::string>& keys, std::size_t value_bytes,
    const std::function<bool()>& stop_requested = [] { return false; });

}  // namespace cache
