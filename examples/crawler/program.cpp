// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/program.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>
#include <exception>
#include <ostream>
#include <vector>

#include "crawler/command_line.hpp"
#include "crawler/fetch.hpp"
#include "crawler/report.hpp"
#include "support/arguments.hpp"
#include "support/http_server.hpp"
#include "support/serve_folder.hpp"
#include "support/stop_signal.hpp"

namespace crawler {
namespace {

constexpr unsigned server_threads = 4;

int checked_program(int argc, const char* const* argv, const runner& run, std::ostream& out, std::ostream& err,
                    std::FILE* progress_to)
{
    CLI::App app("Crawls a folder of pages with many threads that share one Bloom filter.", "crawler");
    command_line options;
    options.declare(app);
    if (const auto status = examples::parse_arguments(app, argc, argv, out, err)) return *status;
    const auto refuse = [&](const std::string& why) { return examples::bad_arguments(app, why, err); };

    run_settings settings;
    settings.seeds = options.seeds();
    if (settings.seeds.empty()) return refuse(fmt::format("--start: '{}' is not the path of a page", options.start));
    const examples::http_handler pages = examples::serve_folder(options.root);
    const fetch_function straight = straight_from(pages);
    const unsigned status = straight(settings.seeds[0].authority(), settings.seeds[0].target()).status;
    if (status >= 400) {
        return refuse(fmt::format("--start: no page '{}' below '{}' (status {})", options.start, options.root, status));
    }

    const examples::stop_signal stop;
    examples::http_server server(pages, {.threads = server_threads});
    settings.threads = options.threads;
    settings.rule = options.rule();
    settings.filter = {.expected_items = options.expected_urls,
                       .false_positive_rate = options.false_positive_rate,
                       .seed = options.seed ? *options.seed : tamiz::random_seed()};
    settings.fetch = over_http(server.port());
    if (options.verify) settings.fetch_truth = straight;
    settings.stop_requested = [&stop] { return stop.requested(); };
    settings.progress_to = progress_to;

    run_result result;
    try {
        result = run(options.layout, settings);
    } catch (const refused_filter& refused) {
        return refuse(refused.what());
    }
    server.stop();

    out << report(result, options.layout) << std::flush;
    const std::vector<std::string> failures = result.failures();
    for (const std::string& failure : failures) fmt::print(err, "crawler: {}\n", failure);
    if (!failures.empty()) return 1;
    if (stop.requested()) fmt::print(err, "crawler: stopped; the table tells how far it came\n");
    return stop.exit_status();
}

}  // namespace

int program(int argc, const char* const* argv, const runner& run, std::ostream& out, std::ostream& err,
            std::FILE* progress_to)
{
    try {
        return checked_program(argc, argv, run, out, err, progress_to);
    } catch (const boost::system::system_error& error) {
        const bool is_limit = error.code() == boost::system::errc::too_many_files_open;
        fmt::print(err, "crawler: {}{}\n", error.what(),
                   is_limit ? " (each thread needs a few: take fewer --threads, or raise 'ulimit -n')" : "");
        return 1;
    } catch (const std::exception& error) {
        fmt::print(err, "crawler: {}\n", error.what());
        return 1;
    }
}

}  // namespace crawler
