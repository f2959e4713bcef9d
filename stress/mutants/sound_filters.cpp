// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <cstddef>
#include <utility>

#include "mutants/broken_words.hpp"
#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

namespace tamiz::mutants {

namespace {

template <typename Atomics>
using claim_by_sound_rule = claim_by_rule<Atomics, claim_rule::sound>;

/// All scenarios that are for filters over such words.
template <template <typename> typename Words, typename Layout>
void add_all_scenarios(mutant& sound)
{
    constexpr stress::filter_kind kind = stress::filter_kind_of<Layout, Words<stress::chaos_atomics<>>>;
    const auto add = [&]<std::size_t I>() {
        if constexpr (constexpr stress::scenario_info info = stress::all_scenarios[I]; stress::is_for(info, kind))
            sound.checks.push_back(by_threads<Words, info.which, Layout>(std::chrono::milliseconds(300)));
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (add.template operator()<I>(), ...);
    }(std::make_index_sequence<stress::all_scenarios.size()>());
}

}  // namespace

std::vector<mutant> sound_filters()
{
    using stress::scenario;
    using namespace std::chrono_literals;

    mutant shipped{"none", "the filter that ships", {}};
    for (const char* const cases : {"claim/two-in-one-word", "claim/two-in-two-words",
                                    "claim/two-words-beside-an-insert", "insert/two-beside-an-insert",
                                    "insert/three-in-two-words", "publication/payload", "merge/", "copy/publishes"})
        shipped.checks.push_back(by_explorer<words>(cases));
    shipped.checks.push_back(by_explorer(explorer::subject_of<words<explorer::atomics>>("words"),
                                         "claim/two-in-two-words", {explorer::model::axioms}));
    add_all_scenarios<words, layout::cache_line<2>>(shipped);
    shipped.checks.push_back(by_rate<bloom_filter<std::uint64_t>>(usual_rate, "usual filter"));
    shipped.checks.push_back(
        by_rate<bloom_filter<std::uint64_t, layout::cache_line<4>>>(precise_rate, "precise filter"));

    // The mutants whose claim is put together from its steps differ from this one in one rule.
    mutant assembled{"none", "a claim put together anew, by all the rules", {}};
    for (const char* const cases : {"claim/two-in-one-word", "claim/two-in-two-words"})
        assembled.checks.push_back(by_explorer<claim_by_sound_rule>(cases));
    assembled.checks.push_back(by_threads<claim_by_sound_rule, scenario::same_keys>(300ms));

    mutant counting{"none", "the counting filter that ships", {}};
    counting.checks.push_back(by_explorer<counter_words>("counting/"));
    add_all_scenarios<counter_words, layout::cache_line<2>>(counting);
    add_all_scenarios<counter_words, layout::word>(counting);

    return {std::move(shipped), std::move(assembled), std::move(counting)};
}

}  // namespace tamiz::mutants
