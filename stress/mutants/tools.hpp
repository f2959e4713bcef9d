// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <explorer/atomics.hpp>
#include <explorer/scenario.hpp>

#include "mutants/mutant.hpp"
#include "mutants/rate_tool.hpp"
#include "no_false_negatives/scenarios.hpp"
#include "support/chaos.hpp"

/// The runs of the table. `Broken` is a template over an atomics policy, so that each tool puts its own under it.
namespace tamiz::mutants {

/// All cases of the explorer whose name contains `cases`, until one fails.
[[nodiscard]] inline check by_explorer(explorer::subject broken, std::string_view cases,
                                       std::vector<explorer::model> models)
{
    return {tool::explorer, std::string(cases),
            [broken = std::move(broken), cases = std::string(cases), models = std::move(models)] {
                const explorer::report seen =
                    explorer::run_cases(broken, {.models = models, .only = cases, .stop_at_first = true});
                if (seen.results.empty()) throw std::logic_error("mutants: the explorer has no case '" + cases + "'");
                const explorer::case_result* const odd = seen.first_not_passed();
                if (odd == nullptr) return false;
                if (!odd->failure) throw std::logic_error("mutants: the explorer came to no end with " + odd->name);
                return true;
            }};
}
template <template <typename> typename Broken>
[[nodiscard]] check by_explorer(std::string_view cases)
{
    return by_explorer(explorer::subject_of<Broken<explorer::atomics>>("mutant"), cases,
                       {explorer::model::sequential, explorer::model::weak});
}

/// A scenario with real threads, until a violation or for `most`. The same keys every time; the schedule is the
/// system's. The scenario is known at compile time, so that only its code is made for each mutant.
template <template <typename> typename Broken, stress::scenario Which, typename Layout = layout::cache_line<2>>
[[nodiscard]] check by_threads(std::chrono::milliseconds most = std::chrono::seconds(15))
{
    const stress::scenario_info& info = stress::all_scenarios[static_cast<std::size_t>(Which)];
    return {tool::threads, std::string(info.name), [most] {
                const stress::tally seen = stress::run_scenario<Layout, Broken<stress::chaos_atomics<>>>(
                    Which, {.threads = 4, .seed = 1, .time = most});
                return seen.all_violations() != 0;
            }};
}

template <typename Filter>
[[nodiscard]] check by_rate(const rate_plan& plan, std::string_view name)
{
    return {tool::rate, std::string(name), [plan] { return !rate_is_right<Filter>(plan); }};
}

}  // namespace tamiz::mutants
