// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mutants/mutant.hpp"
#include "support/arguments.hpp"
#include "support/table.hpp"

/// Breaks the filter in many ways, each by itself, and lets the tools look for the fault. Status 0: every mutant was
/// caught by every tool that must catch it, and no tool found fault with a sound filter.
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
    std::vector<mutant> all;
    for (auto* const part : {mutants_of_setting, mutants_of_answers, mutants_of_whole_filters, mutants_of_orders,
                             mutants_of_hashes, mutants_of_counters})
        std::ranges::move(part(), std::back_inserter(all));
    return all;
}

/// Runs the mutants and sound filters whose name contains `only`.
/// @throws std::invalid_argument if there is none
int run_all(std::string_view only)
{
    const auto with_name = [only](std::vector<mutant> all) {
        std::erase_if(all, [only](const mutant& m) { return m.name.find(only) == std::string::npos; });
        return all;
    };
    const std::vector<mutant> sound = with_name(sound_filters());
    const std::vector<mutant> broken = with_name(all_mutants());
    if (sound.empty() && broken.empty())
        throw std::invalid_argument(fmt::format("--only {}: part of no mutant's name", only));

    fmt::print("{:<{}}{:<{}}looked for by, in\n", "mutant", name_width, "fault", fault_width);
    const auto begin = std::chrono::steady_clock::now();
    const auto clean = std::ranges::count_if(sound, [](const mutant& m) { return run(m, true); });
    const auto caught = std::ranges::count_if(broken, [](const mutant& m) { return run(m, false); });
    fmt::print("{} of {} mutants caught, {} of {} sound filters clean, in {}\n", caught, broken.size(), clean,
               sound.size(), examples::human_duration(std::chrono::steady_clock::now() - begin));
    return std::cmp_equal(caught, broken.size()) && std::cmp_equal(clean, sound.size()) ? 0 : 1;
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
    } catch (const std::invalid_argument& error) {
        return examples::bad_arguments(app, error.what());
    } catch (const std::exception& error) {
        fmt::print(stderr, "mutants: {}\n", error.what());
        return 1;
    }
}
