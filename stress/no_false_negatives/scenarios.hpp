// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tamiz/words.hpp>

#include "no_false_negatives/scenarios/copy_beside_writers.hpp"
#include "no_false_negatives/scenarios/disjoint_keys.hpp"
#include "no_false_negatives/scenarios/hot_keys.hpp"
#include "no_false_negatives/scenarios/merge_beside_writers.hpp"
#include "no_false_negatives/scenarios/publish_and_probe.hpp"
#include "no_false_negatives/scenarios/same_keys.hpp"
#include "no_false_negatives/scenarios/tiny_filters.hpp"
#include "no_false_negatives/scenarios/urls.hpp"
#include "no_false_negatives/tally.hpp"
#include "support/chaos.hpp"
#include "support/crew.hpp"

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
    urls
};

struct scenario_info {
    scenario which;
    std::string_view name;
    std::string_view what;
};
inline constexpr std::array<scenario_info, 8> all_scenarios = {{
    {scenario::disjoint_keys, "disjoint_keys",
     "each thread puts in keys of its own, publishes them, asks for its own and others'"},
    {scenario::same_keys, "same_keys", "all threads put in the same keys: who is told that they are new?"},
    {scenario::hot_keys, "hot_keys", "a few keys come over and over, beside many that come once"},
    {scenario::tiny_filters, "tiny_filters", "filters of one cache line: every word is shared by all threads"},
    {scenario::publish_and_probe, "publish_and_probe",
     "some threads publish key by key, the others ask for each at once"},
    {scenario::merge_beside_writers, "merge_beside_writers", "a source is merged into a target while both are written"},
    {scenario::copy_beside_writers, "copy_beside_writers", "a filter is copied while it is written"},
    {scenario::urls, "urls", "strings, claimed by all threads, one by one and in bulk"},
}};

struct run_request {
    unsigned threads = 4;    ///< 2 or more
    std::uint64_t seed = 1;  ///< of the first round; the rounds after it have seed + 1, seed + 2 …
    std::chrono::nanoseconds time = std::chrono::seconds(1);  ///< no round begins later, but two are always run
    std::uint64_t most_rounds = std::numeric_limits<std::uint64_t>::max();  ///< no more than these
    /// Asked after each round, with what the run has seen so far; false ends the run. None: true.
    std::function<bool(const tally&)> goes_on{};
};

/// Rounds with an odd seed are left alone, those with an even one are chaotic.
[[nodiscard]] constexpr bool is_chaotic(std::uint64_t seed) noexcept
{
    return seed % 2 == 0;
}

namespace detail {

/// Threads that are held up often beside others that are hardly: a slow one meets a fast one.
[[nodiscard]] inline chaos_rates rates_of(generator& random)
{
    constexpr std::array<chaos_rates, 4> rates = {{{4, 500}, {16, 2000}, {64, 8000}, {0, 0}}};
    return rates[random.below(rates.size())];
}

template <typename Round>
[[nodiscard]] tally run_round(crew& threads, const round_setup& setup)
{
    Round round(setup);
    std::vector<worker> workers;
    for (unsigned i = 0; i < setup.threads; ++i) workers.emplace_back(i, setup);
    threads.run([&](unsigned i) {
        generator random(setup.seed * 2048 + i);
        if (setup.chaotic) chaos::begin(rates_of(random), random());
        round.work(workers[i]);
        chaos::end();
    });
    threads.run([&](unsigned i) { round.check(workers[i]); });

    worker judge(0, setup);
    round.judge(judge);
    tally seen = judge.counts();
    for (const worker& each : workers) seen += each.counts();
    seen.rounds = 1;
    return seen;
}

template <scenario Which, typename Layout, typename Words>
struct round_of;
template <typename Layout, typename Words>
struct round_of<scenario::disjoint_keys, Layout, Words> : std::type_identity<disjoint_keys<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::same_keys, Layout, Words> : std::type_identity<same_keys<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::hot_keys, Layout, Words> : std::type_identity<hot_keys<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::tiny_filters, Layout, Words> : std::type_identity<tiny_filters<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::publish_and_probe, Layout, Words> : std::type_identity<publish_and_probe<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::merge_beside_writers, Layout, Words>
    : std::type_identity<merge_beside_writers<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::copy_beside_writers, Layout, Words> : std::type_identity<copy_beside_writers<Layout, Words>> {
};
template <typename Layout, typename Words>
struct round_of<scenario::urls, Layout, Words> : std::type_identity<urls<Layout, Words>> {
};

}  // namespace detail

/// Runs rounds of a scenario until the time is over, the caller wants no more, or a round has seen a violation: the
/// calm rounds over `Words`, the chaotic ones over `ChaoticWords`.
/// @throws std::invalid_argument if there are fewer than two threads; std::system_error if the system gives no more
template <scenario Which, typename Layout, typename Words, typename ChaoticWords = Words>
[[nodiscard]] tally run_scenario(const run_request& request)
{
    using calm_round = typename detail::round_of<Which, Layout, Words>::type;
    using chaotic_round = typename detail::round_of<Which, Layout, ChaoticWords>::type;
    if (request.threads < 2)
        throw std::invalid_argument("threads = " + std::to_string(request.threads) + ": must be 2 or more");
    const auto end = std::chrono::steady_clock::now() + request.time;
    crew threads(request.threads);
    tally seen;
    do {
        const std::uint64_t seed = request.seed + seen.rounds;
        const round_setup setup{request.threads, seed, is_chaotic(seed)};
        seen += setup.chaotic ? detail::run_round<chaotic_round>(threads, setup)
                              : detail::run_round<calm_round>(threads, setup);
        if (seen.all_violations() != 0 || (request.goes_on && !request.goes_on(seen))) break;
    } while (seen.rounds < request.most_rounds && (seen.rounds < 2 || std::chrono::steady_clock::now() < end));
    return seen;
}

/// The same for a scenario that is known only at run time.
template <typename Layout, typename Words, typename ChaoticWords = Words>
[[nodiscard]] tally run_scenario(scenario which, const run_request& request)
{
    switch (which) {
    case scenario::disjoint_keys:
        return run_scenario<scenario::disjoint_keys, Layout, Words, ChaoticWords>(request);
    case scenario::same_keys:
        return run_scenario<scenario::same_keys, Layout, Words, ChaoticWords>(request);
    case scenario::hot_keys:
        return run_scenario<scenario::hot_keys, Layout, Words, ChaoticWords>(request);
    case scenario::tiny_filters:
        return run_scenario<scenario::tiny_filters, Layout, Words, ChaoticWords>(request);
    case scenario::publish_and_probe:
        return run_scenario<scenario::publish_and_probe, Layout, Words, ChaoticWords>(request);
    case scenario::merge_beside_writers:
        return run_scenario<scenario::merge_beside_writers, Layout, Words, ChaoticWords>(request);
    case scenario::copy_beside_writers:
        return run_scenario<scenario::copy_beside_writers, Layout, Words, ChaoticWords>(request);
    case scenario::urls:
        return run_scenario<scenario::urls, Layout, Words, ChaoticWords>(request);
    }
    throw std::invalid_argument("scenario = " + std::to_string(static_cast<unsigned>(which)) + ": there is none");
}

}  // namespace tamiz::stress
