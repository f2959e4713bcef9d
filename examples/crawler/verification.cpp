// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/verification.hpp"

#include <fmt/format.h>

namespace crawler {

std::vector<std::string> verification::failures() const
{
    std::vector<std::string> result;
    if (rule == policy::claim && fetched_twice > 0) {
        result.push_back(fmt::format("{} pages were fetched more than once: a claim was won twice", fetched_twice));
    }
    if (lost_by_race > 0) {
        result.push_back(fmt::format("{} pages were lost by a race: no insert answered true", lost_by_race));
    }
    if (forgotten > 0) {
        result.push_back(fmt::format("{} times the filter denied an address that it held", forgotten));
    }
    if (unexplained > 0) {
        result.push_back(
            fmt::format("{} addresses are not where the links lead: the crawl itself is at fault", unexplained));
    }
    return result;
}

verification compare(policy rule, const crawl_record& crawled, const exact_set& met, const truth& all)
{
    verification result;
    result.rule = rule;
    result.reachable = all.size();
    result.distinct = met.size();
    result.fetched_twice = crawled.fetched_twice();

    // A page that is behind a lost one has no link that was seen; with nothing lost there is none.
    const std::vector<std::string> should_be_met =
        all.met_by([&crawled](const std::string& page) { return crawled.has_fetched(page); });
    result.behind_lost = all.size() - should_be_met.size();

    std::uint64_t common = 0;
    for (const std::string& address : should_be_met) {
        if (met.contains(address)) ++common;
    }
    result.unexplained = (should_be_met.size() - common) + (met.size() - common);
    for (auto page = crawled.fetched.begin(); page != crawled.fetched.end(); ++page) {
        const bool is_repeated = page != crawled.fetched.begin() && *page == *(page - 1);
        if (!is_repeated && !met.contains(*page)) ++result.unexplained;
    }
    return result;
}

}  // namespace crawler
