// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/url.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using crawler::url;
using namespace std::string_view_literals;

namespace {

constexpr std::string_view refused = "(refused)";

std::string resolved(std::string_view base, std::string_view link)
{
    const std::optional<url> page = url::parse(base);
    if (!page) return "(bad base)";
    const std::optional<url> result = page->resolve(link);
    return result ? result->text() : std::string(refused);
}

/// The algorithm of RFC 3986, section 5.2.4, word by word, for paths that begin with a slash.
std::string without_dot_segments(std::string input)
{
    std::string output;
    while (!input.empty()) {
        if (input.starts_with("/./")) {
            input.erase(0, 2);
        } else if (input == "/.") {
            input = "/";
        } else if (input.starts_with("/../") || input == "/..") {
            input = input == "/.." ? "/" : input.substr(3);
            output.erase(std::min(output.rfind('/'), output.size()));
        } else {
            const std::size_t next = std::min(input.find('/', 1), input.size());
            output += input.substr(0, next);
            input.erase(0, next);
        }
    }
    return output;
}

struct example {
    std::string_view link;
    std::string_view address;
};

void check_all(std::string_view base, const std::vector<example>& examples)
{
    for (const example& each : examples) {
        CAPTURE(base, each.link);
        CHECK(resolved(base, each.link) == each.address);
    }
}

}  // namespace

TEST_CASE("the examples of RFC 3986, section 5.4, resolve as it says, without their fragments", "[url]")
{
    check_all("http://a/b/c/d;p?q", {
                                        {"g", "http://a/b/c/g"},
                                        {"./g", "http://a/b/c/g"},
                                        {"g/", "http://a/b/c/g/"},
                                        {"/g", "http://a/g"},
                                        {"//g", "http://g/"},
                                        {"?y", "http://a/b/c/d;p?y"},
                                        {"g?y", "http://a/b/c/g?y"},
                                        {"#s", "http://a/b/c/d;p?q"},
                                        {"g#s", "http://a/b/c/g"},
                                        {"g?y#s", "http://a/b/c/g?y"},
                                        {";x", "http://a/b/c/;x"},
                                        {"g;x", "http://a/b/c/g;x"},
                                        {"g;x?y#s", "http://a/b/c/g;x?y"},
                                        {"", "http://a/b/c/d;p?q"},
                                        {".", "http://a/b/c/"},
                                        {"./", "http://a/b/c/"},
                                        {"..", "http://a/b/"},
                                        {"../", "http://a/b/"},
                                        {"../g", "http://a/b/g"},
                                        {"../..", "http://a/"},
                                        {"../../", "http://a/"},
                                        {"../../g", "http://a/g"},
                                        {"../../../g", "http://a/g"},
                                        {"../../../../g", "http://a/g"},
                                        {"/./g", "http://a/g"},
                                        {"/../g", "http://a/g"},
                                        {"g.", "http://a/b/c/g."},
                                        {".g", "http://a/b/c/.g"},
                                        {"g..", "http://a/b/c/g.."},
                                        {"..g", "http://a/b/c/..g"},
                                        {"./../g", "http://a/b/g"},
                                        {"./g/.", "http://a/b/c/g/"},
                                        {"g/./h", "http://a/b/c/g/h"},
                                        {"g/../h", "http://a/b/c/h"},
                                        {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
                                        {"g;x=1/../y", "http://a/b/c/y"},
                                        {"g?y/./x", "http://a/b/c/g?y/./x"},
                                        {"g?y/../x", "http://a/b/c/g?y/../x"},
                                        {"g#s/../x", "http://a/b/c/g"},
                                        {"http:g", "http://a/b/c/g"},
                                        {"g:h", refused},
                                    });
}

TEST_CASE("scheme, host and port have one spelling", "[url]")
{
    check_all("http://h/dir/page.html", {
                                            {"HTTP://Host.Example/x", "http://host.example/x"},
                                            {"hTTpS://HOST/", "https://host/"},
                                            {"http://host", "http://host/"},
                                            {"http://host?q", "http://host/?q"},
                                            {"http://host#f", "http://host/"},
                                            {"http://host:80/x", "http://host/x"},
                                            {"http://host:/x", "http://host/x"},
                                            {"http://host:0080/x", "http://host/x"},
                                            {"http://host:8080", "http://host:8080/"},
                                            {"http://host:08080", "http://host:8080/"},
                                            {"http://host:443/", "http://host:443/"},
                                            {"https://host:443/", "https://host/"},
                                            {"https://host:80/", "https://host:80/"},
                                            {"http://host:65535/", "http://host:65535/"},
                                            {"//host:80/x", "http://host/x"},
                                            {"http://ho%73t/", "http://host/"},
                                            {"http://under_score.example/", "http://under_score.example/"},
                                            {"http://127.0.0.1:80/", "http://127.0.0.1/"},
                                            {"http://[::1]:80/x", "http://[::1]/x"},
                                            {"http://[2001:DB8::A]:81/", "http://[2001:db8::a]:81/"},
                                        });
    CHECK(resolved("https://h/", "//other:443/x") == "https://other/x");
    CHECK(resolved("https://h/", "//other:80/x") == "https://other:80/x");
    CHECK(resolved("https://h/a/b", "c") == "https://h/a/c");
}

TEST_CASE("escapes have one spelling, and only what needs one has one", "[url]")
{
    check_all("http://h/dir/page.html", {
                                            {"%7Euser", "http://h/dir/~user"},
                                            {"%7euser", "http://h/dir/~user"},
                                            {"%41%2d%2E%5f%39", "http://h/dir/A-._9"},
                                            {"a%2fb", "http://h/dir/a%2Fb"},
                                            {"a%3fb?c%23d", "http://h/dir/a%3Fb?c%23d"},
                                            {"%2525", "http://h/dir/%2525"},
                                            {"a b", "http://h/dir/a%20b"},
                                            {"a+b", "http://h/dir/a+b"},
                                            {"say \"hi\"", "http://h/dir/say%20%22hi%22"},
                                            {"it's", "http://h/dir/it's"},
                                            {"[a]{b}<c>|^`", "http://h/dir/%5Ba%5D%7Bb%7D%3Cc%3E%7C%5E%60"},
                                            {"x?[a]{b}\"'|\\", "http://h/dir/x?%5Ba%5D%7Bb%7D%22'%7C%5C"},
                                            {"x?a/b?c:d@e", "http://h/dir/x?a/b?c:d@e"},
                                            {"!$&'()*+,;=:@-._~", "http://h/dir/!$&'()*+,;=:@-._~"},
                                            {"stra\xC3\x9F"
                                             "e",
                                             "http://h/dir/stra%C3%9Fe"},
                                            {"x?\xE2\x82\xAC", "http://h/dir/x?%E2%82%AC"},
                                            {"\xFF\xFE", "http://h/dir/%FF%FE"},
                                            {"100%", "http://h/dir/100%25"},
                                            {"%", "http://h/dir/%25"},
                                            {"%4", "http://h/dir/%254"},
                                            {"%zz", "http://h/dir/%25zz"},
                                            {"%4g%41", "http://h/dir/%254gA"},
                                            {"%%41", "http://h/dir/%25A"},
                                            {"a\x01"
                                             "b\x7F",
                                             "http://h/dir/a%01b%7F"},
                                            {"a\0b"sv, "http://h/dir/a%00b"},
                                            {"x?", "http://h/dir/x?"},
                                            {"x?q#", "http://h/dir/x?q"},
                                        });
}

TEST_CASE("dot segments vanish, escaped or not, and empty segments stay", "[url]")
{
    check_all("http://h/a/b/page.html", {
                                            {"/x/%2e%2E/y", "http://h/y"},
                                            {"/x/.%2e/y", "http://h/y"},
                                            {"%2e", "http://h/a/b/"},
                                            {"%2e%2e", "http://h/a/"},
                                            {"/x/y/..", "http://h/x/"},
                                            {"/x/y/.", "http://h/x/y/"},
                                            {"/..", "http://h/"},
                                            {"/x/...", "http://h/x/..."},
                                            {"/x//y", "http://h/x//y"},
                                            {"/x//../y", "http://h/x/y"},
                                            {".//x", "http://h/a/b//x"},
                                            {"/..//x", "http://h//x"},
                                            {"http://h/../../x/./y", "http://h/x/y"},
                                        });
    CHECK(url::parse("http://h/a/../b/./c/")->text() == "http://h/b/c/");
}

TEST_CASE("links are mended as browsers do", "[url]")
{
    check_all("http://h/a/b.html", {
                                       {"  x.html\n", "http://h/a/x.html"},
                                       {"\t\r\n x \x01\x1F", "http://h/a/x"},
                                       {"ht\ntp://o\r\nther/x\ty", "http://other/xy"},
                                       {"dir\\page.html", "http://h/a/dir/page.html"},
                                       {"\\page.html", "http://h/page.html"},
                                       {"\\\\other\\page", "http://other/page"},
                                       {"http:\\\\other\\page", "http://other/page"},
                                       {"..\\x", "http://h/x"},
                                       {"http:x", "http://h/a/x"},
                                       {"http:/x", "http://h/x"},
                                       {"http:", "http://h/a/b.html"},
                                       {"1a:b", "http://h/a/1a:b"},
                                       {":", "http://h/a/:"},
                                       {":80", "http://h/a/:80"},
                                       {"a b:c", "http://h/a/a%20b:c"},
                                       {"x/y:z", "http://h/a/x/y:z"},
                                       {"/y:z", "http://h/y:z"},
                                       {"?y:z", "http://h/a/b.html?y:z"},
                                   });
}

TEST_CASE("what leads to no page is refused", "[url]")
{
    check_all("http://h/", {
                               {"mailto:a@b", refused},
                               {"javascript:void(0)", refused},
                               {" JavaScript:x", refused},
                               {"java\nscript:x", refused},
                               {"data:text/html,<a href=x>", refused},
                               {"tel:1", refused},
                               {"ftp://h/", refused},
                               {"file:///etc/passwd", refused},
                               {"std::vector", refused},
                               {"https:x", refused},
                               {"http://", refused},
                               {"http:///x", refused},
                               {"//", refused},
                               {"///x", refused},
                               {"http://?", refused},
                               {"http://#", refused},
                               {"http://:80/", refused},
                               {"http://user@host/", refused},
                               {"http://user:secret@host/", refused},
                               {"http://@host/", refused},
                               {"http://host:0/", refused},
                               {"http://host:65536/", refused},
                               {"http://host:99999999999999999999/", refused},
                               {"http://host:-1/", refused},
                               {"http://host:+1/", refused},
                               {"http://host:8a/", refused},
                               {"http://host:80:80/", refused},
                               {"http://ho st/", refused},
                               {"http://ho%20st/", refused},
                               {"http://ho%2fst/", refused},
                               {"http://h\xC3\xB6st/", refused},
                               {"http://host%/", refused},
                               {"http://[::1", refused},
                               {"http://[::1]x/", refused},
                               {"http://[]/", refused},
                               {"http://[1:2]/", refused},
                               {"http://[g::1]/", refused},
                               {"http://::1/", refused},
                           });
    for (const std::string_view text : {"", "x", "/x", "//h/x", "?q", "#f", "http:x", "http", "://", " "}) {
        CAPTURE(text);
        CHECK_FALSE(url::parse(text).has_value());
    }
}

TEST_CASE("addresses above the limit are refused, whether they come so or grow so", "[url]")
{
    const url base = *url::parse("http://h/");
    const std::size_t room = url::max_length - base.text().size();
    CHECK(base.resolve(std::string(room, 'x'))->text().size() == url::max_length);
    CHECK_FALSE(base.resolve(std::string(room + 1, 'x')).has_value());
    CHECK_FALSE(base.resolve(std::string(10'000'000, 'x')).has_value());
    CHECK_FALSE(base.resolve(std::string(room / 3 + 1, '"')).has_value());
    CHECK_FALSE(url::parse(base.text() + std::string(room + 1, 'x')).has_value());
}

TEST_CASE("an address knows its parts", "[url]")
{
    const url page = *url::parse("HTTP://Host:8080/a/b?c=d#e");
    CHECK(page.text() == "http://host:8080/a/b?c=d");
    CHECK(page.origin() == "http://host:8080");
    CHECK(page.authority() == "host:8080");
    CHECK(page.target() == "/a/b?c=d");
    CHECK(url::parse("https://host")->target() == "/");
    CHECK(page == *url::parse("http://HOST:8080/a/%62?c=d"));
    CHECK_FALSE(page == *url::parse("http://host/a/b?c=d"));
}

TEST_CASE("paths resolve as the algorithm of RFC 3986, section 5.2.4 says", "[url]")
{
    const std::vector<std::string> pieces = {"/", "/", ".", "..", "/../", "/./", "a", "b.", "%2e", "c:d"};
    std::mt19937_64 random(20260102);
    std::size_t wrong = 0;
    std::size_t with_dots = 0;
    for (int i = 0; i < 30'000; ++i) {
        std::string link;
        for (std::uint64_t length = random() % 8; length > 0; --length) link += pieces[random() % pieces.size()];
        const bool has_scheme = link.substr(0, link.find('/')).find(':') != std::string::npos;
        if (link.empty() || link.starts_with("//") || has_scheme) continue;  // leads elsewhere, or nowhere

        std::string path = link.starts_with('/') ? link : "/x/y/" + link;
        for (std::size_t at = 0; (at = path.find("%2e", at)) != std::string::npos;) path.erase(at, 2), path[at] = '.';
        const std::string expected = without_dot_segments(path);
        with_dots += expected != path ? 1U : 0U;
        if (resolved("http://h/x/y/z", link) != "http://h" + expected && ++wrong == 1) {
            WARN(link << " -> " << resolved("http://h/x/y/z", link) << ", not " << expected);
        }
    }
    CHECK(with_dots > 10'000);
    CHECK(wrong == 0);
}

TEST_CASE("whatever a link is made of, its address is canonical or it has none", "[url]")
{
    // Pieces that matter to some rule, thrown together: 50,000 links, always the same.
    const std::vector<std::string> pieces = {
        "/",    "//",   ".",   "..",     "%2e",   "%2F", "%",  "%4",          "%zz",
        "?",    "#",    ":",   "@",      "[",     "]",   "\\", " ",           "\t",
        "\n",   "a",    "B",   "http",   "://",   ":80", "h",  "example.com", "\xC3\xA9",
        "\xFF", "\x01", "\"",  "'",      "<",     "|",   "&",  "=",           "+",
        ";",    "~",    "%7e", "https:", "[::1]", "1",   "-",  "_",           std::string(1, '\0')};
    std::mt19937_64 random(20260101);
    const std::vector<url> bases = {*url::parse("http://h/a/b/c?d"), *url::parse("https://h:81/"),
                                    *url::parse("http://[::1]/x/")};
    std::size_t resolved_count = 0;
    std::size_t unlike = 0;
    std::size_t illegal = 0;
    for (int i = 0; i < 50'000; ++i) {
        std::string link;
        for (std::uint64_t length = random() % 9; length > 0; --length) link += pieces[random() % pieces.size()];
        const url& base = bases[random() % bases.size()];
        const std::optional<url> address = base.resolve(link);
        if (!address) continue;
        ++resolved_count;
        const std::string& text = address->text();
        const std::optional<url> again = url::parse(text);
        const bool is_fixed = again && again->text() == text && again->authority() == address->authority() &&
                              base.resolve(text) == address && address->resolve("") == address;
        if (!is_fixed) {
            if (++unlike == 1) WARN("not canonical: " << link << " -> " << text);
        }
        const bool is_legal = std::all_of(text.begin(), text.end(),
                                          [](char c) { return c > ' ' && c < '\x7F' && c != '"' && c != '\\'; }) &&
                              address->target().starts_with('/') && text.find('#') == std::string::npos &&
                              address->target().find("/../") == std::string_view::npos;
        if (!is_legal && address->target().find('?') == std::string_view::npos) ++illegal;
    }
    CHECK(resolved_count > 20'000);
    CHECK(unlike == 0);
    CHECK(illegal == 0);
}
