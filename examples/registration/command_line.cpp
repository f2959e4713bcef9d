// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <thread>

#include "support/arguments.hpp"

namespace registration {
namespace {

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void serve_command::declare(CLI::App& app)
{
    load_threads = std::max(1U, std::thread::hardware_concurrency());
    app.add_option("--database", database, "File of the SQLite database; made if it is not there")->required();
    app.add_option("--port", port, "Port on 127.0.0.1; 0: any free one")
        ->check(examples::whole_number(0, 65535))
        ->capture_default_str();
    app.add_option("--threads", threads, "Threads that answer requests; those that wait for a commit share it")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_option("--load-threads", load_threads, "Threads that read the table into the filter at the start")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_option("--expected-items", expected_items,
                   "Rows that the filter is made for; default: twice those at the start, 1,000,000 at least")
        ->check(examples::positive_integer());
    app.add_option("--false-positive-rate", false_positive_rate,
                   "Share of new addresses that are looked up for nothing once the expected rows are in")
        ->check(examples::rate())
        ->capture_default_str();
    app.add_option("--seed", seed, "Seed of the filter; random if not given, for strangers choose the addresses")
        ->check(examples::whole_number(0, any));
    app.add_flag("--no-filter", no_filter, "Look every address up");
    app.add_flag(
        "--durable", durable,
        "Wait for the disk at each commit, so that no power failure takes a registration back. Without it none "
        "is lost when the program ends, however that comes");
    app.add_option("--busy-timeout", busy_timeout_ms,
                   "Milliseconds that a request waits for another program's lock on the database before status 503")
        ->check(examples::whole_number(0, 600'000))
        ->capture_default_str();
    app.add_option("--body-limit", body_limit, "Bytes of a request's body; above: status 413")
        ->check(examples::whole_number(1, 1024 * 1024))
        ->capture_default_str();
    app.footer(
        "POST /register {\"email\": ...}: 201 registered, 409 known already, 400, 413, 503 busy. GET /stats: JSON. "
        "GET /metrics: for Prometheus.\nEnds on SIGTERM and SIGINT. Exit status: 0 stopped; 1 failed; 2 bad "
        "arguments.");
}

service_options serve_command::options() const
{
    service_options result;
    result.database = database;
    result.writing = {.durable = durable};
    result.busy_timeout = std::chrono::milliseconds(busy_timeout_ms);
    result.use_filter = !no_filter;
    result.expected_items = expected_items;
    result.false_positive_rate = false_positive_rate;
    result.seed = seed;
    return result;
}

void load_command::declare(CLI::App& app)
{
    folder = std::filesystem::temp_directory_path().string();
    app.add_option("--known", settings.known, "Addresses that are registered before")
        ->check(examples::whole_number(1, 1'000'000'000))
        ->capture_default_str();
    app.add_option("--requests", settings.requests,
                   "Registrations to ask for, in each round with and without the filter")
        ->check(examples::whole_number(1, 1'000'000'000))
        ->capture_default_str();
    app.add_option("--new-share", settings.new_share, "Share of the requests that are for new addresses")
        ->check(examples::rate())
        ->capture_default_str();
    app.add_option("--clients", settings.clients, "Connections that ask at the same time")
        ->check(examples::whole_number(1, 900))
        ->capture_default_str();
    app.add_option("--threads", settings.threads, "Threads of the service")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_option("--rounds", settings.rounds, "Times that each is measured, by turns, on a fresh copy of the table")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_option("--false-positive-rate", settings.false_positive_rate, "Of the filter")
        ->check(examples::rate())
        ->capture_default_str();
    app.add_flag("--durable", settings.durable, "Wait for the disk at each commit");
    app.add_option("--seed", settings.seed, "Which addresses, in which order")
        ->check(examples::whole_number(0, any))
        ->capture_default_str();
    app.add_option("--folder", folder, "Where the databases are made, and removed at the end")
        ->check(examples::existing_folder())
        ->capture_default_str();
    app.footer("Exit status: 0 every answer was right; 1 some were wrong, or the service failed; 2 bad arguments; 130 "
               "stopped by Ctrl-C.");
}

}  // namespace registration
