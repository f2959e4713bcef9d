// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/writer.hpp"

#include <fmt/format.h>

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "registration/reader.hpp"
#include "running_service.hpp"

using namespace std::chrono_literals;
using examples_test::temporary_folder;
using registration::access;
using registration::connection;
using registration::reader;
using registration::sqlite_error;
using registration::statement;
using registration::writer;

namespace {

registration::deadline in(std::chrono::milliseconds time)
{
    return std::chrono::steady_clock::now() + time;
}

std::string first_text(connection& from, std::string_view query)
{
    statement asked(from, query);
    return asked.step() ? std::string(asked.text(0)) : "(none)";
}

}  // namespace

TEST_CASE("a row is there as soon as insert returns, and only once", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    const bool durable = GENERATE(false, true);
    {
        writer tested(file, {.durable = durable});
        reader other(file);
        CHECK(other.rows() == 0);
        CHECK_FALSE(other.ids().has_value());
        CHECK(tested.insert("a@example.com", in(60s)));
        CHECK(other.contains("a@example.com"));
        CHECK_FALSE(other.contains("A@example.com"));
        CHECK_FALSE(tested.insert("a@example.com", in(60s)));
        CHECK(tested.insert("b@example.com", in(60s)));
        CHECK(other.rows() == 2);
        CHECK(tested.commits() == 3);
    }
    writer again(file, {});
    CHECK_FALSE(again.insert("b@example.com", in(60s)));
    connection direct(file, access::read);
    CHECK(first_text(direct, "PRAGMA journal_mode") == "wal");
    CHECK(first_text(direct, "SELECT max(abs(unixepoch() - registered_at)) < 600 FROM registrations") == "1");
}

TEST_CASE("those who wait at the same time share a transaction", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    writer tested(file, {});
    connection blocker(file, access::read_write);
    blocker.execute("BEGIN IMMEDIATE");
    std::atomic<unsigned> inserted{0};
    std::atomic<unsigned> present{0};
    std::atomic<unsigned> coming{0};
    std::thread release([&] {
        examples_test::comes_true([&] { return coming == 16; });
        std::this_thread::sleep_for(100ms);  // by then most of them wait; two are enough
        blocker.execute("COMMIT");
    });
    tamiz_test::in_threads(16, [&](unsigned thread) {
        ++coming;
        // Eight addresses, each from two threads, often in one transaction.
        ++(tested.insert(fmt::format("{}@example.com", thread % 8), in(60s)) ? inserted : present);
    });
    release.join();
    CHECK(inserted == 8);
    CHECK(present == 8);
    CHECK(tested.commits() < 16);
    CHECK(reader(file).rows() == 8);
}

TEST_CASE("a lock of another connection is waited for until the deadline", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    writer tested(file, {});
    connection blocker(file, access::read_write);
    blocker.execute("BEGIN IMMEDIATE");
    const auto begin = std::chrono::steady_clock::now();
    try {
        (void)tested.insert("a@example.com", in(100ms));
        FAIL("inserted beside another writer");
    } catch (const sqlite_error& error) {
        CHECK(error.is_busy());
    }
    CHECK(std::chrono::steady_clock::now() - begin >= 100ms);
    CHECK_FALSE(reader(file).contains("a@example.com"));  // readers do not wait

    // One who cannot wait goes, one who can stays.
    std::atomic<int> patient{-1};
    std::thread waits([&] { patient = tested.insert("b@example.com", in(60s)) ? 1 : 0; });
    CHECK_THROWS_AS(tested.insert("c@example.com", in(50ms)), sqlite_error);
    CHECK(patient == -1);
    blocker.execute("ROLLBACK");
    waits.join();
    CHECK(patient == 1);
    CHECK(tested.insert("a@example.com", in(0ms)));
    CHECK(reader(file).rows() == 2);
}

TEST_CASE("an error other than a lock comes to whoever waits, and the next insert is tried anew", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    writer tested(file, {});
    connection other(file, access::read_write);
    other.execute("CREATE TRIGGER no BEFORE INSERT ON registrations WHEN new.email = 'no@example.com' "
                  "BEGIN SELECT raise(ABORT, 'not you'); END");
    try {
        (void)tested.insert("no@example.com", in(60s));
        FAIL("inserted in spite of the trigger");
    } catch (const sqlite_error& error) {
        CHECK_FALSE(error.is_busy());
        CHECK(std::string(error.what()).find("not you") != std::string::npos);
    }
    CHECK(tested.insert("yes@example.com", in(60s)));
    CHECK(reader(file).rows() == 1);
}

TEST_CASE("the log of a writer that never rests begins anew, and nothing of it is lost", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    // Its header has a number that changes then. The file does not shrink.
    const auto generation = [&] {
        std::ifstream log(folder.path() / "table.db-wal", std::ios::binary);
        std::string header(24, '\0');
        log.read(header.data(), 24);
        return header.substr(16);
    };
    unsigned rows = 0;
    writer tested(file, {.log_pages = 10});
    const auto insert = [&] { return tested.insert(fmt::format("{}@example.com", rows++), in(60s)); };
    REQUIRE(insert());
    const std::string first = generation();
    const auto end = std::chrono::steady_clock::now() + 60s;
    bool is_new = false;
    while (!is_new && std::chrono::steady_clock::now() < end) {
        for (int i = 0; i < 100; ++i) REQUIRE(insert());
        is_new = generation() != first;
    }
    CHECK(is_new);
    reader other(file);
    CHECK(other.rows() == rows);
    CHECK(other.contains("0@example.com"));
}

TEST_CASE("the copy beside the writes is enough where they rest", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    writer tested(file, {.log_pages = 100});  // the writer itself would copy from 1600 on
    for (int i = 0; i < 300; ++i) REQUIRE(tested.insert(fmt::format("{:060}@example.com", i), in(60s)));
    CHECK(std::filesystem::file_size(folder.path() / "table.db-wal") < 1600 * 4096);
    CHECK(examples_test::comes_true([&] { return std::filesystem::file_size(file) > 8 * 4096; }));
}

TEST_CASE("a file that cannot hold the table is refused", "[writer]")
{
    const temporary_folder folder;
    const auto file = folder.path() / "table.db";
    CHECK_THROWS_AS(writer(folder.path(), {}), sqlite_error);
    CHECK_THROWS_AS(writer(folder.path() / "no" / "such", {}), sqlite_error);
    folder.write("text.db", std::string(10'000, 'x'));
    CHECK_THROWS_AS(writer(folder.path() / "text.db", {}), sqlite_error);
    {
        connection other(file, access::create);
        // Without the constraint it would have no last word.
        other.execute("CREATE TABLE registrations (id INTEGER PRIMARY KEY, email TEXT)");
    }
    CHECK_THROWS_AS(writer(file, {}), sqlite_error);
}
