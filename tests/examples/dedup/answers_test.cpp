// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What comes out for what goes in.

#include <support/catch.hpp>
#include <support/sanitizers.hpp>

#include <string>
#include <vector>

#include "../temporary_folder.hpp"
#include "in_process.hpp"

using namespace dedup_test;
using examples_test::temporary_folder;

TEST_CASE("any lines come out once, where they stand first, with any number of threads", "[dedup]")
{
    const std::vector<std::string> lines = odd_lines(tamiz_test::scaled(60'000, 3), 20'000, 40, 1);
    const std::string expected = text_of(distinct(lines));
    for (const char* const threads : {"1", "2", "5", "40"}) {
        CAPTURE(threads);
        const outcome ordered = run({"--ordered", "--threads", threads}, text_of(lines));
        CHECK(ordered.status == 0);
        CHECK(ordered.err.empty());
        CHECK(ordered.out == expected);
        const outcome unordered = run({"--threads", threads}, text_of(lines));
        CHECK(unordered.status == 0);
        CHECK(sorted(lines_of(unordered.out)) == sorted(distinct(lines)));
    }
}

TEST_CASE("one line that comes all the time is printed once, whoever reads it", "[dedup]")
{
    // All threads meet it at the same time; with no order of its own, two of them would be told that it is new.
    std::string text;
    for (int i = 0; i < tamiz_test::scaled(500'000); ++i) text += "the same\n";
    for (int round = 0; round < 5; ++round) CHECK(run({"--threads", "5"}, text).out == "the same\n");
}

TEST_CASE("--ordered keeps the order where one piece of the input takes longer than the next", "[dedup]")
{
    // Many short lines, every other one new, then one long line, which is done at once: it would overtake them.
    std::string text;
    std::vector<std::string> expected;
    for (int i = 0; i < tamiz_test::scaled(600'000); ++i) {
        const std::string line = std::to_string(i);
        text += line + "\n0\n";
        expected.push_back(line);
        if (i % 20'000 == 0) {
            expected.push_back(line + std::string(150'000, 'x'));
            text += expected.back() + '\n';
        }
    }
    for (const char* const threads : {"2", "5"})
        CHECK((run({"--ordered", "--threads", threads}, text).out == text_of(expected)));
}

TEST_CASE("repeated lines come out once, where they stand the second time", "[dedup]")
{
    const std::vector<std::string> lines = odd_lines(60'000, 30'000, 40, 2);
    REQUIRE(repeated(lines).size() < distinct(lines).size());
    for (const char* const threads : {"1", "2", "5"}) {
        const outcome result = run({"--duplicates", "--ordered", "--threads", threads}, text_of(lines));
        CHECK(result.status == 0);
        CHECK(result.out == text_of(repeated(lines)));
    }
    CHECK(run({"--duplicates"}, "a\nb\na\nc\na\nb\nb\n").out == "a\nb\n");
    CHECK(run({"--duplicates"}, "a\nb\nc\n").out.empty());
}

TEST_CASE("only a newline ends a line", "[dedup]")
{
    using namespace std::string_literals;
    CHECK(run({}, "a\r\na\na\r\n").out == "a\r\na\n");
    CHECK(run({}, "x\0y\nx\0z\nx\nx\0y\n"s).out == "x\0y\nx\0z\nx\n"s);
    CHECK(run({}, "\xff\n\xfe\n\xff\n\x80\n").out == "\xff\n\xfe\n\x80\n");
    CHECK(run({}, " a\na\na \n").out == " a\na\na \n");
}

TEST_CASE("a last line without newline is a line, and is printed with one", "[dedup]")
{
    CHECK(run({}, "a\nb").out == "a\nb\n");
    CHECK(run({}, "b\na\nb").out == "b\na\n");
    CHECK(run({}, "b").out == "b\n");
}

TEST_CASE("no input is no output, and an empty line is a line", "[dedup]")
{
    for (const bool is_piped : {false, true}) {
        const outcome nothing = run({}, "", {.input_is_pipe = is_piped});
        CHECK(nothing.status == 0);
        CHECK(nothing.out.empty());
        CHECK(nothing.err.empty());
        CHECK(run({}, "\n\n\n", {.input_is_pipe = is_piped}).out == "\n");
        CHECK(run({"--count"}, "", {.input_is_pipe = is_piped}).out == "0\n");
    }
}

TEST_CASE("files are read one after the other, each with a last line of its own", "[dedup]")
{
    const temporary_folder folder;
    folder.write("one", "a\nb");
    folder.write("two", "b\nc");
    folder.write("none", "");
    folder.write("three", "ab\nc\nd\n");
    const std::string in = folder.path().string() + "/";
    CHECK(run({"--ordered", in + "one", in + "two", in + "none", in + "three"}).out == "a\nb\nc\nab\nd\n");
    CHECK(run({"--ordered", in + "one", "-", in + "two"}, "x\nb\n").out == "a\nb\nx\nc\n");
    CHECK(run({"-"}, "x\nx\n").out == "x\n");
}

TEST_CASE("lines of any length come out whole", "[dedup]")
{
    std::vector<std::string> lines;
    for (const std::size_t length : {0u, 1u, 131'071u, 131'072u, 131'073u, 262'144u, 3'000'000u}) {
        lines.push_back(std::string(length, 'x'));
        lines.push_back("short");
        lines.push_back(std::string(length, 'x') + "y");
        lines.push_back(std::string(length, 'x'));
    }
    for (const bool is_piped : {false, true}) {
        for (const char* const threads : {"1", "3"}) {
            const outcome result =
                run({"--ordered", "--threads", threads}, text_of(lines), {.input_is_pipe = is_piped});
            CHECK(result.status == 0);
            CHECK((result.out == text_of(distinct(lines))));
        }
    }
}

TEST_CASE("a pipe is read as a file is", "[dedup]")
{
    const std::vector<std::string> lines = odd_lines(40'000, 10'000, 60, 3);
    const outcome result = run({"--ordered"}, text_of(lines), {.input_is_pipe = true});
    CHECK(result.status == 0);
    CHECK(result.out == text_of(distinct(lines)));
}

TEST_CASE("the seed changes nothing but which lines are lost", "[dedup]")
{
    const std::vector<std::string> lines = odd_lines(5'000, 2'000, 20, 4);
    for (const char* const seed : {"0", "1", "18446744073709551615"})
        CHECK(run({"--ordered", "--seed", seed}, text_of(lines)).out == text_of(distinct(lines)));
    // One thread and one seed: the same false positives.
    const std::vector<std::string> lossy = {
        "--seed", "5", "--threads", "1", "--expected-items", "1000", "--false-positive-rate", "0.1"};
    const outcome first = run(lossy, text_of(lines));
    CHECK(first.out == run(lossy, text_of(lines)).out);
    CHECK(lines_of(first.out).size() < distinct(lines).size());
}
