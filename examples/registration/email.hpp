// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What counts as an e-mail address, and which two are the same.

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace registration {

inline constexpr std::size_t longest_email = 254;  ///< bytes; what SMTP can carry (RFC 5321, 4.5.3.1.3)
inline constexpr std::size_t longest_local_part = 64;

/// Says what is wrong with a request, for whoever sent it.
struct bad_request : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The address as it is stored and compared: without white space around it and with its domain in lower case. What is
/// before the @ stays as it is: only the domain's owner knows whether Ann and ann are one.
///
/// It must be what the HTML standard calls a valid e-mail address, and browsers let pass: ASCII only, so an
/// international domain comes as xn--..., and no quoted local parts.
/// @throws bad_request that says why it is none
[[nodiscard]] std::string normalised_email(std::string_view text);

}  // namespace registration
