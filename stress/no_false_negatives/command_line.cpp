// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <thread>

#include <tamiz/hash.hpp>

#include "support/arguments.hpp"

namespace tamiz::stress {

namespace {

constexpr unsigned most_threads = 256;

/// More than cores, so that threads are also cut off in the middle of things.
unsigned default_threads()
{
    return std::clamp(4 * std::thread::hardware_concurrency(), 8U, most_threads);
}

template <typename Entries>
std::vector<std::string> names_of(const Entries& entries)
{
    std::vector<std::string> names;
    for (const auto& entry : entries) names.emplace_back(entry.name);
    return names;
}

/// Those that are named, in the order of `entries`; all if none is.
template <typename Entries>
auto chosen_from(const Entries& entries, const std::vector<std::string>& names)
{
    std::vector<typename Entries::value_type> chosen;
    for (const auto& entry : entries)
        if (names.empty() || std::ranges::find(names, entry.name) != names.end()) chosen.push_back(entry);
    return chosen;
}

void list(const catalogue& filters, std::ostream& out)
{
    out << "scenarios\n";
    for (const scenario_info& info : all_scenarios) {
        constexpr std::string_view kinds[] = {"", " (not counting filters)", " (counting filters)"};
        out << fmt::format("  {:<22}{}{}\n", info.name, info.what, kinds[static_cast<std::size_t>(info.filters)]);
    }
    out << "layouts\n";
    for (const layout_entry& entry : filters) out << fmt::format("  {}\n", entry.name);
}

}  // namespace

std::variant<command_line, int> parse_command_line(int argc, const char* const* argv, const catalogue& filters,
                                                   std::ostream& out, std::ostream& err)
{
    command_line command;
    command.program = argc > 0 ? argv[0] : "no_false_negatives";
    command.threads = default_threads();
    command.seconds = 60;
    command.seed = random_seed() % 1'000'000'000;  // short enough to be typed
    std::vector<std::string> scenarios;
    std::vector<std::string> layouts;
    bool lists = false;

    CLI::App app("Many threads put keys into shared filters. Are all of them found, and is none claimed twice?",
                 "no_false_negatives");
    app.add_option("--threads", command.threads, "how many")
        ->check(examples::whole_number(2, most_threads))
        ->capture_default_str();
    app.add_option("--seconds", command.seconds, "how long, all scenarios and layouts together")
        ->check(examples::whole_number(1, 10'000'000))
        ->capture_default_str();
    app.add_option("--seed", command.seed, "of the keys and the chaos; a random one if none is given")
        ->check(examples::whole_number(0, std::numeric_limits<std::uint64_t>::max()));
    app.add_option("--scenario", scenarios, "only these: several with commas, or the option several times")
        ->delimiter(',')
        ->check(CLI::IsMember(names_of(all_scenarios)));
    app.add_option("--layout", layouts, "only these")->delimiter(',')->check(CLI::IsMember(names_of(filters)));
    app.add_flag("--list", lists, "names the scenarios and layouts, and ends");
    if (const std::optional<int> status = examples::parse_arguments(app, argc, argv, out, err)) return *status;
    if (lists) {
        list(filters, out);
        return 0;
    }
    command.scenarios = chosen_from(all_scenarios, scenarios);
    command.layouts = chosen_from(filters, layouts);
    const bool any = std::ranges::any_of(command.scenarios, [&](const scenario_info& info) {
        return std::ranges::any_of(command.layouts, [&](const layout_entry& e) { return is_for(info, e.calm); });
    });
    if (!any)
        return examples::bad_arguments(
            app,
            fmt::format("--scenario {} is not for --layout {}", fmt::join(scenarios, ","), fmt::join(layouts, ",")),
            err);
    return command;
}

std::string command_to_repeat(const command_line& command, std::string_view scenario_name, std::string_view layout_name,
                              std::uint64_t seed)
{
    return fmt::format("{} --scenario {} --layout {} --threads {} --seed {} --seconds {}", command.program,
                       scenario_name, layout_name, command.threads, seed, std::min<std::uint64_t>(command.seconds, 60));
}

}  // namespace tamiz::stress
