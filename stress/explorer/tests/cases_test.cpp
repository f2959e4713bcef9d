// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <explorer/axioms.hpp>
#include <explorer/scenario.hpp>
#include <explorer/schedule.hpp>

namespace {

using namespace tamiz::explorer;

// --- how many executions there are -------------------------------------------------------------------------

/// A smaller number means that something is no longer tried; a larger one, that the library makes more accesses or the
/// search has lost some of its reduction. Either way somebody has to understand why before the number here changes.
struct pinned {
    const char* name;
    std::size_t configurations;
    std::optional<std::uint64_t> sequential, weak, axioms;
};
constexpr std::nullopt_t none = std::nullopt;

const std::vector<pinned> usual{
    {"claim/two-in-one-word", 4, 13, 13, 13},
    {"claim/three-in-one-word", 4, 37, 37, 37},
    {"claim/one-word-beside-an-insert", 64, 940, 940, 940},
    {"claim/two-in-two-words", 16, 133, 133, 133},
    {"claim/two-in-three-words", 64, 1225, 1225, 1225},
    {"claim/three-in-two-words", 16, 937, 937, 937},
    {"claim/three-in-three-words", 8, 949, 949, 949},
    {"claim/two-words-beside-an-insert", 256, 18968, 18968, 18968},
    {"claim/two-words-beside-a-claim", 256, 13382, 13382, 13382},
    {"claim/three-words-beside-an-insert", 64, 5282, 5282, 5282},
    {"claim/three-words-beside-a-claim", 64, 3120, 3120, 3120},
    {"claim/three-beside-an-insert", 16, 4246, 4264, 4264},
    {"claim/beside-an-insert-of-the-same-key", 16, 2185, 2185, 2185},
    {"claim/beside-inserts-of-two-keys", 16, 13040, 13072, 13072},
    {"insert/two-beside-an-insert", 256, 37205, 37205, 37205},
    {"insert/three-in-two-words", 16, 5842, 5842, 5842},
    {"insert/three-words-beside-an-insert", 64, 8413, 8413, 8413},
    {"publication/one-word", 216, 1680, 1680, none},
    {"publication/two-words", 216, 8520, 8520, none},
    {"publication/beside-another-key", 288, 5898, 5898, none},
    {"publication/payload", 30, 278, 278, none},
    {"publication/causality", 120, 60256, 61288, none},
    {"publication/handing-on", 60, 1648, 1648, none},
    {"publication/flag", 30, 1026, 1026, none},
    {"publication/relaxed-flag", 30, none, 2670, none},
    {"filter/two-claims-beside-an-insert", 11, 15948, 15948, none},
    {"filter/bulk-inserts", 11, 20649, 21273, none},
    {"filter/bulk-claims", 11, 5436, 5436, none},
    {"merge/after-an-insert", 6, 174, 174, none},
    {"merge/publishes", 6, 148, 148, none},
    {"merge/beside-claims", 4, 1572, 1584, none},
    {"merge/both-ways", 1, 9, 9, none},
    {"merge/chain", 1, 13, 13, none},
    {"merge/then-statistics", 1, 2, 2, none},
    {"copy/after-an-insert", 6, 228, 228, none},
    {"copy/publishes", 6, 48, 48, none},
    {"copy/grows", 2, 672, 672, none},
    {"copy/is-no-cut", 1, 7, 7, none},
    {"copy/beside-a-merge", 1, 5, 5, none},
    {"clear/beside-an-insert", 1, 2, 2, none},
    {"clear/beside-claims", 1, 2, 3, none},
    {"linearizability/real-time", 648, 88912, none, none},
    {"linearizability/happens-before", 3888, none, 236928, none},
    {"linearizability/two-words", 1, 5, none, none},
    {"counting/two-inserts", 14, 720, 720, none},
    {"counting/insert-beside-lookup", 7, 11168, 12608, none},
    {"counting/insert-beside-last-erase", 7, 1132, 1132, none},
    {"counting/two-erases", 14, 5520, 5520, none},
    {"counting/three-erases", 7, 18624, 18624, none},
    {"counting/erase-beside-a-passing-key", 3, 520, 616, none},
    {"counting/stuck", 6, 852, 852, none},
    {"counting/suspended-eraser", 7, 3184, 3324, none},
    {"counting/suspended-eraser-of-the-same-line", 1, 1, 1, none},
    {"counting/erases-in-two-lines", 3, 4048, 4048, none},
    {"counting/publication", 42, 28024, 28024, none},
    {"counting/causality", 21, 751, 751, none},
    {"counting/merge-beside-changes", 14, 1376, 1600, none},
    {"counting/merge-near-the-top", 2, 2300, 2312, none},
    {"counting/merge-publishes", 21, 371, 371, none},
    {"counting/copy-publishes", 21, 180, 180, none},
    {"counting/filter", 5, 488, 488, none},
};

const std::vector<pinned> extended{
    {"claim/four-in-two-words", 4, 705, 705, 705},
    {"claim/three-beside-an-insert-two-bits", 256, 306790, 308092, 308092},
    {"claim/three-words-beside-an-insert-two-bits", 4096, 1741078, 1741078, 1741078},
    {"insert/three-beside-an-insert", 16, 56178, 56178, 56178},
    {"publication/two-words-two-bits", 864, 57576, 57576, none},
    {"publication/three-beside-another-key", 864, 370553, 370949, none},
    {"linearizability/real-time-longer", 3888, 1981824, none, none},
};

void check_cases(const std::vector<pinned>& numbers, bool are_extended)
{
    const subject words = subject_of<tamiz::words<atomics>>("tamiz::words");
    const auto pin = [&](const std::string& name) {
        return std::find_if(numbers.begin(), numbers.end(), [&](const pinned& p) { return p.name == name; });
    };
    std::size_t cases = 0;
    for (const scenario& s : all_scenarios()) {
        if (s.extended != are_extended) continue;
        INFO(s.name);
        const auto expected = pin(s.name);
        REQUIRE(expected != numbers.end());
        CHECK(expected->configurations == s.configurations);
        ++cases;
        const std::array models{std::pair(model::sequential, expected->sequential),
                                std::pair(model::weak, expected->weak), std::pair(model::axioms, expected->axioms)};
        for (const auto& [m, executions] : models) {
            const bool runs = std::find(s.models.begin(), s.models.end(), m) != s.models.end();
            CHECK(runs == executions.has_value());
            if (!runs) continue;
            const case_result result = run(s, words, m);
            std::cout << s.name << ", " << name_of(m) << ": " << result.executions << " executions\n";
            INFO(explain(s, words, result));
            CHECK(result.passed);
            CHECK(executions == result.executions);
        }
    }
    CHECK(cases == numbers.size());
}

const scenario& case_named(const std::vector<scenario>& all, const std::string& name)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const scenario& s) { return s.name == name; });
    REQUIRE(found != all.end());
    return *found;
}

// --- a library that is wrong -------------------------------------------------------------------------------

/// An insert that answers by what it saw before it wrote.
struct answers_from_the_load : tamiz::words<atomics> {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const bool seen = test(memory, probes);
        tamiz::words<atomics>::set(memory, probes, may_write);
        return !seen;
    }
};

}  // namespace

TEST_CASE("every case keeps its promise in as many executions as there are")
{
    check_cases(usual, false);
}

TEST_CASE("every extended case keeps its promise in as many executions as there are", "[.][extended]")
{
    check_cases(extended, true);
}

TEST_CASE("two models that share no code find the same executions of inserts and claims")
{
    for (const pinned& p : usual)
        if (p.axioms.has_value()) CHECK(p.axioms == p.weak);
}

TEST_CASE("nobody wins where another key takes a claimant's last bits, and only there")
{
    const std::vector<scenario> all = all_scenarios();
    const subject words = subject_of<tamiz::words<atomics>>("tamiz::words");
    const auto lost = [&](const char* name) {
        return run(case_named(all, name), words, model::sequential).notes["nobody wins"];
    };
    CHECK(lost("claim/two-words-beside-an-insert") == 1370);
    CHECK(lost("claim/two-words-beside-a-claim") == 1160);
    CHECK(lost("claim/three-in-two-words") == 0);
    CHECK(lost("claim/one-word-beside-an-insert") == 0);
}

TEST_CASE("an insert that answers by its load is not linearizable, and its failure can be repeated")
{
    const std::vector<scenario> all = all_scenarios();
    const subject broken = subject_of<answers_from_the_load>("answers from the load");
    for (const char* name :
         {"linearizability/real-time", "linearizability/happens-before", "insert/three-in-two-words"}) {
        const scenario& s = case_named(all, name);
        INFO(name);
        for (const model m : s.models) {
            const case_result result = run(s, broken, m);
            CHECK_FALSE(result.passed);
            REQUIRE(result.failure);
            if (m == model::axioms) {
                CHECK_FALSE(result.failure->schedule.empty());
                continue;
            }
            const replay_result again = replay([&](world& w) { s.build(w, broken, result.failure->configuration); }, m,
                                               result.failure->choices);
            CHECK(again.failure == result.failure->message);
            CHECK(again.schedule.size() == result.failure->choices.size());
            // The sound library gives other answers in the same schedule.
            const subject words = subject_of<tamiz::words<atomics>>("tamiz::words");
            CHECK(run(s, words, m).passed);
        }
    }
}

TEST_CASE("a report names the first case that does not pass, and stops there if told so")
{
    const report stopped = run_cases<answers_from_the_load>("broken", {.only = "insert/", .stop_at_first = true});
    REQUIRE(stopped.first_not_passed() != nullptr);
    CHECK(stopped.results.size() == 1);
    CHECK(stopped.first_not_passed()->name == "insert/two-beside-an-insert");
    CHECK(stopped.first_not_passed()->failure->message == "a call's answer does not say whether it changed a bit");
    const report all = run_cases<answers_from_the_load>("broken", {.models = {model::sequential}, .only = "insert/"});
    CHECK(all.results.size() == 3);
    CHECK(all.executions() == all.results[0].executions + all.results[1].executions + all.results[2].executions);
    CHECK(run_cases<tamiz::words<atomics>>("sound", {.only = "insert/"}).first_not_passed() == nullptr);
}
