// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The first half of making a link canonical: whatever stood in the page becomes a reference that RFC 3986 allows.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crawler {

/// A reference of RFC 3986 that means what a browser would make of `text`: escaped where it must be, not escaped where
/// it need not be, scheme and host in lower case, the port without leading zeros, no fragment. Dot segments and a
/// default port are still in it, and it may be relative: both are settled once the base is known. Nothing if it can
/// lead to no page: another scheme, a host that is none, a name or password, a port outside of 1 to 65535.
[[nodiscard]] std::optional<std::string> mended_reference(std::string_view text);

}  // namespace crawler
