// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "mutants/broken_counters.hpp"
#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

namespace tamiz::mutants {

std::vector<mutant> mutants_of_counters()
{
    using enum stress::scenario;
    return {
        {"unchecked_erase",
         "an erase lowers what it finds, and checks nothing",
         {by_explorer<unchecked_erase>("counting/two-erases"), by_threads<unchecked_erase, erase_twice>()}},
        {"rollback_erase",
         "an erase takes back what it lowered when it comes to a 0",
         {by_explorer<rollback_erase>("counting/two-erases"), by_threads<rollback_erase, erase_twice>()}},
        {"unlocked_erase",
         "an erase checks and lowers without the lock",
         {by_explorer<unlocked_erase>("counting/two-erases"), by_threads<unlocked_erase, erase_twice>()}},
        {"check_before_lock",
         "an erase checks before it has the lock",
         {by_explorer<check_before_lock>("counting/two-erases"), by_threads<check_before_lock, erase_twice>()}},
        {"lowers_stuck",
         "an erase lowers counters that are stuck",
         {by_explorer<lowers_stuck>("counting/stuck"), by_threads<lowers_stuck, insert_and_erase>()}},
        {"wraps",
         "a counter goes from 15 to 0",
         {by_explorer<wraps>("counting/stuck"), by_threads<wraps, hot_keys>(), by_threads<wraps, insert_and_erase>()}},
        {"torn_add",
         "counters are raised by a load and a store",
         {by_explorer<torn_add>("counting/two-inserts"), by_threads<torn_add, disjoint_keys>(),
          by_threads<torn_add, insert_and_erase>()}},
        {"publishes_count_early",
         "others are told of a key before its last word is counted",
         {by_threads<publishes_count_early, publish_and_probe>()}},
        {"merge_carries",
         "a merge lets a counter carry into the next one",
         {by_explorer<merge_carries>("counting/merge-near-the-top"),
          by_threads<merge_carries, merge_beside_writers>()}},
    };
}

}  // namespace tamiz::mutants
