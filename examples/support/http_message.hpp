// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What the server and the client exchange. Plain types: whoever includes this pays for no HTTP library.

#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace examples {

/// One header field. Names are compared without regard to case.
struct http_header {
    std::string name;
    std::string value;
};

/// A request as a handler sees it. All strings are as they came, nothing is decoded.
struct http_request {
    std::string method;  ///< "GET", "HEAD", "POST", ...
    std::string target;  ///< path and query, "/docs/index.html?page=2"
    std::string host;    ///< the Host header, with its port if the client sent one
    std::string body;
    std::vector<http_header> headers;

    /// The value of the first header of that name, or an empty view. The view lives as long as the request.
    [[nodiscard]] std::string_view header(std::string_view name) const noexcept;
};

/// How a reply travels.
enum class http_delivery {
    normal,      ///< whole; the connection stays open if the client wants that
    then_close,  ///< whole, with "Connection: close"
    cut_short,   ///< the length is announced, half of the body is sent, then the connection ends (for tests)
};

/// What a handler answers. The server adds the length and what the connection needs. A reply to a HEAD request is
/// built like one to GET; the server leaves the body away and keeps its length. A status out of range, or a header with
/// a line break, is a mistake of the handler and becomes status 500.
struct http_reply {
    unsigned status = 200;     ///< 200 to 599
    std::string content_type;  ///< empty: no such header
    std::string body;
    std::vector<http_header> headers;  ///< further ones, such as Location
    http_delivery delivery = http_delivery::normal;
};

/// Called by several threads at once. An exception becomes a reply of status 500.
using http_handler = std::function<http_reply(const http_request&)>;

/// A small page of text that says what the status means: for errors.
[[nodiscard]] http_reply plain_reply(unsigned status, std::string_view text = {});

/// A redirect; the location is sent as given.
[[nodiscard]] http_reply redirect_reply(unsigned status, std::string_view location);

/// Why an exchange over HTTP failed.
enum class http_failure {
    refused,      ///< no connection could be made, or the server could not listen
    timed_out,    ///< nothing came, or could not be sent, in time
    closed,       ///< the other side ended the connection too early
    too_large,    ///< header or body above the limit
    bad_message,  ///< what came is no HTTP, or what should be sent would be none
};

[[nodiscard]] std::string_view to_string(http_failure failure) noexcept;

/// Thrown by the client and by the constructor of the server.
class http_error : public std::runtime_error {
public:
    http_error(http_failure failure, const std::string& what) : std::runtime_error(what), failure_(failure) {}

    [[nodiscard]] http_failure failure() const noexcept { return failure_; }

private:
    http_failure failure_;
};

}  // namespace examples
