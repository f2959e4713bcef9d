// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dedup {

/// "64M" is 64 * 1024^2 bytes, as for sort(1): a whole number of 1 or more, and K, M, G or T in either case, with or
/// without "iB" behind it, or nothing for bytes. Nothing if it is none of that or does not fit.
[[nodiscard]] std::optional<std::uint64_t> memory_size(std::string_view text);

/// Refuses other texts, and says why.
[[nodiscard]] CLI::Validator memory_size_validator();

}  // namespace dedup
