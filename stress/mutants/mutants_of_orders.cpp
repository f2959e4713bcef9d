// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/weakened_subjects.hpp>

#include <algorithm>
#include <stdexcept>

#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

/// One mutant for each order that docs/guarantees.md says is needed. Real threads on x86-64 cannot tell them from the
/// sound filter: that processor orders more than the program asks for. Hence the explorer, with its weak memory, and
/// with the axioms of C++ where it takes load buffering for the promise to break.
namespace tamiz::mutants {

namespace {

[[nodiscard]] explorer::subject weakened(const std::string& name)
{
    const std::vector<explorer::subject> all = explorer::weakened_subjects();
    const auto found = std::ranges::find(all, name, &explorer::subject::name);
    if (found == all.end()) throw std::logic_error("mutants: the explorer has no subject '" + name + "'");
    return *found;
}

[[nodiscard]] mutant without_order(const std::string& name, std::string fault, std::string_view cases)
{
    return {name, std::move(fault), {by_explorer(weakened(name), cases, {explorer::model::weak})}};
}

/// An order without which two claims can be won as well.
[[nodiscard]] mutant without_order_of_claims(const std::string& name, std::string fault)
{
    mutant result = without_order(name, std::move(fault), "publication/payload");
    result.checks.push_back(by_explorer(weakened(name), "claim/two-in-two-words", {explorer::model::axioms}));
    return result;
}

}  // namespace

std::vector<mutant> mutants_of_orders()
{
    return {
        without_order("test_load.acquire", "a lookup loads without acquire", "publication/payload"),
        without_order("set_load.acquire", "an insert loads without acquire", "publication/payload"),
        without_order("set_or.release", "an insert sets bits without release", "publication/payload"),
        without_order("set_or.acquire", "an insert sets bits without acquire", "publication/payload"),
        without_order_of_claims("claim_load.acquire", "a claim loads without acquire"),
        without_order_of_claims("claim_exchange.success", "a claim's exchange succeeds without release"),
        without_order("claim_exchange.failure", "a claim's exchange fails without acquire", "publication/payload"),
        without_order("merge_source.acquire", "a merge loads the source without acquire", "merge/publishes"),
        without_order("merge_or.release", "a merge sets bits without release", "merge/publishes"),
        without_order("copy_load.acquire", "a copy loads without acquire", "copy/publishes"),
        without_order("add_load.acquire", "an insert that counts loads without acquire", "counting/publication"),
        without_order("add_exchange.success", "counters are raised without release", "counting/publication"),
        without_order("add_exchange.failure", "an exchange that raises fails without acquire", "counting/publication"),
        without_order("lock_exchange.success", "an eraser takes the lock without acquire", "counting/two-erases"),
        without_order("unlock_exchange.success", "an eraser gives it back without release", "counting/two-erases"),
        without_order("merge_exchange.success", "a merge adds counters without release", "counting/merge-publishes"),
    };
}

}  // namespace tamiz::mutants
