// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/program.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "generated_site.hpp"
#include "support/table.hpp"

using crawler::run_result;
using crawler::run_settings;
using examples_test::generated_site;
using examples_test::temporary_folder;

namespace {

struct outcome {
    int status = -1;
    std::string out;
    std::string err;
};

run_result run_well(const std::string& layout, const run_settings& settings)
{
    if (layout == "classic") return crawler::run<tamiz::layout::classic>(settings);
    return crawler::run<tamiz::layout::cache_line<8>>(settings);
}

outcome program(std::vector<const char*> arguments, const crawler::runner& run = run_well)
{
    arguments.insert(arguments.begin(), "crawler");
    std::ostringstream out;
    std::ostringstream err;
    outcome result;
    result.status = crawler::program(static_cast<int>(arguments.size()), arguments.data(), run, out, err, nullptr);
    result.out = out.str();
    result.err = err.str();
    return result;
}

/// A claim that answers from what it saw before it set the bits.
struct broken_words : tamiz::words<> {
    template <typename Probes, typename MayWrite>
    static tamiz::claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const bool is_new = !test(memory, probes);
        std::this_thread::yield();
        set(memory, probes, may_write);
        return is_new ? tamiz::claim_result::won : tamiz::claim_result::present;
    }
};

/// The first cell after the name in a row of the table.
std::string cell(const std::string& table, const std::string& row)
{
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(row + "  ")) continue;
        std::istringstream rest(line.substr(row.size()));
        std::string first;
        rest >> first;
        return first;
    }
    return "(no such row)";
}

}  // namespace

TEST_CASE("a crawl of a folder ends with status 0 and a table", "[program]")
{
    const temporary_folder folder;
    const generated_site site{.levels = 4, .width = 10};
    site.write_to(folder.path());
    for (const char* const policy : {"claim", "insert"}) {
        for (const char* const layout : {"cache_line8", "classic"}) {
            CAPTURE(policy, layout);
            const outcome result =
                program({"--root", folder.path().c_str(), "--start", "0-0.html", "--hosts", "3", "--policy", policy,
                         "--layout", layout, "--threads", "4", "--expected-urls", "1000", "--seed", "7", "--verify"});
            CHECK(result.err.empty());
            CHECK(result.status == 0);
            CHECK(cell(result.out, "distinct URLs") == std::to_string(3 * site.addresses()));
            CHECK(cell(result.out, "broken links") == "3");
            CHECK(cell(result.out, "redirects") == "0");
            CHECK(cell(result.out, "lost") == "0");
            CHECK(cell(result.out, "exact set memory") != "-");
            CHECK(cell(result.out, "time") != "(no such row)");
            if (policy == std::string("claim")) {
                // By insert, threads that race for a page may both fetch it, and see its links twice.
                CHECK(cell(result.out, "links seen") == examples::with_separators(3 * site.links()));
                CHECK(cell(result.out, "pages fetched") == std::to_string(3 * site.pages()));
                CHECK(cell(result.out, "fetched twice") == "0");
            }
        }
    }
}

TEST_CASE("without the check the table says what is not known", "[program]")
{
    const temporary_folder folder;
    generated_site{.levels = 2, .width = 3}.write_to(folder.path());
    const outcome result = program({"--root", folder.path().c_str(), "--start", "/0-0.html"});
    CHECK(result.status == 0);
    CHECK(cell(result.out, "pages fetched") == "7");
    CHECK(cell(result.out, "fetched twice") == "0");
    CHECK(cell(result.out, "distinct URLs") == "8");
    CHECK(cell(result.out, "lost") == "-");
    CHECK(cell(result.out, "exact set memory") == "-");
}

TEST_CASE("the last one counts of an option that is given twice", "[program]")
{
    const temporary_folder folder;
    generated_site{.levels = 2, .width = 3}.write_to(folder.path());
    const outcome result = program({"--start", "no-such.html", "--root", folder.path().c_str(), "--start", "0-0.html",
                                    "--threads", "1", "--threads", "2"});
    CHECK(result.err.empty());
    CHECK(result.status == 0);
}

TEST_CASE("a filter broken on purpose ends with status 1, with the check and without", "[program]")
{
    const temporary_folder folder;
    generated_site{.levels = 10, .width = 24}.write_to(folder.path());
    const crawler::runner broken = [](const std::string&, const run_settings& settings) {
        return crawler::run<tamiz::layout::cache_line<8>, broken_words>(settings);
    };
    std::vector<const char*> arguments = {"--root", folder.path().c_str(), "--start", "0-0.html"};
    const bool verify = GENERATE(true, false);
    if (verify) arguments.push_back("--verify");
    outcome result;
    for (int round = 0; round < 20 && result.status != 1; ++round) result = program(arguments, broken);
    CHECK(result.status == 1);
    CHECK(result.err.find("fetched more than once") != std::string::npos);
    CHECK(cell(result.out, "fetched twice") != "0");
}

TEST_CASE("bad arguments are one line and status 2", "[program]")
{
    const temporary_folder folder;
    generated_site{.levels = 1, .width = 1}.write_to(folder.path());
    const char* const root = folder.path().c_str();
    const std::vector<std::pair<std::vector<const char*>, std::string>> cases = {
        {{}, "--root"},
        {{"--root", "/no/such/folder"}, "/no/such/folder"},
        {{"--root", "/dev/null"}, "/dev/null"},
        {{"--root", root}, "/index.html"},  // there is none
        {{"--root", root, "--start", "nowhere.html"}, "nowhere.html"},
        {{"--root", root, "--start", "//elsewhere.example/"}, "//elsewhere.example/"},
        {{"--root", root, "--start", "0-0.html", "--threads", "0"}, "--threads"},
        {{"--root", root, "--start", "0-0.html", "--threads", "1001"}, "1001"},
        {{"--root", root, "--start", "0-0.html", "--threads", "x"}, "--threads"},
        {{"--root", root, "--start", "0-0.html", "--expected-urls", "0"}, "--expected-urls"},
        {{"--root", root, "--start", "0-0.html", "--expected-urls", "-1"}, "--expected-urls"},
        {{"--root", root, "--start", "0-0.html", "--expected-urls", "18446744073709551615"}, "18446744073709551615"},
        {{"--root", root, "--start", "0-0.html", "--false-positive-rate", "0"}, "--false-positive-rate"},
        {{"--root", root, "--start", "0-0.html", "--false-positive-rate", "1"}, "--false-positive-rate"},
        {{"--root", root, "--start", "0-0.html", "--false-positive-rate", "nan"}, "--false-positive-rate"},
        {{"--root", root, "--start", "0-0.html", "--false-positive-rate", "1e-30"}, "1e-30"},
        {{"--root", root, "--start", "0-0.html", "--policy", "hope"}, "hope"},
        {{"--root", root, "--start", "0-0.html", "--layout", "word"}, "word"},
        {{"--root", root, "--start", "0-0.html", "--hosts", "0"}, "--hosts"},
        {{"--root", root, "--start", "0-0.html", "--seed", "x"}, "--seed"},
        {{"--root", root, "--start", "0-0.html", "--verfy"}, "--verfy"},
        {{"--root", root, "--start", "0-0.html", "surplus"}, "surplus"},
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
    const outcome result = program({"--help"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    for (const char* const option : {"--root", "--start", "--threads", "--expected-urls", "--false-positive-rate",
                                     "--policy", "--hosts", "--verify", "--layout", "--seed"}) {
        CAPTURE(option);
        CHECK(result.out.find(option) != std::string::npos);
    }
}

TEST_CASE("Ctrl-C stops the crawl and still prints the table", "[program]")
{
    const temporary_folder folder;
    generated_site{.levels = 5, .width = 20}.write_to(folder.path());
    // The hundredth fetch is when somebody presses the keys; there would be 100,000 more.
    const auto fetches = std::make_shared<std::atomic<int>>(0);
    const crawler::runner interrupted = [&](const std::string& layout, const run_settings& settings) {
        run_settings changed = settings;
        changed.fetch = [fetches, make = settings.fetch]() -> crawler::fetch_function {
            return [fetches, fetch = make()](std::string_view authority, std::string_view target) {
                if (++*fetches == 100) std::raise(SIGINT);
                return fetch(authority, target);
            };
        };
        return run_well(layout, changed);
    };
    const bool verify = GENERATE(true, false);
    std::vector<const char*> arguments = {"--root", folder.path().c_str(), "--start", "0-0.html", "--hosts", "1000"};
    if (verify) arguments.push_back("--verify");
    const outcome result = program(arguments, interrupted);
    CHECK(result.status == 130);
    CHECK(result.err.find("stopped") != std::string::npos);
    CHECK(cell(result.out, "fetched twice") == "0");
    CHECK(cell(result.out, "lost") == "-");
    CHECK(*fetches >= 100);
    CHECK(*fetches < 101'000);
}
