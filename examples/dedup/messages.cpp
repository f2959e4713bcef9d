// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/messages.hpp"

#include <fmt/format.h>

#include <ostream>

namespace dedup {

void messages::say(std::string_view message)
{
    const std::string line = fmt::format("{}tamiz-dedup: {}\n", over_progress_ ? "\r\x1b[K" : "", message);
    const std::lock_guard guard(mutex_);
    out_ << line << std::flush;
}

}  // namespace dedup
