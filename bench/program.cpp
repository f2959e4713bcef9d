// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "program.hpp"

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "machine.hpp"
#include "support/arguments.hpp"
#include "support/table.hpp"

namespace bench {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

settings settings_for(effort how_much)
{
    settings result;
    result.how_much = how_much;
    switch (how_much) {
    case effort::smoke:
        result.rounds = 2;
        result.keys = 1'000;
        result.sizes = {mebibyte / 8, 4 * mebibyte};
        break;
    case effort::quick:
        result.rounds = 15;
        result.keys = 16'000;
        result.sizes = {mebibyte, 32 * mebibyte, 1024 * mebibyte};
        break;
    case effort::full:
        result.rounds = 41;
        result.keys = 16'000;
        result.sizes = {mebibyte, 32 * mebibyte, 1024 * mebibyte};
        break;
    }
    const unsigned all = processors();
    result.threads = {1};
    if (all >= 2) result.threads.push_back(2);
    if (all > 2) result.threads.push_back(all);
    return result;
}

}  // namespace

std::string size_name(std::uint64_t bytes)
{
    if (bytes >= 1024 * mebibyte) return fmt::format("{} GiB", bytes / mebibyte / 1024);
    return bytes >= mebibyte ? fmt::format("{} MiB", bytes / mebibyte) : fmt::format("{} KiB", bytes / 1024);
}

void progress(const std::string& text)
{
    std::cerr << text << std::endl;
}

int run_program(int argc, char** argv, const std::string& name, const std::string& question,
                void (*measure)(const settings&, report&))
{
    try {
        CLI::App app(question);
        bool is_quick = false;
        bool is_smoke = false;
        std::string folder;
        CLI::Option* const quick = app.add_flag("--quick", is_quick, "Few rounds, and what the aims need only");
        app.add_flag("--smoke", is_smoke, "See that it runs, with small filters: the figures mean nothing")
            ->excludes(quick);
        std::uint64_t rounds = 0;
        app.add_option("--rounds", rounds, "Rounds to take the median of")->check(examples::whole_number(1, 1'000'000));
        app.add_option("--into", folder, "Folder to write tables into, as CSV and Markdown");
        if (const auto status = examples::parse_arguments(app, argc, argv)) return *status;

        settings how = settings_for(is_smoke ? effort::smoke : is_quick ? effort::quick : effort::full);
        if (rounds != 0) how.rounds = rounds;
        progress(fmt::format("{}: measuring", name));
        report found(name);
        measure(how, found);
        found.print(std::cout, how.how_much != effort::quick);
        if (!folder.empty()) {
            found.write(folder);
            std::ofstream machine(std::filesystem::path(folder) / "machine.md");
            machine << "* Machine: " << machine_name() << "\n* Compiler: " << compiler_name() << '\n';
        }
        return 0;
    } catch (const std::exception& error) {
        std::cerr << name << ": " << error.what() << '\n';
        return 1;
    }
}

}  // namespace bench
