// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Which links a crawl follows.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawler/url.hpp"

namespace crawler {

/// The sites that are crawled: scheme, host and port. Links to all others are counted and left alone.
class scope {
public:
    /// The sites of these pages.
    explicit scope(const std::vector<url>& seeds);

    [[nodiscard]] bool contains(const url& address) const noexcept;

private:
    std::vector<std::string> origins_;  // sorted
};

}  // namespace crawler
