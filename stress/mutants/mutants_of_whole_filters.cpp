// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "mutants/broken_atomics.hpp"
#include "mutants/broken_words.hpp"
#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

namespace tamiz::mutants {

namespace {

template <typename Atomics>
using merge_overwrites_words = words<merge_overwrites<Atomics>>;
template <typename Atomics>
using merge_skips_used_words_words = words<merge_skips_used_words<Atomics>>;

}  // namespace

std::vector<mutant> mutants_of_whole_filters()
{
    using enum stress::scenario;
    return {
        {"merge_overwrites",
         "a merge stores the source's words in the target",
         {by_explorer<merge_overwrites_words>("merge/"), by_threads<merge_overwrites_words, merge_beside_writers>()}},
        {"merge_skips_used_words",
         "a merge leaves out words of the target that hold anything",
         {by_explorer<merge_skips_used_words_words>("merge/"),
          by_threads<merge_skips_used_words_words, merge_beside_writers>()}},
        {"copy_stops_short", "a copy leaves out the last line", {by_threads<copy_stops_short, copy_beside_writers>()}},
    };
}

}  // namespace tamiz::mutants
