// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace cache {
namespace {

/// A new empty file of its own, gone at the end.
class temporary_file {
public:
    temporary_file() : path_((folder() / "tamiz-cache-XXXXXX").string())
    {
        const int descriptor = ::mkstemp(path_.data());
        if (descriptor < 0)
            throw std::runtime_error(fmt::format("'{}' cannot be made: {}", path_, std::strerror(errno)));
        ::close(descriptor);
    }
    ~temporary_file() { ::unlink(path_.c_str()); }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    static std::filesystem::path folder()
    {
        std::error_code error;
        std::filesystem::path result = std::filesystem::temp_directory_path(error);
        if (!error) return result;
        const char* const named = std::getenv("TMPDIR");
        throw std::runtime_error(fmt::format("no folder for the database: TMPDIR is '{}': {}",
                                             named == nullptr ? "" : named, error.message()));
    }

    std::string path_;
};

struct close_database {
    void operator()(sqlite3* database) const noexcept { sqlite3_close(database); }
};
using database = std::unique_ptr<sqlite3, close_database>;

struct end_statement {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
};
using statement = std::unique_ptr<sqlite3_stmt, end_statement>;

[[noreturn]] void fail(const std::string& path, const std::string& why)
{
    throw std::runtime_error(fmt::format("database '{}': {}", path, why));
}

database open(const std::string& path, int flags)
{
    sqlite3* raw = nullptr;
    // Each connection has one thread, so it needs no lock of its own.
    const int result = sqlite3_open_v2(path.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    database opened(raw);  // also where it failed
    if (result != SQLITE_OK) fail(path, raw == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(raw));
    return opened;
}

void run(sqlite3* in, const std::string& path, const char* sql)
{
    if (sqlite3_exec(in, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(path, sqlite3_errmsg(in));
}

statement prepare(sqlite3* in, const std::string& path, const char* sql)
{
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(in, sql, -1, &raw, nullptr) != SQLITE_OK) fail(path, sqlite3_errmsg(in));
    return statement(raw);
}

/// The text must stay until the statement is reset. Keys are any bytes, so they are blobs.
void bind_text(sqlite3_stmt* to, int place, std::string_view text)
{
    const char* const bytes = text.data() == nullptr ? "" : text.data();
    if (sqlite3_bind_blob64(to, place, bytes, text.size(), SQLITE_STATIC) != SQLITE_OK) {
        throw std::runtime_error(fmt::format("a key or value of {} bytes is too long for SQLite", text.size()));
    }
}

class sqlite_reader : public store_reader {
public:
    explicit sqlite_reader(const std::string& path)
        : path_(path), database_(open(path, SQLITE_OPEN_READONLY)),
          select_(prepare(database_.get(), path, "SELECT value FROM entries WHERE key = ?"))
    {
    }

    std::string read(std::string_view key) override
    {
        bind_text(select_.get(), 1, key);
        const int result = sqlite3_step(select_.get());
        std::string value;
        std::string fault;
        if (result == SQLITE_ROW) {
            const void* const bytes = sqlite3_column_blob(select_.get(), 0);
            const auto size = static_cast<std::size_t>(sqlite3_column_bytes(select_.get(), 0));
            if (size > 0) value.assign(static_cast<const char*>(bytes), size);
        } else {
            fault = result == SQLITE_DONE ? fmt::format("no key '{}'", key) : sqlite3_errmsg(database_.get());
        }
        sqlite3_reset(select_.get());
        if (!fault.empty()) fail(path_, fault);
        return value;
    }

private:
    std::string path_;
    database database_;
    statement select_;
};

class sqlite_store : public store {
public:
    sqlite_store(const std::vector<std::string>& keys, std::size_t value_bytes,
                 const std::function<bool()>& stop_requested)
    {
        const database filled = open(file_.path(), SQLITE_OPEN_READWRITE);
        // Nobody needs the file after a crash.
        run(filled.get(), file_.path(),
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
            "CREATE TABLE entries (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
            "BEGIN");
        const statement insert = prepare(filled.get(), file_.path(), "INSERT INTO entries VALUES (?, ?)");
        std::size_t done = 0;
        for (const std::string& key : keys) {
            if (done++ % 1000 == 0 && stop_requested()) throw filling_stopped();
            const std::string value = value_of(key, value_bytes);
            bind_text(insert.get(), 1, key);
            bind_text(insert.get(), 2, value);
            if (sqlite3_step(insert.get()) != SQLITE_DONE) fail(file_.path(), sqlite3_errmsg(filled.get()));
            sqlite3_reset(insert.get());
        }
        run(filled.get(), file_.path(), "COMMIT");
    }

    std::unique_ptr<store_reader> connect() const override { return std::make_unique<sqlite_reader>(file_.path()); }

private:
    temporary_file file_;
};

}  // namespace

std::unique_ptr<store> make_sqlite_store(const std::vector<std::string>& keys, std::size_t value_bytes,
                                         const std::function<bool()>& stop_requested)
{
    return std::make_unique<sqlite_store>(keys, value_bytes, stop_requested);
}

}  // namespace cache
