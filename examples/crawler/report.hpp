// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The table at the end of a run.

#pragma once

#include <string>
#include <string_view>

#include "crawler/run.hpp"

namespace crawler {

/// The table, with a closing newline. A row whose figure is not known says why.
[[nodiscard]] std::string report(const run_result& result, std::string_view layout_name);

}  // namespace crawler
