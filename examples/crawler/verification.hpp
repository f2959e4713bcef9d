// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Did the filter keep its promises? Every address is accounted for.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crawler/coverage.hpp"
#include "crawler/crawl.hpp"
#include "crawler/exact_set.hpp"
#include "crawler/policy.hpp"
#include "crawler/truth.hpp"

namespace crawler {

struct verification {
    policy rule = policy::claim;

    std::uint64_t reachable = 0;      ///< addresses that there are, by the truth
    std::uint64_t distinct = 0;       ///< of these: the crawl met a link to it
    std::uint64_t fetched_twice = 0;  ///< with claim: must be 0

    // Each address that was never fetched is one of these four.
    std::uint64_t false_positives = 0;  ///< all of its bits are set by other addresses: what a Bloom filter may do
    std::uint64_t lost_by_race = 0;     ///< insert answered false to everybody: must not be
    std::uint64_t lost_claims = 0;      ///< claim was won by nobody: rare, and allowed
    std::uint64_t behind_lost = 0;      ///< only lost pages lead to it: no link to it was seen

    std::uint64_t forgotten = 0;    ///< answers "no" about an address that was inserted before: must be 0
    std::uint64_t unexplained = 0;  ///< met or fetched, and should not have been, or the reverse: must be 0

    [[nodiscard]] std::uint64_t lost() const noexcept
    {
        return false_positives + lost_by_race + lost_claims + behind_lost;
    }

    /// One line for each promise that was broken; none if all is well.
    [[nodiscard]] std::vector<std::string> failures() const;
};

/// What was met must be what the truth says that the fetched pages lead to: no more and no less. Fills in reachable,
/// distinct, fetched_twice, behind_lost and unexplained.
[[nodiscard]] verification compare(policy rule, const crawl_record& crawled, const exact_set& met, const truth& all);

/// The whole judgement. The crawl must have come to its end.
template <typename Filter>
[[nodiscard]] verification verify(const Filter& filter, const watched_filter<Filter>& watched, policy rule,
                                  const crawl_record& crawled, const exact_set& met, const truth& all)
{
    verification result = compare(rule, crawled, met, all);
    result.forgotten = watched.forgotten();

    coverage<typename Filter::layout_type> bits(filter.layout_size());
    met.for_each([&](std::string_view address) { bits.add(filter.hash(address)); });
    met.for_each([&](std::string_view address) {
        const tamiz::hash_value key = filter.hash(address);
        if (!filter.may_contain(key)) ++result.forgotten;
        if (crawled.has_fetched(address)) return;
        if (bits.is_covered_by_others(key)) {
            ++result.false_positives;
        } else {
            ++(rule == policy::insert ? result.lost_by_race : result.lost_claims);
        }
    });
    return result;
}

}  // namespace crawler
