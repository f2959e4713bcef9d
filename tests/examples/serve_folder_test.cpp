// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/serve_folder.hpp"

#include <sys/stat.h>

#include <support/catch.hpp>

#include <filesystem>
#include <string>
#include <string_view>

#include "support/http_client.hpp"
#include "support/http_server.hpp"
#include "support/percent_decoding.hpp"
#include "temporary_folder.hpp"

using namespace examples;
using namespace std::string_literals;
using examples_test::temporary_folder;

namespace {

http_reply ask(const http_handler& handler, std::string target, std::string method = "GET")
{
    http_request request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.host = "a";
    return handler(request);
}

std::string location_of(const http_reply& reply)
{
    for (const http_header& header : reply.headers) {
        if (header.name == "Location") {
            return header.value;
        }
    }
    return {};
}

/// A folder to serve beside one that must stay hidden.
struct site {
    temporary_folder folder;
    http_handler handler;

    site()
    {
        folder.write("root/index.html", "home");
        folder.write("root/docs/index.html", "docs");
        folder.write("root/docs/page.txt", "page");
        folder.write("root/empty/x.png", "");
        folder.write("root/a b/ä\"%.html", "odd");
        folder.write("root-other/secret.txt", "secret");
        folder.write("secret.txt", "secret");
        handler = serve_folder(folder.path() / "root");
    }
};

}  // namespace

TEST_CASE("files are found by their decoded names, whatever the query", "[serve_folder]")
{
    const site served;
    for (const char* target : {"/docs/page.txt", "/docs/page.txt?", "/docs/page.txt?/../../x%", "/docs/page.txt#%",
                               "/docs/p%61ge.txt", "/docs%2Fpage.txt", "/docs/./page.txt", "//docs///page.txt",
                               "/x/../docs/page.txt", "/docs/%2e%2E/docs/page.txt"}) {
        INFO(target);
        const http_reply reply = ask(served.handler, target);
        CHECK(reply.status == 200);
        CHECK(reply.body == "page");
        CHECK(reply.content_type == "text/plain; charset=utf-8");
    }
    const http_reply odd = ask(served.handler, "/a%20b/%C3%A4%22%25.html");
    CHECK(odd.body == "odd");
    CHECK(odd.content_type == "text/html; charset=utf-8");
    const http_reply empty = ask(served.handler, "/empty/x.png");
    CHECK(empty.status == 200);
    CHECK(empty.body.empty());
    CHECK(empty.content_type == "image/png");
}

TEST_CASE("a folder answers with its index, and with a redirect where the slash is missing", "[serve_folder]")
{
    const site served;
    CHECK(ask(served.handler, "/").body == "home");
    CHECK(ask(served.handler, "/docs/").body == "docs");
    CHECK(ask(served.handler, "/docs/.").body == "docs");
    CHECK(ask(served.handler, "/empty/").status == 404);
    const auto redirect = [&](const char* target) {
        const http_reply reply = ask(served.handler, target);
        CHECK(reply.status == 301);
        return location_of(reply);
    };
    CHECK(redirect("/docs") == "/docs/");
    CHECK(redirect("/docs?a=/b") == "/docs/?a=/b");
    CHECK(redirect("/a%20b") == "/a%20b/");
    CHECK(redirect("//docs") == "/docs/");  // "//docs/" would name a host
    CHECK(redirect("///docs?x") == "/docs/?x");
    CHECK(redirect("/x/../docs") == "/x/../docs/");
}

TEST_CASE("nothing outside of the root is served", "[serve_folder]")
{
    const site served;
    std::filesystem::create_symlink("../secret.txt", served.folder.path() / "root/link.txt");
    std::filesystem::create_symlink(served.folder.path() / "secret.txt", served.folder.path() / "root/absolute.txt");
    std::filesystem::create_directory_symlink("../root-other", served.folder.path() / "root/folder-link");
    std::filesystem::create_directory_symlink("..", served.folder.path() / "root/up");
    std::filesystem::create_directories(served.folder.path() / "root/trap");
    std::filesystem::create_symlink("../../secret.txt", served.folder.path() / "root/trap/index.html");
    const std::string absolute = (served.folder.path() / "secret.txt").string();
    for (const std::string& target : {"/../secret.txt"s,
                                      "/%2e%2e/secret.txt"s,
                                      "/..%2Fsecret.txt"s,
                                      "/%2e%2e%2fsecret.txt"s,
                                      "/docs/../../secret.txt"s,
                                      "/docs/..%2f..%2fsecret.txt"s,
                                      "/./../secret.txt"s,
                                      "/../root-other/secret.txt"s,
                                      "/../root/index.html"s,
                                      "/.."s,
                                      "/../"s,
                                      "/docs/../.."s,
                                      "/.../secret.txt"s,
                                      "/..\\secret.txt"s,
                                      "/%252e%252e/secret.txt"s,
                                      absolute,
                                      "/" + absolute,
                                      "/link.txt"s,
                                      "/absolute.txt"s,
                                      "/folder-link"s,
                                      "/folder-link/"s,
                                      "/folder-link/secret.txt"s,
                                      "/up"s,
                                      "/up/"s,
                                      "/up/secret.txt"s,
                                      "/up/root-other/secret.txt"s,
                                      "/trap/"s}) {
        INFO(target);
        const http_reply reply = ask(served.handler, target);
        CHECK(reply.status == 404);
        CHECK(reply.body.find("secret") == std::string::npos);
    }
}

TEST_CASE("symbolic links that stay inside are followed, also that to the root itself", "[serve_folder]")
{
    const site served;
    std::filesystem::create_symlink("docs/page.txt", served.folder.path() / "root/inside.txt");
    std::filesystem::create_directory_symlink("docs", served.folder.path() / "root/again");
    std::filesystem::create_directory_symlink("root", served.folder.path() / "alias");
    CHECK(ask(served.handler, "/inside.txt").body == "page");
    CHECK(ask(served.handler, "/again/page.txt").body == "page");
    CHECK(ask(served.handler, "/again/").body == "docs");
    CHECK(ask(serve_folder(served.folder.path() / "alias"), "/docs/page.txt").body == "page");
}

TEST_CASE("what is not there or no file is 404", "[serve_folder]")
{
    const site served;
    REQUIRE(::mkfifo((served.folder.path() / "root/pipe").c_str(), 0600) == 0);
    std::filesystem::create_symlink("loop", served.folder.path() / "root/loop");
    for (const std::string& target :
         {"/none"s, "/docs/none.html"s, "/index.html/"s, "/docs/page.txt/"s, "/docs/page.txt/x"s, "/pipe"s, "/loop"s,
          "/" + std::string(5000, 'x'), "/INDEX.html"s}) {
        INFO(target);
        CHECK(ask(served.handler, target).status == 404);
    }
}

TEST_CASE("a target that makes no sense is 400, a method that is not served 405", "[serve_folder]")
{
    const site served;
    for (const std::string& target :
         {""s, "docs/page.txt"s, "*"s, "/%"s, "/%4"s, "/%zz"s, "/%00"s, "/index.html%00.png"s}) {
        INFO(target);
        CHECK(ask(served.handler, target).status == 400);
    }
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get", ""}) {
        const http_reply reply = ask(served.handler, "/", method);
        CHECK(reply.status == 405);
        REQUIRE(reply.headers.size() == 1);
        CHECK(reply.headers[0].value == "GET, HEAD");
    }
    CHECK(ask(served.handler, "/", "HEAD").status == 200);
}

TEST_CASE("a file above the limit is not read", "[serve_folder]")
{
    const temporary_folder folder;
    folder.write("four", "1234");
    folder.write("five", "12345");
    serve_folder_options options;
    options.file_limit = 4;
    const http_handler handler = serve_folder(folder.path(), options);
    CHECK(ask(handler, "/four").body == "1234");
    CHECK(ask(handler, "/five").status == 500);
}

TEST_CASE("a change of a file is seen by the next request", "[serve_folder]")
{
    const temporary_folder folder;
    folder.write("x.txt", "old");
    const http_handler handler = serve_folder(folder.path());
    CHECK(ask(handler, "/x.txt").body == "old");
    folder.write("x.txt", "newer");
    CHECK(ask(handler, "/x.txt").body == "newer");
    std::filesystem::remove(folder.path() / "x.txt");
    CHECK(ask(handler, "/x.txt").status == 404);
}

TEST_CASE("only a folder can be served", "[serve_folder]")
{
    const temporary_folder folder;
    folder.write("file", "");
    CHECK_THROWS_AS(serve_folder(folder.path() / "none"), std::filesystem::filesystem_error);
    CHECK_THROWS_AS(serve_folder(folder.path() / "file"), std::filesystem::filesystem_error);
}

TEST_CASE("a served folder and a client agree on every byte", "[serve_folder]")
{
    const temporary_folder folder;
    std::string bytes;
    for (int i = 0; i < 1'000'000; ++i) {
        bytes += static_cast<char>(i * 7 + i / 256);
    }
    folder.write("all bytes.bin", bytes);
    http_server server(serve_folder(folder.path()));
    http_client client(server.port());
    const http_response response = client.get("a", "/all%20bytes.bin");
    CHECK(response.content_type == "application/octet-stream");
    CHECK((response.body == bytes));
    CHECK(client.get("a", "/../all%20bytes.bin").status == 404);
}

TEST_CASE("the type of content goes by the last ending, in any case", "[serve_folder]")
{
    CHECK(content_type_of("a/b.html") == "text/html; charset=utf-8");
    CHECK(content_type_of("B.HTM") == "text/html; charset=utf-8");
    CHECK(content_type_of("page.html.gz") == "application/octet-stream");
    CHECK(content_type_of("x.tar.SVG") == "image/svg+xml");
    CHECK(content_type_of("folder.html/file") == "application/octet-stream");
    CHECK(content_type_of("html") == "application/octet-stream");
    CHECK(content_type_of("") == "application/octet-stream");
}

TEST_CASE("percent-encoding is undone byte by byte", "[percent_decoding]")
{
    CHECK(percent_decoded("") == "");
    CHECK(percent_decoded("a+b") == "a+b");
    CHECK(percent_decoded("%41%6a%6B") == "Ajk");
    CHECK(percent_decoded("%25%32%35") == "%25");
    CHECK(percent_decoded("x%00y") == "x\0y"s);
    CHECK(percent_decoded("%C3%a4") == "ä");
    for (const std::string_view bad : {"%", "%4", "a%", "%g0", "%0g", "%%41", "%-1", "% 1"}) {
        INFO(bad);
        CHECK_FALSE(percent_decoded(bad));
    }
}
