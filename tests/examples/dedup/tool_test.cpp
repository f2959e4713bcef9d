// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "tool.hpp"

#include <sys/wait.h>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"
#include "in_process.hpp"

using namespace dedup_test;
using examples_test::temporary_folder;

namespace {

std::string content_of(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::string numbers(int from, int to)
{
    std::string result;
    for (int i = from; i < to; ++i) result += std::to_string(i) + '\n';
    return result;
}

/// For so many bytes of the same few lines.
std::uint64_t peak_for(std::size_t bytes)
{
    constexpr int different = 2'000;
    std::string some;
    for (int i = 0; i < 100; ++i) some += numbers(0, different);
    tool reader({"--threads", "2", "--expected-items", "100000", "--ordered"});
    for (std::size_t written = 0; written < bytes; written += some.size())
        if (!reader.write(some)) return 0;
    for (int i = 0; i < different; ++i)
        if (reader.read_line() != std::to_string(i) + '\n') return 0;
    return reader.peak_bytes();  // all but what the pipe holds was read
}

}  // namespace

TEST_CASE("it prints what sort and awk print", "[dedup]")
{
    const temporary_folder folder;
    std::vector<std::string> lines = odd_lines(50'000, 20'000, 30, 9);
    folder.write("any", text_of(lines) + "the last");
    for (std::string& line : lines) std::erase(line, '\0');  // which not every awk can read
    folder.write("text", text_of(lines) + "the last");
    const std::string script =
        "cd " + folder.path().string() + " && export LC_ALL=C && " +
        "sort -u any >sorted && sort any | uniq -d >repeated && awk '!seen[$0]++' text >first && " + TAMIZ_DEDUP +
        " any | sort >ours_sorted && " + TAMIZ_DEDUP + " --duplicates <any | sort >ours_repeated && " + TAMIZ_DEDUP +
        " --threads 3 --ordered <text >ours_first";
    REQUIRE(std::system(script.c_str()) == 0);
    CHECK(content_of(folder.path() / "ours_sorted") == content_of(folder.path() / "sorted"));
    CHECK(content_of(folder.path() / "ours_repeated") == content_of(folder.path() / "repeated"));
    CHECK(content_of(folder.path() / "ours_first") == content_of(folder.path() / "first"));
    CHECK(content_of(folder.path() / "first").size() > 100'000);
}

TEST_CASE("a closed pipe ends it quietly", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", numbers(0, 500'000));
    const std::string name = folder.path() / "file";
    {
        tool by_signal({name});
        CHECK_FALSE(by_signal.read_line().empty());
        by_signal.close_output();
        CHECK(by_signal.wait().signal == SIGPIPE);
    }
    tool by_status({name}, true);
    CHECK_FALSE(by_status.read_line().empty());
    by_status.close_output();
    CHECK(by_status.wait().status == 128 + SIGPIPE);

    const std::string err = folder.path() / "err";
    const std::string script = "(trap '' PIPE; " TAMIZ_DEDUP " " + name + " 2>" + err + ") | head -n 1 >/dev/null";
    CHECK(std::system(script.c_str()) == 0);
    CHECK(content_of(err).empty());
}

TEST_CASE("an output that cannot be written is named", "[dedup]")
{
    const temporary_folder folder;
    const std::string err = folder.path() / "err";
    for (const char* const option : {"", "--count"}) {
        const std::string script = "echo a | " TAMIZ_DEDUP " " + std::string(option) + " >/dev/full 2>" + err;
        const int status = std::system(script.c_str());
        CHECK(WEXITSTATUS(status) == 1);
        CHECK(content_of(err) == "tamiz-dedup: standard output: No space left on device\n");
    }
}

TEST_CASE("a line that is there is printed before the next one comes", "[dedup]")
{
    for (const char* const threads : {"1", "3"}) {
        for (const char* const mode : {"--ordered", "--no-progress"}) {
            tool live({"--threads", threads, mode});
            for (const char* const line : {"a\n", "b\n", "c\n"}) {
                REQUIRE(live.write("a\n" + std::string(line)));
                CHECK(live.read_line() == line);
            }
            live.close_input();
            CHECK(live.read_line().empty());
            CHECK(live.wait().status == 0);
        }
    }
}

TEST_CASE("memory does not grow with the input", "[dedup]")
{
    if (tamiz_test::sanitized) return;
    const std::uint64_t small = peak_for(4'000'000);
    const std::uint64_t large = peak_for(60'000'000);
    constexpr std::uint64_t mebibyte = 1 << 20;
    CHECK(small > mebibyte);
    CHECK(large > mebibyte);
    CHECK(large < small + 3 * mebibyte);
    CHECK(large < 20 * mebibyte);
}
