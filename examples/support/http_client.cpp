// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/http_client.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "support/beast.hpp"

namespace examples {

namespace {

/// Whether it can stand in a request line or a header as it is: no spaces, no control characters, something at all.
bool is_sendable(std::string_view text) noexcept
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte > 0x20 && byte != 0x7f;
    });
}

bool is_header_value(std::string_view text) noexcept
{
    return std::ranges::none_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

http_failure failure_of(error_code error) noexcept
{
    if (error == beast::error::timeout) {
        return http_failure::timed_out;
    }
    if (error == http::error::body_limit || error == http::error::header_limit ||
        error == http::error::buffer_overflow) {
        return http_failure::too_large;
    }
    if (error == http::error::end_of_stream || error == http::error::partial_message ||
        error.category() == boost::system::system_category() || error.category() == asio::error::get_misc_category()) {
        return http_failure::closed;
    }
    return http_failure::bad_message;
}

/// Checked before anything is built from them.
const http_client_options& checked(const http_client_options& options)
{
    if (options.header_limit < 1 || options.header_limit > std::numeric_limits<std::uint32_t>::max()) {
        throw std::invalid_argument(
            fmt::format("http_client: header_limit is {}, must be from 1 to 2^32 - 1", options.header_limit));
    }
    if (options.timeout.count() <= 0) {
        throw std::invalid_argument(
            fmt::format("http_client: timeout is {} ms, must be positive", options.timeout.count()));
    }
    return options;
}

}  // namespace

class http_client::core {
public:
    core(std::uint16_t port, const http_client_options& options) : port_(port), options_(checked(options)) {}

    std::uint64_t connections() const noexcept { return connections_; }

    http_response exchange(http::verb method, std::string_view host, std::string_view target,
                           std::string_view content_type, std::string_view body);

private:
    using request = http::request<http::string_body>;
    using parser = http::response_parser<http::string_body>;

    enum class outcome { done, stale };

    void connect();
    void disconnect() noexcept { stream_.reset(); }
    bool is_connected();
    outcome attempt(const request& message, bool is_reused, bool may_repeat, http_response& response);
    [[noreturn]] void fail(const request& message, error_code error);

    /// Starts an operation that stores its result in the error_code it is given, and runs it to its end.
    template <typename Start>
    error_code finish(Start start)
    {
        error_code result;
        start([&result](error_code error, auto&&...) { result = error; });
        context_.restart();
        context_.run();
        return result;
    }

    std::uint16_t port_;
    http_client_options options_;
    std::uint64_t connections_ = 0;
    std::chrono::steady_clock::time_point deadline_;  ///< of the exchange under way
    asio::io_context context_{1};                     // one thread; asynchronous because only so Beast keeps time
    std::optional<beast::basic_stream<tcp, asio::io_context::executor_type>> stream_;
    beast::flat_buffer buffer_;
};

void http_client::core::connect()
{
    buffer_.clear();
    stream_.emplace(context_);
    stream_->expires_at(deadline_);
    const tcp::endpoint server(asio::ip::address_v4::loopback(), port_);
    const error_code error = finish([&](auto handler) { stream_->async_connect(server, handler); });
    if (error) {
        disconnect();
        throw http_error(error == beast::error::timeout ? http_failure::timed_out : http_failure::refused,
                         fmt::format("cannot connect to 127.0.0.1:{}: {}", port_, error.message()));
    }
    error_code ignored;  // only speed is at stake
    stream_->socket().set_option(tcp::no_delay(true), ignored);
    ++connections_;
}

/// False if the server has closed the connection, or has said something unasked.
bool http_client::core::is_connected()
{
    if (!stream_ || buffer_.size() != 0) {
        return false;
    }
    char byte = 0;
    const auto received = ::recv(stream_->socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

void http_client::core::fail(const request& message, error_code error)
{
    disconnect();
    throw http_error(failure_of(error), fmt::format("{} http://{}{}: {}", std::string(message.method_string()),
                                                    std::string(message[http::field::host]),
                                                    std::string(message.target()), error.message()));
}

http_client::core::outcome http_client::core::attempt(const request& message, bool is_reused, bool may_repeat,
                                                      http_response& response)
{
    stream_->expires_at(deadline_);
    const error_code written = finish([&](auto handler) { http::async_write(*stream_, message, handler); });
    if (written == beast::error::timeout) {
        fail(message, written);
    }
    // A server that refuses a request may answer and close before it has read all: so read in any case.
    std::optional<parser> answer;
    do {
        answer.emplace();
        answer->header_limit(static_cast<std::uint32_t>(options_.header_limit));
        answer->body_limit(options_.body_limit);
        answer->skip(message.method() == http::verb::head);
        // In two steps: Beast 1.74 forgets that a Content-Length is above the limit if it goes straight on to the body.
        error_code error = finish([&](auto handler) { http::async_read_header(*stream_, buffer_, *answer, handler); });
        if (!error) {
            error = finish([&](auto handler) { http::async_read(*stream_, buffer_, *answer, handler); });
        }
        if (error) {
            if (is_reused && may_repeat && !answer->got_some() && failure_of(error) == http_failure::closed) {
                disconnect();
                return outcome::stale;
            }
            fail(message, written ? written : error);
        }
    } while (answer->get().result_int() < 200);  // such as 100 Continue: the true one follows

    if (!answer->keep_alive() || written) {
        disconnect();
    }
    auto received = answer->release();
    response.status = received.result_int();
    response.content_type = std::string(received[http::field::content_type]);
    response.location = std::string(received[http::field::location]);
    response.body = std::move(received.body());
    return outcome::done;
}

http_response http_client::core::exchange(http::verb method, std::string_view host, std::string_view target,
                                          std::string_view content_type, std::string_view body)
{
    if (!is_sendable(host)) {
        throw http_error(http_failure::bad_message, fmt::format("host {:?} cannot be sent", host));
    }
    if (!is_sendable(target)) {
        throw http_error(http_failure::bad_message, fmt::format("target {:?} cannot be sent", target));
    }
    if (!is_header_value(content_type)) {
        throw http_error(http_failure::bad_message, fmt::format("content type {:?} cannot be sent", content_type));
    }
    request message(method, {target.data(), target.size()}, 11);
    message.set(http::field::host, {host.data(), host.size()});
    if (method == http::verb::post) {
        if (!content_type.empty()) {
            message.set(http::field::content_type, {content_type.data(), content_type.size()});
        }
        message.body() = body;
        message.prepare_payload();
    }
    deadline_ = std::chrono::steady_clock::now() + options_.timeout;
    const bool is_reused = is_connected();
    if (!is_reused) {
        connect();
    }
    http_response response;
    const bool may_repeat = method != http::verb::post;
    if (attempt(message, is_reused, may_repeat, response) == outcome::stale) {
        connect();
        attempt(message, false, may_repeat, response);
    }
    return response;
}

http_client::http_client(std::uint16_t port, const http_client_options& options)
    : core_(std::make_unique<core>(port, options))
{
}

http_client::~http_client() = default;
http_client::http_client(http_client&&) noexcept = default;
http_client& http_client::operator=(http_client&&) noexcept = default;

http_response http_client::get(std::string_view host, std::string_view target)
{
    return core_->exchange(http::verb::get, host, target, {}, {});
}

http_response http_client::head(std::string_view host, std::string_view target)
{
    return core_->exchange(http::verb::head, host, target, {}, {});
}

http_response http_client::post(std::string_view host, std::string_view target, std::string_view content_type,
                                std::string_view body)
{
    return core_->exchange(http::verb::post, host, target, content_type, body);
}

std::uint64_t http_client::connections() const noexcept
{
    return core_->connections();
}

}  // namespace examples
