// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <tamiz/bloom_filter.hpp>

#include "linearizability/checker.hpp"
#include "support/chaos.hpp"
#include "support/crew.hpp"
#include "support/generator.hpp"

/// Histories of the `word` layout under real threads: what each call was asked, what it answered, and when it began and
/// ended; and whether one order of the calls explains all answers.
namespace tamiz::linearizability {

using word_history = std::vector<call<filter_word::operation>>;

/// Time as the calls' order needs it: a tick is later than all that have ended before it began. A counter that all
/// share gives just this, on every machine; clocks do only where reading one is ordered with the accesses around it.
class shared_clock {
public:
    [[nodiscard]] std::uint64_t tick() noexcept { return ticks_.fetch_add(1, std::memory_order_seq_cst); }

private:
    std::atomic<std::uint64_t> ticks_{0};
};

/// One filter of one word, and what each thread does with it. Few keys, with many bits of the word each: they are
/// equal, overlap, or are covered by two others.
template <typename Words>
class recorded_filter {
    using filter_type = bloom_filter<std::uint64_t, layout::word, hash<std::uint64_t>, Words>;
    static constexpr std::size_t key_count = 4;

public:
    recorded_filter(unsigned threads, unsigned calls_per_thread, stress::generator& random)
        : filter_({.bits = 64, .hashes = 3 + random.below(6), .seed = random()})
    {
        std::array<std::uint64_t, key_count> keys{};
        for (std::uint64_t& key : keys) key = random();
        for (unsigned thread = 0; thread < threads; ++thread) {
            std::vector<planned_call>& calls = calls_.emplace_back(calls_per_thread);
            for (planned_call& each : calls) {
                each.key = keys[random.below(key_count)];
                each.recorded.operation = {static_cast<filter_word::kind>(random.below(3)), mask_of(each.key), false};
            }
        }
    }

    /// Waits for the other threads, but not long: they may not be running. Without it, two that run at once would
    /// follow each other at a distance.
    void meet(unsigned threads) noexcept
    {
        constexpr unsigned most_turns = 300;  // some microseconds
        arrived_.fetch_add(1, std::memory_order_relaxed);
        for (unsigned turn = 0; turn < most_turns && arrived_.load(std::memory_order_relaxed) < threads; ++turn)
            boost_atomics::pause();
    }

    void work(unsigned thread, shared_clock& clock)
    {
        for (planned_call& each : calls_[thread]) {
            each.recorded.begin = clock.tick();
            each.recorded.operation.answer = answer_to(each);
            each.recorded.end = clock.tick();
        }
    }

    [[nodiscard]] word_history recorded() const
    {
        word_history all;
        for (const std::vector<planned_call>& calls : calls_)
            for (const planned_call& each : calls) all.push_back(each.recorded);
        return all;
    }

private:
    struct planned_call {
        std::uint64_t key = 0;
        call<filter_word::operation> recorded{};
    };

    [[nodiscard]] std::uint64_t mask_of(std::uint64_t key) const
    {
        return layout::word::probes(filter_.layout_size(), filter_.hash(key))[0].mask;
    }
    [[nodiscard]] bool answer_to(const planned_call& each)
    {
        switch (each.recorded.operation.what) {
        case filter_word::kind::insert:
            return filter_.insert(each.key);
        case filter_word::kind::claim:
            return filter_.claim(each.key) == claim_result::won;
        case filter_word::kind::lookup:
            return filter_.may_contain(each.key);
        }
        return false;
    }

    filter_type filter_;
    std::atomic<unsigned> arrived_{0};
    std::vector<std::vector<planned_call>> calls_;  // by thread, which alone writes its answers
};

/// Did calls of this history overlap? If not, it shows nothing but that one thread alone is right.
[[nodiscard]] inline bool has_overlap(word_history calls)
{
    std::ranges::sort(calls, {}, [](const auto& each) { return each.begin; });
    std::uint64_t latest_end = 0;
    for (const auto& each : calls) {
        if (each.begin < latest_end) return true;
        latest_end = std::max(latest_end, each.end);
    }
    return false;
}

/// The calls in the order in which they began, one a line.
[[nodiscard]] inline std::string text_of(word_history calls)
{
    std::ranges::sort(calls, {}, [](const auto& each) { return each.begin; });
    constexpr std::array<const char*, 3> names = {"insert", "claim", "lookup"};
    std::string text;
    for (const auto& each : calls)
        text += "from " + std::to_string(each.begin) + " to " + std::to_string(each.end) + ": " +
                names[static_cast<std::size_t>(each.operation.what)] + " of the bits " +
                std::to_string(each.operation.mask) + (each.operation.answer ? " is true\n" : " is false\n");
    return text;
}

struct history_request {
    unsigned threads = 3;
    unsigned calls_per_thread = 3;
    std::uint64_t seed = 1;
    bool chaotic = true;  ///< threads are held up at random; needs words over chaos_atomics
    std::chrono::nanoseconds time = std::chrono::seconds(1);  ///< no batch begins later, but one is always run
    std::size_t batch = 500;  ///< filters that the threads go through, one after another
};

struct history_report {
    std::uint64_t histories = 0;
    std::uint64_t overlapping = 0;
    std::uint64_t not_linearizable = 0;
    std::optional<word_history> first;  ///< that is not linearizable
};

/// Records histories and checks them, until the time is over or one is not linearizable.
template <typename Words>
[[nodiscard]] history_report record_and_check(const history_request& request)
{
    const auto end = std::chrono::steady_clock::now() + request.time;
    stress::crew threads(request.threads);
    stress::generator random(request.seed);
    history_report report;
    do {
        std::deque<recorded_filter<Words>> filters;
        for (std::size_t i = 0; i < request.batch; ++i)
            filters.emplace_back(request.threads, request.calls_per_thread, random);
        const std::uint64_t chaos_seed = random();
        shared_clock clock;
        threads.run([&](unsigned thread) {
            if (request.chaotic) stress::chaos::begin({8, 1000}, chaos_seed + thread);
            for (recorded_filter<Words>& filter : filters) {
                // Under chaos nothing need bring them together: one that is held up in a call is passed by those behind
                // it.
                if (!request.chaotic) filter.meet(request.threads);
                filter.work(thread, clock);
            }
            stress::chaos::end();
        });
        for (const recorded_filter<Words>& filter : filters) {
            word_history calls = filter.recorded();
            ++report.histories;
            report.overlapping += has_overlap(calls) ? 1U : 0U;
            if (check<filter_word>(calls, 0).linearizable) continue;
            ++report.not_linearizable;
            if (!report.first) report.first = std::move(calls);
        }
    } while (report.not_linearizable == 0 && std::chrono::steady_clock::now() < end);
    return report;
}

}  // namespace tamiz::linearizability
