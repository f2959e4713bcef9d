// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <explorer/memory.hpp>
#include <explorer/search.hpp>
#include <explorer/subject.hpp>
#include <explorer/world.hpp>

/// The cases: small programs over the library, each with a promise that every execution has to keep.
namespace tamiz::explorer {

struct scenario {
    std::string name;                ///< "group/what-runs"
    std::string promise;             ///< one sentence
    std::size_t configurations = 1;  ///< how many variants: first bits, other keys' masks
    std::function<void(world&, const subject&, std::size_t configuration)> build;
    /// Says what a configuration is; may be empty.
    std::function<std::string(std::size_t configuration)> describe = {};
    std::vector<model> models = {model::sequential, model::weak};
    reduction reduce = reduction::sleep_sets;
    bool breaks = false;    ///< the promise is broken on purpose, against a contract: an execution has to fail
    bool extended = false;  ///< takes long: on demand
};

/// All that there are.
[[nodiscard]] std::vector<scenario> all_scenarios();

struct case_failure {
    std::size_t configuration = 0;
    std::string message;
    std::vector<choice> choices;
    std::vector<std::string> schedule;  ///< with the axioms, which make no choices
};

struct case_result {
    std::string name;
    model memory = model::sequential;
    std::size_t configurations = 0;
    std::uint64_t executions = 0;
    std::uint64_t blocked = 0;
    std::uint64_t steps = 0;
    bool exhausted = true;
    std::map<std::string, std::uint64_t> notes;
    std::optional<case_failure> failure;  ///< the first
    bool passed = false;  ///< nothing failed and nothing is left to try; or something failed, if it had to
};

struct run_options {
    /// Cases that run in none of these are left out. Orders that claims need are found by the axioms, others by the
    /// weak model.
    std::vector<model> models = {model::sequential, model::weak, model::axioms};
    std::string_view only = {};                         ///< cases whose name contains it
    bool extended = false;                              ///< with those that take long
    bool stop_at_first = false;                         ///< no more cases after one that has not passed
    std::function<void(const case_result&)> each = {};  ///< called after every case
};

struct report {
    std::vector<case_result> results;
    [[nodiscard]] std::uint64_t executions() const;
    /// The first case that did not pass; null if all did.
    [[nodiscard]] const case_result* first_not_passed() const;
};

[[nodiscard]] case_result run(const scenario& s, const subject& words, model m);
[[nodiscard]] report run_cases(const subject& words, const run_options& options = {});

/// All cases over a `words` type: the shipped one passes all of them, a mutant that the explorer is to catch does not.
template <typename Words>
[[nodiscard]] report run_cases(std::string name, const run_options& options = {})
{
    return run_cases(subject_of<Words>(std::move(name)), options);
}

/// The failure for people: what was run, the schedule of its accesses, and the choices that repeat it (schedule.hpp).
[[nodiscard]] std::string explain(const scenario& s, const subject& words, const case_result& result);

}  // namespace tamiz::explorer
