// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <explorer/axioms.hpp>
#include <explorer/payload.hpp>
#include <explorer/schedule.hpp>
#include <explorer/search.hpp>
#include <explorer/variable.hpp>
#include <explorer/world.hpp>

namespace {

using namespace tamiz::explorer;
using enum boost::memory_order;

// --- random programs ---------------------------------------------------------------------------------------

struct instruction {
    action act;
    std::size_t variable;
    std::uint64_t operand;
    std::uint64_t expected;
    boost::memory_order order;
    boost::memory_order failure;
};
using program = std::vector<std::vector<instruction>>;  // by thread

program random_program(std::mt19937& random, std::size_t threads)
{
    const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    program result(threads);
    for (auto& thread : result)
        for (std::uint32_t i = 0, count = 1 + below(3); i < count; ++i) {
            instruction in{.act = static_cast<action>(below(4)),
                           .variable = below(2),
                           .operand = std::uint64_t{1} << below(3),
                           .expected = below(3),
                           .order = below(2) != 0 ? relaxed : acq_rel,
                           .failure = below(2) != 0 ? relaxed : acquire};
            if (in.order == acq_rel && in.act == action::load) in.order = acquire;
            if (in.order == acq_rel && in.act == action::store) in.order = release;
            thread.push_back(in);
        }
    return result;
}

/// What every access read, and the last values: one text for each execution that differs from the others in that.
void build(world& w, const program& p)
{
    struct state {
        explicit state(world& in) : variables{{{in, "x"}, {in, "y"}}} {}
        std::array<variable, 2> variables;
        std::array<std::string, max_threads> read;
    };
    auto& s = w.make<state>(w);
    for (std::size_t i = 0; i < p.size(); ++i)
        w.thread("thread", [&s, &p, i] {
            for (const instruction& in : p[i]) {
                variable& v = s.variables[in.variable];
                std::uint64_t read = in.expected;
                switch (in.act) {
                case action::load:
                    read = v.load(in.order);
                    break;
                case action::store:
                    v.store(in.operand, in.order);
                    break;
                case action::fetch_or:
                    read = v.fetch_or(in.operand, in.order);
                    break;
                case action::compare_exchange:
                    v.compare_exchange(read, in.operand, in.order, in.failure);
                    break;
                }
                s.read[i] += std::to_string(read) + ' ';
            }
        });
    w.finally([&w, &s] {
        std::string text;
        for (const std::string& read : s.read) text += read + '|';
        for (variable& v : s.variables) text += std::to_string(v.load(relaxed)) + ' ';
        w.note(text);
    });
}

std::set<std::string> outcomes_of(const search_result& found)
{
    REQUIRE(found.exhausted);
    std::set<std::string> result;
    for (const auto& [outcome, count] : found.notes) result.insert(outcome);
    return result;
}

}  // namespace

TEST_CASE("sleep sets leave out no outcome of random programs, and the weak machine allows what the axioms allow")
{
    std::mt19937 random(20260101);
    for (int round = 0; round < 300; ++round) {
        const program p = random_program(random, round % 3 == 0 ? 3 : 2);
        const execution::builder make = [&](world& w) { build(w, p); };
        std::set<std::string> sequential;
        for (const model m : {model::sequential, model::weak}) {
            const search_result all = search(make, {.memory = m, .reduce = reduction::none});
            const search_result reduced = search(make, {.memory = m});
            CHECK(outcomes_of(all) == outcomes_of(reduced));
            CHECK(reduced.executions <= all.executions);
            if (m == model::sequential) {
                sequential = outcomes_of(all);
            } else {
                const std::set<std::string> weak = outcomes_of(all);
                CHECK(weak == outcomes_of(check_axioms(make, load_buffering::forbidden)));
                CHECK(std::includes(weak.begin(), weak.end(), sequential.begin(), sequential.end()));
            }
        }
    }
}

TEST_CASE("where words are changed by read-modify-writes alone, sleep sets try each execution of the axioms once")
{
    std::mt19937 random(20260102);
    std::uint64_t executions = 0;
    for (int round = 0; round < 300; ++round) {
        program p = random_program(random, round % 3 == 0 ? 3 : 2);
        for (auto& thread : p)
            for (instruction& in : thread)
                if (in.act == action::store) in.act = action::fetch_or;
        const execution::builder make = [&](world& w) { build(w, p); };
        const search_result reduced = search(make, {.memory = model::weak});
        CHECK(reduced.executions == check_axioms(make, load_buffering::forbidden).executions);
        executions += reduced.executions;
    }
    CHECK(executions > 3000);
}

TEST_CASE("the number of executions is that of the ways in which accesses can be ordered")
{
    // Two threads with three accesses each: 6! / (3! 3!) schedules.
    const auto build_three = [](bool shared) {
        return [shared](world& w) {
            auto& x = w.make<variable>(w, "x");
            auto& y = w.make<variable>(w, "y");
            w.thread("a", [&] {
                for (int i = 0; i < 3; ++i) x.fetch_or(1, relaxed);
            });
            w.thread("b", [&, shared] {
                for (int i = 0; i < 3; ++i) (shared ? x : y).fetch_or(2, relaxed);
            });
        };
    };
    for (const bool shared : {false, true})
        CHECK(search(build_three(shared), {.reduce = reduction::none}).executions == 20);
    CHECK(search(build_three(true), {}).executions == 20);
    CHECK(search(build_three(false), {}).executions == 1);
}

TEST_CASE("a failing execution is repeated by its choices, and printed line by line")
{
    const execution::builder build_race = [](world& w) {
        auto& x = w.make<variable>(w, "x");
        auto& y = w.make<variable>(w, "y");
        w.thread("writer", [&] {
            x.store(1, relaxed);
            y.store(3, relaxed);
        });
        w.thread("reader", [&w, &x, &y] {
            if (y.load(acquire) == 3) w.check(x.load(acquire) == 1, "y was seen, x was not");
        });
    };
    CHECK(search(build_race, {.memory = model::sequential}).exhausted);
    const search_result found = search(build_race, {.memory = model::weak});
    REQUIRE(found.failure);
    CHECK_FALSE(found.exhausted);
    CHECK(found.failure->message == "y was seen, x was not");
    const std::string text = to_text(found.failure->choices);
    CHECK(text == "0,0,1,1.1");
    const replay_result again = replay(build_race, model::weak, parse_choices(text));
    CHECK(again.failure == found.failure->message);
    CHECK(again.complete);
    CHECK(again.schedule == std::vector<std::string>{"0 writer         store x [relaxed] = 0x1",
                                                     "0 writer         store y [relaxed] = 0x3",
                                                     "1 reader         load y [acquire] -> 0x3",
                                                     "1 reader         load x [acquire] -> 0x0 (stale, newest 0x1)"});
    // A part of the choices leads to a part of the execution.
    const replay_result part = replay(build_race, model::weak, parse_choices("0,1"));
    CHECK(part.failure.empty());
    CHECK_FALSE(part.complete);
    CHECK(part.schedule.size() == 2);
}

TEST_CASE("choices that there are not are refused by name")
{
    const execution::builder build_one = [](world& w) {
        auto& x = w.make<variable>(w, "x");
        w.thread("only", [&] { x.store(1, relaxed); });
    };
    const auto message = [&](const char* text) -> std::string {
        try {
            static_cast<void>(replay(build_one, model::weak, parse_choices(text)));
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
        return "accepted";
    };
    CHECK(message("0") == "accepted");
    CHECK(message("") == "accepted");
    CHECK(message("1") == "replay: choice 1: there is no thread 1");
    CHECK(message("0,0") == "replay: choice 2: thread 0 has ended");
    CHECK(message("0.1") == "replay: choice 1: thread 0 has no option 1 here, only 1");
    CHECK(message("0,,0") == "replay: choice 2: '' is no number of a thread");
    CHECK(message("zero") == "replay: choice 1: 'zero' is no number of a thread");
    CHECK(message("0.") == "replay: choice 1: '' is no number of an option");
    CHECK(message("-1") == "replay: choice 1: '-1' is no number of a thread");
}

TEST_CASE("a thread that waits for another one runs into the limit of steps")
{
    const search_result found = search(
        [](world& w) {
            auto& flag = w.make<variable>(w, "flag");
            w.thread("waits", [&] {
                while (flag.load(acquire) == 0) {
                }
            });
            w.thread("tells", [&] { flag.store(1, release); });
        },
        {.most_steps = 50});
    REQUIRE(found.failure);
    CHECK(found.failure->message == "more than 50 accesses: does a thread wait for another?");
}

TEST_CASE("a search that is cut short says so")
{
    const search_result found = search(
        [](world& w) {
            auto& x = w.make<variable>(w, "x");
            for (int i = 0; i < 3; ++i) w.thread("writes", [&] { x.fetch_or(1, relaxed); });
        },
        {.most_executions = 2});
    CHECK_FALSE(found.exhausted);
    CHECK_FALSE(found.failure);
    CHECK(found.executions == 2);
}

TEST_CASE("an exception that leaves a thread, a plain write and an order that is not modelled are failures")
{
    const auto failure = [](auto&& thread) {
        const search_result found = search(
            [&](world& w) {
                auto& x = w.make<variable>(w, "x");
                w.thread("thread", [&] { thread(w, x); });
            },
            {});
        return found.failure ? found.failure->message : "none";
    };
    CHECK(failure([](world&, variable& x) {
              x.load(acquire);
              throw std::runtime_error("too bad");
          }) == "thread threw an exception: too bad");
    CHECK(failure([](world&, variable& x) { x.load(seq_cst); }) ==
          "load has the order seq_cst, which the explorer does not model");

    std::uint64_t word = 0;
    const search_result found = search(
        [&word](world& w) {
            word = 0;
            w.name({&word, 1}, "word");
            w.thread("plain", [&] {
                const operation look{.what = "look", .act = action::load, .address = &word, .order = relaxed};
                access(look);
                word = 5;
                access(look);
            });
        },
        {});
    REQUIRE(found.failure);
    CHECK(found.failure->message == "plain finds word changed by a plain write: no atomic access wrote 0x5");
}

TEST_CASE("too many threads and too many words are refused by a message")
{
    const auto many_threads = [](world& w) {
        for (unsigned i = 0; i <= max_threads; ++i) w.thread("thread", [] {});
    };
    CHECK_THROWS_AS(search(many_threads, {}), std::length_error);

    const search_result many_words = search(
        [](world& w) {
            auto& words = w.make<std::array<std::uint64_t, max_locations + 1>>();
            w.thread("thread", [&] {
                for (std::uint64_t& word : words)
                    access({.what = "look", .act = action::load, .address = &word, .order = relaxed});
            });
        },
        {});
    REQUIRE(many_words.failure);
    CHECK(many_words.failure->message == "explorer: more than 58 words in one execution");
}
