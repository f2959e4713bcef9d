// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// How the filter decides who fetches a page.

#pragma once

#include <atomic>
#include <cstdint>

#include <tamiz/options.hpp>

#include "crawler/exact_set.hpp"
#include "crawler/url.hpp"

namespace crawler {

enum class policy {
    claim,   ///< who wins the claim: no page is fetched twice; in theory one can be lost between two racing claims
    insert,  ///< whoever changed a bit: no page is lost to a race; racing workers may fetch it twice
};

/// The answer to "is this link new?", by one filter for all workers. This is all that a server needs to do.
template <typename Filter>
[[nodiscard]] bool is_mine(Filter& filter, policy rule, const url& page)
{
    if (rule == policy::claim) return filter.claim(page.text()) == tamiz::claim_result::won;
    return filter.insert(page.text());
}

/// The same, watched by an exact set: it is what the crawl is judged by at its end. One promise is checked at once: an
/// address that was inserted before must be found.
template <typename Filter>
class watched_filter {
public:
    watched_filter(Filter& filter, policy rule, exact_set& exact) : filter_(filter), rule_(rule), exact_(exact) {}

    /// Safe beside itself.
    [[nodiscard]] bool is_mine(const url& page)
    {
        // An address goes into the set after the filter: who finds it there has an insert that happened before.
        const bool is_known = exact_.contains(page.text());
        if (is_known && !filter_.may_contain(page.text())) ++forgotten_;
        const bool result = crawler::is_mine(filter_, rule_, page);
        if (!is_known) exact_.insert(page.text());
        return result;
    }

    /// How often the filter denied an address that had been inserted before.
    [[nodiscard]] std::uint64_t forgotten() const noexcept { return forgotten_.load(); }

private:
    Filter& filter_;
    policy rule_;
    exact_set& exact_;
    std::atomic<std::uint64_t> forgotten_{0};
};

}  // namespace crawler
