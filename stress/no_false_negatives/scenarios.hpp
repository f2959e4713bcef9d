// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

#include "no_false_negatives/filter_kind.hpp"
#include "no_false_negatives/tally.hpp"

/// The scenarios as a library. `run_scenario<which, Layout, Words>(request)` runs one of them, with real threads, over
/// a filter of that layout and these words, and returns what it saw. It asserts nothing and prints nothing: the tally
/// says whether a promise was broken. Words may be broken on purpose:
///
///     template <typename Atomics> struct careless_words : tamiz::words<Atomics> { … hides one function … };
///     using broken = careless_words<tamiz::stress::chaos_atomics<>>;
///     tally seen = run_scenario<scenario::same_keys, layout::word, broken>({.threads = 4, .seed = 1, .time = 2s});
///     seen.all_violations() != 0       // caught
///
/// Chaos reaches only what is built over `chaos_atomics`.
namespace tamiz::stress {

enum class scenario : std::uint8_t {
    disjoint_keys,
    same_keys,
    hot_keys,
    tiny_filters,
    publish_and_probe,
    merge_beside_writers,
    copy_beside_writers,
    urls,
    insert_and_erase,
    erase_twice,
    suspended_erasers
};

/// Which filters a scenario is for.
enum class filters_of : std::uint8_t { any, without_counters, with_counters };

struct scenario_info {
    scenario which;
    std::string_view name;
    std::string_view what;
    filters_of filters;
};
inline constexpr std::array<scenario_info, 11> all_scenarios = {{
    {scenario::disjoint_keys, "disjoint_keys", "each thread puts in keys of its own, and asks for them and for others'",
     filters_of::any},
    {scenario::same_keys, "same_keys", "all threads put in the same keys: who is told that they are new?",
     filters_of::without_counters},
    {scenario::hot_keys, "hot_keys", "a few keys come over and over, beside many that come once", filters_of::any},
    {scenario::tiny_filters, "tiny_filters", "filters of one cache line: every word is shared by all threads",
     filters_of::without_counters},
    {scenario::publish_and_probe, "publish_and_probe", "some threads publish key by key, others ask for each at once",
     filters_of::any},
    {scenario::merge_beside_writers, "merge_beside_writers", "one filter is merged into another while both are written",
     filters_of::any},
    {scenario::copy_beside_writers, "copy_beside_writers", "a filter is copied while it is written", filters_of::any},
    {scenario::urls, "urls", "strings, claimed by all threads, one by one and in bulk", filters_of::without_counters},
    {scenario::insert_and_erase, "insert_and_erase", "keys come and go, beside others that share their counters",
     filters_of::with_counters},
    {scenario::erase_twice, "erase_twice", "all threads erase the same keys, beside others that stay",
     filters_of::with_counters},
    {scenario::suspended_erasers, "suspended_erasers", "erasers are suspended in the middle, and the others go on",
     filters_of::with_counters},
}};

/// Has the scenario anything to do for these filters?
[[nodiscard]] constexpr bool is_for(const scenario_info& scenario, const filter_kind& kind) noexcept
{
    return scenario.filters == filters_of::any || (scenario.filters == filters_of::with_counters) == kind.counts;
}

struct run_request {
    unsigned threads = 4;    ///< 2 or more
    std::uint64_t seed = 1;  ///< of the first round; the rounds after it have seed + 1, seed + 2 …
    std::chrono::nanoseconds time = std::chrono::seconds(1);  ///< no round begins later, but two are always run
    std::uint64_t most_rounds = std::numeric_limits<std::uint64_t>::max();
    /// Asked after each round, with what the run has seen so far; false ends the run. None: true.
    std::function<bool(const tally&)> goes_on{};
};

/// Rounds with an odd seed are left alone, those with an even one are chaotic.
[[nodiscard]] constexpr bool is_chaotic(std::uint64_t seed) noexcept
{
    return seed % 2 == 0;
}

/// Runs rounds of a scenario until the time is over, the caller wants no more, or a round has seen a violation: those
/// that are left alone over filters of the kind `calm`, the others over the kind `chaotic`.
/// @throws std::invalid_argument if there are fewer than two threads, or the scenario is not for such filters;
/// std::system_error if the system gives no more
[[nodiscard]] tally run_scenario(scenario which, const filter_kind& calm, const filter_kind& chaotic,
                                 const run_request& request);

/// The same for one layout and words.
template <typename Layout, typename Words, typename ChaoticWords = Words>
[[nodiscard]] tally run_scenario(scenario which, const run_request& request)
{
    return run_scenario(which, filter_kind_of<Layout, Words>, filter_kind_of<Layout, ChaoticWords>, request);
}
template <scenario Which, typename Layout, typename Words, typename ChaoticWords = Words>
[[nodiscard]] tally run_scenario(const run_request& request)
{
    return run_scenario<Layout, Words, ChaoticWords>(Which, request);
}

}  // namespace tamiz::stress
