// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the program tells on standard error while several threads work.

#pragma once

#include <iosfwd>
#include <mutex>
#include <string_view>

namespace dedup {

/// Lines that begin with the program's name. Safe for any thread.
class messages {
public:
    /// Does not own the stream.
    /// @param over_progress  whether a line of progress may stand on the terminal: a message then takes its place
    explicit messages(std::ostream& out, bool over_progress = false) : out_(out), over_progress_(over_progress) {}

    void say(std::string_view message);

private:
    std::ostream& out_;
    const bool over_progress_;
    std::mutex mutex_;
};

}  // namespace dedup
