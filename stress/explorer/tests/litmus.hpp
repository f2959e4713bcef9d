// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <support/catch.hpp>

#include <explorer/axioms.hpp>
#include <explorer/search.hpp>
#include <explorer/variable.hpp>
#include <explorer/world.hpp>

namespace tamiz::explorer {

/// Three variables and what was read; the outcome is what was read, digit by digit.
struct litmus {
    explicit litmus(world& w, unsigned reads) : x(w, "x"), y(w, "y"), z(w, "z"), read(reads)
    {
        w.finally([this, &w] {
            std::string outcome;
            for (const std::uint64_t value : read) outcome += std::to_string(value);
            w.note(outcome);
        });
    }
    variable x, y, z;
    std::vector<std::uint64_t> read;
};

using outcomes = std::set<std::string>;

inline outcomes explore(model m, const execution::builder& build)
{
    outcomes result[2];
    for (const reduction reduce : {reduction::none, reduction::sleep_sets}) {
        const search_result found = search(build, {.memory = m, .reduce = reduce});
        REQUIRE(found.exhausted);
        for (const auto& [outcome, count] : found.notes) result[reduce == reduction::none ? 0 : 1].insert(outcome);
    }
    CHECK(result[0] == result[1]);
    return result[1];
}

/// The outcomes that the two models allow are exactly these.
inline void expect(const execution::builder& build, const outcomes& sequential, const outcomes& weak)
{
    CHECK(explore(model::sequential, build) == sequential);
    CHECK(explore(model::weak, build) == weak);
    // The standard's own axioms, tried by another program, agree.
    outcomes by_axioms;
    for (const auto& [outcome, count] : check_axioms(build, load_buffering::forbidden).notes) by_axioms.insert(outcome);
    CHECK(by_axioms == weak);
}

}  // namespace tamiz::explorer
