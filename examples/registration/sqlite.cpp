// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <limits>

namespace registration {
namespace {

[[noreturn]] void fail(sqlite3* handle, std::string_view doing)
{
    throw sqlite_error(sqlite3_extended_errcode(handle), fmt::format("{}: {}", doing, sqlite3_errmsg(handle)));
}

int flags_of(access how)
{
    // No mutex of SQLite's own: a connection has one thread at a time.
    switch (how) {
    case access::read:
        return SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY;
    case access::read_write:
        return SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE;
    case access::create:
        break;
    }
    return SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

}  // namespace

bool sqlite_error::is_busy() const noexcept
{
    const int kind = code_ & 0xff;
    return kind == SQLITE_BUSY || kind == SQLITE_LOCKED || kind == SQLITE_PROTOCOL;
}

void connection::closer::operator()(sqlite3* handle) const noexcept
{
    sqlite3_close_v2(handle);
}

connection::connection(const std::filesystem::path& file, access how)
{
    // Absolute, so that no name is special to SQLite, as ":memory:" is.
    const std::string name = std::filesystem::absolute(file).string();
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &opened, flags_of(how), nullptr);
    handle_.reset(opened);  // also a failed one is to be closed
    if (code != SQLITE_OK) {
        throw sqlite_error(code, opened == nullptr ? "out of memory" : sqlite3_errmsg(opened));
    }
    sqlite3_extended_result_codes(opened, 1);
}

void connection::wait_for_locks(std::chrono::milliseconds limit) noexcept
{
    sqlite3_busy_timeout(handle_.get(), static_cast<int>(limit.count()));
}

void connection::execute(const char* statements)
{
    if (sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail(handle_.get(), statements);
    }
}

std::int64_t connection::changes() const noexcept
{
    return sqlite3_changes(handle_.get());
}

void connection::count_log_pages(int& into) noexcept
{
    sqlite3_wal_hook(
        handle_.get(),
        [](void* place, sqlite3* /*committing*/, const char* /*schema*/, int pages) {
            *static_cast<int*>(place) = pages;
            return SQLITE_OK;
        },
        &into);
}

void connection::checkpoint() noexcept
{
    sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

bool connection::is_in_transaction() const noexcept
{
    return sqlite3_get_autocommit(handle_.get()) == 0;
}

void statement::finisher::operator()(sqlite3_stmt* handle) const noexcept
{
    sqlite3_finalize(handle);
}

statement::statement(connection& where, std::string_view text) : connection_(where.handle_.get())
{
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v3(connection_, text.data(), static_cast<int>(text.size()), SQLITE_PREPARE_PERSISTENT, &made,
                           nullptr) != SQLITE_OK) {
        fail(connection_, text);
    }
    handle_.reset(made);
}

void statement::check(int code)
{
    if (code != SQLITE_OK) fail(connection_, sqlite3_sql(handle_.get()));
}

void statement::bind(int parameter, std::string_view text)
{
    check(sqlite3_bind_text64(handle_.get(), parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void statement::bind(int parameter, std::int64_t number)
{
    check(sqlite3_bind_int64(handle_.get(), parameter, number));
}

bool statement::step()
{
    const int code = sqlite3_step(handle_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail(connection_, sqlite3_sql(handle_.get()));
    return code == SQLITE_ROW;
}

std::string_view statement::text(int column)
{
    const auto* const data = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
    const int size = sqlite3_column_bytes(handle_.get(), column);
    return data == nullptr ? std::string_view() : std::string_view(data, static_cast<std::size_t>(size));
}

std::int64_t statement::number(int column)
{
    return sqlite3_column_int64(handle_.get(), column);
}

void statement::reset() noexcept
{
    sqlite3_reset(handle_.get());  // tells the last step's error again, which was thrown
}

}  // namespace registration
