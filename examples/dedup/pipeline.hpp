// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// All cores on one input.

#pragma once

#include <functional>

#include "dedup/block.hpp"
#include "dedup/input.hpp"
#include "dedup/line_judge.hpp"

namespace dedup {

struct pipeline_settings {
    unsigned threads = 1;       ///< 1 or more
    bool in_order = true;       ///< whether blocks are handed on in the order of the input
    bool is_excluding = false;  ///< lines go to line_judge::exclude, and none is kept
};

/// Reads the input to its end and judges its lines: equal ones in the order of the input, so the answers do not depend
/// on threads or on chance. Calls `done` with each block, one at a time, on any thread. In flight are two blocks for
/// each thread and two more, each of 250 KiB as long as lines are of 16 bytes or longer.
/// @throws what `done` throws, std::bad_alloc
void run_pipeline(input& from, line_judge& judge, const pipeline_settings& how,
                  const std::function<void(block&)>& done);

}  // namespace dedup
