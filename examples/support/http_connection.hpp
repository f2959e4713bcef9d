// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// One connection of http_server: read a request, answer it, go on or end.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "support/beast.hpp"
#include "support/http_message.hpp"
#include "support/http_server.hpp"

namespace examples {

using connection_strand = asio::strand<asio::io_context::executor_type>;
using connection_socket = asio::basic_stream_socket<tcp, connection_strand>;

/// What all connections of a server share. Counters are written with relaxed order: they order nothing.
struct http_service {
    http_handler handler;
    http_server_options options;
    std::function<void()> connection_ended;  ///< called by the destructor of each connection
    std::atomic<std::uint64_t> requests{0};
    std::atomic<std::uint64_t> refused{0};
};

/// Runs on the strand of its socket and lives as long as one of its operations is under way. The service must outlive
/// it.
class http_connection : public std::enable_shared_from_this<http_connection> {
public:
    http_connection(http_service& service, connection_socket&& socket);
    ~http_connection();

    http_connection(const http_connection&) = delete;
    http_connection& operator=(const http_connection&) = delete;

    /// Begins to read. Call it on the connection's strand or before anything else knows the connection.
    void start();

private:
    void read_header();
    void on_header(error_code error, std::size_t);
    void read_body();
    void on_body(error_code error, std::size_t);
    void answer();
    void refuse(unsigned status);
    void on_read_error(error_code error);
    void write(http_reply&& reply, bool is_head);
    void on_written(error_code error, std::size_t);
    void drain();
    void on_drained(error_code error, std::size_t bytes);

    http_service& service_;
    beast::basic_stream<tcp, connection_strand> stream_;
    beast::flat_buffer buffer_;

    // Of the exchange under way.
    std::optional<http::request_parser<http::string_body>> parser_;
    std::optional<http::response<http::string_body>> response_;
    unsigned version_ = 11;
    bool keep_alive_ = false;
    bool is_cut_short_ = false;

    std::size_t drained_ = 0;
};

}  // namespace examples
