// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <vector>

#include <explorer/subject.hpp>

namespace tamiz::explorer {

/// The library with one order taken away, once for each that words.hpp or counter_words.hpp names and
/// that is more than relaxed: "set_or.release" is `words` whose `set` ORs without release. Each has to fail a case, or
/// the order is not needed; those on which no promise rests are left out, and tests/weakened_test.cpp says why.
[[nodiscard]] std::vector<subject> weakened_subjects();

}  // namespace tamiz::explorer
