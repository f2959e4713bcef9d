// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The whole program but for its cache, so that tests can run it with a cache broken on purpose and see its status.

#pragma once

#include <cstdio>
#include <functional>
#include <iosfwd>

#include "cache/run.hpp"

namespace cache {

using runner = std::function<run_result(const run_settings& settings)>;

/// Makes or reads the requests, sends them through a cache for each combination of filters, and prints the table.
/// Returns the exit status: 0 all is well, 1 a promise was broken or the store failed, 2 bad arguments, 128 + the
/// signal's number if one stopped it.
int program(int argc, const char* const* argv, const runner& run, std::ostream& out, std::ostream& err,
            std::FILE* progress_to);

}  // namespace cache
