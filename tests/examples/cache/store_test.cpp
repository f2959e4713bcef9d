// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/store.hpp"

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"

using namespace std::string_literals;

namespace {

/// Puts temporary files into a folder of the test's own while it lives.
class temporary_place {
public:
    explicit temporary_place(const std::string& folder)
    {
        if (const char* const was = std::getenv("TMPDIR")) was_ = was;
        ::setenv("TMPDIR", folder.c_str(), 1);
    }
    ~temporary_place()
    {
        if (was_) {
            ::setenv("TMPDIR", was_->c_str(), 1);
        } else {
            ::unsetenv("TMPDIR");
        }
    }
    temporary_place(const temporary_place&) = delete;
    temporary_place& operator=(const temporary_place&) = delete;

private:
    std::optional<std::string> was_;
};

std::size_t files_in(const std::filesystem::path& folder)
{
    std::size_t count = 0;
    for (const auto& each : std::filesystem::directory_iterator(folder)) count += each.exists() ? 1U : 0U;
    return count;
}

}  // namespace

TEST_CASE("values have their length and differ from key to key", "[store]")
{
    for (const std::size_t bytes : {0U, 1U, 16U, 17U, 100U, 5000U})
        CHECK(cache::value_of("key", bytes).size() == bytes);
    CHECK(cache::value_of("key", 100) == cache::value_of("key", 100));
    CHECK(cache::value_of("key", 100) != cache::value_of("kez", 100));
    CHECK(cache::value_of("key", 100).starts_with(cache::value_of("key", 10)));
}

TEST_CASE("the database has the value of each key, whatever its bytes are", "[store]")
{
    const examples_test::temporary_folder folder;
    const temporary_place place(folder.path().string());
    const std::vector<std::string> keys = {
        "", "a", "a\0b"s, "a\0c"s, "\xff\xfe", "'; DROP TABLE entries; --", std::string(10'000, 'x')};
    {
        const auto store = cache::make_sqlite_store(keys, 50);
        CHECK(files_in(folder.path()) == 1);
        const auto reader = store->connect();
        for (const std::string& key : keys) {
            CHECK(reader->read(key) == cache::value_of(key, 50));
            CHECK(reader->read_for_check(key) == cache::value_of(key, 50));
        }
        CHECK(reader->read(std::string_view()) == cache::value_of("", 50));
        try {
            (void)reader->read("nowhere");
            FAIL("a key that is not there has a value");
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()).find("'nowhere'") != std::string::npos);
        }
        CHECK(reader->read("a") == cache::value_of("a", 50));  // it goes on after a fault
    }
    CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("a database that cannot be made is named", "[store]")
{
    const examples_test::temporary_folder folder;
    const temporary_place place(folder.path().string());
    // Two equal keys: the second is refused by the database.
    try {
        (void)cache::make_sqlite_store({"twice", "twice"}, 10);
        FAIL("a key is in twice");
    } catch (const std::runtime_error& error) {
        const std::string message = error.what();
        CHECK(message.find(folder.path().string()) != std::string::npos);
        CHECK(message.find("UNIQUE") != std::string::npos);
    }
    CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("a database that was spoiled says so", "[store]")
{
    const examples_test::temporary_folder folder;
    const temporary_place place(folder.path().string());
    const auto store = cache::make_sqlite_store({"a"}, 10);
    for (const auto& each : std::filesystem::directory_iterator(folder.path()))
        std::ofstream(each.path(), std::ios::binary) << std::string(8192, 'x');
    CHECK_THROWS_AS(store->connect()->read("a"), std::runtime_error);
}

TEST_CASE("filling the database stops when it is asked to, and leaves no file", "[store]")
{
    const examples_test::temporary_folder folder;
    const temporary_place place(folder.path().string());
    std::vector<std::string> keys;
    for (int i = 0; i < 10'000; ++i) keys.push_back(std::to_string(i));
    int asked = 0;
    CHECK_THROWS_AS(cache::make_sqlite_store(keys, 10, [&] { return ++asked == 3; }), cache::filling_stopped);
    CHECK(asked == 3);
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("threads read the database at the same time, each by its own reader", "[store]")
{
    std::vector<std::string> keys;
    for (int i = 0; i < 1000; ++i) keys.push_back("key " + std::to_string(i));
    const auto store = cache::make_sqlite_store(keys, 40);
    std::atomic<int> wrong{0};
    tamiz_test::in_threads(4, [&](unsigned) {
        const auto reader = store->connect();
        for (const std::string& key : keys) wrong += reader->read(key) == cache::value_of(key, 40) ? 0 : 1;
    });
    CHECK(wrong == 0);
}

TEST_CASE("the simulated store takes its time, but not for a check", "[store]")
{
    const auto store = cache::make_delay_store(std::chrono::milliseconds(20), 30);
    const auto reader = store->connect();
    auto begin = std::chrono::steady_clock::now();
    CHECK(reader->read("a") == cache::value_of("a", 30));
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(20));
    // Sleeping would take 20 s.
    begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) (void)reader->read_for_check("a");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}
