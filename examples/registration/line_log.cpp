// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/line_log.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace registration {

line_log::~line_log()
{
    tell_held();
}

void line_log::say(std::string_view line, clock::time_point now)
{
    const std::lock_guard guard(mutex_);
    if (line == last_ && now - written_ < std::chrono::seconds(1)) {
        ++held_;
        return;
    }
    tell_held();
    fmt::print(to_, "registration: {}\n", line);
    to_.flush();
    last_ = line;
    written_ = now;
}

void line_log::tell_held()
{
    if (held_ == 0) return;
    fmt::print(to_, "registration: the line before came {} more time{}\n", held_, held_ == 1 ? "" : "s");
    to_.flush();
    held_ = 0;
}

}  // namespace registration
