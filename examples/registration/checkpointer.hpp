// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Copies the write-ahead log into the database file beside the writes, which would otherwise wait for the disk.

#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "registration/sqlite.hpp"

namespace registration {

class checkpointer {
public:
    /// The database must be there. @throws sqlite_error
    explicit checkpointer(const std::filesystem::path& file);
    ~checkpointer();

    checkpointer(const checkpointer&) = delete;
    checkpointer& operator=(const checkpointer&) = delete;

    /// Asks for a copy of what the log holds now. Does not wait for it.
    void wake();

private:
    void run();

    connection connection_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool is_wanted_ = false;    ///< guarded by mutex_
    bool is_stopping_ = false;  ///< guarded by mutex_
    std::thread thread_;        ///< last, so that it finds all of the above
};

}  // namespace registration
