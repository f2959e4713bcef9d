// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/checkpointer.hpp"

#include <utility>

namespace registration {

namespace {

connection opened(const std::filesystem::path& file)
{
    connection result(file, access::read_write);
    // A connection that has not read yet does not know that there is a log, and would copy nothing of it.
    result.execute("SELECT count(*) FROM sqlite_schema");
    return result;
}

}  // namespace

checkpointer::checkpointer(const std::filesystem::path& file) : connection_(opened(file)), thread_([this] { run(); })
{
}

checkpointer::~checkpointer()
{
    {
        const std::lock_guard guard(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void checkpointer::wake()
{
    {
        const std::lock_guard guard(mutex_);
        is_wanted_ = true;
    }
    wake_.notify_one();
}

void checkpointer::run()
{
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return is_wanted_ || is_stopping_; });
            if (is_stopping_) return;  // whoever closes the file last copies the rest
            is_wanted_ = false;
        }
        connection_.checkpoint();
    }
}

}  // namespace registration
