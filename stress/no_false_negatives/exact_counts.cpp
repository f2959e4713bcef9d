// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/exact_counts.hpp"

#include <algorithm>
#include <bit>

#include <tamiz/detail/counters.hpp>

namespace tamiz::stress {

void exact_counts::add(std::size_t key, std::uint64_t inserted, std::uint64_t erased)
{
    std::vector<probe> probes;
    filter_.append_probes(key, probes);
    for (const probe& p : probes)
        for (std::uint64_t mask = p.mask; mask != 0; mask &= mask - 1) {
            const auto place = static_cast<unsigned>(std::countr_zero(mask)) / tamiz::detail::bits_per_counter;
            sums& counter = counters_[p.word * per_word + place];
            counter.raised += inserted;
            counter.lowered += erased;
        }
}

std::uint64_t exact_counts::wrong_counters() const
{
    const std::span<const std::uint64_t> words = filter_.words();
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        const std::uint64_t stands_at =
            words[i / per_word] >> i % per_word * tamiz::detail::bits_per_counter & tamiz::detail::stuck_count;
        const auto& [raised, lowered] = counters_[i];
        const std::uint64_t exact = lowered < raised ? raised - lowered : 0;
        const bool is_stuck = stands_at == tamiz::detail::stuck_count && raised >= tamiz::detail::stuck_count;
        const bool is_exact = stands_at == std::min<std::uint64_t>(exact, tamiz::detail::stuck_count);
        wrong += is_stuck || is_exact ? 0U : 1U;
    }
    return wrong;
}

}  // namespace tamiz::stress
