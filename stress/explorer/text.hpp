// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace tamiz::explorer {

/// "0x1f"
[[nodiscard]] inline std::string hex(std::uint64_t value)
{
    std::array<char, 18> text{'0', 'x'};
    const auto end = std::to_chars(text.data() + 2, text.data() + text.size(), value, 16).ptr;
    return std::string(text.data(), end);
}

}  // namespace tamiz::explorer
