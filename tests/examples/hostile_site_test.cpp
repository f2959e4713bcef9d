// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "hostile_site/hostile_site.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "support/http_client.hpp"
#include "support/http_server.hpp"

using namespace examples;

namespace {

const std::string origin = "http://hostile.example";

}  // namespace

TEST_CASE("the hostile site answers each of its addresses as its list says", "[hostile_site]")
{
    http_server server(hostile_site());
    http_client client(server.port());
    for (const hostile_url& expected : hostile_urls()) {
        INFO(expected.url);
        REQUIRE(expected.url.starts_with(origin + "/"));
        try {
            const http_response response = client.get(hostile_host, expected.url.substr(origin.size()));
            CHECK(response.status == expected.status);
            std::string type = response.content_type.substr(0, response.content_type.find(';'));
            std::transform(type.begin(), type.end(), type.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
            CHECK((response.status == 200 && type == "text/html") == expected.is_page);
        } catch (const http_error& error) {
            CHECK(error.failure() == http_failure::closed);
            CHECK(expected.status == 0);
        }
    }
}

TEST_CASE("the list of the hostile site names each address once, in canonical form", "[hostile_site]")
{
    std::set<std::string> distinct;
    bool has_start = false;
    for (const hostile_url& expected : hostile_urls()) {
        INFO(expected.url);
        CHECK(distinct.insert(expected.url).second);
        CHECK(expected.url.size() <= hostile_url_limit);
        CHECK(std::all_of(expected.url.begin(), expected.url.end(), [](char c) { return c > ' ' && c < 0x7f; }));
        CHECK(expected.url.find_first_of("#\"<>[]\\^`{|}") == std::string::npos);
        CHECK(expected.url.find("/./") == std::string::npos);
        CHECK(expected.url.find("/../") == std::string::npos);
        has_start = has_start || expected.url == origin + std::string(hostile_start);
    }
    CHECK(has_start);
    CHECK(distinct.size() > 150);
}

TEST_CASE("the hostile site's large page is 20 MB", "[hostile_site]")
{
    http_server server(hostile_site());
    http_client client(server.port());
    const http_response big = client.get(hostile_host, "/big.html");
    CHECK(big.body.size() >= 20'000'000);
    CHECK(big.body.size() < 21'000'000);
    CHECK(big.body.find("/big/first.html") < 100);
    CHECK(big.body.find("/big/middle.html") > 9'000'000);
    CHECK(big.body.find("/big/last.html") > 19'900'000);
}

TEST_CASE("redirects of the hostile site lead where they should, or nowhere", "[hostile_site]")
{
    http_server server(hostile_site());
    http_client client(server.port());
    const auto location = [&](std::string_view target) { return client.get(hostile_host, target).location; };
    CHECK(location("/folder") == "/folder/");
    CHECK(location("/redirect/missing").empty());
    CHECK(location("/redirect/empty").empty());
    CHECK(location("/redirect/space") == "with space.html");
    CHECK(location("/redirect/non-ascii") == "straße.html");
    CHECK(location("/redirect/to-self") == "to-self");
    CHECK(location("/redirect/query-only?from=link") == "?to=here");
    CHECK(location("/redirect/308-absolute") == "http://hostile.example/redirect/landing.html");
}
