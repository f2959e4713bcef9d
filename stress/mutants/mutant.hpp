// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A mutant is a filter that is broken on purpose, in one place; and the tools that must notice.
namespace tamiz::mutants {

enum class tool : std::uint8_t {
    explorer,  ///< every execution of a small case: interleavings, weak memory, the axioms of C++
    threads,   ///< a scenario of no_false_negatives, with real threads that are held up at random
    rate       ///< the false positives, against the layout's model
};

[[nodiscard]] constexpr std::string_view name_of(tool t) noexcept
{
    switch (t) {
    case tool::explorer:
        return "explorer";
    case tool::threads:
        return "threads";
    case tool::rate:
        return "rate";
    }
    return "unnamed tool";
}

/// One run of a tool.
struct check {
    tool with{};
    std::string where;  ///< which case or scenario
    std::function<bool()> finds_fault{};
};

struct mutant {
    std::string name;
    std::string fault;          ///< what is broken, in a few words
    std::vector<check> checks;  ///< each must find it
};

// The table, in parts: which mutants there are, and which tool must catch which.
[[nodiscard]] std::vector<mutant> mutants_of_setting();        ///< how bits are set, and when others are told
[[nodiscard]] std::vector<mutant> mutants_of_answers();        ///< what callers are told
[[nodiscard]] std::vector<mutant> mutants_of_whole_filters();  ///< merge and copy
[[nodiscard]] std::vector<mutant> mutants_of_orders();         ///< a memory order is missing
[[nodiscard]] std::vector<mutant> mutants_of_hashes();
[[nodiscard]] std::vector<mutant> mutants_of_counters();  ///< a filter that counts

/// The same runs over filters with no fault: no tool may find one.
[[nodiscard]] std::vector<mutant> sound_filters();

}  // namespace tamiz::mutants
