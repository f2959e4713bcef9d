// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/http_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <chrono>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace examples {

namespace {

// A connection that ends after a reply still reads what the client is sending, so that the kernel does not answer that
// with a reset which overtakes the reply. This much of it, this long.
constexpr std::size_t drain_limit = 64 * 1024 * 1024;
constexpr std::chrono::seconds drain_time{2};

constexpr std::string_view continue_line = "HTTP/1.1 100 Continue\r\n\r\n";

bool is_one_line(std::string_view text) noexcept
{
    return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

/// What keeps the reply from being sent as it is; empty if nothing does.
std::string complaint_about(const http_reply& reply)
{
    if (reply.status < 200 || reply.status > 599) {
        return fmt::format("the handler answered with status {}", reply.status);
    }
    if (!is_one_line(reply.content_type)) {
        return "the handler's content type holds a line break";
    }
    for (const http_header& header : reply.headers) {
        if (header.name.empty() || !is_one_line(header.name) || !is_one_line(header.value)) {
            return "a header of the handler has no name or holds a line break";
        }
    }
    return {};
}

/// What the handler, or the maker of refusals, answers to its argument; status 500 in place of what cannot be sent.
template <typename Handler, typename Argument>
http_reply reply_of(const Handler& handler, const Argument& argument)
{
    try {
        http_reply reply = handler(argument);
        const std::string complaint = complaint_about(reply);
        return complaint.empty() ? reply : plain_reply(500, complaint);
    } catch (const std::exception& error) {
        return plain_reply(500, error.what());
    } catch (...) {
        return plain_reply(500, "the handler threw something that is no exception");
    }
}

/// The message as handlers see it. Nothing if it names two hosts, or none, which HTTP/1.1 demands.
std::optional<http_request> request_of(http::request<http::string_body>&& message)
{
    const std::size_t hosts = message.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && message.version() >= 11)) {
        return std::nullopt;
    }
    http_request request;
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    request.host = std::string(message[http::field::host]);
    // The form meant for proxies, "http://host/path", is allowed to all; its host counts (RFC 9112, 3.2.2).
    constexpr std::string_view scheme = "http://";
    if (request.target.starts_with(scheme)) {
        const std::size_t path = std::min(request.target.find_first_of("/?", scheme.size()), request.target.size());
        request.host = request.target.substr(scheme.size(), path - scheme.size());
        request.target.erase(0, path);
        if (!request.target.starts_with('/')) {
            request.target.insert(0, 1, '/');
        }
    }
    for (const auto& field : message) {
        request.headers.push_back({std::string(field.name_string()), std::string(field.value())});
    }
    request.body = std::move(message.body());
    return request;
}

}  // namespace

http_connection::http_connection(http_service& service, connection_socket&& socket)
    : service_(service), stream_(std::move(socket))
{
    error_code ignored;  // only speed is at stake
    stream_.socket().set_option(tcp::no_delay(true), ignored);
}

http_connection::~http_connection()
{
    service_.connection_ended();
}

void http_connection::start()
{
    read_header();
}

void http_connection::read_header()
{
    response_.reset();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(service_.options.header_limit));
    parser_->body_limit(service_.options.body_limit);
    stream_.expires_after(service_.options.timeout);
    http::async_read_header(stream_, buffer_, *parser_,
                            beast::bind_front_handler(&http_connection::on_header, shared_from_this()));
}

void http_connection::on_header(error_code error, std::size_t)
{
    if (error) {
        on_read_error(error);
        return;
    }
    const bool waits = beast::iequals(parser_->get()[http::field::expect], "100-continue");
    if (!waits || parser_->is_done() || parser_->get().version() < 11) {
        read_body();
        return;
    }
    asio::async_write(stream_, asio::buffer(continue_line),
                      [self = shared_from_this()](error_code write_error, std::size_t) {
                          if (!write_error) {
                              self->read_body();
                          }
                      });
}

void http_connection::read_body()
{
    http::async_read(stream_, buffer_, *parser_,
                     beast::bind_front_handler(&http_connection::on_body, shared_from_this()));
}

void http_connection::on_body(error_code error, std::size_t)
{
    if (error) {
        on_read_error(error);
    } else {
        answer();
    }
}

void http_connection::on_read_error(error_code error)
{
    if (error == http::error::end_of_stream) {
        return;  // the client is done
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        refuse(431);
    } else if (error == http::error::body_limit) {
        refuse(413);
    } else if (error.category() == make_error_code(http::error::bad_method).category() &&
               error != http::error::partial_message) {
        refuse(400);
    } else if (parser_->got_some()) {
        service_.refused.fetch_add(1, std::memory_order_relaxed);  // cut off or too slow; nobody to answer
    }
}

void http_connection::refuse(unsigned status)
{
    service_.refused.fetch_add(1, std::memory_order_relaxed);
    keep_alive_ = false;
    version_ = 11;
    const auto& refusal = service_.options.refusal;
    write(refusal ? reply_of(refusal, status) : plain_reply(status), false);
}

void http_connection::answer()
{
    http::request<http::string_body> message = parser_->release();
    keep_alive_ = message.keep_alive();
    version_ = message.version();
    const bool is_head = message.method() == http::verb::head;
    const std::optional<http_request> request = request_of(std::move(message));
    if (!request) {
        refuse(400);
        return;
    }
    service_.requests.fetch_add(1, std::memory_order_relaxed);
    write(reply_of(service_.handler, *request), is_head);
}

void http_connection::write(http_reply&& reply, bool is_head)
{
    is_cut_short_ = reply.delivery == http_delivery::cut_short;
    keep_alive_ = keep_alive_ && reply.delivery == http_delivery::normal;

    response_.emplace(http::int_to_status(reply.status), version_);
    response_->result(reply.status);  // also one that has no name
    if (!reply.content_type.empty()) {
        response_->set(http::field::content_type, reply.content_type);
    }
    for (const http_header& header : reply.headers) {
        response_->insert(header.name, header.value);
    }
    response_->keep_alive(keep_alive_);
    const bool has_body = reply.status != 204 && reply.status != 304;
    if (has_body) {
        response_->content_length(is_cut_short_ ? std::max<std::size_t>(reply.body.size(), 1) : reply.body.size());
    }
    if (has_body && !is_head) {
        if (is_cut_short_) {
            reply.body.resize(reply.body.size() / 2);
        }
        response_->body() = std::move(reply.body);
    }
    stream_.expires_after(service_.options.timeout);
    http::async_write(stream_, *response_, beast::bind_front_handler(&http_connection::on_written, shared_from_this()));
}

void http_connection::on_written(error_code error, std::size_t)
{
    if (error || is_cut_short_) {
        return;
    }
    if (keep_alive_) {
        read_header();
        return;
    }
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(drain_time);
    drain();
}

void http_connection::drain()
{
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(16 * 1024),
                            beast::bind_front_handler(&http_connection::on_drained, shared_from_this()));
}

void http_connection::on_drained(error_code error, std::size_t bytes)
{
    drained_ += bytes;
    if (!error && drained_ < drain_limit) {
        drain();
    }
}

}  // namespace examples
