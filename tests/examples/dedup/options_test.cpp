// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What each option does.

#include <support/catch.hpp>

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"
#include "in_process.hpp"

using namespace dedup_test;
using examples_test::temporary_folder;

namespace {

std::string numbers(int from, int to)
{
    std::string result;
    for (int i = from; i < to; ++i) result += std::to_string(i) + '\n';
    return result;
}

std::size_t count_of(std::string_view text, std::string_view part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

double number_behind(const std::string& text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string::npos) return -1;
    double number = -1;
    const char* const begin = text.data() + at + words.size();
    std::from_chars(begin, text.data() + text.size(), number);
    return number;
}

constexpr std::string_view near_words = "80 % of the ";
constexpr std::string_view over_words = "more different lines";

}  // namespace

TEST_CASE("--count prints how many lines there would be", "[dedup]")
{
    const std::vector<std::string> lines = odd_lines(20'000, 9'000, 20, 5);
    CHECK(run({"--count"}, text_of(lines)).out == std::to_string(distinct(lines).size()) + "\n");
    CHECK(run({"--count", "--duplicates"}, text_of(lines)).out == std::to_string(repeated(lines).size()) + "\n");
}

TEST_CASE("--against leaves out the lines of files", "[dedup]")
{
    const temporary_folder folder;
    folder.write("old", "b\nd\nb\n");
    folder.write("older", "e");
    const std::string old = folder.path() / "old";
    const std::string older = folder.path() / "older";
    const std::string text = "a\nb\nc\na\nd\ne\ne\nc\nb\n";
    for (const char* const threads : {"1", "2", "5"}) {
        CAPTURE(threads);
        const auto with = [&](std::vector<std::string> arguments) {
            arguments.insert(arguments.end(), {"--ordered", "--threads", threads});
            const outcome result = run(arguments, text);
            CHECK(result.status == 0);
            CHECK(result.err.empty());
            return result.out;
        };
        CHECK(with({"--against", old}) == "a\nc\ne\n");
        CHECK(with({"--against", old, "--against", older}) == "a\nc\n");
        CHECK(with({"--against", old, "-"}) == "a\nc\ne\n");  // takes one file, and leaves the next word alone
        CHECK(with({"--against", old, "--duplicates"}) == "a\ne\nc\n");
        CHECK(with({"--against", old, "--count"}) == "3\n");
        CHECK(with({"--against", "-", old, older}) == "");
    }
}

TEST_CASE("--against of many lines leaves out each of them", "[dedup]")
{
    const std::vector<std::string> lines = odd_lines(40'000, 20'000, 20, 6);
    const std::vector<std::string> others = odd_lines(40'000, 20'000, 20, 7);
    std::vector<std::string> old(lines.begin(), lines.begin() + 10'000);
    old.insert(old.end(), others.begin(), others.end());
    const temporary_folder folder;
    folder.write("old", text_of(old));
    const std::set<std::string> known(old.begin(), old.end());
    const auto without_known = [&](std::vector<std::string> from) {
        std::erase_if(from, [&](const std::string& line) { return known.contains(line); });
        return text_of(from);
    };
    const std::string file = folder.path() / "old";
    CHECK(run({"--ordered", "--against", file}, text_of(lines)).out == without_known(distinct(lines)));
    CHECK(run({"--ordered", "--duplicates", "--against", file}, text_of(lines)).out == without_known(repeated(lines)));
}

TEST_CASE("without the file of --against nothing is printed", "[dedup]")
{
    const outcome result = run({"--against", "/no/such/file"}, "a\n");
    CHECK(result.status == 1);
    CHECK(result.out.empty());
    CHECK(result.err.find("/no/such/file: No such file or directory") != std::string::npos);
}

TEST_CASE("a file that cannot be read is named, and the others are read", "[dedup]")
{
    const temporary_folder folder;
    folder.write("one", "a\n");
    folder.write("two", "a\nb\n");
    const std::string in = folder.path().string();
    const outcome result = run({"--ordered", in + "/one", in + "/none", in, in + "/two"});
    CHECK(result.status == 1);
    CHECK(result.out == "a\nb\n");
    CHECK(result.err ==
          "tamiz-dedup: " + in + "/none: No such file or directory\ntamiz-dedup: " + in + ": Is a directory\n");
}

TEST_CASE("it warns at 80 % and at 100 % of the plan, with the rate that then holds", "[dedup]")
{
    const std::vector<std::string> planned = {"--expected-items", "1000", "--false-positive-rate", "1e-6"};
    const outcome few = run(planned, numbers(0, 790));
    CHECK(few.err.empty());

    const outcome near = run(planned, numbers(0, 800));
    CHECK(near.status == 0);
    CHECK(count_of(near.err, near_words) == 1);
    CHECK(count_of(near.err, over_words) == 0);
    CHECK(near.err.find("1,000") != std::string::npos);
    const double near_rate = number_behind(near.err, "is now ");
    CHECK(near_rate > 1e-8);
    CHECK(near_rate < 8e-7);

    const outcome full = run(planned, numbers(0, 1000));
    CHECK(count_of(full.err, over_words) == 0);

    const outcome over = run(planned, numbers(0, 1010));
    CHECK(over.status == 0);
    CHECK(count_of(over.err, near_words) == 1);
    CHECK(count_of(over.err, over_words) == 1);
    const double over_rate = number_behind(over.err.substr(over.err.find(over_words)), "is now ");
    CHECK(over_rate > 3e-7);
    CHECK(over_rate < 4e-6);
}

TEST_CASE("it warns again each time that the lines have doubled", "[dedup]")
{
    // A pipe that is read in more than one piece.
    const outcome result = run({"--expected-items", "10000", "--false-positive-rate", "1e-6"}, numbers(0, 90'000),
                               {.input_is_pipe = true});
    CHECK(count_of(result.err, near_words) == 1);
    CHECK(count_of(result.err, over_words) >= 2);
    CHECK(count_of(result.err, over_words) <= 4);
    CHECK(lines_of(result.out).size() < 90'000);
}

TEST_CASE("lines of --against count in the plan", "[dedup]")
{
    const temporary_folder folder;
    folder.write("old", numbers(0, 900));
    const outcome result = run({"--expected-items", "1000", "--against", folder.path() / "old"}, "x\n");
    CHECK(count_of(result.err, near_words) == 1);
}

TEST_CASE("a file whose lines are all different is as planned", "[dedup]")
{
    const temporary_folder folder;
    folder.write("all", numbers(0, 50'000));
    const outcome result = run({"--ordered", folder.path() / "all"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out == numbers(0, 50'000));
    CHECK(run({"--ordered"}, numbers(0, 50'000)).err.empty());  // standard input from a file
}

TEST_CASE("--memory is what the filters take, in all", "[dedup]")
{
    for (const char* const which : {"--ordered", "--duplicates"}) {
        const outcome result = run({which, "--memory", "4M", "--progress"}, "a\nb\na\n");
        CAPTURE(result.err);
        CHECK(result.status == 0);
        const std::size_t row = result.err.find("memory  ");
        REQUIRE(row != std::string::npos);
        const std::size_t digits = result.err.find_first_of("0123456789", row);
        const double mebibytes = number_behind(result.err.substr(digits - 1), " ");
        CHECK(mebibytes <= 4);
        CHECK(mebibytes > 3.9);
    }
    // 64 KiB have room for some 10,000 lines at the default rate, and no more.
    CHECK(run({"--memory", "64K"}, numbers(0, 7'000)).err.empty());
    CHECK(count_of(run({"--memory", "64K"}, numbers(0, 11'000)).err, over_words) == 1);
}

TEST_CASE("a table closes the run on a terminal, or when it is asked for", "[dedup]")
{
    const surroundings terminal{.is_on_terminal = true};
    const std::vector<std::string> plain = {"--threads", "2", "--expected-items", "5"};
    const auto with = [&](const char* option) {
        std::vector<std::string> arguments = plain;
        arguments.emplace_back(option);
        return arguments;
    };
    for (const outcome& told : {run(plain, "a\nb\na\n", terminal), run(with("--progress"), "a\nb\na\n")}) {
        CHECK(told.status == 0);
        CHECK(told.out == "a\nb\n");
        for (const char* const row : {"lines", "different lines", "printed", "filter memory", "filter fill",
                                      "false positives", "peak memory", "time", "with 2 threads", "made for 5"}) {
            CAPTURE(row);
            CHECK(told.err.find(row) != std::string::npos);
        }
    }
    CHECK(run(with("--progress"), "a\nb\na\n").err.find("3 lines, 2 different") != std::string::npos);
    CHECK(run(plain, "a\nb\na\n").err.empty());
    CHECK(run(with("--no-progress"), "a\nb\na\n", terminal).err.empty());
}
