// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/program.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "../temporary_folder.hpp"
#include "support/http_server.hpp"

using examples_test::temporary_folder;

namespace {

struct outcome {
    int status = -1;
    std::string out;
    std::string err;
};

outcome program(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "registration");
    std::ostringstream out;
    std::ostringstream err;
    outcome result;
    result.status = registration::program(static_cast<int>(arguments.size()), arguments.data(), out, err, nullptr);
    result.out = out.str();
    result.err = err.str();
    return result;
}

}  // namespace

TEST_CASE("bad arguments are one line and status 2", "[program]")
{
    const temporary_folder folder;
    folder.write("text", "this is no database, and long enough to be taken for one");
    const std::string text = (folder.path() / "text").string();
    const std::string table = (folder.path() / "table.db").string();
    const char* const file = table.c_str();
    const std::vector<std::pair<std::vector<const char*>, std::string>> cases = {
        {{}, "serve or load"},
        {{"sit"}, "sit"},
        {{"serve", "--database", file, "load"}, "serve or load"},
        {{"serve"}, "--database"},
        {{"serve", "--database", ""}, "--database"},
        {{"serve", "--database", "/no/such/folder/table.db"}, "/no/such/folder/table.db"},
        {{"serve", "--database", text.c_str()}, text},
        {{"serve", "--database", file, "--port", "65536"}, "65536"},
        {{"serve", "--database", file, "--port", "-1"}, "--port"},
        {{"serve", "--database", file, "--threads", "0"}, "--threads"},
        {{"serve", "--database", file, "--load-threads", "x"}, "--load-threads"},
        {{"serve", "--database", file, "--expected-items", "0"}, "--expected-items"},
        {{"serve", "--database", file, "--expected-items", "18446744073709551615"}, "18446744073709551615"},
        {{"serve", "--database", file, "--false-positive-rate", "1"}, "--false-positive-rate"},
        {{"serve", "--database", file, "--false-positive-rate", "1e-30"}, "1e-30"},
        {{"serve", "--database", file, "--seed", "x"}, "--seed"},
        {{"serve", "--database", file, "--busy-timeout", "600001"}, "600001"},
        {{"serve", "--database", file, "--body-limit", "0"}, "--body-limit"},
        {{"serve", "--database", file, "surplus"}, "surplus"},
        {{"load", "--known", "0"}, "--known"},
        {{"load", "--requests", "0"}, "--requests"},
        {{"load", "--new-share", "1.5"}, "1.5"},
        {{"load", "--clients", "901"}, "901"},
        {{"load", "--threads", "0"}, "--threads"},
        {{"load", "--rounds", "0"}, "--rounds"},
        {{"load", "--false-positive-rate", "x"}, "--false-positive-rate"},
        {{"load", "--folder", "/no/such/folder"}, "/no/such/folder"},
        {{"load", "--databse"}, "--databse"},
    };
    for (const auto& [arguments, named] : cases) {
        const outcome result = program(arguments);
        CAPTURE(named, result.err);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(result.err.find(named) != std::string::npos);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK(result.err.ends_with('\n'));
    }
}

TEST_CASE("help is no error", "[program]")
{
    const std::vector<std::pair<std::vector<const char*>, std::string>> cases = {
        {{"--help"}, "serve"},
        {{"--help"}, "load"},
        {{"serve", "--help"}, "--database"},
        {{"load", "--help"}, "--known"},
    };
    for (const auto& [arguments, named] : cases) {
        const outcome result = program(arguments);
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        CHECK(result.out.find(named) != std::string::npos);
    }
}

TEST_CASE("a port that is taken is status 1", "[program]")
{
    const temporary_folder folder;
    const examples::http_server taken([](const examples::http_request&) { return examples::http_reply(); });
    const std::string table = (folder.path() / "table.db").string();
    const std::string port = std::to_string(taken.port());
    const outcome result = program({"serve", "--database", table.c_str(), "--port", port.c_str()});
    CHECK(result.status == 1);
    CHECK(result.err.find(port) != std::string::npos);
}

TEST_CASE("a load prints its table and leaves nothing behind", "[program]")
{
    const temporary_folder folder;
    const outcome result = program({"load", "--known", "300", "--requests", "100", "--clients", "2", "--threads", "2",
                                    "--folder", folder.path().c_str()});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out.starts_with("300 known addresses, 100 requests, 99.00 % of them new"));
    for (const char* const heading : {"p50", "p99", "p999", "selects made", "selects avoided", "requests/s"}) {
        CAPTURE(heading);
        CHECK(result.out.find(heading) != std::string::npos);
    }
    CHECK(std::filesystem::is_empty(folder.path()));
}
