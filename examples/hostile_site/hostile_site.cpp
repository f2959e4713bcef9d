// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "hostile_site/hostile_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "support/percent_decoding.hpp"
#include "support/serve_folder.hpp"

namespace examples {

using namespace std::string_view_literals;

namespace {

/// By decoded path, or by that and "?" and the query as sent, which is looked for first.
using answers = std::map<std::string, http_reply, std::less<>>;

constexpr std::string_view html = "text/html; charset=utf-8";

http_reply page(std::string_view body, unsigned status = 200, std::string_view content_type = html)
{
    http_reply reply;
    reply.status = status;
    reply.content_type = std::string(content_type);
    reply.body = std::string(body);
    return reply;
}

/// A page that is simply there.
http_reply plain_page()
{
    return page("<!DOCTYPE html><title>there</title><a href=\"/index.html\">home</a>\n");
}

void add_redirects(answers& site)
{
    for (const unsigned status : {301U, 302U, 303U, 307U, 308U}) {
        site[fmt::format("/redirect/{}-relative", status)] = redirect_reply(status, "landing.html");
        site[fmt::format("/redirect/{}-absolute", status)] =
            redirect_reply(status, "http://hostile.example/redirect/landing.html");
    }
    const auto add = [&](std::string_view name, std::string_view location) {
        site[fmt::format("/redirect/{}", name)] = redirect_reply(302, location);
    };
    add("other-case", "HTTP://HOSTILE.EXAMPLE:80/redirect/land%69ng.html");
    add("no-host", "/redirect/landing.html");
    add("fragment", "landing.html#part");
    add("space", "with space.html");
    add("non-ascii", "straße.html");
    add("query-only", "?to=here");
    add("empty", "");
    add("outside", "http://elsewhere.example/");
    add("other-scheme", "mailto:nobody@hostile.example");
    add("nonsense", "http://[::1");
    add("to-dead", "/redirect/dead.html");
    add("to-self", "to-self");
    add("loop-1", "loop-2");
    add("loop-2", "loop-3");
    add("loop-3", "loop-1");
    add("chain-1", "chain-2");
    add("chain-2", "./chain-3");
    add("chain-3", "/redirect/chain-4");
    add("chain-4", "//hostile.example/redirect/chain-5");
    add("chain-5", "chain-end.html");
    site["/redirect/missing"] = plain_reply(301);
    site["/redirect/query-only?to=here"] = plain_page();
    site["/redirect/with space.html"] = plain_page();
    site["/redirect/straße.html"] = plain_page();
}

/// Names that are no names of files everywhere.
void add_characters(answers& site)
{
    for (const std::string_view name :
         {"a b.html", "say \"hi\".html", "[brackets].html", "it's.html", "{braces}.html", "a|b^c`d.html",
          "<angles>.html", "straße.html", "пример.html", "例え.html", "🐈.html", "100%.html", "%zz.html", "%4.html",
          "a+b;c=d,e!f$g&h(i)*j@k:l.html", "question?mark.html", "hash#.html"}) {
        site[fmt::format("/characters/{}", name)] = plain_page();
    }
    // A NUL, a byte that is no UTF-8 and a reference to character 0 all stand for U+FFFD in HTML.
    site["/controls.html"] = page("<!DOCTYPE html><meta charset=\"utf-8\"><title>controls</title>\n"
                                  "<a href=\"controls/one\x01.html\">a</a>\n"
                                  "<a href=\"controls/delete\x7f.html\">b</a>\n"
                                  "<a href=\"controls/nul\0.html\">c</a>\n"
                                  "<a href=\"controls/latin\xe4.html\">d</a>\n"
                                  "<a href=\"controls/zero&#0;.html\">e</a>\n"
                                  "<a href=\"controls/euro&#128;.html\">f</a>\n"
                                  "<a href=\"\f controls/trimmed.html \f\">g</a>\n"
                                  "<a href=\"controls/line\r\nbreak.html\">h</a>\n"
                                  "<a href=\"controls/no&nbsp;break.html\">i</a>\n"
                                  "\0\x01\x02\xff\xfe <a \0href=\"controls/no-link.html\">j</a>\n"sv);
    for (const std::string_view name : {"one\x01.html", "delete\x7f.html", "nul\uFFFD.html", "latin\uFFFD.html",
                                        "zero\uFFFD.html", "euro€.html", "trimmed.html", "linebreak.html"}) {
        site[fmt::format("/controls/{}", name)] = plain_page();
    }
}

void add_tags(answers& site)
{
    for (const std::string_view name :
         {"tags/upper-case.html", "tags/single-quotes.html", "tags/first.html",         "tags/nested.html",
          "tags/area.html",       "tags/iframe.html",        "tags/link.html",          "tags/in-table.html",
          "tags/in-list.html",    "frames/left.html",        "frames/right.html",       "broken/unquoted.html",
          "broken/nested.html",   "broken/inner.html",       "broken/foster.html",      "broken/line-breaks.html",
          "broken/bare&.html",    "broken/slash.html",       "broken/overlapping.html", "broken/last.html",
          "deep-end.html",        "from-upper-type.html",    "big/first.html",          "big/middle.html",
          "big/last.html"}) {
        site[fmt::format("/{}", name)] = plain_page();
    }
    site["/tags/script.js"] = page("var s = '<a href=\"/from-script.html\">x</a>';\n", 200, "text/javascript");
}

/// The first bytes of a PNG file, and then no more.
constexpr std::string_view picture = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR<<a href=\"\0\xff"sv;

void add_kinds(answers& site)
{
    site["/tags/image.png"] = page(picture, 200, "image/png");
    site["/kinds/picture.png"] = page(picture, 200, "image/png");
    site["/kinds/picture-as-page.html"] = page(picture);
    site["/kinds/page-as-text.html"] = page("<a href=\"/from-page-as-text.html\">x</a>\n", 200, "text/plain");
    site["/kinds/no-type"] = page("<a href=\"/index.html\">x</a>\n", 200, "");
    site["/kinds/upper-type"] = page("<a href=\"/from-upper-type.html\">x</a>\n", 200, "Text/HTML;Charset=\"UTF-8\"");
    site["/kinds/xhtml"] = page("<html xmlns=\"http://www.w3.org/1999/xhtml\"/>\n", 200, "application/xhtml+xml");
    site["/kinds/no-content"].status = 204;
}

void add_failures(answers& site)
{
    const auto failure = [&](std::string_view name, unsigned status) -> http_reply& {
        return site[fmt::format("/failures/{}.html", name)] =
                   page("<!DOCTYPE html><title>no</title><a href=\"/from-failure.html\">x</a>\n", status);
    };
    failure("gone", 410);
    failure("forbidden", 403);
    failure("unauthorised", 401).headers = {{"WWW-Authenticate", "Basic realm=\"x\""}};
    failure("error", 500);
    failure("unavailable", 503).headers = {{"Retry-After", "3600"}};
    failure("teapot", 418);
    failure("dropped", 200).delivery = http_delivery::cut_short;
    site["/failures/closed.html"] = plain_page();
    site["/failures/closed.html"].delivery = http_delivery::then_close;
}

/// Pages too large, too deep or with too long addresses to be kept as files.
void add_large(answers& site)
{
    constexpr std::size_t target_size = 20'000'000;
    std::string big = "<!DOCTYPE html><title>big</title>\n<a href=\"/big/first.html\">first</a>\n";
    const std::string paragraph = fmt::format("<p>{:.<9000}<a href=\"/index.html#{{}}\">home</a></p>\n", "");
    bool is_half = false;
    for (std::size_t i = 0; big.size() < target_size; ++i) {
        big += fmt::format(fmt::runtime(paragraph), i);
        if (!is_half && big.size() > target_size / 2) {
            is_half = true;
            big += "<a href=\"/big/middle.html\">middle</a>\n";
        }
    }
    big += "<a href=\"/big/last.html\">last</a>\n";
    site["/big.html"] = page(big);

    std::string deep = "<!DOCTYPE html><title>deep</title>\n";
    for (int i = 0; i < 10'000; ++i) {
        deep += "<div>";
    }
    site["/deep.html"] = page(deep + "<a href=\"/deep-end.html\">the deep end</a>\n");

    std::string links = "<!DOCTYPE html><title>long</title>\n";
    for (const std::size_t length : {1'900U, 3'000U, 100'000U, 1'000'000U}) {
        links += fmt::format("<a href=\"/long/{}\">x</a>\n", std::string(length, 'x'));
    }
    site["/long.html"] = page(links);
    site["/long/" + std::string(1'900, 'x')] = plain_page();
}

/// The page below /trap/ that links to a longer address, whatever its own is.
http_reply trap()
{
    return page(fmt::format("<a href=\"{:x<100}/\">deeper</a> <a href=\"/index.html\">out</a>\n", ""));
}

}  // namespace

http_handler hostile_site()
{
    answers site;
    add_redirects(site);
    add_characters(site);
    add_tags(site);
    add_kinds(site);
    add_failures(site);
    add_large(site);
    const http_handler files = serve_folder(TAMIZ_HOSTILE_SITE_PAGES);
    // Behind a pointer: handlers are copied, 20 MB should not be.
    const auto special = std::make_shared<const answers>(std::move(site));
    return [special, files](const http_request& request) {
        const std::string_view target = request.target;
        const std::size_t query = std::min(target.find('?'), target.size());
        const std::optional<std::string> path = percent_decoded(target.substr(0, query));
        if (!path) {
            return files(request);
        }
        auto found = special->find(*path + std::string(target.substr(query)));
        if (found == special->end()) {
            found = special->find(*path);
        }
        if (found != special->end()) {
            return found->second;
        }
        return path->starts_with("/trap/") ? trap() : files(request);
    };
}

}  // namespace examples
