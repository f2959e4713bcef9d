// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// How long to wait for a lock that another connection holds.

#pragma once

#include <algorithm>
#include <chrono>

namespace registration {

using deadline = std::chrono::steady_clock::time_point;

/// Pauses between attempts: 1 ms, 2, 4 ... 64, and 64 from then on.
class backoff {
public:
    [[nodiscard]] std::chrono::milliseconds next() noexcept
    {
        const std::chrono::milliseconds pause = next_;
        next_ = std::min(2 * next_, std::chrono::milliseconds(64));
        return pause;
    }

private:
    std::chrono::milliseconds next_{1};
};

}  // namespace registration
