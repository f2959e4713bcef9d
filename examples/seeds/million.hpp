// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

namespace seeds {

/// Adds a million keys to a filter made for a rate of 1 %; compares the rate with theory and the memory with that of
/// exact sets. False if a key is lost, or if rate or memory are not what theory says.
[[nodiscard]] bool compare_with_exact_sets();

}  // namespace seeds
