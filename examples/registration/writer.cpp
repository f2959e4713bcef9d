// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace registration {
namespace {

/// Rows of one transaction; more wait for the next, so that nobody waits for all.
constexpr std::size_t largest_batch = 1024;

/// How long the start waits for others: two services that begin at the same moment both get there.
constexpr std::chrono::seconds start_patience{5};

connection opened(const std::filesystem::path& file, const writer_options& options)
{
    connection result(file, access::create);
    result.wait_for_locks(start_patience);
    {
        // Readers do not wait for the writer, nor the writer for them.
        statement mode(result, "PRAGMA journal_mode = WAL");
        const bool is_answered = mode.step();
        if (!is_answered || mode.text(0) != "wal") {
            throw sqlite_error(0, fmt::format("no write-ahead log can be had there (journal mode '{}')",
                                              is_answered ? mode.text(0) : ""));
        }
    }
    result.execute(options.durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    result.execute("PRAGMA cache_size = -65536");  // 64 MiB: the index is written in random order
    result.execute("CREATE TABLE IF NOT EXISTS registrations ("
                   "id INTEGER PRIMARY KEY, "
                   "email TEXT NOT NULL UNIQUE, "
                   "registered_at INTEGER NOT NULL DEFAULT (unixepoch()))");
    result.wait_for_locks(std::chrono::milliseconds(0));  // from now on waiting is our own matter
    return result;
}

}  // namespace

writer::writer(const std::filesystem::path& file, const writer_options& options)
    : log_pages_(options.log_pages), connection_(opened(file, options)), begin_(connection_, "BEGIN IMMEDIATE"),
      insert_(connection_, "INSERT INTO registrations (email) VALUES (?) ON CONFLICT (email) DO NOTHING"),
      commit_(connection_, "COMMIT"), checkpointer_(file), thread_([this] { run(); })
{
}

writer::~writer()
{
    {
        const std::lock_guard guard(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

bool writer::insert(std::string_view email, deadline limit)
{
    order mine;
    mine.email = email;
    mine.limit = limit;
    std::unique_lock lock(mutex_);
    queue_.push_back(&mine);
    wake_.notify_one();
    mine.done.wait(lock, [&] { return mine.is_done; });
    if (mine.failed) throw sqlite_error(mine.failed->code, mine.failed->what);
    return mine.is_inserted;
}

void writer::run()
{
    connection_.count_log_pages(log_size_);
    backoff pause;
    for (;;) {
        const orders batch = waiting();
        if (batch.empty()) return;
        try {
            commit(batch);
            finish(batch, std::nullopt);
            bound_log();  // when all have their answers
            pause = {};
        } catch (const sqlite_error& error) {
            roll_back();
            const failure failed{error.code(), error.what()};
            if (!error.is_busy()) {
                finish(batch, failed);
                continue;
            }
            // All stay in the queue but those whose time is over; who comes meanwhile joins them.
            give_up_late(failed);
            std::this_thread::sleep_for(pause.next());
        } catch (const std::exception& error) {  // no memory
            roll_back();
            finish(batch, failure{0, error.what()});
        }
    }
}

/// The first in the queue, where they stay; none if there will be no more.
writer::orders writer::waiting()
{
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return !queue_.empty() || is_stopping_; });
    const std::size_t count = std::min(queue_.size(), largest_batch);
    return {queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(count)};
}

void writer::commit(const orders& batch)
{
    {
        const one_run run(begin_);
        begin_.step();
    }
    for (order* const each : batch) {
        const one_run run(insert_);
        insert_.bind(1, each->email);
        insert_.step();
        each->is_inserted = connection_.changes() == 1;  // the constraint has the last word
    }
    const one_run run(commit_);
    commit_.step();
    commits_.fetch_add(1, std::memory_order_relaxed);
}

void writer::bound_log()
{
    if (log_size_ >= 16 * log_pages_) {
        connection_.checkpoint();  // little is left to copy by now; nobody writes meanwhile, so the log begins anew
    } else if (log_size_ >= log_pages_) {
        checkpointer_.wake();
    }
}

/// Wakes those who wait for the batch. No answer leaves before this, for a commit can fail.
void writer::finish(const orders& batch, const std::optional<failure>& failed)
{
    const std::lock_guard guard(mutex_);
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(batch.size()));
    for (order* const each : batch) answer(*each, failed);
}

void writer::give_up_late(const failure& busy)
{
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard guard(mutex_);
    std::erase_if(queue_, [&](order* each) {
        if (each->limit > now) return false;
        answer(*each, busy);
        return true;
    });
}

/// Under the lock: the order is gone as soon as its owner has it.
void writer::answer(order& waiting, const std::optional<failure>& failed)
{
    waiting.failed = failed;
    waiting.is_done = true;
    waiting.done.notify_one();
}

void writer::roll_back() noexcept
{
    try {
        if (connection_.is_in_transaction()) connection_.execute("ROLLBACK");
    } catch (const sqlite_error&) {
        // Then the next BEGIN fails, and says so to those who wait for it.
    }
}

}  // namespace registration
