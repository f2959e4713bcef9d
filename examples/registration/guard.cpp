// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/guard.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace registration {
namespace {

/// Rows read in one go, about: some milliseconds, in which the write-ahead log cannot be cut.
constexpr std::uint64_t rows_of_part = 16 * 1024;

}  // namespace

std::string_view to_string(guard_state state) noexcept
{
    switch (state) {
    case guard_state::empty:
        return "empty";
    case guard_state::loading:
        return "loading";
    case guard_state::complete:
        return "complete";
    case guard_state::failed:
        return "failed";
    }
    return "unknown";
}

guard::~guard()
{
    is_stopping_.store(true, std::memory_order_relaxed);
    if (loader_.joinable()) loader_.join();
}

void guard::load(const std::filesystem::path& file, unsigned threads, std::chrono::milliseconds busy_timeout,
                 std::function<void(const std::string& error)> ended)
{
    state_.store(guard_state::loading, std::memory_order_relaxed);
    loader_ = std::thread([=, this, ended = std::move(ended)] {
        std::string error;
        try {
            load_all(file, threads, busy_timeout);
        } catch (const std::exception& failure) {
            error = failure.what();
        }
        if (is_stopping_.load(std::memory_order_relaxed)) return;
        ended(error);
        // Release: whoever reads "complete" finds every address that was loaded.
        state_.store(error.empty() ? guard_state::complete : guard_state::failed, std::memory_order_release);
    });
}

void guard::load_all(const std::filesystem::path& file, unsigned threads, std::chrono::milliseconds busy_timeout)
{
    std::optional<reader::id_range> ids;
    std::uint64_t rows = 0;
    {
        reader from(file);
        rows = from.rows();
        ids = from.ids();
    }
    if (!ids) return;
    // Parts of equal width; that of the table's ids may be anything up to 2^64, so it is counted without a sign.
    const auto first = static_cast<std::uint64_t>(ids->first);
    const std::uint64_t width = static_cast<std::uint64_t>(ids->last) - first;  // one less than the ids there are
    const std::uint64_t parts = std::min(rows / rows_of_part, width) + 1;
    const std::uint64_t step = width / parts;

    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            reader from(file);
            for (;;) {
                const std::uint64_t part = next.fetch_add(1, std::memory_order_relaxed);
                if (part >= parts || is_stopping_.load(std::memory_order_relaxed)) return;
                const std::uint64_t begin = first + part * step + std::min<std::uint64_t>(part, 1);
                const std::uint64_t end = part + 1 == parts ? first + width : first + (part + 1) * step;
                load_part(from, {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)}, busy_timeout);
            }
        } catch (...) {
            next.store(parts, std::memory_order_relaxed);  // the others need not go on
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> workers;
    try {
        for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
    } catch (const std::exception&) {
        // Fewer threads then: this one works too.
    }
    work();
    for (std::thread& worker : workers) worker.join();
    if (failure) std::rethrow_exception(failure);
}

void guard::load_part(reader& from, reader::id_range ids, std::chrono::milliseconds busy_timeout)
{
    const deadline limit = std::chrono::steady_clock::now() + busy_timeout;
    backoff pause;
    for (;;) {
        try {
            const std::vector<std::string> emails = from.emails(ids);
            filter_.insert_range(emails);
            loaded_.fetch_add(emails.size(), std::memory_order_relaxed);
            return;
        } catch (const sqlite_error& error) {
            if (!error.is_busy() || std::chrono::steady_clock::now() >= limit) throw;
        }
        std::this_thread::sleep_for(pause.next());
    }
}

}  // namespace registration
