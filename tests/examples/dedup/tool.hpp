// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The program as a process of its own, for what only a process can do: to be killed, to run out of a reader, to take
// memory.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dedup_test {

struct ending {
    int status = -1;  ///< the exit status, or -1 if a signal ended it
    int signal = 0;
};

/// Started with pipes to its standard input and from its standard output. Standard error is the test's.
class tool {
public:
    explicit tool(std::vector<std::string> arguments, bool ignores_closed_pipe = false);
    ~tool();
    tool(const tool&) = delete;
    tool& operator=(const tool&) = delete;

    /// False if it does not read any more.
    bool write(const std::string& text) const;
    void close_input();
    void close_output();
    /// The next line that it prints, with its newline; what there is if it ends, or prints nothing for a minute.
    [[nodiscard]] std::string read_line() const;
    /// What it has taken at most, resident, so far.
    [[nodiscard]] std::uint64_t peak_bytes() const;
    /// Waits for its end.
    [[nodiscard]] ending wait();

private:
    pid_t process_ = -1;
    int input_ = -1;
    int output_ = -1;
};

}  // namespace dedup_test
