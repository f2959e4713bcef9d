// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A program that a test starts, reads from, and ends as it likes.

#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace examples_test {

class child_process {
public:
    /// What it writes to its standard error goes into the file. @throws std::system_error
    child_process(const std::string& program, const std::vector<std::string>& arguments,
                  const std::filesystem::path& errors);

    /// Kills it, if it still runs.
    ~child_process();

    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;

    /// The next line of its standard output, without its end; what there was of it if the output ended.
    std::string read_line();

    void send(int signal) const;

    /// Waits for its end. The exit status, or minus the number of the signal that ended it.
    int wait();

private:
    pid_t id_ = -1;
    int output_ = -1;
};

}  // namespace examples_test
