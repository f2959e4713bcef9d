// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/table.hpp"

#include <support/catch.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>

using namespace examples;
using namespace std::chrono_literals;

TEST_CASE("columns are as wide as their widest cell", "[table]")
{
    table numbers({{"what", alignment::left}, {"count", alignment::right}, {"unit", alignment::left}});
    numbers.add_row({"pages", "4,389", "ä"});
    numbers.add_row({"größer", "7"});
    numbers.add_rule();
    numbers.add_row({});
    CHECK(numbers.to_string() == "what    count  unit\n"
                                 "-------------------\n"
                                 "pages   4,389  ä\n"
                                 "größer      7\n"
                                 "-------------------\n"
                                 "\n");
}

TEST_CASE("a table without headings or rows has no line of them", "[table]")
{
    table plain({{"", alignment::left}, {"", alignment::right}});
    CHECK(plain.to_string().empty());
    plain.add_row({"a", "10"});
    plain.add_row({"bcd", "9"});
    CHECK(plain.to_string() == "a    10\nbcd   9\n");
}

TEST_CASE("a table needs columns, and a row no more cells than those", "[table]")
{
    CHECK_THROWS_AS(table({}), std::invalid_argument);
    table narrow({{"one", alignment::left}});
    CHECK_THROWS_AS(narrow.add_row({"1", "2"}), std::invalid_argument);
}

TEST_CASE("numbers are grouped by three digits", "[table]")
{
    CHECK(with_separators(0) == "0");
    CHECK(with_separators(999) == "999");
    CHECK(with_separators(1000) == "1,000");
    CHECK(with_separators(123456) == "123,456");
    CHECK(with_separators(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}

TEST_CASE("sizes have three digits and a unit", "[table]")
{
    CHECK(binary_size(0) == "0 bytes");
    CHECK(binary_size(1) == "1 byte");
    CHECK(binary_size(1023) == "1023 bytes");
    CHECK(binary_size(1024) == "1.00 KiB");
    CHECK(binary_size(10 * 1024) == "10.0 KiB");
    CHECK(binary_size(100 * 1024) == "100 KiB");
    CHECK(binary_size(1024 * 1024 - 1) == "1.00 MiB");
    CHECK(binary_size(1'198'136) == "1.14 MiB");
    CHECK(binary_size(std::numeric_limits<std::uint64_t>::max()) == "16.0 EiB");
    CHECK(decimal_size(999) == "999 bytes");
    CHECK(decimal_size(1000) == "1.00 kB");
    CHECK(decimal_size(999'499) == "999 kB");
    CHECK(decimal_size(999'500) == "1.00 MB");
    CHECK(decimal_size(1'198'136) == "1.20 MB");
    CHECK(decimal_size(std::numeric_limits<std::uint64_t>::max()) == "18.4 EB");
}

TEST_CASE("durations are shown in the unit that suits them", "[table]")
{
    CHECK(human_duration(-1s) == "0 µs");
    CHECK(human_duration(1500ns) == "1.5 µs");
    CHECK(human_duration(45'600us) == "45.6 ms");
    CHECK(human_duration(999'600us) == "1.00 s");
    CHECK(human_duration(1234ms) == "1.23 s");
    CHECK(human_duration(59'994ms) == "59.99 s");
    CHECK(human_duration(59'996ms) == "1 min 00 s");
    CHECK(human_duration(125s) == "2 min 05 s");
    CHECK(human_duration(100h) == "6,000 min 00 s");
}

TEST_CASE("shares are percentages, small ones powers of ten", "[table]")
{
    CHECK(human_share(0) == "0 %");
    CHECK(human_share(0.1234) == "12.34 %");
    CHECK(human_share(1) == "100.00 %");
    CHECK(human_share(1e-4) == "0.01 %");
    CHECK(human_share(1e-6) == "1.0e-06");
}
