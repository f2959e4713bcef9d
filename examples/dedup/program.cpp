// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/program.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <ostream>
#include <sstream>

#include "dedup/command_line.hpp"
#include "dedup/output.hpp"
#include "dedup/report.hpp"
#include "dedup/run.hpp"
#include "support/arguments.hpp"

namespace dedup {
namespace {

constexpr int failed = 1;

plan plan_for(const command_line& options, const run_settings& how)
{
    const unsigned filters = line_judge::filters(how.which);
    if (options.expected_items) return {*options.expected_items, basis::asked};
    if (options.memory) return {items_in(*options.memory / filters, how.false_positive_rate), basis::memory};
    std::vector<std::string> names = how.files;
    names.insert(names.end(), how.against.begin(), how.against.end());
    return plan_for_files(names, how.input_descriptor, how.false_positive_rate, most_unasked_bytes() / filters);
}

/// Names what the second pass has found. Whether that is nothing.
bool is_confirmed(const verdict& judged, messages& to)
{
    if (judged.has_changed) {
        to.say("--verify: the files have changed since they were read first, so nothing can be said");
        return false;
    }
    for (const std::string& line : judged.lost) to.say(fmt::format("lost to a false positive: {}", line));
    for (const std::string& line : judged.printed_wrongly)
        to.say(fmt::format("printed by a false positive, but comes only once: {}", line));
    return judged.lost.empty() && judged.printed_wrongly.empty();
}

int checked_program(int argc, const char* const* argv, const standard_files& files)
{
    CLI::App app(
        "Prints each distinct line of files or standard input once, with all processors and constant memory. A "
        "Bloom filter remembers the lines, so that a few distinct ones, by default one in a billion, can be lost.",
        "tamiz-dedup");
    command_line options;
    options.declare(app);
    std::ostringstream help;
    const std::optional<int> status = examples::parse_arguments(app, argc, argv, help, files.error);
    write_all(files.output, help.str());
    if (status) return *status;
    const auto refuse = [&](const std::string& why) { return examples::bad_arguments(app, why, files.error); };
    if (const std::string wrong = options.contradiction(); !wrong.empty()) return refuse(wrong);

    const bool is_on_terminal = ::isatty(::fileno(files.progress_to)) == 1;
    const bool is_reporting = options.progress || (is_on_terminal && !options.no_progress);
    // Lines and a line of progress on one terminal would destroy each other.
    const bool shows_progress = is_reporting && (options.progress || ::isatty(files.output) != 1);
    messages to(files.error, shows_progress && is_on_terminal);

    run_settings how;
    how.files = options.files.empty() ? std::vector<std::string>{standard_input} : options.files;
    how.against = options.against;
    how.which = options.which();
    how.false_positive_rate = options.false_positive_rate;
    how.seed = options.seed ? *options.seed : tamiz::random_seed();
    how.threads = options.threads;
    how.is_ordered = options.ordered;
    how.is_counting = options.count;
    how.is_verifying = options.verify;
    how.input_descriptor = files.input;
    how.output_descriptor = files.output;
    how.to = &to;
    how.progress_to = shows_progress ? files.progress_to : nullptr;

    run_result result;
    try {
        how.planned = plan_for(options, how);
        result = run(how);
    } catch (const refused_filter& refused) {
        return refuse(refused.what());
    } catch (
        const std::logic_error& refused) {  // by the plan: a rate that the layout does not serve, too little memory
        return refuse(fmt::format("{}: {}", options.memory ? "--memory" : "--false-positive-rate", refused.what()));
    } catch (const unreadable_exclusion& missing) {
        to.say(fmt::format("--against: {}", missing.what()));
        return failed;
    }
    bool is_well = result.failures == 0;
    if (result.verified) is_well &= is_confirmed(*result.verified, to);
    if (options.verify && !result.verified) to.say("--verify: not done, for not all files could be read");
    if (is_reporting) files.error << report(result, how) << std::flush;
    return is_well ? 0 : failed;
}

}  // namespace

int program(int argc, const char* const* argv, const standard_files& files)
{
    messages to(files.error);
    try {
        return checked_program(argc, argv, files);
    } catch (const closed_output&) {
        return 128 + SIGPIPE;  // what a shell shows for a program that the signal has ended
    } catch (const std::bad_alloc&) {
        to.say("out of memory");
    } catch (const std::exception& error) {
        to.say(error.what());
    }
    return failed;
}

}  // namespace dedup
