// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The program itself: started, used, killed without warning, started again, stopped.

#include <fmt/format.h>

#include <support/catch.hpp>
#include <support/threads.hpp>

#include <atomic>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "child_process.hpp"
#include "running_service.hpp"

using examples::http_client;
using examples_test::child_process;
using examples_test::register_with;
using examples_test::temporary_folder;

namespace {

/// The service as a process, on a free port.
struct service_process {
    service_process(const temporary_folder& folder, std::vector<std::string> more = {})
        : process(TAMIZ_REGISTRATION_PROGRAM, arguments(folder, std::move(more)), folder.path() / "errors")
    {
        greeting = process.read_line();
        const std::string before = "listening on http://127.0.0.1:";
        const std::size_t found = greeting.find(before);
        if (found == std::string::npos) throw std::runtime_error("no service: " + greeting);
        port = static_cast<std::uint16_t>(std::stoul(greeting.substr(found + before.size())));
    }

    static std::vector<std::string> arguments(const temporary_folder& folder, std::vector<std::string> more)
    {
        std::vector<std::string> all = {"serve",     "--port", "0", "--database", (folder.path() / "table.db").string(),
                                        "--threads", "8"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    child_process process;
    std::string greeting;
    std::uint16_t port = 0;
};

std::string content_of(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("what a client was told is registered is there after a kill", "[kill]")
{
    const temporary_folder folder;
    constexpr unsigned clients = 4;
    std::vector<std::string> acknowledged;
    std::uint64_t asked = 0;
    for (int life = 0; life < 3; ++life) {
        CAPTURE(life);
        service_process service(folder);
        std::vector<std::vector<std::string>> told(clients);
        std::vector<std::uint64_t> sent(clients);
        std::atomic<unsigned> count{0};
        std::atomic<unsigned> wrong{0};
        std::thread killer([&] {
            // In the middle of it: the clients go on until they are not answered any more.
            examples_test::comes_true([&] { return count >= 200; });
            service.process.send(SIGKILL);
        });
        tamiz_test::in_threads(clients, [&](unsigned client) {
            http_client http(service.port);
            for (unsigned i = 0;; ++i) {
                std::string email = fmt::format("{}-{}@life{}.example", client, i, life);
                ++sent[client];
                const unsigned status = register_with(http, email);
                if (status == 0) return;
                wrong += status == 201 ? 0 : 1;
                told[client].push_back(std::move(email));
                ++count;
            }
        });
        killer.join();
        REQUIRE(service.process.wait() == -SIGKILL);
        CHECK(wrong == 0);
        CHECK(count >= 200);
        for (unsigned client = 0; client < clients; ++client) {
            acknowledged.insert(acknowledged.end(), told[client].begin(), told[client].end());
            asked += sent[client];
        }
    }

    service_process service(folder);
    http_client http(service.port);
    unsigned lost = 0;
    for (const std::string& email : acknowledged) lost += register_with(http, email) == 409 ? 0U : 1U;
    CHECK(lost == 0);
    // Of those who got no answer some may be in, but nobody else.
    const std::uint64_t rows = registration::reader(folder.path() / "table.db").rows();
    CHECK(rows >= acknowledged.size());
    CHECK(rows <= asked);
    // The filter of this life was filled from the table: it has sent all of them there, and spares a new one.
    REQUIRE(examples_test::comes_true(
        [&] { return http.get("localhost", "/stats").body.find("\"state\": \"complete\"") != std::string::npos; }));
    CHECK(register_with(http, "new@example.com") == 201);
    const std::string stats = http.get("localhost", "/stats").body;
    CHECK(stats.find("\"late_conflicts\": 0,") != std::string::npos);
    CHECK(stats.find("\"selects_avoided\": 1,") != std::string::npos);
    CHECK(stats.find(fmt::format("\"loaded_rows\": {},", rows)) != std::string::npos);
}

TEST_CASE("the service ends in order when it is told to, and begins where it ended", "[kill]")
{
    const temporary_folder folder;
    const int signal = GENERATE(SIGTERM, SIGINT);
    {
        service_process service(folder, {"--durable", "--busy-timeout", "60000"});
        CHECK(service.greeting.find("0 rows in ") != std::string::npos);
        http_client http(service.port);
        CHECK(register_with(http, "a@example.com") == 201);
        service.process.send(signal);
        CHECK(service.process.wait() == 0);
    }
    CHECK(content_of(folder.path() / "errors").find("registration: stopped; 1 registered, 0 conflicts\n") !=
          std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder.path() / "table.db-wal"));  // all of it is in the one file
    service_process again(folder, {"--no-filter"});
    CHECK(again.greeting.find(" 1 rows in ") != std::string::npos);
    http_client http(again.port);
    CHECK(register_with(http, "a@example.com") == 409);
}
