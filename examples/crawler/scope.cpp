// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/scope.hpp"

#include <algorithm>
#include <functional>

namespace crawler {

scope::scope(const std::vector<url>& seeds)
{
    for (const url& seed : seeds) origins_.emplace_back(seed.origin());
    std::sort(origins_.begin(), origins_.end());
    origins_.erase(std::unique(origins_.begin(), origins_.end()), origins_.end());
}

bool scope::contains(const url& address) const noexcept
{
    return std::binary_search(origins_.begin(), origins_.end(), address.origin(), std::less<>());
}

}  // namespace crawler
