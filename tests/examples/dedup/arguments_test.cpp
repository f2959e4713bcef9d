// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include <sys/stat.h>

#include <support/catch.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "../temporary_folder.hpp"
#include "in_process.hpp"

using namespace dedup_test;
using examples_test::temporary_folder;

TEST_CASE("bad arguments are one line that names them, and status 2", "[dedup]")
{
    const temporary_folder folder;
    const std::string pipe = folder.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"--expected-items", "0"}, "--expected-items"},
        {{"--expected-items", "-1"}, "-1"},
        {{"--expected-items", "many"}, "many"},
        {{"--expected-items", "18446744073709551615"}, "18446744073709551615"},
        {{"--false-positive-rate", "0"}, "--false-positive-rate"},
        {{"--false-positive-rate", "1"}, "--false-positive-rate"},
        {{"--false-positive-rate", "nan"}, "nan"},
        {{"--false-positive-rate", "1e-30"}, "1e-30"},
        {{"--false-positive-rate", "1e-30", "--expected-items", "5"}, "1e-30"},
        {{"--memory", "0"}, "--memory"},
        {{"--memory", "64X"}, "64X"},
        {{"--memory", "-1M"}, "-1M"},
        {{"--memory", "99999999999T"}, "99999999999T"},
        {{"--memory", "1"}, "--memory"},
        {{"--memory", "64M", "--expected-items", "5"}, "--memory"},
        {{"--threads", "0"}, "--threads"},
        {{"--threads", "1001"}, "1001"},
        {{"--threads", "x"}, "--threads"},
        {{"--seed", "-1"}, "--seed"},
        {{"--progress", "--no-progress"}, "--progress"},
        {{"--verfy"}, "--verfy"},
        {{"--against"}, "--against"},
        {{"-", "-"}, "standard input"},
        {{"--against", "-"}, "standard input"},
        {{"--verify"}, "--verify"},
        {{"--verify", "-"}, "--verify"},
        {{"--verify", "--against", "-", "/dev/null"}, "--verify"},
        {{"--verify", pipe}, pipe},
    };
    for (const auto& [arguments, named] : cases) {
        const outcome result = run(arguments, "a\n");
        CAPTURE(named, result.err);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(result.err.find(named) != std::string::npos);
        CHECK(result.err.starts_with("tamiz-dedup: "));
        CHECK(std::ranges::count(result.err, '\n') == 1);
    }
}

TEST_CASE("help is no error, and names every option", "[dedup]")
{
    const outcome result = run({"--help"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    for (const char* const option :
         {"--expected-items", "--false-positive-rate", "--memory", "--threads", "--ordered", "--count", "--duplicates",
          "--against", "--verify", "--progress", "--seed", "Exit status"}) {
        CAPTURE(option);
        CHECK(result.out.find(option) != std::string::npos);
    }
}

TEST_CASE("a file whose name looks like an option is a file behind --", "[dedup]")
{
    const outcome result = run({"--", "--count"});
    CHECK(result.status == 1);
    CHECK(result.err == "tamiz-dedup: --count: No such file or directory\n");
}
