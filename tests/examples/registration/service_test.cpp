// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/service.hpp"

#include <fmt/format.h>

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "../raw_http.hpp"
#include "running_service.hpp"

using namespace std::chrono_literals;
using examples::http_client;
using examples::http_response;
using examples_test::register_with;
using examples_test::running_service;
using examples_test::temporary_folder;
using registration::guard_state;
using registration::service_options;
using registration::statistics;

namespace {

registration::connection second_connection(const temporary_folder& folder)
{
    return {running_service::file(folder), registration::access::read_write};
}

/// A table with so many known addresses, before the service begins.
void make_table(const temporary_folder& folder, unsigned rows)
{
    {
        const registration::writer makes_the_table(running_service::file(folder), {});
    }
    registration::connection to = second_connection(folder);
    examples_test::add_known(to, rows);
}

std::uint64_t rows_in(const temporary_folder& folder)
{
    return registration::reader(running_service::file(folder)).rows();
}

}  // namespace

TEST_CASE("an address is registered once, and its new ones are not looked up", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    REQUIRE(tested.load());
    http_client client = tested.client();
    const http_response first =
        client.post("localhost", "/register?x", "application/json", R"({"email":" Ann@EXAMPLE.com"})");
    CHECK(first.status == 201);
    CHECK(first.content_type == "application/json");
    CHECK(first.body == "{\"email\":\"Ann@example.com\"}\n");
    const http_response second =
        client.post("localhost", "/register", "application/json", R"({"email":"Ann@example.COM"})");
    CHECK(second.status == 409);
    CHECK(second.body == "{\"error\":\"already registered\"}\n");
    CHECK(register_with(client, "ann@example.com") == 201);  // what is before the @ is its domain's matter
    const statistics now = tested.serving.current();
    CHECK(now.rows == 2);
    CHECK(now.registrations == 2);
    CHECK(now.conflicts == 1);
    CHECK(now.late_conflicts == 0);
    CHECK(now.selects_avoided == 2);
    CHECK(now.selects_made == 1);
    CHECK(now.selects_in_vain == 0);
    CHECK(rows_in(folder) == 2);
}

TEST_CASE("without a filter every address is looked up", "[service]")
{
    const temporary_folder folder;
    make_table(folder, 10);
    running_service tested(folder, [](service_options& options) { options.use_filter = false; });
    tested.serving.load_filter(2);
    http_client client = tested.client();
    CHECK(register_with(client, "user10@known.example") == 409);
    CHECK(register_with(client, "user11@known.example") == 201);
    CHECK(tested.serving.current().selects_made == 2);
    CHECK(tested.serving.current().selects_avoided == 0);
    CHECK(client.get("localhost", "/stats").body.find("\"off\"") != std::string::npos);
    CHECK(client.get("localhost", "/metrics").body.find("registration_filter_") == std::string::npos);
}

TEST_CASE("bad requests get a status and a reason, and change nothing", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    REQUIRE(tested.load());
    http_client client = tested.client();
    const auto post = [&](const std::string& body) {
        return client.post("localhost", "/register", "application/json", body);
    };
    for (const char* const body : {"", "x", "[]", "{}", R"({"email":7})", R"({"email":"ann"})"}) {
        CAPTURE(body);
        const http_response response = post(body);
        CHECK(response.status == 400);
        CHECK(response.content_type == "application/json");
        CHECK(response.body.starts_with("{\"error\":"));
    }
    CHECK(client.get("localhost", "/register").status == 405);
    CHECK(client.post("localhost", "/stats", "", "").status == 405);
    CHECK(client.get("localhost", "/").status == 404);
    const std::string wrong_method = examples_test::raw_exchange(
        tested.server.port(), "GET /register HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    CHECK(wrong_method.find("\r\nAllow: POST\r\n") != std::string::npos);

    const std::string padding(4096 - examples_test::registration_of("a@example.com").size(), ' ');
    CHECK(post(padding + examples_test::registration_of("a@example.com")).status == 201);
    const http_response too_large = post(padding + ' ' + examples_test::registration_of("b@example.com"));
    CHECK(too_large.status == 413);
    CHECK(too_large.body == "{\"error\":\"the body is too large\"}\n");

    const statistics now = tested.serving.current();
    CHECK(now.errors.bad_request == 10);
    CHECK(now.errors.too_large == 1);
    CHECK(now.errors.busy == 0);
    CHECK(now.errors.internal == 0);
    CHECK(now.selects_avoided == 1);
    CHECK(now.guard->filter.estimated_items == Approx(1).margin(0.01));
    CHECK(rows_in(folder) == 1);
}

TEST_CASE("statistics and metrics are served", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    REQUIRE(tested.load());
    http_client client = tested.client();
    for (int i = 0; i < 20; ++i) REQUIRE(register_with(client, fmt::format("{}@example.com", i)) == 201);
    const http_response stats = client.get("localhost", "/stats");
    CHECK(stats.status == 200);
    CHECK(stats.content_type == "application/json");
    CHECK(stats.body.find("\"registrations\": 20") != std::string::npos);
    CHECK(stats.body.find("\"estimated_items\": 20") != std::string::npos);
    const http_response metrics = client.get("localhost", "/metrics");
    CHECK(metrics.status == 200);
    CHECK(metrics.content_type == "text/plain; version=0.0.4; charset=utf-8");
    CHECK(metrics.body.find("\nregistration_registrations_total 20\n") != std::string::npos);
    CHECK(metrics.body.find("\nregistration_selects_avoided_total 20\n") != std::string::npos);
    CHECK(client.head("localhost", "/metrics").status == 200);
}

TEST_CASE("of those who register one address at the same time, one is told that it is theirs", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    const bool is_loaded = GENERATE(true, false);
    if (is_loaded) REQUIRE(tested.load());
    constexpr unsigned addresses = 40;
    std::array<std::atomic<unsigned>, addresses> created{};
    std::array<std::atomic<unsigned>, addresses> conflicts{};
    tamiz_test::in_threads(8, [&](unsigned) {
        http_client client = tested.client();
        for (unsigned i = 0; i < addresses; ++i) {
            const unsigned status = register_with(client, fmt::format("{}@example.com", i));
            if (status == 201) ++created[i];
            if (status == 409) ++conflicts[i];
        }
    });
    for (unsigned i = 0; i < addresses; ++i) {
        CAPTURE(i);
        CHECK(created[i] == 1);
        CHECK(conflicts[i] == 7);
    }
    CHECK(rows_in(folder) == addresses);
    CHECK(tested.serving.current().registrations == addresses);
    CHECK(tested.serving.current().conflicts == 7 * addresses);
}

TEST_CASE("an address that the filter takes for a known one is registered all the same", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder, [](service_options& options) { options.expected_items = 1; });
    REQUIRE(tested.load());
    http_client client = tested.client();
    unsigned created = 0;
    constexpr unsigned addresses = 400;
    for (unsigned i = 0; i < addresses; ++i) created += register_with(client, fmt::format("{}@example.com", i)) == 201;
    CHECK(created == addresses);
    const statistics now = tested.serving.current();
    CHECK(now.selects_in_vain > addresses / 4);  // 512 bits are full soon
    CHECK(now.selects_in_vain == now.selects_made);
    CHECK(now.selects_made + now.selects_avoided == addresses);
    CHECK(now.is_overfull());
    CHECK(tested.logged("outgrows the filter") == 1);
    CHECK(client.get("localhost", "/stats").body.find("\"overfull\": true") != std::string::npos);
}

TEST_CASE("the filter is made for twice the table, a million at least, or for what was asked for", "[service]")
{
    const temporary_folder folder;
    const auto expected = [&](std::uint64_t asked) {
        running_service tested(folder, [&](service_options& options) { options.expected_items = asked; });
        return tested.serving.current().guard->expected_items;
    };
    CHECK(expected(0) == 1'000'000);
    CHECK(expected(7) == 7);
    make_table(folder, 500'001);
    CHECK(expected(0) == 1'000'002);
    running_service small(folder, [](service_options& options) { options.expected_items = 500'000; });
    CHECK(small.logged("warning: the table has 500,001 rows, the filter is made for 500,000") == 1);
}

TEST_CASE("while the filter is loaded the table answers", "[service]")
{
    const temporary_folder folder;
    constexpr unsigned known = 30'000;
    make_table(folder, known);
    running_service tested(folder);
    http_client client = tested.client();
    // Not begun: nothing is certain.
    CHECK(register_with(client, "user1@known.example") == 409);
    CHECK(register_with(client, "early@example.com") == 201);
    CHECK(tested.serving.current().selects_made == 2);
    CHECK(tested.serving.current().selects_in_vain == 0);

    tested.serving.load_filter(2);
    std::atomic<unsigned> wrong{0};
    constexpr unsigned each = 50;
    tamiz_test::in_threads(4, [&](unsigned thread) {
        http_client mine = tested.client();
        for (unsigned i = 0; i < each; ++i) {
            wrong += register_with(mine, fmt::format("{}@new{}.example", i, thread)) == 201 ? 0 : 1;
            wrong += register_with(mine, fmt::format("user{}@known.example", known - thread * each - i)) == 409 ? 0 : 1;
        }
    });
    CHECK(wrong == 0);
    REQUIRE(examples_test::comes_true([&] { return tested.serving.filter_state() == guard_state::complete; }));
    CHECK(tested.serving.current().guard->loaded >= known);
    CHECK(tested.logged("rows are in the filter") == 1);

    // All that is in the table is known to the filter, whenever it came: the constraint has found none that it missed.
    CHECK(register_with(client, "early@example.com") == 409);
    for (unsigned i = 0; i < 4 * each; ++i) {
        wrong += register_with(client, fmt::format("{}@new{}.example", i % each, i / each)) == 409 ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(tested.serving.current().late_conflicts == 0);
    const std::uint64_t avoided = tested.serving.current().selects_avoided;
    CHECK(register_with(client, "late@example.com") == 201);
    CHECK(tested.serving.current().selects_avoided == avoided + 1);
}

TEST_CASE("a row that another program wrote is a conflict, though the filter does not know it", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    REQUIRE(tested.load());
    registration::connection other = second_connection(folder);
    examples_test::add_known(other, 1);
    http_client client = tested.client();
    CHECK(register_with(client, "user1@known.example") == 409);
    CHECK(tested.serving.current().late_conflicts == 1);
    CHECK(tested.serving.current().conflicts == 1);
    CHECK(rows_in(folder) == 1);
}

TEST_CASE("a database that stays busy is status 503, and the address can be registered later", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder, [](service_options& options) { options.busy_timeout = 100ms; });
    REQUIRE(tested.load());
    registration::connection blocker = second_connection(folder);
    blocker.execute("BEGIN IMMEDIATE");
    const std::string body = examples_test::registration_of("a@example.com");
    const auto begin = std::chrono::steady_clock::now();
    const std::string refused = examples_test::raw_exchange(
        tested.server.port(), fmt::format("POST /register HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                                          "Content-Length: {}\r\n\r\n{}",
                                          body.size(), body));
    CHECK(std::chrono::steady_clock::now() - begin >= 100ms);
    CHECK(refused.starts_with("HTTP/1.1 503 "));
    CHECK(refused.find("\r\nRetry-After: 1\r\n") != std::string::npos);
    CHECK(refused.ends_with("{\"error\":\"the database is busy, try again\"}\n"));
    CHECK(rows_in(folder) == 0);
    CHECK(tested.serving.current().errors.busy == 1);
    blocker.execute("COMMIT");
    http_client client = tested.client();
    CHECK(register_with(client, "a@example.com") == 201);
    CHECK(register_with(client, "a@example.com") == 409);
    CHECK(tested.serving.current().selects_in_vain == 1);  // the filter had been told
}

TEST_CASE("a database that is busy for a while is waited for", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    REQUIRE(tested.load());
    registration::connection blocker = second_connection(folder);
    blocker.execute("BEGIN IMMEDIATE");
    std::atomic<bool> is_released{false};
    std::thread release([&] {
        std::this_thread::sleep_for(150ms);
        is_released = true;
        blocker.execute("COMMIT");
    });
    http_client client = tested.client();
    const unsigned status = register_with(client, "a@example.com");
    const bool waited = is_released;
    release.join();
    CHECK(status == 201);
    CHECK(waited);
    CHECK(tested.serving.current().errors.busy == 0);
}

TEST_CASE("an error of the database is status 500 and a line in the log, and the service goes on", "[service]")
{
    const temporary_folder folder;
    running_service tested(folder);
    REQUIRE(tested.load());
    registration::connection other = second_connection(folder);
    other.execute("CREATE TRIGGER no BEFORE INSERT ON registrations WHEN new.email = 'no@example.com' "
                  "BEGIN SELECT raise(ABORT, 'not you'); END");
    http_client client = tested.client();
    const http_response response =
        client.post("localhost", "/register", "", examples_test::registration_of("no@example.com"));
    CHECK(response.status == 500);
    CHECK(response.body == "{\"error\":\"the database failed\"}\n");  // how is for the log
    CHECK(tested.logged("not you") == 1);
    CHECK(tested.serving.current().errors.internal == 1);
    CHECK(register_with(client, "yes@example.com") == 201);
}
