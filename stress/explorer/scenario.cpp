// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/scenario.hpp>

#include <algorithm>
#include <stdexcept>

#include <explorer/axioms.hpp>
#include <explorer/cases/cases.hpp>
#include <explorer/schedule.hpp>

namespace tamiz::explorer {

std::vector<scenario> all_scenarios()
{
    std::vector<scenario> result;
    for (auto* const group : {cases::answers, cases::publication, cases::filters, cases::whole_filters,
                              cases::linearizability, cases::counters, cases::counters_shared})
        for (scenario& s : group()) result.push_back(std::move(s));
    return result;
}

std::uint64_t report::executions() const
{
    std::uint64_t sum = 0;
    for (const case_result& r : results) sum += r.executions;
    return sum;
}

const case_result* report::first_not_passed() const
{
    const auto found = std::find_if(results.begin(), results.end(), [](const case_result& r) { return !r.passed; });
    return found == results.end() ? nullptr : &*found;
}

namespace {

search_result run_configuration(const scenario& s, const subject& words, model m, std::size_t configuration)
{
    const execution::builder build = [&](world& w) { s.build(w, words, configuration); };
    if (m != model::axioms) return search(build, {.memory = m, .reduce = s.reduce});
    try {
        return check_axioms(build);
    } catch (const std::invalid_argument& e) {
        // Cases that have the axioms among their models can be checked so; a library that is wrong may not end, say.
        search_result result;
        result.failure = {.message = e.what()};
        return result;
    }
}

}  // namespace

case_result run(const scenario& s, const subject& words, model m)
{
    case_result result;
    result.name = s.name;
    result.memory = m;
    for (std::size_t i = 0; i < s.configurations && !result.failure; ++i) {
        const search_result found = run_configuration(s, words, m, i);
        ++result.configurations;
        result.executions += found.executions;
        result.blocked += found.blocked;
        result.steps += found.steps;
        for (const auto& [note, count] : found.notes) result.notes[note] += count;
        if (found.failure)
            result.failure = {i, found.failure->message, found.failure->choices, found.failure->schedule};
        result.exhausted = result.exhausted && found.exhausted;
    }
    result.passed = s.breaks ? result.failure.has_value() : result.exhausted && !result.failure;
    return result;
}

report run_cases(const subject& words, const run_options& options)
{
    report result;
    for (const scenario& s : all_scenarios()) {
        if (s.name.find(options.only) == std::string::npos) continue;
        if (s.extended && !options.extended) continue;
        for (const model m : s.models) {
            if (std::find(options.models.begin(), options.models.end(), m) == options.models.end()) continue;
            result.results.push_back(run(s, words, m));
            if (options.each) options.each(result.results.back());
            if (options.stop_at_first && !result.results.back().passed) return result;
        }
    }
    return result;
}

std::string explain(const scenario& s, const subject& words, const case_result& result)
{
    std::string text = s.name + " (" + name_of(result.memory) + ")";
    if (!result.failure)
        return text + (result.exhausted ? ": no execution failed\n" : ": given up, too many executions\n");
    const case_failure& failure = *result.failure;
    if (s.configurations != 1) text += ", configuration " + std::to_string(failure.configuration);
    if (s.describe) text += ": " + s.describe(failure.configuration);
    text += "\n";
    const std::vector<std::string> schedule =
        result.memory == model::axioms
            ? failure.schedule
            : replay([&](world& w) { s.build(w, words, failure.configuration); }, result.memory, failure.choices)
                  .schedule;
    for (const std::string& line : schedule) text += "    " + line + "\n";
    text += "  " + failure.message + "\n";
    if (result.memory != model::axioms) text += "  choices: " + to_text(failure.choices) + "\n";
    return text;
}

}  // namespace tamiz::explorer
