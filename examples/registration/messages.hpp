// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The JSON that goes in and out of the service.

#pragma once

#include <string>
#include <string_view>

namespace registration {

/// The value of "email" in the body of a request, as it was sent; other members are ignored.
/// @throws bad_request (email.hpp) if the body is no JSON object with a string of that name
[[nodiscard]] std::string email_of(std::string_view body);

/// {"email": ...}
[[nodiscard]] std::string registered_message(std::string_view email);

/// {"error": ...}; what is no UTF-8 in the text is replaced.
[[nodiscard]] std::string error_message(std::string_view text);

}  // namespace registration
