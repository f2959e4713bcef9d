// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/guard.hpp"

#include <fmt/format.h>

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "registration/writer.hpp"
#include "running_service.hpp"

using namespace std::chrono_literals;
using examples_test::comes_true;
using examples_test::temporary_folder;
using registration::guard;
using registration::guard_state;

namespace {

constexpr tamiz::filter_options small = {.expected_items = 100'000, .false_positive_rate = 1e-6};

bool has_ended(const guard& loading)
{
    return comes_true(
        [&] { return loading.state() == guard_state::complete || loading.state() == guard_state::failed; });
}

/// What `load` told at its end.
struct ending {
    std::atomic<int> calls{0};
    std::string error;  ///< written before `calls` rises

    std::function<void(const std::string&)> teller()
    {
        return [this](const std::string& text) {
            error = text;
            ++calls;
        };
    }
};

}  // namespace

TEST_CASE("until the table is loaded every address may be in it", "[guard]")
{
    const temporary_folder folder;
    const std::filesystem::path file = folder.path() / "table.db";
    {
        const registration::writer makes_the_table(file, {});
    }
    ending end;
    guard tested(small);
    CHECK(tested.state() == guard_state::empty);
    CHECK(tested.tell("a@example.com"));
    tested.load(file, 2, 1s, end.teller());
    REQUIRE(has_ended(tested));
    CHECK(end.calls == 1);
    CHECK(end.error.empty());
    CHECK(tested.state() == guard_state::complete);
    CHECK(tested.loaded() == 0);
    CHECK(tested.tell("a@example.com"));
    CHECK_FALSE(tested.tell("b@example.com"));
    CHECK(tested.tell("b@example.com"));
}

TEST_CASE("every row is loaded once, whatever ids the rows have", "[guard]")
{
    const temporary_folder folder;
    const std::filesystem::path file = folder.path() / "table.db";
    {
        const registration::writer makes_the_table(file, {});
    }
    registration::connection to(file, registration::access::read_write);
    const unsigned rows = GENERATE(1U, 2U, 40'001U);
    examples_test::add_known(to, rows);
    const char* const spread =
        GENERATE("", "UPDATE registrations SET id = -id", "UPDATE registrations SET id = id * 1000003",
                 "UPDATE registrations SET id = CASE id WHEN 1 THEN -9223372036854775808 WHEN 2 THEN "
                 "9223372036854775807 ELSE id END");
    CAPTURE(rows, spread);
    to.execute(spread);
    ending end;
    guard tested(small);
    tested.load(file, rows == 2 ? 1 : 3, 1s, end.teller());
    REQUIRE(has_ended(tested));
    CHECK(end.calls == 1);
    CHECK(end.error.empty());
    CHECK(tested.loaded() == rows);
    unsigned missed = 0;
    for (unsigned i = 1; i <= rows; ++i) missed += tested.tell(fmt::format("user{}@known.example", i)) ? 0U : 1U;
    CHECK(missed == 0);
    CHECK_FALSE(tested.tell("user0@known.example"));
}

TEST_CASE("what is told while the table is loaded is not forgotten", "[guard]")
{
    const temporary_folder folder;
    const std::filesystem::path file = folder.path() / "table.db";
    {
        const registration::writer makes_the_table(file, {});
    }
    registration::connection to(file, registration::access::read_write);
    examples_test::add_known(to, 20'000);
    ending end;
    guard tested({.expected_items = 100'000});
    tested.load(file, 2, 1s, end.teller());
    constexpr unsigned each = 1000;
    std::atomic<unsigned> denied{0};
    tamiz_test::in_threads(4, [&](unsigned thread) {
        for (unsigned i = 0; i < each; ++i) {
            const std::string email = fmt::format("{}@{}.example", i, thread);
            (void)tested.tell(email);
            denied += tested.tell(email) ? 0 : 1;  // told a moment ago, complete or not
            denied += tested.tell(fmt::format("user{}@known.example", thread * each + i + 1)) ? 0 : 1;
        }
    });
    CHECK(denied == 0);
    REQUIRE(has_ended(tested));
    CHECK(end.calls == 1);
    for (unsigned i = 0; i < 4 * each; ++i)
        denied += tested.tell(fmt::format("{}@{}.example", i % each, i / each)) ? 0 : 1;
    CHECK(denied == 0);
}

TEST_CASE("a table that cannot be read leaves every address in doubt", "[guard]")
{
    const temporary_folder folder;
    ending end;
    guard tested(small);
    tested.load(folder.path() / "nowhere.db", 2, 1s, end.teller());
    REQUIRE(has_ended(tested));
    CHECK(end.calls == 1);
    CHECK(end.error.find("unable to open") != std::string::npos);
    CHECK(tested.state() == guard_state::failed);
    CHECK(tested.tell("a@example.com"));
}
