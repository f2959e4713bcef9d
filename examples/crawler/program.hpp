// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The whole program but for its filter, so that tests can run it with a filter broken on purpose and see its status.

#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "crawler/run.hpp"

namespace crawler {

/// Runs a crawl with a filter of the layout of that name: "cache_line8" or "classic".
using runner = std::function<run_result(const std::string& layout, const run_settings& settings)>;

/// Serves a folder of pages on this machine, crawls it and prints the table. Returns the exit status: 0 all is well, 1
/// a promise was broken or the crawl failed, 2 bad arguments, 128 + the signal's number if one stopped it.
int program(int argc, const char* const* argv, const runner& run, std::ostream& out, std::ostream& err,
            std::FILE* progress_to);

}  // namespace crawler
