// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/visit.hpp"

#include <support/catch.hpp>

#include <optional>
#include <string>
#include <vector>

#include "support/http_client.hpp"

using crawler::scope;
using crawler::url;
using crawler::visit;
using crawler::visit_counts;
using examples::http_response;

namespace {

const url here = *url::parse("http://h/dir/page.html");

visit visited(const http_response& response)
{
    const auto fetch = [&](std::string_view authority, std::string_view target) {
        if (authority != "h" || target != "/dir/page.html") throw std::logic_error("not the page that was asked for");
        return response;
    };
    return visit_page(here, fetch, scope({here}), [](std::string_view html) { return crawler::links_of(html); });
}

std::vector<std::string> addresses(const visit& result)
{
    std::vector<std::string> texts;
    for (const url& link : result.links) texts.push_back(link.text());
    return texts;
}

using strings = std::vector<std::string>;

http_response page(std::string body, std::string content_type = "text/html")
{
    return {.status = 200, .content_type = std::move(content_type), .location = {}, .body = std::move(body)};
}

http_response answer(unsigned status, std::string location = {})
{
    return {.status = status, .content_type = "text/html", .location = std::move(location), .body = "<a href=x>"};
}

}  // namespace

TEST_CASE("a page's links are followed within the scope, each time that they occur", "[visit]")
{
    const visit result =
        visited(page(R"(<a href=a><a href=a><a href="//H:80/b#c"><a href="http://other/"><a href="https://h/">
                                         <a href="mailto:x"><a href="">)"));
    CHECK(addresses(result) == strings{"http://h/dir/a", "http://h/dir/a", "http://h/b", "http://h/dir/page.html"});
    visit_counts expected;
    expected.pages = 1;
    expected.links = 7;
    expected.elsewhere = 2;
    expected.unusable = 1;
    CHECK(result.counts == expected);
}

TEST_CASE("links are relative to the page's base, if that is an address", "[visit]")
{
    CHECK(addresses(visited(page("<base href=/x/y?z><a href=a><a href='?b'><a href=/c>"))) ==
          strings{"http://h/x/a", "http://h/x/y?b", "http://h/c"});
    CHECK(addresses(visited(page("<base href=sub/><a href=a>"))) == strings{"http://h/dir/sub/a"});
    CHECK(addresses(visited(page("<base href='http://other/'><a href=a><a href='http://h/b'>"))) ==
          strings{"http://h/b"});
    CHECK(addresses(visited(page("<base href='http://[nonsense'><a href=a>"))) == strings{"http://h/dir/a"});
    CHECK(addresses(visited(page("<base href='data:x'><a href=a>"))) == strings{"http://h/dir/a"});
}

TEST_CASE("only HTML is read", "[visit]")
{
    for (const char* const type : {"text/html", "Text/HTML", "text/html; charset=utf-8", "text/html ;x"}) {
        CAPTURE(type);
        CHECK(visited(page("<a href=x>", type)).counts.pages == 1);
        CHECK(visited(page("<a href=x>", type)).links.size() == 1);
    }
    for (const char* const type :
         {"", "text/plain", "text/htmlx", "image/png", "application/xhtml+xml", ";text/html"}) {
        CAPTURE(type);
        CHECK(visited(page("<a href=x>", type)).counts.files == 1);
        CHECK(visited(page("<a href=x>", type)).links.empty());
    }
}

TEST_CASE("the target of a redirect is a link like any other, and its body is none", "[visit]")
{
    for (const unsigned status : {301U, 302U, 303U, 307U, 308U}) {
        CAPTURE(status);
        const visit result = visited(answer(status, "../other page#x"));
        CHECK(addresses(result) == strings{"http://h/other%20page"});
        CHECK(result.counts.redirects == 1);
        CHECK(result.counts.links == 1);
        CHECK(result.counts.fetches() == 1);
    }
    CHECK(visited(answer(302, "http://other/")).counts.elsewhere == 1);
    CHECK(visited(answer(302, "mailto:x")).counts.unusable == 1);
    CHECK(visited(answer(302)).counts.broken == 1);
    CHECK(visited(answer(304, "x")).counts.broken == 1);
}

TEST_CASE("answers that are no success, and none at all, are broken links", "[visit]")
{
    for (const unsigned status : {400U, 404U, 410U, 500U, 503U}) {
        CAPTURE(status);
        const visit result = visited(answer(status));
        CHECK(result.counts.broken == 1);
        CHECK(result.counts.fetches() == 1);
        CHECK(result.links.empty());
    }
    const auto fails = [](std::string_view, std::string_view) -> http_response {
        throw examples::http_error(examples::http_failure::closed, "gone");
    };
    const visit result = visit_page(here, fails, scope({here}), [](std::string_view) { return crawler::page_links(); });
    CHECK(result.counts.broken == 1);
    CHECK(result.counts.fetches() == 1);
}

TEST_CASE("a page that cannot be read is a page without links", "[visit]")
{
    const auto fetch = [](std::string_view, std::string_view) { return page("<a href=x>"); };
    const visit result = visit_page(here, fetch, scope({here}), [](std::string_view) { return std::nullopt; });
    CHECK(result.counts.pages == 1);
    CHECK(result.counts.unreadable == 1);
    CHECK(result.links.empty());
}

TEST_CASE("the scope is scheme, host and port of the seeds", "[visit]")
{
    const scope sites({*url::parse("http://b/x"), *url::parse("http://a:81/"), *url::parse("http://b/y")});
    for (const char* const inside : {"http://b/", "http://b:80/anything?at#all", "http://a:81/x"}) {
        CAPTURE(inside);
        CHECK(sites.contains(*url::parse(inside)));
    }
    for (const char* const outside : {"https://b/", "http://a/", "http://b:81/", "http://b.a/", "http://bb/"}) {
        CAPTURE(outside);
        CHECK_FALSE(sites.contains(*url::parse(outside)));
    }
}
