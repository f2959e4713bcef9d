// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// One page: fetched, and its links made addresses. The crawl and its check share this, so that they can differ only in
// what is checked: threads and filter.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "crawler/fetch.hpp"
#include "crawler/links.hpp"
#include "crawler/scope.hpp"
#include "crawler/url.hpp"

namespace crawler {

/// What was met. Every fetch is exactly one of pages, files, redirects and broken.
struct visit_counts {
    std::uint64_t pages = 0;      ///< HTML with status 2xx
    std::uint64_t files = 0;      ///< anything else with status 2xx
    std::uint64_t redirects = 0;  ///< status 3xx with a Location
    std::uint64_t broken = 0;     ///< all other answers, and none

    std::uint64_t unreadable = 0;  ///< of the pages: those that passed page_limits

    std::uint64_t links = 0;      ///< links of pages and targets of redirects, each time that they occur
    std::uint64_t elsewhere = 0;  ///< of these: to sites outside of the scope
    std::uint64_t unusable = 0;   ///< of these: to no page at all, such as mailto: or a host that cannot be

    visit_counts& operator+=(const visit_counts& other) noexcept;
    [[nodiscard]] std::uint64_t fetches() const noexcept { return pages + files + redirects + broken; }
    friend bool operator==(const visit_counts&, const visit_counts&) = default;
};

struct visit {
    visit_counts counts;     ///< of this one fetch
    std::vector<url> links;  ///< within the scope, in the order of the page, each time that they occur
};

/// Finds the links of a page; links_of, or something that saves its work.
using link_reader = std::function<std::optional<page_links>(std::string_view html)>;

/// Fetches a page and reads its links; the target of a redirect is its only link. What goes wrong with the page is
/// counted; only std::bad_alloc and its like are thrown.
[[nodiscard]] visit visit_page(const url& page, const fetch_function& fetch, const scope& sites,
                               const link_reader& read);

}  // namespace crawler
