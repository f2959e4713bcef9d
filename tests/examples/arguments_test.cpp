// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/arguments.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

using namespace examples;

namespace {

struct outcome {
    std::optional<int> status;
    std::string out;
    std::string err;
    unsigned threads = 3;
    std::uint64_t urls = 100;
    double share = 0.5;
    std::string root;
    std::string policy = "claim";
};

/// Parses as a program with such options would.
outcome parse(std::vector<std::string> words)
{
    outcome result;
    CLI::App app("Crawls.");
    app.add_option("--threads", result.threads, "How many")->check(positive_integer(1024));
    app.add_option("--expected-urls", result.urls, "How many")->check(positive_integer());
    app.add_option("--rate", result.share, "How often")->check(rate());
    app.add_option("--root", result.root, "Where")->check(existing_folder());
    app.add_option("--policy", result.policy, "How")->check(CLI::IsMember({"claim", "insert"}));
    words.insert(words.begin(), "/usr/bin/crawler");
    std::vector<const char*> argv;
    for (const std::string& word : words) {
        argv.push_back(word.c_str());
    }
    std::ostringstream out;
    std::ostringstream err;
    result.status = parse_arguments(app, static_cast<int>(argv.size()), argv.data(), out, err);
    result.out = out.str();
    result.err = err.str();
    return result;
}

}  // namespace

TEST_CASE("good arguments reach their variables, others keep their defaults", "[arguments]")
{
    const outcome result = parse({"--threads", "8", "--rate=1e-6", "--expected-urls", "18446744073709551615"});
    CHECK_FALSE(result.status);
    CHECK(result.threads == 8);
    CHECK(result.share == 1e-6);
    CHECK(result.urls == 18446744073709551615ULL);
    CHECK(result.policy == "claim");
    CHECK(result.out.empty());
    CHECK(result.err.empty());
    CHECK_FALSE(parse({}).status);
}

TEST_CASE("a bad argument is answered with one line that names option and value, and status 2", "[arguments]")
{
    const examples_test::temporary_folder folder;
    folder.write("file", "");
    const std::string file = (folder.path() / "file").string();
    const std::vector<std::vector<std::string>> all_bad = {
        {"--threads", "0"},
        {"--threads", "-1"},
        {"--threads", "1025"},
        {"--threads", "4294967297"},
        {"--threads", "18446744073709551617"},
        {"--threads", "two"},
        {"--threads", "2x"},
        {"--threads", "2.0"},
        {"--threads", "010"},
        {"--threads", "0x10"},
        {"--threads", "+1"},
        {"--threads", " 1"},
        {"--expected-urls", "18446744073709551616"},
        {"--expected-urls", "1e6"},
        {"--rate", "0"},
        {"--rate", "1"},
        {"--rate", "-0.1"},
        {"--rate", "1.5"},
        {"--rate", "nan"},
        {"--rate", "inf"},
        {"--rate", "1e-400"},
        {"--rate", "0.1x"},
        {"--rate", "1%"},
        {"--root", "/no/such/folder"},
        {"--root", file},
        {"--policy", "neither"},
        {"--policy", "two\nlines"},
    };
    for (const auto& bad : all_bad) {
        const outcome result = parse(bad);
        INFO(bad[0] << " " << bad[1] << ": " << result.err);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK(result.err.starts_with("crawler: "));
        CHECK(result.err.ends_with("\n"));
        CHECK(result.err.find(bad[0]) != std::string::npos);
        std::string value = bad[1];
        std::replace(value.begin(), value.end(), '\n', ' ');
        CHECK(result.err.find(value) != std::string::npos);
    }
}

TEST_CASE("an unknown, unfinished or stray argument is named, with status 2", "[arguments]")
{
    const auto names = [](const std::vector<std::string>& words, const std::string& name) {
        const outcome result = parse(words);
        INFO(result.err);
        CHECK(result.status == 2);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK(result.err.find(name) != std::string::npos);
    };
    names({"--thread", "4"}, "--thread");
    names({"--threads"}, "--threads");
    names({"stray"}, "stray");
    names({"-x"}, "-x");
    names({"--threads", ""}, "--threads");
    names({"--rate", ""}, "--rate");
    names({"--root", ""}, "--root");
}

TEST_CASE("help is printed on the output, with status 0", "[arguments]")
{
    for (const char* word : {"--help", "-h"}) {
        const outcome result = parse({word});
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        CHECK(result.out.find("--expected-urls") != std::string::npos);
    }
}

TEST_CASE("what only the program can judge is reported the same way", "[arguments]")
{
    CLI::App app("Crawls.", "crawler");
    std::ostringstream err;
    CHECK(bad_arguments(app, "--rate 1e-30 is\nout of reach", err) == 2);
    CHECK(err.str() == "crawler: --rate 1e-30 is out of reach (--help lists the options)\n");
}
