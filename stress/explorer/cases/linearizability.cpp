// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/cases/cases.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <explorer/cases/chosen_keys.hpp>
#include <linearizability/checker.hpp>

/// Where one word decides, inserts, claims and lookups are linearizable: each takes effect at one access.
///
/// Sequentially consistent, in real time: a call lasts from its first access to its last, the shortest that it can
/// last, and all schedules are tried, because those that differ in the order of independent accesses differ in what
/// overlaps. In the weak model there is no real time: there, calls are in order where one happened before the other,
/// and that for one word only. (Two words together are not linearizable in that sense: store buffering.)
namespace tamiz::explorer::cases {

namespace {

using linearizability::filter_word;
using kind = filter_word::kind;

// --- the calls of a history --------------------------------------------------------------------------------

struct finished_call {
    filter_word::operation operation;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    moment last;                        ///< its end, for who knows it
    std::vector<std::size_t> preceded;  ///< by which calls, in the sense of happens-before
};

/// Calls are in order where one happened before the other; their begin is their number.
struct by_happens_before {
    static constexpr bool waits_spread = false;
    const std::vector<finished_call>& calls;

    template <typename Operation>
    [[nodiscard]] bool precedes(const linearizability::call<Operation>& a,
                                const linearizability::call<Operation>& b) const
    {
        const std::vector<std::size_t>& earlier = calls[b.begin].preceded;
        return std::find(earlier.begin(), earlier.end(), a.begin) != earlier.end();
    }
};

class history {
public:
    explicit history(world& w) : world_(w) {}

    /// In a thread: makes a call, by a function that returns its answer.
    template <typename Call>
    void record(kind what, std::uint64_t mask, const Call& make_call)
    {
        finished_call c;
        for (std::size_t i = 0; i < calls_.size(); ++i)
            if (world_.knows(calls_[i].last)) c.preceded.push_back(i);
        c.begin = world_.time();
        c.operation = {what, mask, make_call()};
        c.end = world_.time() - 1;
        c.last = world_.now();
        while (world_.accesses()[c.begin].thread != world_.self()) ++c.begin;
        calls_.push_back(std::move(c));
    }

    [[nodiscard]] bool is_linearizable_in_real_time() const
    {
        std::vector<linearizability::call<filter_word::operation>> calls;
        for (const finished_call& c : calls_) calls.push_back({c.operation, c.begin, c.end});
        return linearizability::check<filter_word>(calls, 0).linearizable;
    }
    [[nodiscard]] bool is_linearizable_in_happens_before() const
    {
        std::vector<linearizability::call<filter_word::operation>> calls;
        for (std::size_t i = 0; i < calls_.size(); ++i) calls.push_back({calls_[i].operation, i, i});
        return linearizability::check<filter_word>(calls, 0, by_happens_before{calls_}).linearizable;
    }

private:
    world& world_;
    std::vector<finished_call> calls_;  // in the order of their ends
};

// --- programs of calls -------------------------------------------------------------------------------------

/// Two keys of one word that have a bit in common.
struct one_word_keys {
    filter_shape shape{"word", layout_kind::word, {.bits = 64, .hashes = 2}};
    std::array<hash_value, 2> hashes;
    std::array<std::uint64_t, 2> masks;

    one_word_keys()
    {
        hashes[0] = find_key(shape, [](const auto&) { return true; });
        const auto first = probes_of(shape, hashes[0]);
        hashes[1] =
            find_key(shape, [&](const auto& p) { return overlap_of(p, first) == overlap{.words = 1, .bits = 1}; });
        masks = {first[0].mask, probes_of(shape, hashes[1])[0].mask};
    }
};
const one_word_keys& keys()
{
    static const one_word_keys k;
    return k;
}

/// Threads that make so many calls each; a configuration says which, of three kinds with two keys.
struct program {
    std::vector<unsigned> calls_by_thread;

    static constexpr std::size_t call_kinds = 6;
    [[nodiscard]] std::size_t configurations() const
    {
        std::size_t count = 1;
        for (const unsigned calls : calls_by_thread)
            for (unsigned i = 0; i < calls; ++i) count *= call_kinds;
        return count / 2;  // one call is always with the first key: the keys are alike
    }
};

struct filter_and_history {
    explicit filter_and_history(world& w) : calls(w) {}
    std::unique_ptr<any_filter> filter;
    history calls;
};

void make_call(filter_and_history& run, std::size_t which)
{
    const std::size_t k = which % 2;
    const hash_value hash = keys().hashes[k];
    const auto what = static_cast<kind>(which / 2);
    run.calls.record(what, keys().masks[k], [&] {
        switch (what) {
        case kind::insert:
            return run.filter->insert(hash);
        case kind::claim:
            return run.filter->claim(hash) == claim_result::won;
        case kind::lookup:
            break;
        }
        return run.filter->may_contain(hash);
    });
}

template <typename Check>
void build(world& w, const subject& s, const program& p, std::size_t configuration, const Check& is_linearizable)
{
    auto& run = w.make<filter_and_history>(w);
    run.filter = s.make_filter(keys().shape.layout, keys().shape.size);
    w.name(run.filter->words(), "the word");
    configuration *= 2;
    for (auto calls = p.calls_by_thread.rbegin(); calls != p.calls_by_thread.rend(); ++calls) {
        std::array<std::size_t, 2> which{};
        for (unsigned i = 0; i < *calls; ++i) {
            which[i] = configuration % program::call_kinds;
            configuration /= program::call_kinds;
        }
        w.thread("calls", [&run, which, count = *calls] {
            for (unsigned i = 0; i < count; ++i) make_call(run, which[i]);
        });
    }
    w.finally([&w, &run, is_linearizable] {
        w.check(is_linearizable(run.calls), "no order of the calls explains their answers");
    });
}

scenario in_real_time(std::string name, const program& p)
{
    return {.name = std::move(name),
            .promise = "inserts, claims and lookups of keys of one word are linearizable in real time",
            .configurations = p.configurations(),
            .build =
                [p](world& w, const subject& s, std::size_t c) {
                    build(w, s, p, c, [](const history& h) { return h.is_linearizable_in_real_time(); });
                },
            .models = {model::sequential},
            .reduce = reduction::none};
}
scenario in_happens_before(std::string name, const program& p)
{
    return {.name = std::move(name),
            .promise = "inserts, claims and lookups of keys of one word are linearizable in happens-before",
            .configurations = p.configurations(),
            .build =
                [p](world& w, const subject& s, std::size_t c) {
                    build(w, s, p, c, [](const history& h) { return h.is_linearizable_in_happens_before(); });
                },
            .models = {model::weak}};
}

/// With two words, both of two inserts of one key can be told that it was new: no set answers so.
void two_words(world& w, const subject& s, std::size_t)
{
    static const key x(form::array, {{0, 1}, {1, 1}});
    struct run_type {
        explicit run_type(world& in) : calls(in) {}
        std::array<std::uint64_t, 2> words{};
        history calls;
    };
    auto& run = w.make<run_type>(w);
    w.name(run.words, "word");
    for (int i = 0; i < 2; ++i)
        w.thread("inserts", [&] { run.calls.record(kind::insert, 1, [&] { return s.insert(run.words.data(), x); }); });
    w.finally(
        [&] { w.check(run.calls.is_linearizable_in_real_time(), "no order of the calls explains their answers"); });
}

}  // namespace

std::vector<scenario> linearizability()
{
    std::vector<scenario> result{
        in_real_time("linearizability/real-time", {{2, 1, 1}}),
        in_happens_before("linearizability/happens-before", {{2, 2, 1}}),
        {.name = "linearizability/two-words",
         .promise = "not promised: that operations of keys of several words are linearizable",
         .build = two_words,
         .models = {model::sequential},
         .reduce = reduction::none,
         .breaks = true},
        in_real_time("linearizability/real-time-longer", {{2, 2, 1}}),
    };
    result.back().extended = true;
    return result;
}

}  // namespace tamiz::explorer::cases
