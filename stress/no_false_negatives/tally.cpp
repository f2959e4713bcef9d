// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/tally.hpp"

#include <algorithm>

namespace tamiz::stress {

tally& tally::operator+=(const tally& other)
{
    rounds += other.rounds;
    operations += other.operations;
    checks += other.checks;
    covered_checks += other.covered_checks;
    for (std::size_t i = 0; i < violation_kinds; ++i) violations[i] += other.violations[i];
    keys += other.keys;
    covered_keys += other.covered_keys;
    answered_keys += other.answered_keys;
    told_nobody += other.told_nobody;
    expected_told_nobody += other.expected_told_nobody;
    claimed_keys += other.claimed_keys;
    lost_claims += other.lost_claims;
    erases += other.erases;
    refused_erases += other.refused_erases;
    suspended_erases += other.suspended_erases;
    calls_beside_them += other.calls_beside_them;
    fill_sum += other.fill_sum;
    fill_highest = std::max(fill_highest, other.fill_highest);
    filters += other.filters;
    if (!first) first = other.first;
    return *this;
}

}  // namespace tamiz::stress
