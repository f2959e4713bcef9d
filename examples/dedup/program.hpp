// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The whole program, so that tests can run it in their own process.

#pragma once

#include <cstdio>
#include <iosfwd>

namespace dedup {

struct standard_files {
    int input = 0;
    int output = 1;
    std::ostream& error;              ///< messages and the closing table
    std::FILE* progress_to = stderr;  ///< the same, for the line of progress
};

/// Returns the exit status: 0 all is well; 1 a file could not be read, the output could not be written, or --verify has
/// found a lost line; 2 bad arguments; 141 the reader of the output is gone, and SIGPIPE is ignored.
int program(int argc, const char* const* argv, const standard_files& files);

}  // namespace dedup
