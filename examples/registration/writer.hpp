// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The only writer of the table of registrations.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "registration/backoff.hpp"
#include "registration/checkpointer.hpp"
#include "registration/sqlite.hpp"

namespace registration {

struct writer_options {
    /// Each commit waits for the disk (synchronous = FULL). Without it a commit survives the end of the process,
    /// however that comes, but the last ones may not survive a power failure.
    bool durable = false;
    /// Pages of the write-ahead log, of 4 KiB, from which on it is copied into the file beside the writes. At 16 times
    /// as many, which a writer that never rests can get to, it is copied between two transactions, and can begin anew.
    int log_pages = 1000;
};

/// Inserts addresses for any number of threads, on one of its own: those that wait at the same time share a
/// transaction, whose cost is what bounds a database of small writes. Makes the table if there is none.
class writer {
public:
    /// @throws sqlite_error if the file cannot be had, is no database, or has another table of that name: one without
    ///         a UNIQUE constraint on the address, for instance
    writer(const std::filesystem::path& file, const writer_options& options);

    /// Commits what waits, then ends.
    ~writer();

    writer(const writer&) = delete;
    writer& operator=(const writer&) = delete;

    /// Returns when the row is committed: true; or when it turned out to be there already: false. Nothing is written
    /// if it throws.
    /// @throws sqlite_error, busy if another connection's transaction was in the way until the deadline
    [[nodiscard]] bool insert(std::string_view email, deadline limit);

    /// Transactions committed so far.
    [[nodiscard]] std::uint64_t commits() const noexcept { return commits_.load(std::memory_order_relaxed); }

private:
    struct failure {
        int code = 0;
        std::string what;
    };
    struct order {
        std::string_view email;
        deadline limit;
        bool is_done = false;
        bool is_inserted = false;
        std::optional<failure> failed;  // not the exception itself: each thread throws its own
        std::condition_variable done;
    };
    using orders = std::vector<order*>;

    void run();
    [[nodiscard]] orders waiting();
    void commit(const orders& batch);
    void bound_log();
    void finish(const orders& batch, const std::optional<failure>& failed);
    void give_up_late(const failure& busy);
    static void answer(order& waiting, const std::optional<failure>& failed);
    void roll_back() noexcept;

    const int log_pages_;
    connection connection_;
    statement begin_;
    statement insert_;
    statement commit_;
    int log_size_ = 0;  ///< pages, as of the last commit
    checkpointer checkpointer_;
    std::atomic<std::uint64_t> commits_{0};

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<order*> queue_;  ///< guarded by mutex_, and so is what each of them holds but email and limit
    bool is_stopping_ = false;  ///< guarded by mutex_
    std::thread thread_;        ///< last, so that it finds all of the above
};

}  // namespace registration
