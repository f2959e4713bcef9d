// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What there is to find: the same sites crawled by one thread, with no filter.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawler/fetch.hpp"
#include "crawler/url.hpp"
#include "crawler/visit.hpp"

namespace crawler {

/// All pages that can be reached, and which leads to which.
class truth {
public:
    using id = std::uint32_t;

    /// Breadth first from the seeds. Nothing if `stop_requested`, asked before each page, said so.
    [[nodiscard]] static std::optional<truth> explore(const std::vector<url>& seeds, const fetch_function& fetch,
                                                      const std::function<bool()>& stop_requested);

    [[nodiscard]] std::size_t size() const noexcept { return pages_.size(); }
    [[nodiscard]] const visit_counts& counts() const noexcept { return counts_; }

    /// The addresses that somebody meets who starts at the seeds, asks for the pages that `is_fetched` names and no
    /// others, and reads all of their links. With all of them: all that there is.
    [[nodiscard]] std::vector<std::string> met_by(const std::function<bool(const std::string&)>& is_fetched) const;

private:
    truth() = default;

    struct node {
        const std::string* address;  // in ids_, whose elements stay where they are
        std::vector<id> links;       // each target once
    };

    id id_of(const std::string& address);

    std::unordered_map<std::string, id> ids_;
    std::vector<node> pages_;  // by id, in the order in which they were met
    std::size_t seeds_ = 0;    // the first so many
    visit_counts counts_;
};

}  // namespace crawler
