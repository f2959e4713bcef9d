// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "mutants/broken_atomics.hpp"
#include "mutants/broken_words.hpp"
#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

namespace tamiz::mutants {

namespace {

template <typename Atomics>
using plain_or_words = words<plain_or<Atomics>>;
template <typename Atomics>
using torn_halves_words = words<torn_halves<Atomics>>;
template <typename Atomics>
using xor_for_or_words = words<xor_for_or<Atomics>>;
template <typename Atomics>
using one_try_words = words<one_try<Atomics>>;
template <typename Atomics>
using merge_overwrites_words = words<merge_overwrites<Atomics>>;
template <typename Atomics>
using merge_skips_used_words_words = words<merge_skips_used_words<Atomics>>;

template <claim_rule Rule>
struct claim_with {
    template <typename Atomics>
    using words = claim_by_rule<Atomics, Rule>;
};

}  // namespace

std::vector<mutant> mutants_of_the_protocol()
{
    using stress::scenario;
    return {
        // How bits are set.
        {"plain_or",
         "bits are set by a load and a store",
         {by_explorer<plain_or_words>("claim/two-in-one-word"), by_threads<plain_or_words, scenario::disjoint_keys>()}},
        {"torn_halves",
         "half of a word is stored by itself, as read before",
         {by_explorer<torn_halves_words>("insert/two-beside-an-insert"), by_threads<torn_halves_words, scenario::disjoint_keys>()}},
        {"xor_for_or",
         "an insert flips bits instead of setting them",
         {by_explorer<xor_for_or_words>("insert/two-beside-an-insert"), by_threads<xor_for_or_words, scenario::disjoint_keys>()}},
        {"one_try",
         "a claim forestalled in a word takes it for complete",
         {by_explorer<one_try_words>("claim/two-words-beside-an-insert"), by_threads<one_try_words, scenario::tiny_filters>()}},
        {"stops_at_complete_word",
         "one complete word is taken for a complete key",
         {by_explorer<stops_at_complete_word>("claim/two-in-two-words"),
          by_threads<stops_at_complete_word, scenario::disjoint_keys>()}},
        {"skips_started_words",
         "an insert takes a word with one of its bits for complete",
         {by_explorer<skips_started_words>("insert/two-beside-an-insert"),
          by_threads<skips_started_words, scenario::disjoint_keys>()}},

        // What is answered.
        {"answer_from_load",
         "a claim that saw the key incomplete is won",
         {by_explorer<claim_with<claim_rule::answer_from_load>::words>("claim/two-in-one-word"),
          by_threads<claim_with<claim_rule::answer_from_load>::words, scenario::same_keys>()}},
        {"any_word",
         "a claim that flipped any word is won",
         {by_explorer<claim_with<claim_rule::any_word>::words>("claim/two-in-two-words"),
          by_threads<claim_with<claim_rule::any_word>::words, scenario::same_keys>()}},
        {"lowest_word",
         "a claim is decided by its lowest incomplete word",
         {by_explorer<claim_with<claim_rule::lowest_word>::words>("claim/two-in-two-words"),
          by_threads<claim_with<claim_rule::lowest_word>::words, scenario::same_keys>()}},
        {"last_word",
         "a claim is decided by the key's last word, complete or not",
         {by_explorer<claim_with<claim_rule::last_word>::words>("claim/two-in-two-words")}},
        {"descending",
         "a claim sets its words from the highest down",
         {by_explorer<claim_with<claim_rule::descending>::words>("claim/two-in-two-words"),
          by_threads<claim_with<claim_rule::descending>::words, scenario::same_keys>()}},
        {"loads_late",
         "a claim loads each word just before it sets it",
         {by_explorer<claim_with<claim_rule::loads_late>::words>("claim/two-in-two-words"),
          by_threads<claim_with<claim_rule::loads_late>::words, scenario::same_keys>()}},
        {"insert_answers_by_last_word",
         "an insert is new if it flipped the key's last word",
         {by_explorer<insert_answers_by_last_word>("insert/three-in-two-words"),
          by_threads<insert_answers_by_last_word, scenario::disjoint_keys>()}},
        {"lookup_skips_last_word",
         "a lookup does not look at the key's last word",
         {by_threads<lookup_skips_last_word, scenario::disjoint_keys>(), by_rate<bloom_filter<std::uint64_t, layout::cache_line<2>, hash<std::uint64_t>, lookup_skips_last_word<boost_atomics>>>(usual_rate, "usual filter")}},

        // When others are told, and whole filters.
        {"publishes_early",
         "others are told of a key before its last word is set",
         {by_threads<publishes_early, scenario::publish_and_probe>()}},
        {"merge_overwrites",
         "a merge stores the source's words in the target",
         {by_explorer<merge_overwrites_words>("merge/"), by_threads<merge_overwrites_words, scenario::merge_beside_writers>()}},
        {"merge_skips_used_words",
         "a merge leaves out words of the target that hold anything",
         {by_explorer<merge_skips_used_words_words>("merge/"),
          by_threads<merge_skips_used_words_words, scenario::merge_beside_writers>()}},
        {"copy_stops_short",
         "a copy leaves out the last line",
         {by_threads<copy_stops_short, scenario::copy_beside_writers>()}},
    };
}

}  // namespace tamiz::mutants
