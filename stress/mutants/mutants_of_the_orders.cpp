// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/weakened.hpp>

#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

/// One mutant for each order that docs/guarantees.md says is needed. Real threads on x86-64 cannot tell them from the
/// sound filter: that processor orders more than the program asks for. Hence the explorer, and its weak memory.
namespace tamiz::mutants {

namespace {

using explorer::part;

template <site Where, part Taken>
struct without {
    template <typename Atomics>
    using words = words<explorer::weakened<Atomics, Where, Taken>>;
};

template <site Where, part Taken>
[[nodiscard]] check by_weak_memory(std::string_view cases)
{
    return by_explorer<without<Where, Taken>::template words>(cases, {explorer::model::weak});
}

}  // namespace

std::vector<mutant> mutants_of_the_orders()
{
    // Without the orders of the claim, C++ allows two winners, too: by load buffering, which the explorer's memory has not, and
    // stress/models/claim_axioms_test.cpp has.
    return {
        {"test_load", "a lookup loads without acquire", {by_weak_memory<site::test_load, part::acquire>("publication/payload")}},
        {"set_load", "an insert loads without acquire", {by_weak_memory<site::set_load, part::acquire>("publication/payload")}},
        {"set_or_release", "an insert sets bits without release", {by_weak_memory<site::set_or, part::release>("publication/payload")}},
        {"set_or_acquire", "an insert sets bits without acquire", {by_weak_memory<site::set_or, part::acquire>("publication/payload")}},
        {"claim_load", "a claim loads without acquire", {by_weak_memory<site::claim_load, part::acquire>("publication/payload")}},
        {"claim_exchange_success",
         "a claim's exchange succeeds without release",
         {by_weak_memory<site::claim_exchange, part::success>("publication/payload")}},
        {"claim_exchange_failure",
         "a claim's exchange fails without acquire",
         {by_weak_memory<site::claim_exchange, part::failure>("publication/payload")}},
        {"merge_source", "a merge loads the source without acquire", {by_weak_memory<site::merge_source, part::acquire>("merge/")}},
        {"merge_or", "a merge sets bits without release", {by_weak_memory<site::merge_or, part::release>("merge/")}},
        {"copy_load", "a copy loads without acquire", {by_weak_memory<site::copy_load, part::acquire>("copy/")}},
    };
}

}  // namespace tamiz::mutants
