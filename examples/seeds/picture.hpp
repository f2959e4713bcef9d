// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

namespace seeds {

/// Draws a filter of 24 bits while cat, dog and fox are added, then asks it for a member, a stranger and a stranger
/// that it takes for a member. False if something was not as Bloom's idea says.
[[nodiscard]] bool draw_small_filter();

}  // namespace seeds
