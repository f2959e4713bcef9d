// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Where pages come from: over HTTP, or straight from the server's handler.

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "support/http_client.hpp"
#include "support/http_message.hpp"

namespace crawler {

/// Gets a page by its authority ("host" or "host:port") and its target ("/path?query"), or throws http_error. For one
/// thread at a time.
using fetch_function = std::function<examples::http_response(std::string_view authority, std::string_view target)>;

/// Makes a fetch_function for one thread. Called by several threads at once.
using fetch_maker = std::function<fetch_function()>;

/// Each function with its own connection to this port of 127.0.0.1, kept open.
[[nodiscard]] fetch_maker over_http(std::uint16_t port);

/// What a client of a server with this handler would get, without server and client.
[[nodiscard]] fetch_function straight_from(examples::http_handler handler);

}  // namespace crawler
