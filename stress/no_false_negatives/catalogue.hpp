// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <string_view>
#include <vector>

#include "no_false_negatives/scenarios.hpp"

namespace tamiz::stress {

/// A layout, by the name that the command line knows, with all scenarios over it.
struct layout_entry {
    std::string_view name;
    tally (*run)(scenario, const run_request&);
};
using catalogue = std::vector<layout_entry>;

/// All layouts over these words.
template <typename Words, typename ChaoticWords = Words>
[[nodiscard]] catalogue catalogue_of()
{
    return {
        {"classic", run_scenario<layout::classic, Words, ChaoticWords>},
        {"cache_line_2", run_scenario<layout::cache_line<2>, Words, ChaoticWords>},
        {"cache_line_4", run_scenario<layout::cache_line<4>, Words, ChaoticWords>},
        {"cache_line_8", run_scenario<layout::cache_line<8>, Words, ChaoticWords>},
        {"word", run_scenario<layout::word, Words, ChaoticWords>},
    };
}

/// The filters that ship: in calm rounds exactly these, in chaotic ones with threads held up at the accesses.
[[nodiscard]] const catalogue& shipping_filters();

}  // namespace tamiz::stress
