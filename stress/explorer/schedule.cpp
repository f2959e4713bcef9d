// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/schedule.hpp>

#include <charconv>
#include <cstddef>
#include <stdexcept>

namespace tamiz::explorer {

namespace {

[[noreturn]] void refuse(std::size_t position, const std::string& problem)
{
    throw std::invalid_argument("replay: choice " + std::to_string(position + 1) + ": " + problem);
}

unsigned parse_number(std::string_view text, std::size_t position, const char* what)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        refuse(position, "'" + std::string(text) + "' is no number of " + what);
    return value;
}

}  // namespace

std::string to_text(const std::vector<choice>& choices)
{
    std::string text;
    for (const choice& c : choices) {
        if (!text.empty()) text += ',';
        text += std::to_string(c.thread);
        if (c.option != 0) text += '.' + std::to_string(c.option);
    }
    return text;
}

std::vector<choice> parse_choices(std::string_view text)
{
    std::vector<choice> choices;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
        const std::size_t dot = part.find('.');
        choice c;
        c.thread = parse_number(part.substr(0, dot), choices.size(), "a thread");
        if (dot != std::string_view::npos) c.option = parse_number(part.substr(dot + 1), choices.size(), "an option");
        choices.push_back(c);
    }
    return choices;
}

replay_result replay(const execution::builder& build, model m, const std::vector<choice>& choices)
{
    replay_result result;
    execution run(m);
    run.print_to(&result.schedule);
    run.begin(build);
    std::string problem;
    std::vector<option> options;
    std::size_t position = 0;
    for (; position < choices.size() && problem.empty() && !run.has_failed(); ++position) {
        const choice& c = choices[position];
        if (c.thread >= run.thread_count()) {
            problem = "there is no thread " + std::to_string(c.thread);
        } else if (!run.waits(c.thread)) {
            problem = "thread " + std::to_string(c.thread) + " has ended";
        } else if (run.list_options(c.thread, options); options.empty()) {
            problem = "thread " + std::to_string(c.thread) + " waits for another thread to write";
        } else if (c.option >= options.size()) {
            problem = "thread " + std::to_string(c.thread) + " has no option " + std::to_string(c.option) +
                      " here, only " + std::to_string(options.size());
        } else {
            run.step(c.thread, options[c.option]);
        }
    }
    result.complete = run.has_ended();
    run.end();
    if (!problem.empty()) refuse(position - 1, problem);
    result.failure = run.failure();
    return result;
}

}  // namespace tamiz::explorer
