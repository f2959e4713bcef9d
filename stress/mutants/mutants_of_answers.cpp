// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "mutants/broken_words.hpp"
#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

namespace tamiz::mutants {

namespace {

template <claim_rule Rule>
struct claims {
    template <typename Atomics>
    using words = claim_by_rule<Atomics, Rule>;
};

/// A claim with one rule changed: found where several threads claim one key.
template <claim_rule Rule>
[[nodiscard]] mutant claim_with(std::string name, std::string fault, std::string_view cases)
{
    return {std::move(name),
            std::move(fault),
            {by_explorer<claims<Rule>::template words>(cases),
             by_threads<claims<Rule>::template words, stress::scenario::same_keys>()}};
}

}  // namespace

std::vector<mutant> mutants_of_answers()
{
    using enum stress::scenario;
    using lookup_skips_last_word_filter =
        bloom_filter<std::uint64_t, layout::cache_line<2>, hash<std::uint64_t>, lookup_skips_last_word<boost_atomics>>;
    return {
        claim_with<claim_rule::answer_from_load>("answer_from_load", "a claim that saw the key incomplete is won",
                                                 "claim/two-in-one-word"),
        claim_with<claim_rule::any_word>("any_word", "a claim that flipped any word is won", "claim/two-in-two-words"),
        claim_with<claim_rule::lowest_word>("lowest_word", "a claim is decided by its lowest incomplete word",
                                            "claim/two-in-two-words"),
        claim_with<claim_rule::descending>("descending", "a claim sets its words from the highest down",
                                           "claim/two-in-two-words"),
        claim_with<claim_rule::loads_late>("loads_late", "a claim loads each word just before it sets it",
                                           "claim/two-in-two-words"),
        // With several words a claim may be lost, so real threads are no judge of this one.
        {"last_word",
         "a claim is decided by the key's last word, complete or not",
         {by_explorer<claims<claim_rule::last_word>::words>("claim/two-in-two-words")}},
        {"insert_answers_by_last_word",
         "an insert is new if it flipped the key's last word",
         {by_explorer<insert_answers_by_last_word>("insert/three-in-two-words"),
          by_threads<insert_answers_by_last_word, disjoint_keys>()}},
        {"lookup_skips_last_word",
         "a lookup does not look at the key's last word",
         {by_threads<lookup_skips_last_word, disjoint_keys>(),
          by_rate<lookup_skips_last_word_filter>(usual_rate, "usual filter")}},
    };
}

}  // namespace tamiz::mutants
