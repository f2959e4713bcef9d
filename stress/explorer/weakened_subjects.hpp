// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <vector>

#include <explorer/subject.hpp>

namespace tamiz::explorer {

/// The library with one order taken away, once for each that words.hpp names and that is more than relaxed:
/// "set_or.release" is `words` whose `set` ORs without release. Each has to fail a case, or the order is not needed.
[[nodiscard]] std::vector<subject> weakened_subjects();

}  // namespace tamiz::explorer
