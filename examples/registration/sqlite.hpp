// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The little of SQLite's C interface that the service needs, with owners for its handles and exceptions for its codes.

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace registration {

class sqlite_error : public std::runtime_error {
public:
    /// The code is an extended one, as SQLite has it; 0 if the error is not its own.
    sqlite_error(int code, const std::string& what) : std::runtime_error(what), code_(code) {}

    [[nodiscard]] int code() const noexcept { return code_; }

    /// Another connection holds a lock that is needed: the same can succeed later.
    [[nodiscard]] bool is_busy() const noexcept;

private:
    int code_;
};

enum class access { read, read_write, create };

/// One connection to a file, for one thread at a time. Waits for no lock until told to.
class connection {
public:
    /// @throws sqlite_error
    connection(const std::filesystem::path& file, access how);

    /// How long a statement waits for a lock of another connection before it fails as busy.
    void wait_for_locks(std::chrono::milliseconds limit) noexcept;

    /// Runs statements whose rows nobody wants. @throws sqlite_error
    void execute(const char* statements);

    /// Rows that the last INSERT changed.
    [[nodiscard]] std::int64_t changes() const noexcept;

    /// From now on each commit writes there how many pages the write-ahead log has, and SQLite no longer copies them
    /// into the file by itself.
    void count_log_pages(int& into) noexcept;

    /// Copies what it can of the write-ahead log into the file, without waiting for others. An error shows in the next
    /// statement that has it too; until then the log only grows.
    void checkpoint() noexcept;

    /// Whether a transaction was begun and not ended.
    [[nodiscard]] bool is_in_transaction() const noexcept;

private:
    friend class statement;
    struct closer {
        void operator()(sqlite3* handle) const noexcept;
    };
    std::unique_ptr<sqlite3, closer> handle_;
};

/// One statement, prepared once and run any number of times. The connection must outlive it.
class statement {
public:
    /// @throws sqlite_error
    statement(connection& where, std::string_view text);

    /// Parameters count from 1. The text must stay as it is until reset(). @throws sqlite_error
    void bind(int parameter, std::string_view text);
    void bind(int parameter, std::int64_t number);

    /// True: the next row is there; false: there are no more. @throws sqlite_error
    bool step();

    /// Of the row that is there; columns count from 0. The view lives until the next step() or reset().
    [[nodiscard]] std::string_view text(int column);
    [[nodiscard]] std::int64_t number(int column);

    /// Ends the run, and with it the lock or snapshot that it held.
    void reset() noexcept;

private:
    void check(int code);

    struct finisher {
        void operator()(sqlite3_stmt* handle) const noexcept;
    };
    sqlite3* connection_;
    std::unique_ptr<sqlite3_stmt, finisher> handle_;
};

/// Resets a statement at the end of a scope, however that is left.
class one_run {
public:
    explicit one_run(statement& running) : running_(running) {}
    ~one_run() { running_.reset(); }
    one_run(const one_run&) = delete;
    one_run& operator=(const one_run&) = delete;

private:
    statement& running_;
};

}  // namespace registration
