// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/payload.hpp>

#include <string>

#include <explorer/text.hpp>

namespace tamiz::explorer {

void payload::write(std::uint64_t value)
{
    value_ = value;
    if (!is_shared()) return;
    world_.log("write " + std::string(name_) + " = " + hex(value));
    if (written_ && !world_.knows(last_write_)) report_race("writes", "write");
    for (std::uint8_t thread = 0; thread < max_threads; ++thread)
        if (last_reads_[thread] != 0 && !world_.knows({thread, last_reads_[thread]})) report_race("writes", "read");
    written_ = true;
    last_write_ = world_.now();
}

std::uint64_t payload::read()
{
    if (!is_shared()) return value_;
    world_.log("read " + std::string(name_) + " -> " + hex(value_));
    if (written_ && !world_.knows(last_write_)) report_race("reads", "write");
    last_reads_[world_.self()] = world_.now().clock;
    return value_;
}

void payload::report_race(const char* access, const char* earlier)
{
    world_.fail("data race: thread " + std::to_string(world_.self()) + " " + access + " " + name_ +
                ", and no happens-before " + "orders that after another thread's " + earlier);
}

}  // namespace tamiz::explorer
