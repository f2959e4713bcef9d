// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/program.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "../temporary_folder.hpp"
#include "broken_orders.hpp"

using cache::run_result;
using cache::run_settings;

namespace {

struct outcome {
    int status = -1;
    std::string out;
    std::string err;
};

run_result run_well(const run_settings& settings)
{
    return cache::run(settings);
}

outcome program(std::vector<const char*> arguments, const cache::runner& run = run_well)
{
    arguments.insert(arguments.begin(), "cache");
    std::ostringstream out;
    std::ostringstream err;
    outcome result;
    result.status = cache::program(static_cast<int>(arguments.size()), arguments.data(), run, out, err, nullptr);
    result.out = out.str();
    result.err = err.str();
    return result;
}

/// The cells after the name in a row of the table; a unit or a sign after a number is a cell of its own.
std::vector<std::string> cells(const std::string& table, const std::string& row)
{
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(row + "  ")) continue;
        std::istringstream rest(line.substr(row.size()));
        std::vector<std::string> result;
        for (std::string cell; rest >> cell;) result.push_back(cell);
        return result;
    }
    return {"(no such row)"};
}

using row = std::vector<std::string>;

}  // namespace

TEST_CASE("all combinations of the filters stand side by side", "[program]")
{
    const std::string store = GENERATE("sqlite", "delay=0");
    const outcome result = program({"--requests", "5000", "--keys", "500", "--capacity", "100", "--shards", "4",
                                    "--threads", "4", "--store", store.c_str(), "--verify"});
    CAPTURE(result.out, result.err);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out.starts_with("5,000 requests for "));
    CHECK(cells(result.out, "filters") == row{"none", "counting", "gate", "both"});
    CHECK(cells(result.out, "requests") == row(4, "5,000"));
    const row avoided = cells(result.out, "locks avoided");
    REQUIRE(avoided.size() == 4);
    CHECK(avoided[0] == "0");
    for (std::size_t i = 1; i < 4; ++i) CHECK(avoided[i] != "0");
    CHECK(cells(result.out, "  not admitted").at(1) == "-");
    CHECK(cells(result.out, "  not admitted").at(3) != "-");
    const row kept_out = cells(result.out, "one-hit wonders kept out");
    CHECK(kept_out.at(1) == "-");
    CHECK(kept_out.at(2) != "0");
    CHECK(cells(result.out, "  \"absent\"") == row{"-", "0", "-", "0"});
    CHECK(cells(result.out, "values not the store's") == row(4, "0"));
    CHECK(cells(result.out, "unlike the exact set") == row(4, "0"));
    for (const char* const name : {"hit ratio", "locks taken", "admissions", "evictions", "filter memory",
                                   "time, with the check", "requests a second"}) {
        CAPTURE(name);
        CHECK(cells(result.out, name).size() >= 4);
    }
}

TEST_CASE("one combination alone, without the check", "[program]")
{
    for (const char* const filters : {"none", "counting", "gate", "both"}) {
        const outcome result =
            program({"--requests", "1000", "--capacity", "50", "--store", "delay=0", "--filters", filters});
        CHECK(result.status == 0);
        CHECK(cells(result.out, "filters") == row{filters});
        CHECK(cells(result.out, "unlike the exact set") == row{"(no such row)"});
    }
}

TEST_CASE("a trace is a file with a key on each line", "[program]")
{
    const examples_test::temporary_folder folder;
    folder.write("trace", "a\nb\na\na\nb\nc\n");
    const std::string file = (folder.path() / "trace").string();
    const outcome result =
        program({"--trace", file.c_str(), "--threads", "1", "--capacity", "10", "--shards", "1", "--filters", "both"});
    CHECK(result.status == 0);
    CHECK(result.out.starts_with("6 requests for 3 keys, 1 of them once; 1 threads"));
    CHECK(cells(result.out, "requests") == row{"6"});
    CHECK(cells(result.out, "read from the store") == row{"5"});  // a, b, c at first sight, a and b at the second
    CHECK(cells(result.out, "admissions") == row{"2"});
    CHECK(cells(result.out, "one-hit wonders kept out") == row{"1"});
    CHECK(cells(result.out, "hit ratio") == row{"16.67", "%"});
}

TEST_CASE("a cache whose order is broken ends with status 1", "[program]")
{
    const outcome result =
        program({"--requests", "20000", "--keys", "200", "--exponent", "0.1", "--capacity", "100", "--store", "delay=0",
                 "--filters", "counting", "--verify"},
                [](const run_settings& settings) { return cache::run<examples_test::forgets_to_insert>(settings); });
    CHECK(result.status == 1);
    CHECK(result.err.find("a living key was answered \"absent\"") != std::string::npos);
    CHECK(cells(result.out, "  \"absent\"") != row{"0"});
}

TEST_CASE("bad arguments are one line and status 2", "[program]")
{
    const examples_test::temporary_folder folder;
    folder.write("empty", "");
    const std::string empty = (folder.path() / "empty").string();
    const std::string here = folder.path().string();
    const std::vector<std::pair<std::vector<const char*>, std::vector<std::string>>> cases = {
        {{"--trace", "/no/such/trace"}, {"--trace", "/no/such/trace", "No such file"}},
        {{"--trace", here.c_str()}, {"--trace", here, "folder"}},
        {{"--trace", empty.c_str()}, {"--trace", empty}},
        {{"--trace", empty.c_str(), "--keys", "10"}, {"--trace", "--keys"}},
        {{"--requests", "0"}, {"--requests", "'0'"}},
        {{"--requests", "-1"}, {"--requests", "'-1'"}},
        {{"--keys", "0"}, {"--keys", "'0'"}},
        {{"--exponent", "11"}, {"--exponent", "'11'"}},
        {{"--exponent", "nan"}, {"--exponent", "'nan'"}},
        {{"--one-hit-share", "1.1"}, {"--one-hit-share", "'1.1'"}},
        {{"--one-hit-share", "-0.1"}, {"--one-hit-share", "'-0.1'"}},
        {{"--one-hit-share", "0.5x"}, {"--one-hit-share", "'0.5x'"}},
        {{"--seed", "x"}, {"--seed", "'x'"}},
        {{"--store", "redis"}, {"--store", "'redis'"}},
        {{"--store", "delay="}, {"--store", "''"}},
        {{"--store", "delay=x"}, {"--store", "'x'"}},
        {{"--store", "delay=10000001"}, {"--store", "'10000001'"}},
        {{"--value-bytes", "1000001"}, {"--value-bytes", "1000001"}},
        {{"--capacity", "0"}, {"--capacity", "'0'"}},
        {{"--shards", "0"}, {"--shards", "'0'"}},
        {{"--shards", "11", "--capacity", "10"}, {"--shards", "'11'", "--capacity", "'10'"}},
        {{"--threads", "0"}, {"--threads", "'0'"}},
        {{"--threads", "1001"}, {"--threads", "'1001'"}},
        {{"--false-positive-rate", "0"}, {"--false-positive-rate", "'0'"}},
        {{"--requests", "10", "--false-positive-rate", "1e-30"}, {"false_positive_rate", "1e-30"}},
        {{"--gate-keys", "0"}, {"--gate-keys", "'0'"}},
        {{"--requests", "10", "--gate-keys", "18446744073709551615"}, {"18446744073709551615"}},
        {{"--filters", "some"}, {"--filters", "some"}},
        {{"--verfy"}, {"--verfy"}},
        {{"surplus"}, {"surplus"}},
    };
    for (const auto& [arguments, named] : cases) {
        const outcome result = program(arguments);
        CAPTURE(arguments, result.err);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        for (const std::string& each : named) CHECK(result.err.find(each) != std::string::npos);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    }
}

TEST_CASE("help is no error", "[program]")
{
    const outcome result = program({"--help"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    for (const char* const option :
         {"--trace", "--requests", "--keys", "--exponent", "--one-hit-share", "--seed", "--store", "--value-bytes",
          "--capacity", "--shards", "--threads", "--false-positive-rate", "--gate-keys", "--filters", "--verify"}) {
        CAPTURE(option);
        CHECK(result.out.find(option) != std::string::npos);
    }
}

TEST_CASE("Ctrl-C stops the run and still prints the table", "[program]")
{
    int runs = 0;
    const outcome result =
        program({"--requests", "20000", "--store", "delay=0", "--verify"}, [&](const run_settings& settings) {
            if (++runs == 2) std::raise(SIGINT);
            return cache::run(settings);
        });
    CHECK(result.status == 130);
    CHECK(runs == 2);
    CHECK(result.err.find("stopped") != std::string::npos);
    CHECK(cells(result.out, "filters") == row{"none", "counting"});
    CHECK(cells(result.out, "requests") == row{"20,000", "0"});
}

TEST_CASE("a store that cannot be made is status 1 and says why", "[program]")
{
    const char* const was = std::getenv("TMPDIR");
    const std::string kept = was == nullptr ? "" : was;
    ::setenv("TMPDIR", "/no/such/folder", 1);
    const outcome result = program({"--requests", "10"});
    if (was == nullptr) {
        ::unsetenv("TMPDIR");
    } else {
        ::setenv("TMPDIR", kept.c_str(), 1);
    }
    CHECK(result.status == 1);
    CHECK(result.err.find("/no/such/folder") != std::string::npos);
}
