// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/cases/cases.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <explorer/cases/bit_patterns.hpp>

namespace tamiz::explorer::cases {

namespace {

enum class other_key : std::uint8_t { none, inserts, claims };

/// Several threads claim x, others insert it. Another key, with some of x's bits, may come between.
struct plan {
    bit_patterns patterns;
    unsigned claimers = 0;
    unsigned inserters = 0;
    other_key other = other_key::none;

    [[nodiscard]] std::size_t configurations() const
    {
        return other == other_key::none ? patterns.count() : patterns.count() * patterns.count();
    }
    [[nodiscard]] std::size_t first_bits(std::size_t configuration) const { return configuration % patterns.count(); }
    [[nodiscard]] std::size_t other_bits(std::size_t configuration) const { return configuration / patterns.count(); }
};

struct calls {
    std::array<std::uint64_t, key::capacity> words{};
    std::array<claim_result, max_threads> claimed{};
    std::array<bool, max_threads> inserted{};
    key x;
    key other;
};

/// What the answers promise, when all calls have returned.
class promise_check {
public:
    promise_check(world& w, const plan& p, const calls& c, std::size_t configuration)
        : world_(w), plan_(p), calls_(c), first_bits_(p.first_bits(configuration)),
          other_bits_(p.other_bits(configuration))
    {
    }

    void operator()() const
    {
        unsigned won = 0;
        unsigned told_new = 0;
        bool any_flipped = false;
        for (unsigned thread = 0; thread < plan_.claimers + plan_.inserters; ++thread) {
            const bool flips = flipped(thread);
            const bool claims = thread < plan_.claimers;
            const bool says_new = claims ? calls_.claimed[thread] != claim_result::present : calls_.inserted[thread];
            world_.check(says_new == flips, "a call's answer does not say whether it changed a bit");
            won += claims && calls_.claimed[thread] == claim_result::won ? 1u : 0u;
            told_new += says_new ? 1u : 0u;
            any_flipped = any_flipped || flips;
        }
        world_.check(won <= 1, "two claims of one key are won");
        world_.check(told_new != 0 || !any_flipped, "bits were changed, and nobody is told that the key was new");
        if (plan_.inserters == 0) {
            if (other_bits_ == 0 && first_bits_ != plan_.patterns.full())
                world_.check(won == 1, "no other key disturbs, and nobody wins");
            if (plan_.patterns.words() == 1)
                world_.check((won == 1) == any_flipped, "one word decides, and nobody wins");
        }
        for (unsigned word = 0; word < plan_.patterns.words(); ++word)
            world_.check(calls_.words[word] == plan_.patterns.mask(plan_.patterns.full(), word),
                         "afterwards the key's bits are not all set");
        world_.note(won == 1 ? "one wins" : told_new != 0 ? "nobody wins" : "all present");
    }

private:
    [[nodiscard]] bool flipped(unsigned thread) const
    {
        return std::any_of(calls_.words.begin(), calls_.words.end(),
                           [&](const std::uint64_t& word) { return world_.raised_by(thread, word) != 0; });
    }

    world& world_;
    const plan& plan_;
    const calls& calls_;
    std::size_t first_bits_;
    std::size_t other_bits_;
};

void build(world& w, const subject& s, const plan& p, std::size_t configuration)
{
    auto& c = w.make<calls>();
    c.x = p.patterns.with(p.patterns.full(), form::array);
    c.other = p.patterns.with(p.other_bits(configuration), form::sequence);
    p.patterns.fill(c.words, p.first_bits(configuration));
    w.name(std::span(c.words).first(p.patterns.words()), "word");
    for (unsigned i = 0; i < p.claimers; ++i)
        w.thread("claims x", [&c, &s, i] { c.claimed[i] = s.claim(c.words.data(), c.x); });
    for (unsigned i = p.claimers; i < p.claimers + p.inserters; ++i)
        w.thread("inserts x", [&c, &s, i] { c.inserted[i] = s.insert(c.words.data(), c.x); });
    if (c.other.size() != 0)
        w.thread("other key", [&c, &s, claims = p.other == other_key::claims] {
            if (claims)
                static_cast<void>(s.claim(c.words.data(), c.other));
            else
                s.insert(c.words.data(), c.other);
        });
    auto& check = w.make<promise_check>(w, p, c, configuration);
    w.finally([&check] { check(); });
}

scenario make(std::string name, std::string promise, const plan& p)
{
    return {.name = std::move(name),
            .promise = std::move(promise),
            .configurations = p.configurations(),
            .build = [p](world& w, const subject& s, std::size_t c) { build(w, s, p, c); },
            .describe =
                [p](std::size_t c) {
                    std::string text = "set at first " + p.patterns.text(p.first_bits(c));
                    if (p.other != other_key::none) text += ", other key " + p.patterns.text(p.other_bits(c));
                    return text;
                },
            .models = {model::sequential, model::weak, model::axioms}};
}

}  // namespace

std::vector<scenario> answers()
{
    const std::string exactly_one = "exactly one claim is won";
    const std::string at_most_one = "at most one claim is won; exactly one, if no other key disturbs";
    const std::string someone = "at least one call is told that the key was new, if a call changed a bit";
    std::vector<scenario> result;
    const auto add = [&](const char* name, const std::string& promise, const plan& p) {
        result.push_back(make(name, promise, p));
    };
    using enum other_key;
    add("claim/two-in-one-word", exactly_one, {.patterns = {1, 2}, .claimers = 2});
    add("claim/three-in-one-word", exactly_one, {.patterns = {1, 2}, .claimers = 3});
    add("claim/one-word-beside-an-insert", exactly_one, {.patterns = {1, 3}, .claimers = 2, .other = inserts});
    add("claim/two-in-two-words", exactly_one, {.patterns = {2, 2}, .claimers = 2});
    add("claim/two-in-three-words", exactly_one, {.patterns = {3, 2}, .claimers = 2});
    add("claim/three-in-two-words", exactly_one, {.patterns = {2, 2}, .claimers = 3});
    add("claim/three-in-three-words", exactly_one, {.patterns = {3, 1}, .claimers = 3});
    add("claim/two-words-beside-an-insert", at_most_one, {.patterns = {2, 2}, .claimers = 2, .other = inserts});
    add("claim/two-words-beside-a-claim", at_most_one, {.patterns = {2, 2}, .claimers = 2, .other = claims});
    add("claim/three-words-beside-an-insert", at_most_one, {.patterns = {3, 1}, .claimers = 2, .other = inserts});
    add("claim/three-words-beside-a-claim", at_most_one, {.patterns = {3, 1}, .claimers = 2, .other = claims});
    add("claim/three-beside-an-insert", at_most_one, {.patterns = {2, 1}, .claimers = 3, .other = inserts});
    add("claim/beside-an-insert-of-the-same-key", at_most_one, {.patterns = {2, 2}, .claimers = 2, .inserters = 1});
    add("claim/beside-inserts-of-two-keys", at_most_one,
        {.patterns = {2, 1}, .claimers = 2, .inserters = 1, .other = inserts});
    add("insert/two-beside-an-insert", someone, {.patterns = {2, 2}, .inserters = 2, .other = inserts});
    add("insert/three-in-two-words", someone, {.patterns = {2, 2}, .inserters = 3});
    add("insert/three-words-beside-an-insert", someone, {.patterns = {3, 1}, .inserters = 2, .other = inserts});

    const std::size_t first_extended = result.size();
    add("claim/four-in-two-words", exactly_one, {.patterns = {2, 1}, .claimers = 4});
    add("claim/three-beside-an-insert-two-bits", at_most_one, {.patterns = {2, 2}, .claimers = 3, .other = inserts});
    add("claim/three-words-beside-an-insert-two-bits", at_most_one,
        {.patterns = {3, 2}, .claimers = 2, .other = inserts});
    add("insert/three-beside-an-insert", someone, {.patterns = {2, 1}, .inserters = 3, .other = inserts});
    for (std::size_t i = first_extended; i < result.size(); ++i) result[i].extended = true;
    return result;
}

}  // namespace tamiz::explorer::cases
