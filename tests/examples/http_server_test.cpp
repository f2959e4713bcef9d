// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/http_server.hpp"

#include <fmt/format.h>

#include <support/catch.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "raw_http.hpp"
#include "support/http_client.hpp"

using namespace examples;
using namespace std::chrono_literals;
using examples_test::raw_exchange;

namespace {

/// Answers with what it was asked.
http_reply echo(const http_request& request)
{
    http_reply reply;
    reply.content_type = "text/plain";
    reply.body = request.method + " " + request.host + " " + request.target + " " + request.body;
    return reply;
}

template <typename Condition>
bool comes_true(const Condition& condition)
{
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

std::string status_line(const std::string& received)
{
    return received.substr(0, received.find("\r\n"));
}

}  // namespace

TEST_CASE("a request reaches the handler as it was sent, and the reply the client", "[http_server]")
{
    http_request seen;
    http_server server([&](const http_request& request) {
        seen = request;
        http_reply reply;
        reply.status = 202;
        reply.content_type = "application/json";
        reply.headers = {{"Location", "/items/7"}};
        reply.body = "{}";
        return reply;
    });
    http_client client(server.port());
    const http_response response = client.post("example.org:8080", "/items?a=%20", "text/csv", "1,2\r\n\r\n3");
    server.stop();  // the handler's writes happened before
    CHECK(seen.method == "POST");
    CHECK(seen.target == "/items?a=%20");
    CHECK(seen.host == "example.org:8080");
    CHECK(seen.header("content-TYPE") == "text/csv");
    CHECK(seen.header("x-none").empty());
    CHECK(seen.body == "1,2\r\n\r\n3");
    CHECK(response.status == 202);
    CHECK(response.content_type == "application/json");
    CHECK(response.location == "/items/7");
    CHECK(response.body == "{}");
}

TEST_CASE("a connection is kept for any number of requests", "[http_server]")
{
    http_server server(echo);
    http_client client(server.port());
    for (int i = 0; i < 200; ++i) {
        const std::string target = fmt::format("/{}", i);
        REQUIRE(client.get("a", target).body == fmt::format("GET a {} ", target));
    }
    CHECK(client.connections() == 1);
    CHECK(server.counts().connections == 1);
    CHECK(server.counts().requests == 200);
    CHECK(server.counts().refused == 0);
}

TEST_CASE("a reply to HEAD has the length of the body and no body", "[http_server]")
{
    http_server server(echo);
    const std::string received = raw_exchange(
        server.port(), "HEAD /x HTTP/1.1\r\nHost: a\r\n\r\nHEAD /y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    CHECK(received.find("Content-Length: 10\r\n") != std::string::npos);
    CHECK(received.find("HEAD a /") == std::string::npos);
    http_client client(server.port());
    CHECK(client.head("a", "/x").body.empty());
    CHECK(client.get("a", "/y").body == "GET a /y ");
    CHECK(client.connections() == 1);
}

TEST_CASE("a reply of status 204 or 304 has no body and no length", "[http_server]")
{
    http_server server([](const http_request& request) {
        http_reply reply;
        reply.status = request.target == "/204" ? 204 : 304;
        reply.body = "never sent";
        return reply;
    });
    for (const char* target : {"/204", "/304"}) {
        const std::string received =
            raw_exchange(server.port(), fmt::format("GET {} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", target));
        CHECK(received.find(target + 1) != std::string::npos);
        CHECK(received.find("Content-Length") == std::string::npos);
        CHECK(received.find("never sent") == std::string::npos);
    }
}

TEST_CASE("requests sent ahead are answered in their order", "[http_server]")
{
    http_server server(echo);
    std::string sent;
    for (int i = 0; i < 50; ++i) {
        sent += fmt::format("GET /{} HTTP/1.1\r\nHost: a\r\n{}\r\n", i, i == 49 ? "Connection: close\r\n" : "");
    }
    const std::string received = raw_exchange(server.port(), sent);
    std::size_t last = 0;
    for (int i = 0; i < 50; ++i) {
        const std::size_t found = received.find(fmt::format("GET a /{} ", i));
        REQUIRE(found != std::string::npos);
        CHECK(found >= last);
        last = found;
    }
}

TEST_CASE("what is no proper request is refused and reaches no handler", "[http_server]")
{
    std::atomic<int> handled{0};
    http_server server([&](const http_request& request) {
        ++handled;
        return echo(request);
    });
    const std::vector<std::string> bad = {
        "GARBAGE\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",                        // no host
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",  // two
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        std::string("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 28),
        "\x16\x03\x01\x02\x01\x01\xfc\x03\x03",  // somebody who means https
    };
    for (const std::string& text : bad) {
        INFO(text);
        CHECK(status_line(raw_exchange(server.port(), text)) == "HTTP/1.1 400 Bad Request");
    }
    CHECK(handled == 0);
    CHECK(server.counts().refused == bad.size());
    CHECK(server.counts().requests == 0);
    http_client client(server.port());
    CHECK(client.get("a", "/still-there").status == 200);
}

TEST_CASE("a header or a body above its limit is refused with its own status", "[http_server]")
{
    http_server_options options;
    options.header_limit = 1000;
    options.body_limit = 5'000'000;
    http_server server(echo, options);
    http_client client(server.port());
    CHECK(client.get("a", "/" + std::string(900, 'x')).status == 200);
    CHECK(client.get("a", "/" + std::string(1100, 'x')).status == 431);
    CHECK(client.get("a", "/" + std::string(1'000'000, 'x')).status == 431);
    CHECK(client.post("a", "/", "text/plain", std::string(5'000'000, 'y')).body.size() == 5'000'000 + 9);
    CHECK(client.post("a", "/", "text/plain", std::string(5'000'001, 'y')).status == 413);
    CHECK(client.post("a", "/", "text/plain", std::string(30'000'000, 'y')).status == 413);
    CHECK(client.get("a", "/").status == 200);
    CHECK(server.counts().refused == 4);
}

TEST_CASE("a refusal is answered as the option says, and a failing one with status 500", "[http_server]")
{
    http_server_options options;
    options.header_limit = 1000;
    options.body_limit = 10;
    options.refusal = [](unsigned status) {
        if (status == 431) throw std::runtime_error("no words for it");
        http_reply reply;
        reply.status = status;
        reply.content_type = "application/json";
        reply.body = fmt::format("[{}]", status);
        return reply;
    };
    http_server server(echo, options);
    http_client client(server.port());
    const http_response too_large = client.post("a", "/", "text/plain", std::string(11, 'y'));
    CHECK(too_large.status == 413);
    CHECK(too_large.content_type == "application/json");
    CHECK(too_large.body == "[413]");
    CHECK(raw_exchange(server.port(), "GARBAGE\r\n\r\n").ends_with("[400]"));
    CHECK(client.get("a", "/" + std::string(2000, 'x')).status == 500);
    CHECK(client.post("a", "/", "text/plain", std::string(10, 'y')).status == 200);
    CHECK(server.counts().refused == 3);
}

TEST_CASE("a client that waits for leave to send a body gets it", "[http_server]")
{
    http_server server(echo);
    const std::string received = raw_exchange(
        server.port(),
        "POST /p HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
    CHECK(received.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
    CHECK(received.ends_with("POST a /p abc"));
}

TEST_CASE("a target in the form for proxies is taken apart, its host counts", "[http_server]")
{
    http_server server(echo);
    const auto body_for = [&](const std::string& target) {
        const std::string received = raw_exchange(
            server.port(), fmt::format("GET {} HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n", target));
        return received.substr(received.find("\r\n\r\n") + 4);
    };
    CHECK(body_for("http://a.example/x?y") == "GET a.example /x?y ");
    CHECK(body_for("http://a.example") == "GET a.example / ");
    CHECK(body_for("http://a.example?y") == "GET a.example /?y ");
}

TEST_CASE("HTTP/1.0 is answered and closed, unless the client asks to keep the connection", "[http_server]")
{
    http_server server(echo);
    CHECK(raw_exchange(server.port(), "GET / HTTP/1.0\r\n\r\n").ends_with("GET  / "));
    const std::string kept =
        raw_exchange(server.port(), "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n");
    CHECK(kept.find("GET  /1 ") != std::string::npos);
    CHECK(kept.ends_with("GET  /2 "));
}

TEST_CASE("a handler that fails is answered for with status 500", "[http_server]")
{
    http_server server([](const http_request& request) -> http_reply {
        http_reply reply;
        if (request.target == "/throw") {
            throw std::runtime_error("no such luck");
        }
        if (request.target == "/throw-number") {
            throw 7;
        }
        if (request.target == "/status") {
            reply.status = 99;
        } else if (request.target == "/type") {
            reply.content_type = "text/plain\r\nX-Injected: yes";
        } else if (request.target == "/location") {
            return redirect_reply(302, "/\r\n\r\nbody");
        } else if (request.target == "/name") {
            reply.headers = {{"X\r\nY", "z"}};
        }
        return reply;
    });
    http_client client(server.port());
    CHECK(client.get("a", "/throw").body.find("no such luck") != std::string::npos);
    for (const char* target : {"/throw", "/throw-number", "/status", "/type", "/location", "/name"}) {
        INFO(target);
        CHECK(client.get("a", target).status == 500);
    }
    CHECK(client.get("a", "/").status == 200);
    CHECK(client.connections() == 1);
}

TEST_CASE("a reply can end the connection, in full or halfway", "[http_server]")
{
    std::atomic<int> halved{0};
    http_server server([&](const http_request& request) {
        http_reply reply = echo(request);
        if (request.target == "/close") {
            reply.delivery = http_delivery::then_close;
        } else if (request.target.starts_with("/half")) {
            ++halved;
            reply.delivery = http_delivery::cut_short;
            reply.body = request.target == "/half-of-nothing" ? "" : std::string(1'000'000, 'x');
        }
        return reply;
    });
    http_client client(server.port());
    CHECK(client.get("a", "/close").status == 200);
    CHECK(client.get("a", "/close").status == 200);
    CHECK(client.connections() == 2);
    for (const char* target : {"/half", "/half-of-nothing"}) {
        try {
            (void)client.get("a", target);
            FAIL("half a reply passed for one");
        } catch (const http_error& error) {
            CHECK(error.failure() == http_failure::closed);
        }
    }
    CHECK(halved == 2);  // asked for once each: the reply had begun
    CHECK(client.get("a", "/").status == 200);
}

TEST_CASE("many clients at once get the answers to their own questions", "[http_server]")
{
    constexpr int threads = 8;
    constexpr int requests = 150;
    std::atomic<int> handled{0};
    http_server_options options;
    options.threads = 3;
    http_server server(
        [&](const http_request& request) {
            handled.fetch_add(1);
            return echo(request);
        },
        options);
    std::atomic<int> right{0};
    std::vector<std::thread> workers;
    for (int worker = 0; worker < threads; ++worker) {
        workers.emplace_back([&, worker] {
            try {
                http_client client(server.port());
                const std::string host = fmt::format("h{}", worker);
                for (int i = 0; i < requests; ++i) {
                    const std::string target = fmt::format("/{}", worker * requests + i);
                    right += client.get(host, target).body == fmt::format("GET {} {} ", host, target) ? 1 : 0;
                }
            } catch (const std::exception&) {
                // counted as not right
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    CHECK(right == threads * requests);
    CHECK(handled == threads * requests);
    CHECK(server.counts().connections == threads);
    CHECK(server.counts().requests == threads * requests);
}

TEST_CASE("connections above the limit wait until others end", "[http_server]")
{
    http_server_options options;
    options.connections = 2;
    http_server server(echo, options);
    auto first = std::make_unique<http_client>(server.port());
    http_client second(server.port());
    (void)first->get("a", "/1");
    (void)second.get("a", "/2");
    std::atomic<unsigned> status{0};
    std::thread third([&] {
        try {
            http_client client(server.port());
            status = client.get("a", "/3").status;
        } catch (const http_error&) {
            status = 1;
        }
    });
    std::this_thread::sleep_for(100ms);
    CHECK(status == 0U);
    CHECK(server.counts().connections == 2);
    first.reset();
    third.join();
    CHECK(status == 200U);
    CHECK(second.get("a", "/4").status == 200);
    CHECK(second.connections() == 1);
}

TEST_CASE("a request that does not come to its end is given up", "[http_server]")
{
    http_server_options options;
    options.timeout = 500ms;
    http_server server(echo, options);
    CHECK(raw_exchange(server.port(), "GET / HTT").empty());
    CHECK(raw_exchange(server.port(), "").empty());  // nothing at all: ended, but not counted as refused
    CHECK(server.counts().refused == 1);
    CHECK(server.counts().connections == 2);
}

TEST_CASE("stop waits for handlers, ends connections and can be called twice", "[http_server]")
{
    std::atomic<bool> is_in{false};
    std::atomic<bool> is_out{false};
    http_server server([&](const http_request& request) {
        if (request.target == "/slow") {
            is_in = true;
            std::this_thread::sleep_for(100ms);
            is_out = true;
        }
        return echo(request);
    });
    http_client idle(server.port());
    (void)idle.get("a", "/");
    std::thread busy([&] {
        try {
            (void)http_client(server.port()).get("a", "/slow");
        } catch (const http_error&) {
            // the server stopped
        }
    });
    const bool has_begun = comes_true([&] { return is_in.load(); });
    server.stop();
    const bool was_finished = is_out;
    busy.join();
    CHECK(has_begun);
    CHECK(was_finished);
    server.stop();
    CHECK_THROWS_AS(idle.get("a", "/"), http_error);
    CHECK_THROWS_AS(http_client(server.port()).get("a", "/"), http_error);
}

TEST_CASE("a port that is taken, an option out of range or an empty handler is refused", "[http_server]")
{
    http_server server(echo);
    http_server_options options;
    options.port = server.port();
    try {
        http_server second(echo, options);
        FAIL("two servers on one port");
    } catch (const http_error& error) {
        CHECK(error.failure() == http_failure::refused);
        CHECK(std::string(error.what()).find(std::to_string(server.port())) != std::string::npos);
    }
    const auto with = [](auto&& change) {
        http_server_options changed;
        change(changed);
        return changed;
    };
    CHECK_THROWS_AS(http_server(echo, with([](auto& o) { o.threads = 0; })), std::invalid_argument);
    CHECK_THROWS_AS(http_server(echo, with([](auto& o) { o.connections = 0; })), std::invalid_argument);
    CHECK_THROWS_AS(http_server(echo, with([](auto& o) { o.header_limit = 0; })), std::invalid_argument);
    CHECK_THROWS_AS(http_server(echo, with([](auto& o) { o.header_limit = 1ULL << 32; })), std::invalid_argument);
    CHECK_THROWS_AS(http_server(echo, with([](auto& o) { o.timeout = 0ms; })), std::invalid_argument);
    CHECK_THROWS_AS(http_server(http_handler()), std::invalid_argument);
}
