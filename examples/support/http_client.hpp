// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A keep-alive HTTP/1.1 client for 127.0.0.1, over Boost.Beast. For a server under several names on one machine.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "support/http_message.hpp"

namespace examples {

struct http_client_options {
    std::size_t body_limit = 64 * 1024 * 1024;  ///< bytes of a reply's body
    std::size_t header_limit = 64 * 1024;       ///< bytes of a reply's header
    std::chrono::milliseconds timeout{30'000};  ///< for one whole exchange, connecting included
};

struct http_response {
    unsigned status = 0;
    std::string content_type;  ///< as sent, parameters included; empty if the server sent none
    std::string location;      ///< as sent; empty if the server sent none
    std::string body;
};

/// One connection, made when first needed and kept. For one thread at a time. Whatever host is named, it connects to
/// 127.0.0.1; the name travels in the Host header.
///
/// A kept connection that the server has closed meanwhile is opened anew, once per call; a POST that may have reached
/// the server is never sent twice. Redirects are returned, not followed. After an http_error the object is as good as
/// new.
class http_client {
public:
    explicit http_client(std::uint16_t port, const http_client_options& options = {});
    ~http_client();
    http_client(http_client&&) noexcept;
    http_client& operator=(http_client&&) noexcept;

    /// The target is path and query, already percent-encoded: a character that cannot stand in a request line, such as
    /// a space, throws http_error (bad_message), as does one in the host. Every status is a response, none throws.
    [[nodiscard]] http_response get(std::string_view host, std::string_view target);
    [[nodiscard]] http_response head(std::string_view host, std::string_view target);
    [[nodiscard]] http_response post(std::string_view host, std::string_view target, std::string_view content_type,
                                     std::string_view body);

    /// Connections made so far: 1 after any number of calls if the server kept the first.
    [[nodiscard]] std::uint64_t connections() const noexcept;

private:
    class core;
    std::unique_ptr<core> core_;
};

}  // namespace examples
