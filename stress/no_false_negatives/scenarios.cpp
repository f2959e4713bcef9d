// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/scenarios.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "no_false_negatives/rounds/rounds.hpp"
#include "support/chaos.hpp"
#include "support/crew.hpp"

namespace tamiz::stress {

namespace {

std::unique_ptr<round> make_round(scenario which, const round_setup& setup)
{
    switch (which) {
    case scenario::disjoint_keys:
        return make_disjoint_keys(setup);
    case scenario::same_keys:
        return make_same_keys(setup);
    case scenario::hot_keys:
        return make_hot_keys(setup);
    case scenario::tiny_filters:
        return make_tiny_filters(setup);
    case scenario::publish_and_probe:
        return make_publish_and_probe(setup);
    case scenario::merge_beside_writers:
        return make_merge_beside_writers(setup);
    case scenario::copy_beside_writers:
        return make_copy_beside_writers(setup);
    case scenario::urls:
        return make_urls(setup);
    case scenario::insert_and_erase:
        return make_insert_and_erase(setup);
    case scenario::erase_twice:
        return make_erase_twice(setup);
    case scenario::suspended_erasers:
        return make_suspended_erasers(setup);
    }
    throw std::invalid_argument("scenario = " + std::to_string(static_cast<unsigned>(which)) + ": there is none");
}

/// Threads that are held up often beside others that are hardly: a slow one meets a fast one.
chaos_rates rates_of(generator& random)
{
    constexpr std::array<chaos_rates, 4> rates = {{{4, 500}, {16, 2000}, {64, 8000}, {0, 0}}};
    return rates[random.below(rates.size())];
}

tally run_round(scenario which, const round_setup& setup, crew& threads)
{
    const std::unique_ptr<round> round = make_round(which, setup);
    std::vector<worker> workers;
    for (unsigned i = 0; i < setup.threads; ++i) workers.emplace_back(i, setup);
    threads.run([&](unsigned i) {
        generator random(setup.seed * 2048 + i);
        if (setup.chaotic) chaos::begin(rates_of(random), random());
        round->work(workers[i]);
        chaos::end();
    });
    threads.run([&](unsigned i) { round->check(workers[i]); });

    worker judge(0, setup);
    round->judge(judge);
    tally seen = judge.counts();
    for (const worker& each : workers) seen += each.counts();
    seen.rounds = 1;
    return seen;
}

}  // namespace

tally run_scenario(scenario which, const filter_kind& calm, const filter_kind& chaotic, const run_request& request)
{
    if (request.threads < 2)
        throw std::invalid_argument("threads = " + std::to_string(request.threads) + ": must be 2 or more");
    for (const scenario_info& info : all_scenarios)
        if (info.which == which && !(is_for(info, calm) && is_for(info, chaotic)))
            throw std::invalid_argument("scenario = " + std::string(info.name) + ": not for " +
                                        (calm.counts ? "filters that count" : "filters of bits"));
    const auto end = std::chrono::steady_clock::now() + request.time;
    crew threads(request.threads);
    tally seen;
    do {
        const std::uint64_t seed = request.seed + seen.rounds;
        const bool is_chaotic_round = is_chaotic(seed);
        seen +=
            run_round(which, {is_chaotic_round ? &chaotic : &calm, request.threads, seed, is_chaotic_round}, threads);
        if (seen.all_violations() != 0 || (request.goes_on && !request.goes_on(seen))) break;
    } while (seen.rounds < request.most_rounds && (seen.rounds < 2 || std::chrono::steady_clock::now() < end));
    return seen;
}

}  // namespace tamiz::stress
