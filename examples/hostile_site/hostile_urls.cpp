// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What a correct crawl of the hostile site asks for. Written by hand, from the pages and the rules of RFC 3986: it must
// not be made by the code that it judges.

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "hostile_site/hostile_site.hpp"

namespace examples {

namespace {

constexpr std::string_view origin = "http://hostile.example";

/// Status 200, text/html, and a link leads there.
constexpr std::string_view pages[] = {
    "/",
    "/index.html",
    "/spellings.html",
    "/redirects.html",
    "/characters.html",
    "/controls.html",
    "/long.html",
    "/tags.html",
    "/frames.html",
    "/broken.html",
    "/deep.html",
    "/big.html",
    "/kinds.html",
    "/base.html",
    "/base-outside.html",
    "/base-invalid.html",
    "/outside.html",
    "/failures.html",
    "/empty.html",
    "/blank.html",
    "/folder/",
    "/folder/index.html",
    "/folder/page.html",
    // spellings.html
    "/target/page~1.html",
    "/target/page~1.html?q=%C3%A4",
    "/target/page~1.html?a=1&b=2",
    "/target/page~1.html?b=2&a=1",
    "/target%2Fpage~1.html",
    "/target//page~1.html",
    // redirects.html
    "/redirect/landing.html",
    "/redirect/with%20space.html",
    "/redirect/stra%C3%9Fe.html",
    "/redirect/query-only?to=here",
    "/redirect/chain-end.html",
    "/after-chain.html",
    // characters.html
    "/characters/a%20b.html",
    "/characters/say%20%22hi%22.html",
    "/characters/%5Bbrackets%5D.html",
    "/characters/it's.html",
    "/characters/%7Bbraces%7D.html",
    "/characters/a%7Cb%5Ec%60d.html",
    "/characters/%3Cangles%3E.html",
    "/characters/stra%C3%9Fe.html",
    "/characters/%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.html",
    "/characters/%E4%BE%8B%E3%81%88.html",
    "/characters/%F0%9F%90%88.html",
    "/characters/100%25.html",
    "/characters/%25zz.html",
    "/characters/%254.html",
    "/characters/a+b;c=d,e!f$g&h(i)*j@k:l.html",
    "/characters/question%3Fmark.html",
    "/characters/hash%23.html",
    // controls.html
    "/controls/one%01.html",
    "/controls/delete%7F.html",
    "/controls/nul%EF%BF%BD.html",
    "/controls/latin%EF%BF%BD.html",
    "/controls/zero%EF%BF%BD.html",
    "/controls/euro%E2%82%AC.html",
    "/controls/trimmed.html",
    "/controls/linebreak.html",
    // tags.html
    "/tags/upper-case.html",
    "/tags/single-quotes.html",
    "/tags/first.html",
    "/tags/nested.html",
    "/tags/area.html",
    "/tags/in-table.html",
    "/tags/in-list.html",
    // broken.html
    "/broken/unquoted.html",
    "/broken/nested.html",
    "/broken/inner.html",
    "/broken/foster.html",
    "/broken/line-breaks.html",
    "/broken/bare&.html?a=1&copy=2&lt=3",
    "/broken/slash.html",
    "/broken/overlapping.html",
    "/broken/last.html",
    // big.html, deep.html, kinds.html
    "/big/first.html",
    "/big/middle.html",
    "/big/last.html",
    "/deep-end.html",
    "/kinds/picture-as-page.html",
    "/kinds/upper-type",
    "/from-upper-type.html",
    // base.html, base-outside.html, base-invalid.html
    "/based/dir/page.html",
    "/based/up.html",
    "/based/dir/file.html?x",
    "/based/dir/file.html?q",
    "/based/from-outside.html",
    "/based/invalid.html",
    // failures.html
    "/failures/closed.html",
};

struct other {
    std::string_view target;
    unsigned status;
    hostile_reference reference = hostile_reference::link;
};

/// Everything else that is no page.
constexpr other others[] = {
    {"/folder", 301},
    {"/target/PAGE~1.html", 404},
    {"/target/page~1.html/", 404},
    {"/redirect/301-relative", 301},
    {"/redirect/302-relative", 302},
    {"/redirect/303-relative", 303},
    {"/redirect/307-relative", 307},
    {"/redirect/308-relative", 308},
    {"/redirect/301-absolute", 301},
    {"/redirect/302-absolute", 302},
    {"/redirect/303-absolute", 303},
    {"/redirect/307-absolute", 307},
    {"/redirect/308-absolute", 308},
    {"/redirect/other-case", 302},
    {"/redirect/no-host", 302},
    {"/redirect/fragment", 302},
    {"/redirect/space", 302},
    {"/redirect/non-ascii", 302},
    {"/redirect/query-only?from=link", 302},
    {"/redirect/missing", 301},
    {"/redirect/empty", 302},
    {"/redirect/outside", 302},
    {"/redirect/other-scheme", 302},
    {"/redirect/nonsense", 302},
    {"/redirect/to-dead", 302},
    {"/redirect/dead.html", 404},
    {"/redirect/to-self", 302},
    {"/redirect/loop-1", 302},
    {"/redirect/loop-2", 302},
    {"/redirect/loop-3", 302},
    {"/redirect/chain-1", 302},
    {"/redirect/chain-2", 302},
    {"/redirect/chain-3", 302},
    {"/redirect/chain-4", 302},
    {"/redirect/chain-5", 302},
    {"/characters/caf%C3%A9.html", 404},
    {"/characters/cafe%CC%81.html", 404},
    {"/characters/%FF.html", 404},
    {"/characters/%00.html", 400},
    {"/characters/x?q=a%20b%22%5Bc%5D%7Bd%7D%7Ce", 404},
    {"/controls/no%C2%A0break.html", 404},
    {"/kinds/notes.txt", 200},
    {"/kinds/picture.png", 200},
    {"/kinds/data.json", 200},
    {"/kinds/page-as-text.html", 200},
    {"/kinds/no-type", 200},
    {"/kinds/no-content", 204},
    {"/kinds/xhtml", 200},
    {"/missing.html", 404},
    {"/missing", 404},
    {"/failures/gone.html", 410},
    {"/failures/forbidden.html", 403},
    {"/failures/unauthorised.html", 401},
    {"/failures/error.html", 500},
    {"/failures/unavailable.html", 503},
    {"/failures/teapot.html", 418},
    {"/failures/dropped.html", 0},
    {"/tags/image.png", 200, hostile_reference::embedded},
    {"/tags/script.js", 200, hostile_reference::embedded},
};

/// Pages to which only a tag other than a link leads.
constexpr other more_pages[] = {
    {"/tags/iframe.html", 200, hostile_reference::frame},
    {"/frames/left.html", 200, hostile_reference::frame},
    {"/frames/right.html", 200, hostile_reference::frame},
    {"/tags/link.html", 200, hostile_reference::embedded},
};

std::vector<hostile_url> all()
{
    std::vector<hostile_url> urls;
    const auto add = [&](std::string_view target, unsigned status, bool is_page, hostile_reference reference) {
        urls.push_back({fmt::format("{}{}", origin, target), status, is_page, reference});
    };
    for (const std::string_view target : pages) {
        add(target, 200, true, hostile_reference::link);
    }
    for (const other& each : others) {
        add(each.target, each.status, false, each.reference);
    }
    for (const other& each : more_pages) {
        add(each.target, each.status, true, each.reference);
    }
    add(fmt::format("/long/{:x<1900}", ""), 200, true, hostile_reference::link);
    for (std::string target = "/trap/"; origin.size() + target.size() <= hostile_url_limit;
         target += std::string(100, 'x') + '/') {
        add(target, 200, true, hostile_reference::link);
    }
    return urls;
}

}  // namespace

const std::vector<hostile_url>& hostile_urls()
{
    static const std::vector<hostile_url> urls = all();
    return urls;
}

}  // namespace examples
