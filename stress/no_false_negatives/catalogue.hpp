// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <string_view>
#include <vector>

#include "no_false_negatives/filter_kind.hpp"

namespace tamiz::stress {

/// A layout, by the name that the command line knows.
struct layout_entry {
    std::string_view name;
    filter_kind calm;     ///< for rounds that are left alone
    filter_kind chaotic;  ///< for the others
};
using catalogue = std::vector<layout_entry>;

/// The filters that ship: in calm rounds exactly these, in chaotic ones with threads held up at the accesses.
[[nodiscard]] const catalogue& shipping_filters();

}  // namespace tamiz::stress
