// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <string>

#include "dedup/run.hpp"

namespace dedup {

/// The closing table.
[[nodiscard]] std::string report(const run_result& result, const run_settings& how);

}  // namespace dedup
