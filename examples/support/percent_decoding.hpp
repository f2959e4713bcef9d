// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace examples {

/// Replaces each %XX by its byte; '+' stays. Nothing if a '%' is not followed by two hexadecimal digits.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace examples
