// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/verification.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"
#include "in_process.hpp"

using namespace dedup_test;
using dedup::verdict;
using dedup::wanted;
using examples_test::temporary_folder;

namespace {

verdict judged(const std::string& text, const std::string& excluded, wanted which, const std::vector<bool>& answers)
{
    const temporary_folder folder;
    folder.write("text", text);
    folder.write("excluded", excluded);
    dedup::input again({folder.path() / "text"}, {});
    dedup::input without({folder.path() / "excluded"}, {});
    return dedup::verify(again, without, which, answers);
}

using lines = std::vector<std::string>;

/// The lines that messages with these words name.
lines named(const std::string& err, const std::string& words)
{
    lines result;
    for (const std::string& line : lines_of(err)) {
        const std::size_t at = line.find(words);
        if (at != std::string::npos) result.push_back(line.substr(at + words.size()));
    }
    return result;
}

const std::string lost_words = "lost to a false positive: ";
const std::string wrong_words = "printed by a false positive, but comes only once: ";

}  // namespace

TEST_CASE("a line that was never printed is lost", "[dedup]")
{
    const verdict well = judged("a\nb\na\n\n\n", "", wanted::distinct, {true, true, false, true, false});
    CHECK(well.lost.empty());
    CHECK_FALSE(well.has_changed);
    CHECK(judged("b\na\nb\n\n\n", "", wanted::distinct, {false, false, false, false, false}).lost ==
          lines{"b", "a", ""});
    CHECK(judged("a\nb\na\n", "", wanted::distinct, {true, false, false}).lost == lines{"b"});
    CHECK(judged("a\nb\na\n", "b\n", wanted::distinct, {true, false, false}).lost.empty());
}

TEST_CASE("of repeated lines the others may be printed wrongly", "[dedup]")
{
    const std::string text = "a\nb\na\nc\na\nd\nd\n";
    const verdict well = judged(text, "", wanted::repeated, {false, false, true, false, false, false, true});
    CHECK(well.lost.empty());
    CHECK(well.printed_wrongly.empty());
    const verdict ill = judged(text, "", wanted::repeated, {true, true, false, false, false, false, false});
    CHECK(ill.lost == lines{"d"});
    CHECK(ill.printed_wrongly == lines{"b"});
    CHECK(judged(text, "d\n", wanted::repeated, {true, false, false, false, false, false, false}).lost.empty());
}

TEST_CASE("files that have changed are no evidence", "[dedup]")
{
    CHECK(judged("a\nb\n", "", wanted::distinct, {true}).has_changed);
    CHECK(judged("a\n", "", wanted::distinct, {true, true}).has_changed);
    CHECK(judged("a\na\n", "", wanted::distinct, {true, true}).has_changed);
    CHECK(judged("a\na\n", "", wanted::distinct, {false, true}).has_changed);
    CHECK(judged("a\na\n", "", wanted::repeated, {true, true}).has_changed);
    CHECK(judged("a\n", "a\n", wanted::distinct, {true}).has_changed);
}

TEST_CASE("--verify names exactly the lines that are lost", "[dedup]")
{
    const temporary_folder folder;
    lines all;
    for (int i = 0; i < 3'000; ++i)
        for (int times = 0; times <= i % 3; ++times) all.push_back(std::to_string((i * 7) % 3'000));
    folder.write("file", text_of(all));
    const std::string name = folder.path() / "file";
    for (const char* const threads : {"1", "2", "5"}) {
        CAPTURE(threads);
        const outcome result = run({"--verify", "--seed", "1", "--threads", threads, "--expected-items", "3000",
                                    "--false-positive-rate", "0.2", name});
        CHECK(result.status == 1);
        const lines lost = named(result.err, lost_words);
        CHECK(lost.size() > 30);
        lines together = lines_of(result.out);
        together.insert(together.end(), lost.begin(), lost.end());
        CHECK(sorted(together) == sorted(distinct(all)));
        const lines order = distinct(all);
        CHECK(
            std::ranges::is_sorted(lost, {}, [&](const std::string& line) { return std::ranges::find(order, line); }));
    }
}

TEST_CASE("--verify names exactly what is wrong among the repeated lines", "[dedup]")
{
    const temporary_folder folder;
    lines all;
    for (int i = 0; i < 3'000; ++i)
        for (int times = 0; times <= i % 2; ++times) all.push_back(std::to_string(i));
    folder.write("file", text_of(all));
    const outcome result = run({"--verify", "--duplicates", "--seed", "1", "--threads", "3", "--expected-items", "2000",
                                "--false-positive-rate", "0.2", folder.path() / "file"});
    CHECK(result.status == 1);
    const lines lost = named(result.err, lost_words);
    const lines wrong = named(result.err, wrong_words);
    CHECK(lost.size() > 10);
    CHECK(wrong.size() > 10);
    lines together = repeated(all);
    together.insert(together.end(), wrong.begin(), wrong.end());
    lines told = lines_of(result.out);
    told.insert(told.end(), lost.begin(), lost.end());
    CHECK(sorted(told) == sorted(together));
}

TEST_CASE("--verify finds nothing where nothing is lost", "[dedup]")
{
    const temporary_folder folder;
    const lines all = odd_lines(30'000, 10'000, 30, 8);
    folder.write("file", text_of(all));
    folder.write("old", text_of({all[0], all[1], "other"}));
    const std::string name = folder.path() / "file";
    const std::string old = folder.path() / "old";
    const std::vector<std::vector<std::string>> ways = {
        {"--ordered"}, {"--duplicates"}, {"--count"}, {"--against", old}, {"--against", old, "--duplicates"}};
    for (std::vector<std::string> arguments : ways) {
        CAPTURE(arguments);
        arguments.insert(arguments.end(), {"--verify", name});
        const outcome result = run(arguments);
        CHECK(result.status == 0);
        CHECK(result.err.empty());
    }
}

TEST_CASE("--verify says that it is not done where a file is missing", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", "a\n");
    const outcome result = run({"--verify", folder.path() / "file", "/no/such/file"});
    CHECK(result.status == 1);
    CHECK(result.out == "a\n");
    CHECK(result.err.find("--verify: not done") != std::string::npos);
}
