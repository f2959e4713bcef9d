// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <limits>

#include <tamiz/layout/probe.hpp>

namespace tamiz::stress {

/// Random numbers from a few instructions and 8 bytes, so that a thread can draw some at each access to memory. It
/// counts, in steps of the golden ratio, and mixes. (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014, with the library's mixer.)
class generator {
public:
    using result_type = std::uint64_t;

    constexpr generator() noexcept = default;
    explicit constexpr generator(std::uint64_t seed) noexcept : state_(tamiz::detail::mix(seed)) {}

    static constexpr std::uint64_t min() noexcept { return 0; }
    static constexpr std::uint64_t max() noexcept { return std::numeric_limits<std::uint64_t>::max(); }

    constexpr std::uint64_t operator()() noexcept
    {
        state_ += 0x9e3779b97f4a7c15;
        return tamiz::detail::mix(state_);
    }

    /// Uniform in [0, range); `range` is 1 or more.
    [[nodiscard]] constexpr std::uint64_t below(std::uint64_t range) noexcept
    {
        return tamiz::detail::scale((*this)(), range);
    }

    /// True once in `count` times; never if `count` is 0.
    [[nodiscard]] constexpr bool one_in(std::uint64_t count) noexcept { return count != 0 && below(count) == 0; }

private:
    std::uint64_t state_ = 0;
};

}  // namespace tamiz::stress
