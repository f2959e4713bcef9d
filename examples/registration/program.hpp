// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The whole program, so that tests can run it and see its status.

#pragma once

#include <cstdio>
#include <iosfwd>

namespace registration {

/// `registration serve ...` serves until SIGTERM or SIGINT; `registration load ...` measures. Says on out where it
/// listens, or what it measured, and logs on err. Returns the exit status: 0 all is well, 1 it failed or an answer was
/// wrong, 2 bad arguments, 128 + the signal's number if one stopped a measurement.
int program(int argc, const char* const* argv, std::ostream& out, std::ostream& err, std::FILE* progress_to);

}  // namespace registration
