// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/command_line.hpp"

#include <fmt/format.h>
#include <tamiz/version.hpp>
#include <tbb/info.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "dedup/file.hpp"
#include "dedup/memory_size.hpp"
#include "support/arguments.hpp"

namespace dedup {

command_line::command_line() : threads(static_cast<unsigned>(std::clamp(tbb::info::default_concurrency(), 1, 1000)))
{
}

void command_line::declare(CLI::App& app)
{
    app.set_version_flag("--version", "tamiz-dedup " TAMIZ_VERSION, "Print the version and exit");
    app.add_option("FILES", files, "Files to read, one after the other; '-' or none: standard input");
    app.add_option("--against", against, "A file whose lines are not printed; may be given several times")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("FILE");
    auto* const items =
        app.add_option("--expected-items", expected_items,
                       "How many different lines there will be, those of --against included. By default as many as the "
                       "files have lines, or 10,000,000 for standard input")
            ->check(examples::positive_integer());
    app.add_option("--false-positive-rate", false_positive_rate,
                   "The share of lines that may be taken for others once the expected ones are in")
        ->check(examples::rate())
        ->capture_default_str();
    app.add_option_function<std::string>(
           "--memory", [this](const std::string& text) { memory = memory_size(text); },
           "Memory for the filters, in place of --expected-items: bytes, or with K, M, G or T behind it (powers of "
           "1024)")
        ->check(memory_size_validator())
        ->type_name("SIZE")
        ->excludes(items);
    app.add_option("--threads", threads, "How many threads work; by default one for each processor")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_flag("--ordered", ordered, "Print in the order of the input");
    app.add_flag("--count", count, "Print only how many lines there would be");
    app.add_flag("--duplicates", duplicates, "Print each line that comes more than once, once; takes a second filter");
    app.add_flag(
        "--verify", verify,
        "Read the files again with an exact set and name every line that was lost to a false positive; the set "
        "takes the text of all different lines and some 70 bytes for each");
    auto* const told = app.add_flag("--progress", progress,
                                    "Tell on standard error how far it has come, and close with a table; by default "
                                    "only on a terminal");
    app.add_flag("--no-progress", no_progress, "Not even on a terminal")->excludes(told);
    app.add_option("--seed", seed, "Seed of the filters; random if not given, for strangers may have made the lines")
        ->check(examples::whole_number(0, std::numeric_limits<std::uint64_t>::max()));
    app.footer("Lines are compared byte by byte, without the newline that ends them: the CR of a CRLF belongs to the "
               "line. The first of equal lines is kept.\n"
               "Exit status: 0 all is well; 1 a file could not be read, the output could not be written or --verify "
               "found a lost line; 2 bad arguments. When the reader of its output closes the pipe it ends quietly, by "
               "SIGPIPE, or with 141 where that is ignored.");
}

std::string command_line::contradiction() const
{
    const auto is_input = [](const std::string& name) { return name == standard_input; };
    const auto inputs =
        std::ranges::count_if(files, is_input) + std::ranges::count_if(against, is_input) + (files.empty() ? 1 : 0);
    if (inputs > 1) return "standard input ('-', or no FILES) can be read only once";
    if (!verify) return {};
    if (inputs > 0) return "--verify: standard input cannot be read twice, name files";
    for (const auto* const names : {&files, &against}) {
        for (const std::string& name : *names) {
            std::error_code error;
            const auto status = std::filesystem::status(name, error);
            // What is not there is named when it is to be read.
            if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
                !std::filesystem::is_directory(status))
                return fmt::format("--verify: '{}' is no regular file and cannot be read twice", name);
        }
    }
    return {};
}

}  // namespace dedup
