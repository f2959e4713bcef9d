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

}  // namespace

std::vector<mutant> mutants_of_setting()
{
    using enum stress::scenario;
    return {
        {"plain_or",
         "bits are set by a load and a store",
         {by_explorer<plain_or_words>("claim/two-in-one-word"), by_threads<plain_or_words, disjoint_keys>()}},
        {"torn_halves",
         "half of a word is stored by itself, as read before",
         {by_explorer<torn_halves_words>("insert/two-beside-an-insert"),
          by_threads<torn_halves_words, disjoint_keys>()}},
        {"xor_for_or",
         "an insert flips bits instead of setting them",
         {by_explorer<xor_for_or_words>("insert/two-beside-an-insert"), by_threads<xor_for_or_words, disjoint_keys>()}},
        {"one_try",
         "a claim forestalled in a word takes it for complete",
         {by_explorer<one_try_words>("claim/two-words-beside-an-insert"), by_threads<one_try_words, tiny_filters>()}},
        {"stops_at_complete_word",
         "one complete word is taken for a complete key",
         {by_explorer<stops_at_complete_word>("claim/two-in-two-words"),
          by_threads<stops_at_complete_word, disjoint_keys>()}},
        {"skips_started_words",
         "an insert takes a word with one of its bits for complete",
         {by_explorer<skips_started_words>("insert/two-beside-an-insert"),
          by_threads<skips_started_words, disjoint_keys>()}},
        {"publishes_early",
         "others are told of a key before its last word is set",
         {by_threads<publishes_early, publish_and_probe>()}},
    };
}

}  // namespace tamiz::mutants
