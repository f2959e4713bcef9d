// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/http_client.hpp"

#include <support/catch.hpp>

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "raw_http.hpp"
#include "support/http_server.hpp"

using namespace examples;
using namespace std::chrono_literals;
using examples_test::hang_up;
using examples_test::scripted_server;

namespace {

const std::string fine = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine";

/// What went wrong, if something did.
template <typename Call>
std::optional<http_failure> failure_of(const Call& call)
{
    try {
        call();
        return std::nullopt;
    } catch (const http_error& error) {
        return error.failure();
    }
}

/// How a client fares with a server that answers so.
std::optional<http_failure> failure_for(const std::string& reply, const http_client_options& options = {})
{
    scripted_server server({{reply}});
    http_client client(server.port(), options);
    return failure_of([&] { (void)client.get("a", "/"); });
}

}  // namespace

TEST_CASE("a connection that the server closed while it was idle is opened anew", "[http_client]")
{
    scripted_server server({{fine}, {fine}, {fine}});
    http_client client(server.port());
    CHECK(client.get("a", "/").body == "fine");
    server.wait_until_ended(1);
    CHECK(client.get("a", "/").body == "fine");
    server.wait_until_ended(2);
    CHECK(client.post("a", "/", "text/plain", "").body == "fine");
    CHECK(client.connections() == 3);
    CHECK(server.finish().size() == 3);
}

TEST_CASE("a GET that met a closing connection is sent again, once", "[http_client]")
{
    scripted_server server({{fine, hang_up}, {fine, hang_up}, {hang_up}, {fine}});
    http_client client(server.port());
    CHECK(client.get("a", "/1").body == "fine");
    CHECK(client.get("a", "/2").body == "fine");                                      // hung up on, then answered
    CHECK(failure_of([&] { (void)client.get("a", "/3"); }) == http_failure::closed);  // hung up on twice
    CHECK(client.get("a", "/4").body == "fine");
    CHECK(client.connections() == 4);
    CHECK(server.finish().size() == 6);
}

TEST_CASE("a POST that may have arrived is never sent twice", "[http_client]")
{
    scripted_server server({{fine, hang_up}, {fine}});
    http_client client(server.port());
    CHECK(client.get("a", "/").body == "fine");
    CHECK(failure_of([&] { (void)client.post("a", "/pay", "text/plain", "1"); }) == http_failure::closed);
    CHECK(client.get("a", "/").body == "fine");
    int posts = 0;
    for (const std::string& request : server.finish()) {
        posts += request.starts_with("POST /pay ") ? 1 : 0;
    }
    CHECK(posts == 1);
}

TEST_CASE("a request says what HTTP/1.1 wants and no more", "[http_client]")
{
    scripted_server server({{fine, fine}});
    http_client client(server.port());
    (void)client.get("example.org:81", "/a?b=c");
    (void)client.get("example.net", "/");
    CHECK(server.finish() == std::vector<std::string>{"GET /a?b=c HTTP/1.1\r\nHost: example.org:81\r\n\r\n",
                                                      "GET / HTTP/1.1\r\nHost: example.net\r\n\r\n"});
}

TEST_CASE("bodies in chunks, without a length, or after a 100 are read", "[http_client]")
{
    scripted_server server(
        {{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
          "HTTP/1.1 100 Continue\r\n\r\n" + fine,
          "HTTP/1.1 404 \r\nContent-Type: TEXT/plain ; a=b\r\n\r\nuntil the end"},
         {"HTTP/1.0 302 Found\r\nlocation: http://elsewhere/ä b\r\n\r\n"}});
    http_client client(server.port());
    CHECK(client.get("a", "/").body == "abcde");
    CHECK(client.get("a", "/").body == "fine");
    const http_response open_ended = client.get("a", "/");
    CHECK(open_ended.status == 404);
    CHECK(open_ended.content_type == "TEXT/plain ; a=b");
    CHECK(open_ended.body == "until the end");
    const http_response redirect = client.get("a", "/");
    CHECK(redirect.status == 302);
    CHECK(redirect.location == "http://elsewhere/ä b");
    CHECK(client.connections() == 2);
}

TEST_CASE("what a server may not send is told apart", "[http_client]")
{
    CHECK(failure_for("nonsense\r\n\r\n") == http_failure::bad_message);
    CHECK(failure_for("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n") == http_failure::bad_message);
    CHECK(failure_for("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort") == http_failure::closed);
    CHECK(failure_for("HTTP/1.1 200 OK\r\nConten") == http_failure::closed);
    CHECK(failure_for(hang_up) == http_failure::closed);
    CHECK(failure_for("HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n") == http_failure::too_large);
}

TEST_CASE("a body up to the limit is taken, a larger one is not, however it is sent", "[http_client]")
{
    http_client_options options;
    options.body_limit = 20'000'000;
    http_server server([](const http_request& request) {
        http_reply reply;
        reply.body.assign(std::stoul(request.target.substr(1)), 'x');
        return reply;
    });
    http_client client(server.port(), options);
    CHECK(client.get("a", "/20000000").body == std::string(20'000'000, 'x'));
    CHECK(client.connections() == 1);
    CHECK(failure_of([&] { (void)client.get("a", "/20000001"); }) == http_failure::too_large);
    CHECK(client.get("a", "/3").body == "xxx");

    options.body_limit = 4;
    CHECK(failure_for("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n", options) ==
          http_failure::too_large);
    CHECK(failure_for("HTTP/1.1 200 OK\r\n\r\nabcde", options) == http_failure::too_large);
    CHECK_FALSE(failure_for(fine, options));
}

TEST_CASE("an exchange that takes too long is given up, the next one works", "[http_client]")
{
    std::atomic<bool> is_late{true};
    http_server server([&](const http_request&) {
        while (is_late) {
            std::this_thread::sleep_for(1ms);
        }
        return plain_reply(200);
    });
    http_client_options options;
    options.timeout = 50ms;
    http_client hasty(server.port(), options);
    CHECK(failure_of([&] { (void)hasty.get("a", "/"); }) == http_failure::timed_out);
    is_late = false;
    http_client patient(server.port());
    CHECK(patient.get("a", "/").status == 200);
}

TEST_CASE("where nobody listens, the connection is refused", "[http_client]")
{
    std::uint16_t port = 0;
    {
        const scripted_server gone({});
        port = gone.port();
    }
    http_client client(port);
    CHECK(failure_of([&] { (void)client.get("a", "/"); }) == http_failure::refused);
}

TEST_CASE("a host or target that would break the request is refused before anything is sent", "[http_client]")
{
    scripted_server server({{fine}});
    http_client client(server.port());
    for (const std::string& bad : {std::string(), std::string("/a b"), std::string("/\r\nX: y"), std::string("/\0", 2),
                                   std::string("/\t"), std::string("/\x7f")}) {
        INFO(bad);
        CHECK(failure_of([&] { (void)client.get("a", bad); }) == http_failure::bad_message);
        CHECK(failure_of([&] { (void)client.get(bad, "/"); }) == http_failure::bad_message);
    }
    CHECK(failure_of([&] { (void)client.post("a", "/", "x\r\ny", ""); }) == http_failure::bad_message);
    CHECK(client.connections() == 0);
    CHECK(client.get("a", "/%20").body == "fine");
}

TEST_CASE("a client can be moved with its connection", "[http_client]")
{
    scripted_server server({{fine, fine}});
    http_client first(server.port());
    (void)first.get("a", "/");
    http_client second = std::move(first);
    CHECK(second.get("a", "/").body == "fine");
    CHECK(second.connections() == 1);
}

TEST_CASE("options of a client out of range are refused", "[http_client]")
{
    http_client_options no_header;
    no_header.header_limit = 0;
    CHECK_THROWS_AS(http_client(1, no_header), std::invalid_argument);
    http_client_options no_time;
    no_time.timeout = 0ms;
    CHECK_THROWS_AS(http_client(1, no_time), std::invalid_argument);
}
