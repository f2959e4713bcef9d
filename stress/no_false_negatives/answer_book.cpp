// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/answer_book.hpp"

namespace tamiz::stress {

void answer_book::judge(const subject& filter, const round_plan& plan, bool has_one_word, worker& me) const
{
    tally& counts = me.counts();
    for (std::size_t key = 0; key < plan.key_count(); ++key) {
        const answers a = sum(key);
        counts.erases += a.erased;
        counts.refused_erases += a.refused;
        if (a.erased > a.all_inserts() && !plan.is_covered(key))
            me.report(violation_kind::erased_too_often, filter, key);
        if (a.all_inserts() == 0) continue;
        ++counts.keys;
        counts.covered_keys += plan.is_covered(key) ? 1U : 0U;
        // An erased key can be new again.
        if (a.won > 1 || (has_one_word && a.told_new > 1 + a.erased)) me.report(violation_kind::won_twice, filter, key);
        if (a.unanswered != 0) continue;  // that insert may have been the first

        ++counts.answered_keys;
        counts.told_nobody += a.told_new == 0 ? 1U : 0U;
        if (a.told_new == 0 && !plan.is_covered(key)) me.report(violation_kind::told_nobody, filter, key);
        if (a.inserts != 0) continue;

        const bool is_lost = a.told_new != 0 && a.won == 0;
        ++counts.claimed_keys;
        counts.lost_claims += is_lost ? 1U : 0U;
        if (has_one_word && is_lost) me.report(violation_kind::nobody_won, filter, key);
    }
}

answer_book::answers answer_book::sum(std::size_t key) const noexcept
{
    answers total;
    for (const std::vector<answers>& page : pages_) {
        total.inserts += page[key].inserts;
        total.claims += page[key].claims;
        total.unanswered += page[key].unanswered;
        total.told_new += page[key].told_new;
        total.won += page[key].won;
        total.erased += page[key].erased;
        total.refused += page[key].refused;
    }
    return total;
}

}  // namespace tamiz::stress
