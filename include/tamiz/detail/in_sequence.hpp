// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

namespace tamiz::inline v0::detail {

/// How the work on a whole filter is shared out: the caller does all of it. What is to be done is written once, for
/// this way and for that of parallel.hpp; so the work on a part must not depend on the other parts.
struct in_sequence {
    /// Calls `work(first, count)` for parts that together are 0 to `total`. A part begins at a multiple of `unit`.
    template <typename Work>
    static void each_part(std::uint64_t total, std::uint64_t /*unit*/, const Work& work)
    {
        work(std::uint64_t{0}, total);
    }

    /// Calls `work(sum, first, count)`, each time with a sum that is `zero` or has other parts in it already, and
    /// returns the sum of all. Sums are put together by `sum.add(other)`, always in the same way, so that figures
    /// repeat.
    template <typename Sum, typename Work>
    [[nodiscard]] static Sum sum_of_parts(std::uint64_t total, std::uint64_t /*unit*/, Sum zero, const Work& work)
    {
        work(zero, std::uint64_t{0}, total);
        return zero;
    }
};

/// The least that is worth a task of its own, which costs about a microsecond. Tasks share no line of the memory.
inline constexpr std::uint64_t words_per_task = 4096;
inline constexpr std::uint64_t lines_per_task = 4096;

/// Who may share out the work on a whole filter: parallel.hpp.
struct whole_filter;

}  // namespace tamiz::inline v0::detail
