// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// explore: runs the cases over the library's own headers, for people. Status 1 if a case does not pass.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <explorer/scenario.hpp>
#include <explorer/schedule.hpp>
#include <explorer/weakened_subjects.hpp>

namespace {

using namespace tamiz::explorer;

struct arguments {
    bool list = false;
    bool extended = false;
    std::string only;
    std::string memory = "all";
    std::string weaken;
    std::size_t configuration = 0;
    std::optional<std::string> choices;
};

arguments parse(CLI::App& app, int argc, char** argv)
{
    arguments a;
    app.add_flag("--list", a.list, "Names the cases and what they promise, and runs none");
    app.add_option("--case", a.only, "Only cases whose name contains this");
    app.add_option("--model", a.memory, "Memory model: sc, weak, axioms or all")
        ->check(CLI::IsMember({"sc", "weak", "axioms", "all"}))
        ->capture_default_str();
    app.add_flag("--extended", a.extended, "With the cases that take long");
    app.add_option("--weaken", a.weaken,
                   "Takes an order away from the library first, such as set_or.release; a wrong name lists them all");
    app.add_option("--configuration", a.configuration, "With --replay: which variant of the case")
        ->capture_default_str();
    app.add_option("--replay", a.choices,
                   "Repeats one execution of the one case named, from the choices that a failure printed");
    app.parse(argc, argv);
    return a;
}

std::vector<model> models_of(const std::string& name)
{
    std::vector<model> result;
    for (const model m : {model::sequential, model::weak, model::axioms})
        if (name == "all" || name == name_of(m)) result.push_back(m);
    return result;
}

subject subject_named(const std::string& weakened)
{
    if (weakened.empty()) return subject_of<tamiz::words<atomics>>("the library");
    std::string names;
    for (const subject& s : weakened_subjects()) {
        if (s.name == weakened) return s;
        names += " " + s.name;
    }
    throw std::invalid_argument("--weaken = " + weakened + ": must be one of" + names);
}

const scenario& case_named(const std::vector<scenario>& all, const std::string& name)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const scenario& s) { return s.name == name; });
    if (found == all.end())
        throw std::invalid_argument("--case = " + name + ": --replay needs the whole name of a case, see --list");
    return *found;
}

void list(const std::vector<scenario>& all, const arguments& a)
{
    for (const scenario& s : all) {
        if (s.name.find(a.only) == std::string::npos) continue;
        std::cout << s.name << (s.extended ? "  (with --extended)" : "") << (s.breaks ? "  (has to fail)" : "")
                  << "\n    " << s.promise << "\n";
    }
}

int repeat(const std::vector<scenario>& all, const subject& words, const arguments& a)
{
    const scenario& s = case_named(all, a.only);
    const std::vector<model> models = models_of(a.memory);
    if (models.size() != 1 || models.front() == model::axioms)
        throw std::invalid_argument("--model = " + a.memory + ": --replay needs sc or weak");
    if (a.configuration >= s.configurations)
        throw std::invalid_argument("--configuration = " + std::to_string(a.configuration) + ": the case has " +
                                    std::to_string(s.configurations));
    const replay_result again =
        replay([&](world& w) { s.build(w, words, a.configuration); }, models.front(), parse_choices(*a.choices));
    for (const std::string& line : again.schedule) std::cout << line << "\n";
    if (!again.failure.empty())
        std::cout << again.failure << "\n";
    else
        std::cout << (again.complete ? "all threads have ended, and nothing failed\n" : "the choices end here\n");
    return again.failure.empty() ? 0 : 1;
}

/// What repeats the failure of a case.
std::string command(const case_result& r, const arguments& a)
{
    std::string result = "explore --case " + r.name + " --model " + name_of(r.memory);
    if (a.extended) result += " --extended";
    if (!a.weaken.empty()) result += " --weaken " + a.weaken;
    if (r.memory == model::axioms) return result;  // which has no schedule to repeat
    return result + " --configuration " + std::to_string(r.failure->configuration) + " --replay " +
           to_text(r.failure->choices);
}

int run_all(const std::vector<scenario>& all, const subject& words, const arguments& a)
{
    std::cout << std::left << std::setw(46) << "case" << std::setw(8) << "model" << std::right << std::setw(8)
              << "configs" << std::setw(12) << "executions" << std::setw(12) << "blocked" << std::setw(9) << "seconds"
              << "\n";
    auto begin = std::chrono::steady_clock::now();
    const auto print = [&](const case_result& r) {
        const auto end = std::chrono::steady_clock::now();
        const scenario& s = case_named(all, r.name);
        std::cout << std::left << std::setw(46) << r.name << std::setw(8) << name_of(r.memory) << std::right
                  << std::setw(8) << r.configurations << std::setw(12) << r.executions << std::setw(12) << r.blocked
                  << std::setw(9) << std::fixed << std::setprecision(2)
                  << std::chrono::duration<double>(end - begin).count()
                  << (r.passed ? s.breaks ? "  fails, as it has to" : "  holds" : "  DOES NOT PASS") << std::endl;
        if (!r.passed || s.breaks) std::cout << explain(s, words, r);
        if (r.failure) std::cout << "  again: " << command(r, a) << "\n";
        begin = end;
    };
    const report done =
        run_cases(words, {.models = models_of(a.memory), .only = a.only, .extended = a.extended, .each = print});
    if (done.results.empty()) throw std::invalid_argument("--case = " + a.only + ": no case is called so, see --list");
    const bool passed = done.first_not_passed() == nullptr;
    std::cout << done.executions() << " executions of " << words.name << ": "
              << (passed ? "every case passes" : "a case does not pass") << "\n";
    return passed ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    CLI::App app(
        "Tries every interleaving of small cases over tamiz, sequentially consistent and in a weak memory model.",
        "explore");
    try {
        const arguments a = parse(app, argc, argv);
        const std::vector<scenario> all = all_scenarios();
        if (a.list) {
            list(all, a);
            return 0;
        }
        const subject words = subject_named(a.weaken);
        return a.choices ? repeat(all, words, a) : run_all(all, words, a);
    } catch (const CLI::Success& e) {  // --help
        return app.exit(e);
    } catch (const CLI::ParseError& e) {
        std::cerr << "explore: " << e.what() << " (--help lists the options)\n";
        return 2;
    } catch (const std::invalid_argument& e) {
        std::cerr << "explore: " << e.what() << "\n";
        return 2;
    }
}
