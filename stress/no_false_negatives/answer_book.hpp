// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tamiz/layout/word.hpp>
#include <tamiz/options.hpp>

#include "no_false_negatives/tally.hpp"
#include "no_false_negatives/worker.hpp"

namespace tamiz::stress {

/// What the threads were told about each key that they put in. Every thread writes pages of its own, so that keeping
/// the book orders nothing between them.
class answer_book {
public:
    answer_book(unsigned threads, std::size_t key_count) : pages_(threads, std::vector<answers>(key_count)) {}

    void inserted(unsigned thread, std::size_t key, bool is_new) noexcept
    {
        answers& a = pages_[thread][key];
        ++a.inserts;
        a.told_new += is_new ? 1 : 0;
    }
    void claimed(unsigned thread, std::size_t key, claim_result result) noexcept
    {
        answers& a = pages_[thread][key];
        ++a.claims;
        a.told_new += result != claim_result::present ? 1 : 0;
        a.won += result == claim_result::won ? 1 : 0;
    }

    /// Once all threads have ended: holds the answers for all keys of `plan` against what the filter promises, for a
    /// key that was put in at all.
    template <typename Plan>
    void judge(const Plan& plan, worker& me) const
    {
        for (std::size_t i = 0; i < plan.key_count(); ++i) {
            const answers a = sum(i);
            if (a.inserts + a.claims == 0) continue;
            constexpr bool one_word = std::same_as<typename Plan::layout_type, layout::word>;
            if (a.won > 1 || (one_word && a.told_new > 1)) me.report(violation_kind::won_twice, plan.key(i));
            if (a.told_new == 0 && !plan.is_covered(i)) me.report(violation_kind::told_nobody, plan.key(i));
            const bool is_lost = a.inserts == 0 && a.told_new != 0 && a.won == 0;
            if (one_word && is_lost) me.report(violation_kind::nobody_won, plan.key(i));
            me.count_key(plan.is_covered(i), a.told_new == 0, a.inserts == 0, is_lost);
        }
    }

private:
    struct answers {
        std::uint32_t inserts = 0;
        std::uint32_t claims = 0;
        std::uint32_t told_new = 0;  // insert: true; claim: won or raced
        std::uint32_t won = 0;
    };

    [[nodiscard]] answers sum(std::size_t key) const noexcept
    {
        answers total;
        for (const std::vector<answers>& page : pages_) {
            total.inserts += page[key].inserts;
            total.claims += page[key].claims;
            total.told_new += page[key].told_new;
            total.won += page[key].won;
        }
        return total;
    }

    std::vector<std::vector<answers>> pages_;  // by thread, then by key
};

}  // namespace tamiz::stress
