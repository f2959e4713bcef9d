// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/plan.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <support/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "../temporary_folder.hpp"
#include "dedup/line_filter.hpp"

using namespace dedup;
using examples_test::temporary_folder;

namespace {

constexpr double rate = 1e-9;
constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

/// How many lines are in it, and how many are thought to be.
std::pair<std::uint64_t, std::uint64_t> lines_and_estimate(const temporary_folder& folder, const std::string& text,
                                                           std::uint64_t most_counted = most_counted_bytes)
{
    folder.write("file", text);
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
    return {lines, lines_of(file(folder.path() / "file", -1), most_counted).value().lines};
}

std::uint64_t bytes_of(std::uint64_t items)
{
    return line_filter::word_count_for(tamiz::filter_options{.expected_items = items, .false_positive_rate = rate}) * 8;
}

}  // namespace

TEST_CASE("the lines of a file of up to a gigabyte are counted", "[dedup]")
{
    const temporary_folder folder;
    folder.write("none", "");
    const auto none = lines_of(file(folder.path() / "none", -1));
    CHECK((none.has_value() && none->lines == 0 && none->is_exact));
    // Many short lines where no sample would look.
    std::string hidden(5 << 20, 'x');
    for (std::size_t i = 100'000; i < 130'000; ++i) hidden[i] = '\n';
    const auto [hidden_lines, hidden_count] = lines_and_estimate(folder, hidden);
    CHECK(hidden_count == hidden_lines);
    for (const std::string& text : {std::string("a"), std::string("a\n"), std::string("a\nb"), std::string("\n\n"),
                                    std::string(4 << 20, '\n'), std::string(100'000, 'x')}) {
        const auto [lines, estimate] = lines_and_estimate(folder, text);
        CHECK(estimate == lines);
    }
}

TEST_CASE("a file that does not tell its size is a guess, and not an empty one", "[dedup]")
{
    const std::string name = "/proc/self/status";
    if (!std::ifstream(name)) return;  // another system
    CHECK(!lines_of(file(name, -1)).has_value());
    const plan planned = plan_for_files({name}, -1, rate, plenty);
    CHECK(planned.items == assumed_lines);
    CHECK(planned.from == basis::assumed);
}

TEST_CASE("a file of more than a gigabyte is planned for by a sample, and with ten million lines at least", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", "");
    const std::string name = folder.path() / "file";
    // A hole: it takes no room on the disk.
    REQUIRE(::truncate(name.c_str(), static_cast<off_t>(most_counted_bytes + 1)) == 0);
    const auto lines = lines_of(file(name, -1));
    CHECK((lines.has_value() && !lines->is_exact));
    const plan planned = plan_for_files({name}, -1, rate, plenty);
    CHECK(planned.items == assumed_lines);
    CHECK(planned.from == basis::assumed);
}

TEST_CASE("those of a large file are sampled, and a little more", "[dedup]")
{
    const temporary_folder folder;
    std::mt19937_64 random(1);
    for (const std::size_t longest : {2u, 30u, 3'000u}) {
        CAPTURE(longest);
        std::string text;
        while (text.size() < (12u << 20)) text.append(random() % (longest + 1), 'x').push_back('\n');
        const auto [lines, estimate] = lines_and_estimate(folder, text, 0);
        CHECK(estimate >= lines);
        CHECK(static_cast<double>(estimate) < static_cast<double>(lines) * 1.1);
    }
    // Short lines in one half, long ones in the other.
    std::string text;
    while (text.size() < (6u << 20)) text += "abc\n";
    while (text.size() < (12u << 20)) text += std::string(500, 'x') + '\n';
    const auto [lines, estimate] = lines_and_estimate(folder, text, 0);
    CHECK(estimate >= lines);
    CHECK(estimate < 2 * lines);
}

TEST_CASE("an open file is counted from where it stands", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", "a\nb\nc\n");
    const file open(folder.path() / "file", -1);
    REQUIRE(::lseek(open.descriptor(), 2, SEEK_SET) == 2);
    CHECK(lines_of(file("-", open.descriptor())).value().lines == 2u);
    CHECK(::lseek(open.descriptor(), 0, SEEK_CUR) == 2);
}

TEST_CASE("files are planned for by their lines, and what has no length by a guess", "[dedup]")
{
    const temporary_folder folder;
    folder.write("one", "a\nb\n");
    folder.write("two", "c");
    const std::string one = folder.path() / "one";
    const std::string two = folder.path() / "two";
    const std::string pipe = folder.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);

    const plan both = plan_for_files({one, two, "/no/such/file", folder.path()}, -1, rate, plenty);
    CHECK(both.items == 3);
    CHECK(both.from == basis::files);
    const plan none = plan_for_files({"/no/such/file"}, -1, rate, plenty);
    CHECK(none.items == 1);
    // Is not opened: there is nobody to write to it.
    const plan piped = plan_for_files({one, pipe}, -1, rate, plenty);
    CHECK(piped.items == 2 + assumed_lines);
    CHECK(piped.from == basis::assumed);
}

TEST_CASE("no more memory is planned for than there may be", "[dedup]")
{
    const temporary_folder folder;
    folder.write("file", std::string(100'000, '\n'));
    const std::string name = folder.path() / "file";
    const plan cut = plan_for_files({name}, -1, rate, 100'000);
    CHECK(cut.from == basis::memory);
    CHECK(cut.items == items_in(100'000, rate));
    CHECK(plan_for_files({name}, -1, rate, bytes_of(100'000)).items == 100'000);
    CHECK(most_unasked_bytes() > (std::uint64_t{1} << 26));
}

TEST_CASE("as many items are planned for as fit the memory", "[dedup]")
{
    for (const std::uint64_t bytes : {std::uint64_t{1} << 12, std::uint64_t{1} << 20, std::uint64_t{3'000'000'000}}) {
        CAPTURE(bytes);
        const std::uint64_t items = items_in(bytes, rate);
        CHECK(bytes_of(items) <= bytes);
        CHECK(static_cast<double>(bytes_of(items)) > 0.9 * static_cast<double>(bytes));
    }
    // A filter of 2^46 bytes could hold more keys than their hashes tell apart at this rate.
    CHECK(items_in(std::uint64_t{1} << 46, rate) > 10'000'000'000);
    CHECK(items_in(std::uint64_t{1} << 46, rate) < 18'500'000'000);
    CHECK_THROWS_AS(items_in(1, rate), std::invalid_argument);
    CHECK_THROWS_AS(items_in(1 << 20, 1e-30), std::length_error);
}
