// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <explorer/execution.hpp>
#include <explorer/search.hpp>

/// An execution for people: its choices as a short text, and its accesses one a line.
namespace tamiz::explorer {

/// "0,1.2,1,0": a thread's number for each access, and after a dot which option it took where that is not the first.
[[nodiscard]] std::string to_text(const std::vector<choice>& choices);
/// @throws std::invalid_argument that says which part is wrong
[[nodiscard]] std::vector<choice> parse_choices(std::string_view text);

struct replay_result {
    std::vector<std::string> schedule;  ///< a line for each access: thread, site, word, order, values
    std::string failure;                ///< empty: nothing failed
    bool complete = false;              ///< all threads ended; if not, the choices stop early
};

/// Repeats an execution.
/// @throws std::invalid_argument for a choice that there is not: the case, the model or the program is another one
[[nodiscard]] replay_result replay(const execution::builder& build, model m, const std::vector<choice>& choices);

}  // namespace tamiz::explorer
