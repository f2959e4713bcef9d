// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <support/catch.hpp>

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"
#include "dedup/output.hpp"
#include "in_process.hpp"

using namespace dedup;
using examples_test::temporary_folder;

namespace {

/// The texts as they are handed on.
std::vector<std::string> all_of(input& from)
{
    std::vector<std::string> result;
    byte_buffer text;
    while (from.read(text)) result.emplace_back(text.text());
    return result;
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string result;
    for (const std::string& text : texts) result += text;
    return result;
}

}  // namespace

TEST_CASE("all texts are whole lines, and none is lost between them", "[dedup]")
{
    const temporary_folder folder;
    for (const std::size_t longest : {0u, 10u, 1'000u, 200'000u}) {
        const std::size_t count = longest > 1'000 ? 20 : 20'000;
        const std::string text = dedup_test::text_of(dedup_test::odd_lines(count, count, longest, longest));
        folder.write("file", text);
        input from({folder.path() / "file"}, {});
        const std::vector<std::string> texts = all_of(from);
        CHECK(joined(texts) == text);
        for (const std::string& one : texts) {
            CHECK(one.ends_with('\n'));
            CHECK(one.size() <= input::piece + longest + 1);
        }
        CHECK(texts.size() > text.size() / (input::piece + longest + 1));
        CHECK(from.failures() == 0);
    }
}

TEST_CASE("small files share a text", "[dedup]")
{
    const temporary_folder folder;
    folder.write("one", "a");
    folder.write("two", "b\n");
    folder.write("three", "c");
    const std::string in = folder.path().string();
    input from({in + "/one", in + "/two", in + "/three"}, {});
    CHECK(all_of(from) == std::vector<std::string>{"a\nb\nc\n"});
}

TEST_CASE("the lines that are in a pipe are handed on before more are there", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", "first\n");
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    write_all(pipe[1], "a\nb\nbegin ");
    input from({folder.path() / "file", "-"}, {.standard_input = pipe[0]});
    byte_buffer text;
    REQUIRE(from.read(text));  // without a look at the pipe
    CHECK(text.text() == "first\n");
    REQUIRE(from.read(text));
    CHECK(text.text() == "a\nb\n");
    write_all(pipe[1], "and end\nc");
    REQUIRE(from.read(text));
    CHECK(text.text() == "begin and end\n");
    ::close(pipe[1]);
    REQUIRE(from.read(text));
    CHECK(text.text() == "c\n");
    CHECK_FALSE(from.read(text));
    CHECK_FALSE(from.read(text));
    ::close(pipe[0]);
}

TEST_CASE("the memory for a long line is given back", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", std::string(5'000'000, 'x') + "\nshort\n" + std::string(200'000, 'y') + "\nend\n");
    input from({folder.path() / "file"}, {});
    byte_buffer text;
    REQUIRE(from.read(text));
    CHECK(text.capacity() >= 5'000'000);
    CHECK(text.capacity() <= 8'000'000);
    while (from.read(text)) CHECK(text.capacity() <= 4 * input::piece);
}

TEST_CASE("a file that is also the output is named and not read", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", "a\n");
    folder.write("other", "b\n");
    const std::string name = folder.path() / "file";
    const int out = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    REQUIRE(out >= 0);
    std::ostringstream err;
    messages to(err);
    input from({name, folder.path() / "other"}, {.not_from = out, .to = &to});
    CHECK(joined(all_of(from)) == "b\n");
    CHECK(from.failures() == 1);
    CHECK(err.str() == "tamiz-dedup: " + name + ": it is also the output\n");
    ::close(out);
}

TEST_CASE("standard input that is closed is a file that cannot be read", "[dedup]")
{
    std::ostringstream err;
    messages to(err);
    input from({"-"}, {.standard_input = -1, .to = &to});
    CHECK(all_of(from).empty());
    CHECK(from.failures() == 1);
    CHECK(err.str() == "tamiz-dedup: standard input: Bad file descriptor\n");
}
