// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// An HTTP/1.1 server on 127.0.0.1 with a pool of threads, over Boost.Beast.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "support/http_message.hpp"

namespace examples {

struct http_server_options {
    std::uint16_t port = 0;                     ///< 0: any free port
    unsigned threads = 2;                       ///< at least 1; each can run one handler at a time
    std::size_t connections = 1000;             ///< at least 1; more of them wait in the listen queue of the system
    std::size_t header_limit = 16 * 1024;       ///< bytes of a request's header; above: status 431
    std::size_t body_limit = 1024 * 1024;       ///< bytes of a request's body; above: status 413
    std::chrono::milliseconds timeout{30'000};  ///< for an idle connection, one request or one reply
    /// The reply to what is refused before it is a request for the handler, by status (400, 413, 431): called by
    /// several threads at once. Empty: a small page of text.
    std::function<http_reply(unsigned status)> refusal{};
};

/// What the server has done so far.
struct http_server_counts {
    std::uint64_t connections = 0;  ///< accepted
    std::uint64_t requests = 0;     ///< handed to the handler
    std::uint64_t refused = 0;      ///< bad, too large or unfinished; answered with a 4xx or by closing
};

/// Serves from construction to stop() or destruction. The handler runs on the server's threads, several at once; one
/// that blocks keeps its thread from serving others. Keep-alive, HEAD and pipelining as HTTP/1.1 has them. Memory is
/// bounded by connections x (header_limit + body_limit + one reply).
class http_server {
public:
    /// Throws std::invalid_argument if an option is out of range, http_error if the port cannot be had.
    explicit http_server(http_handler handler, const http_server_options& options = {});
    ~http_server();

    http_server(const http_server&) = delete;
    http_server& operator=(const http_server&) = delete;

    /// The port it listens on.
    [[nodiscard]] std::uint16_t port() const noexcept;

    /// Safe beside everything.
    [[nodiscard]] http_server_counts counts() const noexcept;

    /// Ends all connections and returns when no handler runs any more. A second call does nothing. Must not be called
    /// by a handler.
    void stop() noexcept;

private:
    class core;
    std::unique_ptr<core> core_;
};

}  // namespace examples
