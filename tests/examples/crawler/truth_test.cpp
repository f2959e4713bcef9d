// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/truth.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generated_site.hpp"

using crawler::truth;
using examples_test::generated_site;
using examples_test::seeds_on;

namespace {

const auto never = [] { return false; };

/// start -> a -> b -> c, a -> d, d -> c; everything -> start.
examples::http_reply small_site(const examples::http_request& request)
{
    static const std::map<std::string, std::string> pages = {{"/start", "<a href=a>"},
                                                             {"/a", "<a href=b><a href=d><a href=start>"},
                                                             {"/b", "<a href=c><a href=c>"},
                                                             {"/c", "<a href=start>"},
                                                             {"/d", "<a href=c>"}};
    examples::http_reply reply;
    reply.content_type = "text/html";
    reply.body = pages.at(request.target);
    return reply;
}

std::vector<std::string> met_without(const truth& all, const std::string& lost)
{
    std::vector<std::string> result =
        all.met_by([&](const std::string& page) { return page != "http://host1.example" + lost; });
    for (std::string& page : result) page.erase(0, std::string("http://host1.example").size());
    std::sort(result.begin(), result.end());
    return result;
}

using strings = std::vector<std::string>;

}  // namespace

TEST_CASE("one thread without a filter finds all that there is", "[truth]")
{
    const generated_site site{.levels = 4, .width = 6};
    const std::optional<truth> all = truth::explore(seeds_on(2), crawler::straight_from(site.handler()), never);
    REQUIRE(all.has_value());
    CHECK(all->size() == 2 * site.addresses());
    CHECK(all->counts().pages == 2 * site.pages());
    CHECK(all->counts().links == 2 * site.links());
    CHECK(all->counts().broken == 2);
    CHECK(all->met_by([](const std::string&) { return true; }).size() == all->size());
}

TEST_CASE("what is met without a page is what does not need it", "[truth]")
{
    const std::optional<truth> all = truth::explore(seeds_on(1, "/start"), crawler::straight_from(small_site), never);
    REQUIRE(all.has_value());
    CHECK(met_without(*all, "/none") == strings{"/a", "/b", "/c", "/d", "/start"});
    CHECK(met_without(*all, "/a") == strings{"/a", "/start"});
    CHECK(met_without(*all, "/b") == strings{"/a", "/b", "/c", "/d", "/start"});  // d leads to c as well
    CHECK(met_without(*all, "/start") == strings{"/start"});
}

TEST_CASE("pages of the same text on several hosts keep their own links", "[truth]")
{
    const auto echo = [](const examples::http_request& request) {
        examples::http_reply reply;
        reply.content_type = "text/html";
        reply.body = "<a href=deeper/x>";
        if (request.target.size() > 40) reply.body.clear();
        return reply;
    };
    const std::optional<truth> all = truth::explore(seeds_on(2, "/x"), crawler::straight_from(echo), never);
    REQUIRE(all.has_value());
    CHECK(all->size() == 2 * 7);  // /x, /deeper/x, ... until 40 characters are passed
}

TEST_CASE("a wish to stop is heard", "[truth]")
{
    int asked = 0;
    const auto soon = [&asked] { return ++asked > 3; };
    CHECK_FALSE(truth::explore(seeds_on(1), crawler::straight_from(generated_site().handler()), soon).has_value());
    CHECK(asked == 4);
}
