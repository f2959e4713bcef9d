// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/round_plan.hpp"

#include <bit>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <typeindex>

namespace tamiz::stress {

namespace {

bool all_set(const std::vector<std::uint64_t>& bits, std::span<const probe> probes)
{
    for (const probe& p : probes)
        if ((p.mask & ~bits[p.word]) != 0) return false;
    return true;
}

}  // namespace

std::uint64_t bits_for_keys(std::uint64_t keys, std::uint64_t hashes)
{
    // In every layout the expected fill is 1 - (1 - k/m)^n, which is close to 1 - exp(-kn/m).
    return static_cast<std::uint64_t>(std::ceil(static_cast<double>(keys * hashes) / -std::log1p(-usual_fill)));
}

round_plan::round_plan(const subject& filter, std::size_t most_keys) : bits_(filter.words().size())
{
    std::vector<std::uint64_t> shared_bits(bits_.size());  // set by two keys or more
    std::vector<probe> probes;                             // of all keys
    std::vector<std::size_t> ends;                         // of each key's probes
    const auto cell_count = static_cast<double>(filter.cell_count());
    std::uint64_t bits_set = 0;
    for (std::size_t key = 0; key < most_keys; ++key) {
        const std::size_t begin = probes.size();
        filter.append_probes(key, probes);
        const auto added = std::span<const probe>(probes).subspan(begin);
        std::uint64_t new_bits = 0;
        for (const probe& p : added) new_bits += static_cast<std::uint64_t>(std::popcount(p.mask & ~bits_[p.word]));
        if (static_cast<double>(bits_set + new_bits) > highest_fill * cell_count) break;
        for (const probe& p : added) {
            shared_bits[p.word] |= bits_[p.word] & p.mask;
            bits_[p.word] |= p.mask;
        }
        bits_set += new_bits;
        ends.push_back(probes.size());
    }
    fill_ = static_cast<double>(bits_set) / cell_count;

    is_covered_.reserve(ends.size());
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        is_covered_.push_back(all_set(shared_bits, std::span(probes).subspan(begin, end - begin)) ? 1 : 0);
        begin = end;
    }
}

bool round_plan::holds_in_the_end(const subject& filter, std::size_t key) const
{
    std::vector<probe> probes;
    filter.append_probes(key, probes);
    return all_set(bits_, probes);
}

std::uint64_t round_plan::stray_cells(const subject& filter) const
{
    const std::span<const std::uint64_t> words = filter.words();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
        count += static_cast<std::uint64_t>(std::popcount(filter.cells_set(words[i]) & ~bits_[i]));
    return count;
}

double mean_false_positive_rate(const subject& filter, std::size_t keys)
{
    thread_local std::map<std::tuple<std::type_index, std::uint64_t, std::size_t>, double> known;
    const auto [place, is_new] = known.try_emplace({typeid(filter), filter.cell_count(), keys});
    if (is_new) {
        constexpr unsigned steps = 64;
        double rates = 0;
        for (unsigned i = 0; i < steps; ++i)
            rates += filter.false_positive_rate(static_cast<double>(keys) * (i + 0.5) / steps);
        place->second = rates / steps;
    }
    return place->second;
}

}  // namespace tamiz::stress
