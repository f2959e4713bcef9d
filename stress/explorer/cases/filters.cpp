// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/cases/cases.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <explorer/cases/chosen_keys.hpp>
#include <explorer/variable.hpp>

/// `bloom_filter` itself, over its layouts: claims among other keys, the words that a call touches, bulk calls.
namespace tamiz::explorer::cases {

namespace {

/// A filter with two keys in it that lie to each other in a certain way.
struct setting {
    filter_shape shape;
    const char* relation;
    hash_value x;
    hash_value y;
};

std::vector<setting> settings()
{
    const filter_shape classic{"classic", layout_kind::classic, {.bits = 192, .hashes = 3}};
    const filter_shape line{"cache_line<2>", layout_kind::cache_line_2, {.bits = 512, .hashes = 4}};
    const filter_shape word{"word", layout_kind::word, {.bits = 128, .hashes = 3}};
    std::vector<setting> result;
    const auto add = [&](const filter_shape& shape, const char* relation, const overlap& wanted) {
        const hash_value x = find_key(shape, [](const auto&) { return true; });
        const auto of_x = probes_of(shape, x);
        const hash_value y = find_key(shape, [&](const auto& probes) { return overlap_of(of_x, probes) == wanted; });
        result.push_back({shape, relation, x, y});
    };
    add(classic, "the same words, no bit in common", {.words = 3, .bits = 0});
    add(classic, "one bit in common", {.words = 3, .bits = 1});
    add(classic, "two bits in common", {.words = 3, .bits = 2});
    add(line, "no word in common", {.words = 0, .bits = 0});
    add(line, "one word in common, no bit", {.words = 1, .bits = 0});
    add(line, "one word in common, with a bit", {.words = 1, .bits = 1});
    add(line, "two words in common, a bit", {.words = 2, .bits = 1});
    add(line, "two words in common, two bits", {.words = 2, .bits = 2});
    add(word, "another word", {.words = 0, .bits = 0});
    add(word, "the same word, no bit in common", {.words = 1, .bits = 0});
    add(word, "the same word, two bits in common", {.words = 1, .bits = 2});
    return result;
}

/// What a call may do to the words: reads and writes its key's words only, and sets its key's bits only.
void check_touched(world& w, unsigned thread, const std::vector<std::vector<probe>>& keys,
                   std::span<const std::uint64_t> words)
{
    std::vector<std::uint64_t> allowed(words.size());
    for (const auto& probes : keys)
        for (const probe& p : probes) allowed[p.word] |= p.mask;
    for (const world::access_record& a : w.accesses())
        if (a.thread == thread && a.word >= words.data() && a.word < words.data() + words.size())
            w.check(allowed[static_cast<std::size_t>(a.word - words.data())] != 0,
                    "a call touches a word that its key has not");
    for (std::size_t i = 0; i < words.size(); ++i)
        w.check((w.raised_by(thread, words[i]) & ~allowed[i]) == 0, "a call sets a bit that its key has not");
}

struct filter_run {
    std::unique_ptr<any_filter> filter;
    std::array<claim_result, 2> claimed{};
    std::array<std::vector<bool>, 2> told_new;
    std::array<std::vector<claim_result>, 2> claims;
};

filter_run& make_filter(world& w, const subject& s, const setting& in)
{
    auto& run = w.make<filter_run>();
    run.filter = s.make_filter(in.shape.layout, in.shape.size);
    w.name(run.filter->words(), "word");
    return run;
}

/// Two claims of x beside an insert of y.
void two_claims(world& w, const subject& s, const setting& in)
{
    auto& run = make_filter(w, s, in);
    for (unsigned i = 0; i < 2; ++i) w.thread("claims x", [&run, &in, i] { run.claimed[i] = run.filter->claim(in.x); });
    w.thread("inserts y", [&run, &in] { run.filter->insert(in.y); });
    w.finally([&w, &run, &in] {
        const auto won = std::count(run.claimed.begin(), run.claimed.end(), claim_result::won);
        w.check(won <= 1, "two claims of one key are won");
        if (in.shape.layout == layout_kind::word) w.check(won == 1, "one word decides, and nobody wins");
        w.check(run.filter->may_contain(in.x) && run.filter->may_contain(in.y), "a key is lost");
        for (unsigned thread = 0; thread < 3; ++thread)
            check_touched(w, thread, {run.filter->probes(thread == 2 ? in.y : in.x)}, run.filter->words());
        w.note(won == 1 ? "one wins" : "nobody wins");
    });
}

/// Two threads put in both keys, by one bulk call each; a third asks for them once it is told that one call has ended.
void bulk(world& w, const subject& s, const setting& in, bool claims)
{
    auto& run = make_filter(w, s, in);
    auto& flag = w.make<variable>(w, "flag");
    const auto keys = std::make_shared<std::vector<hash_value>>(std::vector{in.x, in.y});
    const auto put = [&run, claims, keys](unsigned thread) {
        if (claims) {
            run.claims[thread] = run.filter->claim_range(*keys);
            for (const claim_result c : run.claims[thread]) run.told_new[thread].push_back(c != claim_result::present);
        } else {
            run.told_new[thread] = run.filter->insert_range(*keys);
        }
    };
    w.thread("puts x, y", [put, &flag] {
        put(0);
        flag.store(1, boost::memory_order_release);
    });
    w.thread("puts x, y", [put] { put(1); });
    w.thread("is told, sees", [&w, &run, &flag, keys] {
        if (flag.load(boost::memory_order_acquire) == 0) return;
        const std::vector<bool> found = run.filter->may_contain_range(*keys);
        w.check(found[0] && found[1], "false negative: a bulk call put the keys in before, and one is not found");
    });
    w.finally([&w, &run, &in, claims] {
        for (std::size_t i = 0; i < 2; ++i)
            w.check(run.told_new[0][i] || run.told_new[1][i], "nobody is told that a key was new");
        if (claims)
            for (std::size_t i = 0; i < 2; ++i)
                w.check(run.claims[0][i] != claim_result::won || run.claims[1][i] != claim_result::won,
                        "two claims of one key are won");
        for (unsigned thread = 0; thread < 3; ++thread)
            check_touched(w, thread, {run.filter->probes(in.x), run.filter->probes(in.y)}, run.filter->words());
    });
}

template <typename Build>
scenario make(std::string name, std::string promise, const std::vector<setting>& all, Build build)
{
    const auto shared = std::make_shared<const std::vector<setting>>(all);
    return {.name = std::move(name),
            .promise = std::move(promise),
            .configurations = shared->size(),
            .build = [shared, build](world& w, const subject& s, std::size_t c) { build(w, s, (*shared)[c]); },
            .describe =
                [shared](std::size_t c) {
                    const setting& in = (*shared)[c];
                    return std::string(in.shape.name) + ", keys with " + in.relation;
                }};
}

}  // namespace

std::vector<scenario> filters()
{
    const std::vector<setting> all = settings();
    return {
        make("filter/two-claims-beside-an-insert",
             "at most one claim is won, no key is lost, and a call touches its key's words and bits only", all,
             two_claims),
        make("filter/bulk-inserts", "bulk calls keep the promises of single ones", all,
             [](world& w, const subject& s, const setting& in) { bulk(w, s, in, false); }),
        make("filter/bulk-claims", "bulk calls keep the promises of single ones", all,
             [](world& w, const subject& s, const setting& in) { bulk(w, s, in, true); }),
    };
}

}  // namespace tamiz::explorer::cases
