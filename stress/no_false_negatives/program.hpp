// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdio>
#include <iosfwd>

#include "no_false_negatives/catalogue.hpp"

namespace tamiz::stress {

/// Where the program writes to.
struct program_streams {
    std::ostream& out;  ///< the table and the violations
    std::ostream& err;  ///< bad arguments
    std::FILE* live;    ///< how far it is
};

/// The whole program but for `main`, over any filters.
/// @returns 0 if no violation was seen, 1 if any was, 2 for bad arguments, 128 + the signal's number if it was stopped
/// by one
///          and had seen none until then
int run_program(int argc, const char* const* argv, const catalogue& filters, const program_streams& streams);

}  // namespace tamiz::stress
