// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/cases/cases.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <explorer/cases/bit_patterns.hpp>
#include <explorer/payload.hpp>
#include <explorer/variable.hpp>

/// What whoever is told that a key was there has seen of those who put it in.
namespace tamiz::explorer::cases {

namespace {

using enum boost::memory_order;

// --- one call ----------------------------------------------------------------------------------------------

enum class call_kind : std::uint8_t { insert, claim, may_contain };
constexpr std::array call_names{"inserts", "claims", "looks for"};

struct answer {
    bool there = false;    ///< told that the key was there
    bool flipped = false;  ///< changed a bit
};

answer call(const subject& s, call_kind kind, std::uint64_t* words, const key& k)
{
    switch (kind) {
    case call_kind::insert: {
        const bool is_new = s.insert(words, k);
        return {.there = !is_new, .flipped = is_new};
    }
    case call_kind::claim: {
        const bool is_new = s.claim(words, k) != claim_result::present;
        return {.there = !is_new, .flipped = is_new};
    }
    case call_kind::may_contain:
        break;
    }
    return {.there = s.may_contain(words, k), .flipped = false};
}

// --- every answer "it was there" synchronizes --------------------------------------------------------------

/// Threads that each make one call with x, of every kind; perhaps another key with some of x's bits is inserted
/// meanwhile.
class synchronizes {
public:
    synchronizes(bit_patterns patterns, unsigned threads, bool with_other_key)
        : patterns_(patterns), threads_(threads), others_(with_other_key ? patterns.count() : 1)
    {
        for (unsigned i = 0; i < threads; ++i) kinds_ *= call_names.size();
    }

    [[nodiscard]] std::size_t configurations() const { return kinds_ * 2 * patterns_.count() * others_; }

    void build(world& w, const subject& s, std::size_t configuration) const
    {
        auto& run = w.make<calls>();
        const parts c = split(configuration);
        run.x = patterns_.with(patterns_.full(), c.given_as);
        run.other = patterns_.with(c.other, form::sequence);
        patterns_.fill(run.words, c.first);
        w.name(std::span(run.words).first(patterns_.words()), "word");
        for (unsigned i = 0; i < threads_; ++i)
            w.thread(call_names[static_cast<std::size_t>(c.kinds[i])], [this, &w, &s, &run, i, kind = c.kinds[i]] {
                run.begun[i] = w.now();
                run.answers[i] = call(s, kind, run.words.data(), run.x);
                for (unsigned other = 0; other < threads_; ++other) run.knows[i][other] = w.knows(run.begun[other]);
            });
        if (run.other.size() != 0) w.thread("other key", [&s, &run] { s.insert(run.words.data(), run.other); });
        w.finally([this, &w, &run] {
            for (unsigned i = 0; i < threads_; ++i)
                for (unsigned other = 0; other < threads_; ++other)
                    w.check(!run.answers[i].there || !run.answers[other].flipped || run.knows[i][other],
                            "a call is told that the key was there, and has not seen what a thread did that put it in");
        });
    }

    [[nodiscard]] std::string describe(std::size_t configuration) const
    {
        const parts c = split(configuration);
        std::string text = "set at first " + patterns_.text(c.first);
        if (others_ != 1) text += ", other key " + patterns_.text(c.other);
        return text + (c.given_as == form::array ? ", all words at once" : ", word by word");
    }

private:
    struct calls {
        std::array<std::uint64_t, key::capacity> words{};
        key x;
        key other;
        std::array<moment, max_threads> begun{};
        std::array<answer, max_threads> answers{};
        std::array<std::array<bool, max_threads>, max_threads> knows{};
    };
    struct parts {
        std::array<call_kind, max_threads> kinds{};
        form given_as{};
        std::size_t first = 0;
        std::size_t other = 0;
    };

    [[nodiscard]] parts split(std::size_t configuration) const
    {
        const auto take = [&configuration](std::size_t values) {
            const std::size_t value = configuration % values;
            configuration /= values;
            return value;
        };
        parts result;
        for (unsigned i = 0; i < threads_; ++i) result.kinds[i] = static_cast<call_kind>(take(call_names.size()));
        result.given_as = static_cast<form>(take(2));
        result.first = take(patterns_.count());
        result.other = take(others_);
        return result;
    }

    bit_patterns patterns_;
    unsigned threads_;
    std::size_t others_;
    std::size_t kinds_ = 1;
};

scenario make(std::string name, const synchronizes& plan)
{
    return {.name = std::move(name),
            .promise = "true, false and present synchronize with every insert and claim of the key that changed a bit",
            .configurations = plan.configurations(),
            .build = [plan](world& w, const subject& s, std::size_t c) { w.make<synchronizes>(plan).build(w, s, c); },
            .describe = [plan](std::size_t c) { return plan.describe(c); }};
}

// --- two keys in order -------------------------------------------------------------------------------------

/// Words and bits of two keys, from apart to overlapping; y always has a bit that x has not.
struct key_pair {
    const char* relation;
    key x;
    key y;
};
constexpr std::array pairs{
    key_pair{"no word in common, y above", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{2, 1}}}},
    key_pair{"no word in common, y below", {form::array, {{1, 1}, {2, 1}}}, {form::array, {{0, 1}}}},
    key_pair{"one word in common", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{1, 2}, {2, 1}}}},
    key_pair{"one bit in common", {form::sequence, {{1, 1}, {2, 1}}}, {form::sequence, {{0, 1}, {1, 1}}}},
    key_pair{"the same words", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{0, 2}, {1, 2}}}},
};

struct two_keys {
    std::array<std::uint64_t, 3> words{};
    answer first;
    answer second;
};

/// One thread puts in x, then y; perhaps another one puts in x as well. Who sees y sees x.
void causality(world& w, const subject& s, std::size_t configuration)
{
    const key_pair& keys = pairs[configuration % pairs.size()];
    const auto put_x = static_cast<call_kind>(configuration / pairs.size() % 2);
    const auto put_y = static_cast<call_kind>(configuration / pairs.size() / 2 % 2);
    const auto see_y = static_cast<call_kind>(configuration / pairs.size() / 4 % 3);
    const bool helped = configuration / pairs.size() / 12 != 0;
    auto& run = w.make<two_keys>();
    w.name(run.words, "word");
    w.thread("puts x, y", [&, put_x, put_y] {
        call(s, put_x, run.words.data(), keys.x);
        call(s, put_y, run.words.data(), keys.y);
    });
    w.thread("sees y, x?", [&, see_y] {
        if (call(s, see_y, run.words.data(), keys.y).there)
            w.check(s.may_contain(run.words.data(), keys.x), "y was seen, and x, put in before it, was not");
    });
    if (helped) w.thread("puts x", [&] { s.insert(run.words.data(), keys.x); });
}

/// What a thread learns from a key's being there it hands on with the next key that it puts in.
void handing_on(world& w, const subject& s, std::size_t configuration)
{
    const key_pair& keys = pairs[configuration % pairs.size()];
    const auto put_x = static_cast<call_kind>(configuration / pairs.size() % 2);
    const auto see_x = static_cast<call_kind>(configuration / pairs.size() / 2 % 3);
    const auto put_y = static_cast<call_kind>(configuration / pairs.size() / 6 % 2);
    auto& run = w.make<two_keys>();
    auto& page = w.make<payload>(w, "payload");
    w.name(run.words, "word");
    w.thread("puts x", [&, put_x] {
        page.write(7);
        call(s, put_x, run.words.data(), keys.x);
    });
    w.thread("sees x, puts y", [&, see_x, put_y] {
        if (call(s, see_x, run.words.data(), keys.x).there) call(s, put_y, run.words.data(), keys.y);
    });
    w.thread("sees y", [&] {
        if (s.may_contain(run.words.data(), keys.y)) w.check(page.read() == 7, "an old payload was read");
    });
}

std::string describe_pair(std::size_t configuration)
{
    return pairs[configuration % pairs.size()].relation;
}

// --- a payload, a flag -------------------------------------------------------------------------------------

void payload_behind_a_key(world& w, const subject& s, std::size_t configuration)
{
    const key& x = pairs[configuration % pairs.size()].x;
    const auto put = static_cast<call_kind>(configuration / pairs.size() % 2);
    const auto see = static_cast<call_kind>(configuration / pairs.size() / 2);
    auto& run = w.make<two_keys>();
    auto& page = w.make<payload>(w, "payload");
    w.name(run.words, "word");
    w.thread("puts x", [&, put] {
        page.write(7);
        call(s, put, run.words.data(), x);
    });
    w.thread(call_names[static_cast<std::size_t>(see)], [&, see] {
        if (call(s, see, run.words.data(), x).there) w.check(page.read() == 7, "an old payload was read");
    });
}

/// Whoever learns by other means that a key is in finds it, if these means order the two calls. Another thread puts the
/// same key in, so that the first call may find it there and write nothing.
void flag(world& w, const subject& s, boost::memory_order store_order, std::size_t configuration)
{
    const key& x = pairs[configuration % pairs.size()].x;
    const auto put = static_cast<call_kind>(configuration / pairs.size() % 2);
    const auto see = static_cast<call_kind>(configuration / pairs.size() / 2);
    auto& run = w.make<two_keys>();
    auto& is_in = w.make<variable>(w, "flag");
    w.name(run.words, "word");
    w.thread("puts x, tells", [&, put, store_order] {
        call(s, put, run.words.data(), x);
        is_in.store(1, store_order);
    });
    w.thread("puts x", [&] { s.insert(run.words.data(), x); });
    w.thread("is told, sees x", [&, see] {
        if (is_in.load(acquire) != 0)
            w.check(call(s, see, run.words.data(), x).there,
                    "false negative: the key was put in before, and is not found");
    });
}

}  // namespace

std::vector<scenario> publication()
{
    std::vector<scenario> result{
        make("publication/one-word", {{1, 2}, 3, false}),
        make("publication/two-words", {{2, 1}, 3, false}),
        make("publication/beside-another-key", {{2, 1}, 2, true}),
        {.name = "publication/payload",
         .promise = "whoever finds a key that one thread put in sees what that thread did before",
         .configurations = pairs.size() * 6,
         .build = payload_behind_a_key,
         .describe = describe_pair},
        {.name = "publication/causality",
         .promise = "whoever sees y, put in after x by one thread, also sees x",
         .configurations = pairs.size() * 24,
         .build = causality,
         .describe = describe_pair},
        {.name = "publication/handing-on",
         .promise = "whoever finds x and then puts in y hands on what x published",
         .configurations = pairs.size() * 12,
         .build = handing_on,
         .describe = describe_pair},
        {.name = "publication/flag",
         .promise = "an insert or claim that happened before a call is seen by it",
         .configurations = pairs.size() * 6,
         .build = [](world& w, const subject& s, std::size_t c) { flag(w, s, release, c); },
         .describe = describe_pair},
        {.name = "publication/relaxed-flag",
         .promise = "against the contract: a flag that orders nothing, so the key may be missed",
         .configurations = pairs.size() * 6,
         .build = [](world& w, const subject& s, std::size_t c) { flag(w, s, relaxed, c); },
         .describe = describe_pair,
         .models = {model::weak},
         .breaks = true},
        make("publication/two-words-two-bits", {{2, 2}, 3, false}),
        make("publication/three-beside-another-key", {{2, 1}, 3, true}),
    };
    for (std::size_t i = result.size() - 2; i < result.size(); ++i) result[i].extended = true;
    return result;
}

}  // namespace tamiz::explorer::cases
