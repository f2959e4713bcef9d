// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <string>

#include <tamiz/bloom_filter.hpp>

namespace dedup {

/// Two cache misses for a line in place of the thirty of `classic` at 1e-9, for a fifth more memory: docs/adr/0009.
using layout = tamiz::layout::two_lines<4>;

using line_filter = tamiz::bloom_filter<std::string, layout>;

}  // namespace dedup
