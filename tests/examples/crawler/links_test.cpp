// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/links.hpp"

#include <support/catch.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using crawler::links_of;
using crawler::page_limits;
using crawler::page_links;
using namespace std::string_view_literals;

namespace {

using strings = std::vector<std::string>;

strings links_in(std::string_view html)
{
    const std::optional<page_links> found = links_of(html);
    return found ? found->links : strings{"(unreadable)"};
}

std::string repeated(std::string_view text, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

}  // namespace

TEST_CASE("links are the addresses of other pages, in their order, as often as they occur", "[links]")
{
    CHECK(links_in(R"(<a href="one">x</a> <p><b><a class=c href=two>x</a></b> <map><area href='three'></map>
                      <iframe src=four></iframe><a href="one">again</a>)") ==
          strings{"one", "two", "three", "four", "one"});
    CHECK(links_in("<frameset><frame src=left><frame src=right></frameset>") == strings{"left", "right"});
    CHECK(links_in("<A HREF=\"x\">") == strings{"x"});
    CHECK(links_in("<a href=''>this page</a><a href>this page</a>") == strings{"", ""});
}

TEST_CASE("what is no link to a page is no link", "[links]")
{
    CHECK(links_in(R"(<a>x</a><a name="y">x</a><a data-href="z">x</a><link rel=stylesheet href=s.css>
                      <script src=s.js>document.write('<a href="no">')</script><img src=i.png><form action=f></form>
                      <!-- <a href="no"> --><style><a href="no"></style><title><a href="no"></title>
                      <textarea><a href="no"></textarea><template><a href="no"></a></template>
                      <p title='<a href="no">'>)")
              .empty());
    CHECK(links_in("").empty());
    CHECK(links_in("no html at all").empty());
    CHECK(links_in(std::string(100, '\0')).empty());
}

TEST_CASE("references to characters in links are read", "[links]")
{
    CHECK(links_in("<a href='a&amp;b&#x2F;c&eacute;'>") == strings{"a&b/c\xC3\xA9"});
    CHECK(links_in("<a href='?a=1&copy=2'>") == strings{"?a=1&copy=2"});
    CHECK(links_in("<a href='a\0b\xFF'>"sv) == strings{"a\xEF\xBF\xBD"
                                                       "b\xEF\xBF\xBD"});
    CHECK(links_in("<a href=' a\nb '>") == strings{" a\nb "});
    CHECK(links_in("<a href='a\x01\x7F&#2;'>") == strings{"a\x01\x7F\x02"});
    CHECK(links_in("<a \0href=x>"sv).empty());
    CHECK(links_in("\x01<\x02"
                   "a href=x>")
              .empty());
    CHECK(links_in("\f<a\fhref=x>\x1F") == strings{"x"});
}

TEST_CASE("broken HTML is read as browsers read it", "[links]")
{
    CHECK(links_in("</p></html><a href=a>one<a href=b>two</b></table><table><a href=c>") == strings{"a", "b", "c"});
    CHECK(links_in("<a\n href\n=\n'a'class=x><a/href=b/><a href=c href=d>") == strings{"a", "b/", "c"});
    CHECK(links_in("<a href=\"never closed>text").empty());
    CHECK(links_in("<a href=x").empty());
}

TEST_CASE("the first base with an address counts, wherever it stands", "[links]")
{
    CHECK_FALSE(links_of("<a href=x>")->base.has_value());
    CHECK_FALSE(links_of("<base target=_top><a href=x>")->base.has_value());
    CHECK(links_of("<base target=_top><base href=/one/><base href=/two/>")->base == "/one/");
    CHECK(links_of("<a href=x></a><base href=late>")->base == "late");
    CHECK(links_of("<base href=''>")->base == "");
}

TEST_CASE("nesting of any depth is read", "[links]")
{
    // Gumbo's own release of such a tree would need more stack than there is.
    CHECK(links_in(repeated("<div>", 20'000) + "<a href=deep>") == strings{"deep"});
    const std::string table = repeated("<table><tr><td>", 3'000) + "<a href=deep>";
    CHECK(links_in(table) == strings{"deep"});
}

TEST_CASE("a page that costs too much is given up", "[links]")
{
    // Each paragraph opens all elements before it anew: memory grows with the square of the length.
    std::string memory_eater;
    for (int i = 0; i < 20'000; ++i) memory_eater += "<b id=" + std::to_string(i) + "><p>";
    page_limits limits;
    limits.memory = 50'000'000;
    CHECK_FALSE(links_of(memory_eater, limits).has_value());

    // Each element looks through all that are open: time grows with the square of the length.
    limits = page_limits();
    limits.time = std::chrono::milliseconds(100);
    CHECK_FALSE(links_of(repeated("<div>", 200'000), limits).has_value());

    limits = page_limits();
    limits.memory = 0;
    CHECK_FALSE(links_of("", limits).has_value());

    // And the next page is read as if nothing had been.
    CHECK(links_in("<a href=x>") == strings{"x"});
}

TEST_CASE("a page of 20 MB is read", "[links]")
{
    const std::string html =
        repeated("<p>" + std::string(2'000, 'x') + "<a href=\"somewhere/else.html\">x</a>", 10'000);
    REQUIRE(html.size() > 20'000'000);
    CHECK(links_in(html).size() == 10'000);
}
