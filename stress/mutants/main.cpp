// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "mutants/mutant.hpp"
#include "support/arguments.hpp"
#include "support/table.hpp"

/// Breaks the filter in many ways, each by itself, and lets the tools look for the fault. Status 0: every mutant was caught
/// by every tool that must catch it, and no tool found fault with a sound filter.
namespace tamiz::mutants {

namespace {

constexpr std::size_t name_width = 29;
constexpr std::size_t fault_width = 60;

/// One line: name, fault, each tool with its time, verdict. True if it is as it must be.
bool run(const mutant& m, bool is_sound)
{
    fmt::print("{:<{}}{:<{}}", m.name, name_width, m.fault, fault_width);
    std::fflush(stdout);

    std::string tools;
    std::string missed;
    for (tool with : {tool::explorer, tool::threads, tool::rate}) {
        std::size_t count = 0;
        const auto begin = std::chrono::steady_clock::now();
        for (const check& c : m.checks) {
            if (c.with != with) continue;
            ++count;
            const bool found = c.finds_fault();
            if (found == is_sound) missed += fmt::format("{}{} {}", missed.empty() ? "" : ", ", name_of(with), c.where);
        }
        if (count == 0) continue;
        const auto time = std::chrono::steady_clock::now() - begin;
        tools += fmt::format("{}{} {}", tools.empty() ? "" : ", ", name_of(with), examples::human_duration(time));
    }

    const bool as_it_must = missed.empty();
    const char* const verdict = is_sound ? (as_it_must ? "clean" : "accused") : (as_it_must ? "caught" : "survived");
    const std::string by = as_it_must ? "" : fmt::format(" [{} {}]", is_sound ? "by" : "not found by", missed);
    fmt::print("{}{}  {}\n", tools, by, verdict);
    std::fflush(stdout);
    return as_it_must;
}

[[nodiscard]] std::vector<mutant> all_mutants()
{
    std::vector<mutant> all = mutants_of_the_protocol();
    for (auto* const part : {mutants_of_the_orders, mutants_of_the_hash}) std::ranges::move(part(), std::back_inserter(all));
    return all;
}

int run_all(std::string_view only)
{
    fmt::print("{:<{}}{:<{}}looked for by, in\n", "mutant", name_width, "fault", fault_width);
    const auto begin = std::chrono::steady_clock::now();
    std::size_t sound = 0;
    std::size_t clean = 0;
    std::size_t broken = 0;
    std::size_t caught = 0;
    for (const mutant& m : sound_filters()) {
        if (m.name.find(only) == std::string::npos) continue;
        ++sound;
        clean += run(m, true) ? 1u : 0u;
    }
    for (const mutant& m : all_mutants()) {
        if (m.name.find(only) == std::string::npos) continue;
        ++broken;
        caught += run(m, false) ? 1u : 0u;
    }
    fmt::print("{} of {} mutants caught, {} of {} sound filters clean, in {}\n", caught, broken, clean, sound,
               examples::human_duration(std::chrono::steady_clock::now() - begin));
    if (broken + sound == 0) throw std::invalid_argument(fmt::format("only = '{}': is part of no mutant's name", only));
    return caught == broken && clean == sound ? 0 : 1;
}

}  // namespace

}  // namespace tamiz::mutants

int main(int argc, char** argv)
{
    CLI::App app("Filters broken on purpose, and whether the tools notice.", "mutants");
    std::string only;
    app.add_option("--only", only, "Mutants whose name contains this");
    if (const auto status = examples::parse_arguments(app, argc, argv)) return *status;
    try {
        return tamiz::mutants::run_all(only);
    } catch (const std::exception& error) {
        fmt::print(stderr, "mutants: {}\n", error.what());
        return 1;
    }
}
