// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/program.hpp"
#include "registration/line_log.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <stdlib.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "registration/command_line.hpp"
#include "support/arguments.hpp"
#include "support/http_server.hpp"
#include "support/stop_signal.hpp"
#include "support/table.hpp"

namespace registration {
namespace {

/// The arguments ask for what cannot be had.
struct refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The service that the arguments ask for, at the place of the result: it cannot be moved.
void make_service(std::optional<service>& made, const serve_command& command, const log_function& log)
{
    try {
        made.emplace(command.options(), log);
    } catch (const sqlite_error& error) {
        throw refused(fmt::format("--database: '{}': {}", command.database, error.what()));
    } catch (const std::logic_error& error) {  // std::invalid_argument, std::length_error
        throw refused(fmt::format("no such filter: {}", error.what()));
    } catch (const std::bad_alloc&) {
        throw refused("not enough memory for a filter of --expected-items, or of twice the table's rows");
    }
}

int serve(const serve_command& command, std::ostream& out, std::ostream& err)
{
    if (command.database.empty()) throw refused("--database: '' is no file");
    line_log lines(err);
    const log_function log = [&](std::string_view line) { lines.say(line); };
    const examples::stop_signal stop;
    std::optional<service> made;
    make_service(made, command, log);
    service& serving = *made;
    examples::http_server_options options;
    options.port = command.port;
    options.threads = command.threads;
    options.body_limit = command.body_limit;
    options.refusal = [&](unsigned status) { return serving.refuse(status); };
    examples::http_server server([&](const examples::http_request& request) { return serving.answer(request); },
                                 options);
    fmt::print(out, "registration: listening on http://127.0.0.1:{}, {} rows in {}\n", server.port(),
               examples::with_separators(serving.current().rows), command.database);
    out.flush();
    serving.load_filter(command.load_threads);

    while (!stop.requested()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    server.stop();  // handlers first: they wait for the writer
    const statistics counted = serving.current();
    made.reset();
    log(fmt::format("stopped; {} registered, {} conflicts", examples::with_separators(counted.registrations),
                    examples::with_separators(counted.conflicts)));
    return 0;
}

/// A folder of its own in another one, gone at the end.
class own_folder {
public:
    explicit own_folder(const std::filesystem::path& parent)
    {
        std::string name = (parent / "registration-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw refused(fmt::format("--folder: no folder can be made in '{}': {}", parent.string(),
                                      std::system_category().message(errno)));
        }
        path_ = name;
    }
    ~own_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    own_folder(const own_folder&) = delete;
    own_folder& operator=(const own_folder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

int load(const load_command& command, std::ostream& out, std::ostream& err, std::FILE* progress_to)
{
    const examples::stop_signal stop;
    const own_folder folder(command.folder);
    load_settings settings = command.settings;
    settings.folder = folder.path();
    settings.stop_requested = [&stop] { return stop.requested(); };
    settings.progress_to = progress_to;
    const load_result result = run_load(settings);
    out << report(settings, result) << std::flush;
    const std::uint64_t wrong = result.with_filter.wrong + result.without_filter.wrong;
    if (wrong > 0) {
        fmt::print(err, "registration: {} answers were wrong\n", examples::with_separators(wrong));
        return 1;
    }
    if (result.is_stopped) fmt::print(err, "registration: stopped; the table tells how far it came\n");
    return stop.exit_status();
}

int checked_program(int argc, const char* const* argv, std::ostream& out, std::ostream& err, std::FILE* progress_to)
{
    CLI::App app("Registers e-mail addresses over HTTP, each once, with a Bloom filter in front of the database.",
                 "registration");
    serve_command to_serve;
    CLI::App* const serving = app.add_subcommand("serve", "Serve on 127.0.0.1 until SIGTERM or SIGINT");
    to_serve.declare(*serving);
    load_command to_load;
    CLI::App* const loading = app.add_subcommand("load", "Measure the service under load, with its filter and without");
    to_load.declare(*loading);
    if (const auto status = examples::parse_arguments(app, argc, argv, out, err)) return *status;
    if (serving->parsed() == loading->parsed())
        return examples::bad_arguments(app, "serve or load? Say one of them", err);
    try {
        return serving->parsed() ? serve(to_serve, out, err) : load(to_load, out, err, progress_to);
    } catch (const refused& error) {
        return examples::bad_arguments(app, error.what(), err);
    }
}

}  // namespace

int program(int argc, const char* const* argv, std::ostream& out, std::ostream& err, std::FILE* progress_to)
{
    try {
        return checked_program(argc, argv, out, err, progress_to);
    } catch (const std::exception& error) {
        fmt::print(err, "registration: {}\n", error.what());
        return 1;
    }
}

}  // namespace registration
