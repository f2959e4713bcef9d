// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// An exact second look at what the filter has decided.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dedup/input.hpp"
#include "dedup/line_judge.hpp"

namespace dedup {

struct verdict {
    /// Lines that were to be printed, but a false positive kept them back. In the order of the input.
    std::vector<std::string> lost;
    /// With wanted::repeated: lines that were printed, but come only once. In the order of the input.
    std::vector<std::string> printed_wrongly;
    /// The files are not what was read first, so no word of the above counts.
    bool has_changed = false;
};

/// Reads the same files again, with one thread.
/// @param answers  for each line of the input, in its order, whether it was printed
/// @param excluded  lines that are not to be printed
/// Memory: the text of all different lines, and some 70 bytes for each. Throws std::bad_alloc.
[[nodiscard]] verdict verify(input& again, input& excluded, wanted which, const std::vector<bool>& answers);

}  // namespace dedup
