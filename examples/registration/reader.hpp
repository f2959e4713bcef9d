// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A connection that reads the table of registrations.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "registration/backoff.hpp"
#include "registration/sqlite.hpp"

namespace registration {

/// For one thread at a time. Everything throws sqlite_error.
class reader {
public:
    /// The table must be there.
    explicit reader(const std::filesystem::path& file);

    [[nodiscard]] bool contains(std::string_view email);

    /// Counts the rows: one pass over an index.
    [[nodiscard]] std::uint64_t rows();

    struct id_range {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    /// The least and the greatest id; nothing if the table is empty.
    [[nodiscard]] std::optional<id_range> ids();

    /// The addresses with ids from first to last, both included.
    [[nodiscard]] std::vector<std::string> emails(id_range ids);

private:
    connection connection_;
    statement find_;
    statement emails_;
};

/// Readers for whoever needs one: as many as there are threads that read at the same moment.
class reader_pool {
public:
    explicit reader_pool(std::filesystem::path file) : file_(std::move(file)) {}

    /// Asks the table, again and again while a lock of another connection is in the way.
    /// @throws sqlite_error, busy if it still was at the deadline
    [[nodiscard]] bool contains(std::string_view email, deadline limit);

private:
    [[nodiscard]] std::unique_ptr<reader> take();
    void give_back(std::unique_ptr<reader> used);

    const std::filesystem::path file_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<reader>> idle_;  ///< guarded by mutex_
};

}  // namespace registration
