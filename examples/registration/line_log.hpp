// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A log that a database which fails thousands of times a second does not fill.

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

namespace registration {

/// Lines for people, of any thread. A line that comes again within a second is counted, not written; the count follows
/// with the next line that is written, or at the end.
class line_log {
public:
    using clock = std::chrono::steady_clock;

    explicit line_log(std::ostream& to) : to_(to) {}
    ~line_log();
    line_log(const line_log&) = delete;
    line_log& operator=(const line_log&) = delete;

    void say(std::string_view line) { say(line, clock::now()); }
    /// As if it were then.
    void say(std::string_view line, clock::time_point now);

private:
    void tell_held();

    std::mutex mutex_;
    std::ostream& to_;
    std::string last_;
    clock::time_point written_{};
    std::uint64_t held_ = 0;
};

}  // namespace registration
