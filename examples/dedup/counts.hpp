// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <atomic>
#include <cstdint>

namespace dedup {

/// How far a run has come. Written by one thread at a time, read by any.
struct counts {
    std::atomic<std::uint64_t> lines{0};
    std::atomic<std::uint64_t> bytes{0};
    std::atomic<std::uint64_t> seen{0};     ///< different lines in the filter, those of --against included
    std::atomic<std::uint64_t> printed{0};  ///< or counted, with --count
};

}  // namespace dedup
