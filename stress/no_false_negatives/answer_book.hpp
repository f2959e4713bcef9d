// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tamiz/options.hpp>

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
        a.told_new += is_new ? 1U : 0U;
    }
    void inserted_unanswered(unsigned thread, std::size_t key) noexcept { ++pages_[thread][key].unanswered; }
    void claimed(unsigned thread, std::size_t key, claim_result result) noexcept
    {
        answers& a = pages_[thread][key];
        ++a.claims;
        a.told_new += result != claim_result::present ? 1U : 0U;
        a.won += result == claim_result::won ? 1U : 0U;
    }

    void erased(unsigned thread, std::size_t key, bool done) noexcept
    {
        answers& a = pages_[thread][key];
        a.erased += done ? 1U : 0U;
        a.refused += done ? 0U : 1U;
    }

    /// Once all threads have ended: holds the answers for every key that was put in against what the filter promises.
    /// `has_one_word`: all bits of a key are in one word, so that exactly one caller is the first.
    void judge(const subject& filter, const round_plan& plan, bool has_one_word, worker& me) const;

    struct answers {
        std::uint32_t inserts = 0;
        std::uint32_t claims = 0;
        std::uint32_t unanswered = 0;  ///< inserts of which nobody looked at the answer
        std::uint32_t told_new = 0;    ///< insert: true; claim: won or raced
        std::uint32_t won = 0;
        std::uint32_t erased = 0;
        std::uint32_t refused = 0;  ///< erases that were told false

        [[nodiscard]] std::uint32_t all_inserts() const noexcept { return inserts + claims + unanswered; }
    };

    /// Of all threads.
    [[nodiscard]] answers sum(std::size_t key) const noexcept;

private:
    std::vector<std::vector<answers>> pages_;  // by thread, then by key
};

}  // namespace tamiz::stress
