// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/memory_size.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <limits>
#include <system_error>

namespace dedup {

std::optional<std::uint64_t> memory_size(std::string_view text)
{
    constexpr std::string_view units = "KMGT";
    std::uint64_t number = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number == 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
    if (text.empty()) return number;

    const std::size_t unit = units.find(static_cast<char>(std::toupper(static_cast<unsigned char>(text.front()))));
    text.remove_prefix(1);
    if (unit == std::string_view::npos || (!text.empty() && text != "iB")) return std::nullopt;
    const std::size_t shift = 10 * (unit + 1);
    if (number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
    return number << shift;
}

CLI::Validator memory_size_validator()
{
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            if (memory_size(text)) return {};
            return fmt::format("'{}' is not a size such as 64M: a whole number of 1 or more, and K, M, G or T", text);
        },
        {});
}

}  // namespace dedup
