// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/program.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <exception>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cache/command_line.hpp"
#include "cache/report.hpp"
#include "support/arguments.hpp"
#include "support/stop_signal.hpp"

namespace cache {
namespace {

int checked_program(int argc, const char* const* argv, const runner& run, std::ostream& out, std::ostream& err,
                    std::FILE* progress_to)
{
    CLI::App app("Sends requests through a cache that many threads share, with its Bloom filters off and on.", "cache");
    command_line options;
    options.declare(app);
    if (const auto status = examples::parse_arguments(app, argc, argv, out, err)) return *status;
    const auto refuse = [&](const std::string& why) { return examples::bad_arguments(app, why, err); };
    if (options.shards > options.capacity) {
        return refuse(
            fmt::format("--shards: '{}' are more than the entries, --capacity '{}'", options.shards, options.capacity));
    }

    workload trace;
    try {
        trace = options.make_workload();
    } catch (const unreadable_trace& unreadable) {
        return refuse(fmt::format("--trace: {}", unreadable.what()));
    }
    const examples::stop_signal stop;  // from here on there is a file to remove
    const auto stop_requested = [&stop] { return stop.requested(); };
    std::unique_ptr<store> behind;
    try {
        behind = options.make_store(trace, stop_requested);
    } catch (const filling_stopped& stopped) {
        fmt::print(err, "cache: {}\n", stopped.what());
        return stop.exit_status();
    }

    run_settings settings;
    settings.trace = &trace;
    settings.behind = behind.get();
    settings.threads = options.threads;
    settings.verify = options.verify;
    settings.stop_requested = stop_requested;
    settings.progress_to = progress_to;
    std::vector<run_result> results;
    for (const cache_options& each : options.caches()) {
        if (stop.requested()) break;
        settings.cache = each;
        try {
            results.push_back(run(settings));
        } catch (const refused_filter& refused) {
            return refuse(fmt::format("no such cache: {}", refused.what()));
        }
    }

    out << report(results, trace, options.threads, options.store_name()) << std::flush;
    bool is_broken = false;
    for (const run_result& each : results) {
        for (const std::string& failure : each.failures()) {
            fmt::print(err, "cache: {}\n", failure);
            is_broken = true;
        }
    }
    if (is_broken) return 1;
    if (stop.requested()) fmt::print(err, "cache: stopped; the table tells how far it came\n");
    return stop.exit_status();
}

}  // namespace

int program(int argc, const char* const* argv, const runner& run, std::ostream& out, std::ostream& err,
            std::FILE* progress_to)
{
    try {
        return checked_program(argc, argv, run, out, err, progress_to);
    } catch (const std::exception& error) {
        fmt::print(err, "cache: {}\n", error.what());
        return 1;
    }
}

}  // namespace cache
