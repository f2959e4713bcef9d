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
#include <explorer/payload.hpp>
#include <explorer/variable.hpp>

/// Merge, copy and statistics beside inserts and claims; clear where it must not be.
namespace tamiz::explorer::cases {

namespace {

using enum boost::memory_order;
using filter_pointer = std::unique_ptr<any_filter>;

// A key has one bit in each of two words, the first in the lower one.
const filter_shape two_words{"classic", layout_kind::classic, {.bits = 128, .hashes = 2}};
// A key has a bit in word 0 or 1 and one in word 2 or 3.
const filter_shape four_words{"classic", layout_kind::classic, {.bits = 256, .hashes = 2}};
const filter_shape one_line{"cache_line<2>", layout_kind::cache_line_2, {.bits = 512, .hashes = 2}};

bool lies_in(const std::vector<probe>& probes, std::uint64_t first, std::uint64_t second)
{
    return probes.size() == 2 && probes[0].word == first && probes[1].word == second;
}

/// Two keys of the same two words without a bit in common.
struct two_keys {
    explicit two_keys(const filter_shape& s)
        : shape(s), x(find_key(s, [](const auto& p) { return p.size() == 2; })), y(find_key(s, [this](const auto& p) {
              return p.size() == 2 && overlap_of(p, probes_of(shape, x)) == overlap{.words = 2, .bits = 0};
          }))
    {
    }
    filter_shape shape;
    hash_value x;
    hash_value y;
};
const std::array<two_keys, 2>& both_shapes()
{
    static const std::array<two_keys, 2> shapes{two_keys(two_words), two_keys(one_line)};
    return shapes;
}

/// How a thread asks whether a key is there.
enum class question : std::uint8_t { may_contain, insert, claim };
bool is_there(any_filter& f, hash_value hash, question q)
{
    switch (q) {
    case question::may_contain:
        return f.may_contain(hash);
    case question::insert:
        return !f.insert(hash);
    case question::claim:
        break;
    }
    return f.claim(hash) == claim_result::present;
}

/// A configuration is a shape and a question.
constexpr std::size_t shapes_and_questions = 6;
const two_keys& shape_of(std::size_t configuration)
{
    return both_shapes()[configuration % 2];
}
question question_of(std::size_t configuration)
{
    return static_cast<question>(configuration / 2 % 3);
}
std::string describe(std::size_t configuration)
{
    constexpr std::array names{"may_contain", "insert", "claim"};
    return std::string(shape_of(configuration).shape.name) + ", asked by " + names[configuration / 2 % 3];
}

struct filters {
    filter_pointer source, target, third;
};
filter_pointer make(world& w, const subject& s, const filter_shape& shape, const char* name)
{
    filter_pointer f = s.make_filter(shape.layout, shape.size);
    w.name(f->words(), name);
    return f;
}
filters& make_both(world& w, const subject& s, const filter_shape& shape)
{
    auto& f = w.make<filters>();
    f.source = make(w, s, shape, "source word");
    f.target = make(w, s, shape, "target word");
    return f;
}

void take_copy(world& w, filter_pointer& copy, const any_filter& source)
{
    copy = source.copy();
    w.name(copy->words(), "copied word");
}

// --- merge -------------------------------------------------------------------------------------------------

void merge_after_insert(world& w, const subject& s, std::size_t c)
{
    const two_keys& keys = shape_of(c);
    filters& f = make_both(w, s, keys.shape);
    auto& flag = w.make<variable>(w, "flag");
    w.thread("inserts, tells", [&] {
        f.source->insert(keys.x);
        flag.store(1, release);
    });
    w.thread("is told, merges", [&, q = question_of(c)] {
        if (flag.load(acquire) == 0) return;
        f.target->merge(*f.source);
        w.check(is_there(*f.target, keys.x, q),
                "false negative: an insert that happened before the merge is not in the target");
    });
    w.thread("other key", [&] { f.target->insert(keys.y); });
    w.finally([&] { w.check(f.target->may_contain(keys.y), "a key that was put in beside the merge is lost"); });
}

void merge_publishes(world& w, const subject& s, std::size_t c)
{
    const two_keys& keys = shape_of(c);
    filters& f = make_both(w, s, keys.shape);
    auto& page = w.make<payload>(w, "payload");
    w.thread("inserts", [&] {
        page.write(7);
        f.source->insert(keys.x);
    });
    w.thread("merges", [&] { f.target->merge(*f.source); });
    w.thread("asks target", [&, q = question_of(c)] {
        if (is_there(*f.target, keys.x, q)) w.check(page.read() == 7, "an old payload was read");
    });
}

void merge_beside_claims(world& w, const subject& s, std::size_t c)
{
    // A key of the source has both, one or none of x's bits.
    const auto x = find_key(two_words, [](const auto&) { return true; });
    const auto of_x = probes_of(two_words, x);
    const auto shares = [&](bool first, bool second) {
        return find_key(two_words, [&](const auto& p) {
            return (p[0].mask == of_x[0].mask) == first && (p[1].mask == of_x[1].mask) == second;
        });
    };
    static const std::array<hash_value, 4> others{shares(false, false), shares(true, false), shares(false, true),
                                                  shares(true, true)};
    struct run_type {
        filters* f = nullptr;
        std::array<claim_result, 2> claimed{};
    };
    auto& run = w.make<run_type>();
    run.f = &make_both(w, s, two_words);
    run.f->source->insert(others[c]);
    for (unsigned i = 0; i < 2; ++i) w.thread("claims x", [&run, x, i] { run.claimed[i] = run.f->target->claim(x); });
    w.thread("merges", [&run] { run.f->target->merge(*run.f->source); });
    w.finally([&w, &run, x, c] {
        const auto won = std::count(run.claimed.begin(), run.claimed.end(), claim_result::won);
        w.check(won <= 1, "two claims of one key are won");
        w.check(won == 1 || c != 0, "the merged key has none of x's bits, and nobody wins");
        w.check(run.f->target->may_contain(x) && run.f->target->may_contain(others[c]), "a key is lost");
        w.note(won == 1 ? "one wins" : "nobody wins");
    });
}

void merge_both_ways(world& w, const subject& s, std::size_t)
{
    const two_keys& keys = both_shapes()[0];
    filters& f = make_both(w, s, keys.shape);
    f.source->insert(keys.x);
    f.target->insert(keys.y);
    w.thread("merges", [&] {
        f.target->merge(*f.source);
        w.check(f.target->may_contain(keys.x) && f.target->may_contain(keys.y),
                "after a merge, a key is not in the target");
    });
    w.thread("merges back", [&] {
        f.source->merge(*f.target);
        w.check(f.source->may_contain(keys.x) && f.source->may_contain(keys.y),
                "after a merge, a key is not in the target");
    });
}

void merge_chain(world& w, const subject& s, std::size_t)
{
    const two_keys& keys = both_shapes()[0];
    filters& f = make_both(w, s, keys.shape);
    f.third = make(w, s, keys.shape, "third word");
    auto& page = w.make<payload>(w, "payload");
    w.thread("inserts", [&] {
        page.write(7);
        f.source->insert(keys.x);
    });
    w.thread("merges", [&] { f.target->merge(*f.source); });
    w.thread("merges on", [&] { f.third->merge(*f.target); });
    w.thread("asks third", [&] {
        if (f.third->may_contain(keys.x)) w.check(page.read() == 7, "an old payload was read");
    });
}

void merge_then_statistics(world& w, const subject& s, std::size_t)
{
    const two_keys& keys = both_shapes()[0];
    filters& f = make_both(w, s, keys.shape);
    auto& flag = w.make<variable>(w, "flag");
    f.source->insert(keys.x);
    w.thread("merges, tells", [&] {
        f.target->merge(*f.source);
        flag.store(1, release);
    });
    w.thread("is told, counts", [&] {
        if (flag.load(acquire) == 0) return;
        const filter_stats stats = f.target->stats();
        w.check(!stats.expected_false_drops.has_value(), "statistics count on a history that a merge has ended");
        w.check(stats.fill_ratio == 2.0 / 128, "statistics miss bits that were set before");
    });
}

// --- copy --------------------------------------------------------------------------------------------------

void copy_after_insert(world& w, const subject& s, std::size_t c)
{
    const two_keys& keys = shape_of(c);
    filters& f = make_both(w, s, keys.shape);
    auto& flag = w.make<variable>(w, "flag");
    w.thread("inserts, tells", [&] {
        f.source->insert(keys.x);
        flag.store(1, release);
    });
    w.thread("is told, copies", [&, q = question_of(c)] {
        if (flag.load(acquire) == 0) return;
        take_copy(w, f.third, *f.source);
        w.check(is_there(*f.third, keys.x, q), "false negative: an insert that happened before the copy is not in it");
    });
    w.thread("other key", [&] { f.source->insert(keys.y); });
}

void copy_publishes(world& w, const subject& s, std::size_t c)
{
    const two_keys& keys = shape_of(c);
    filters& f = make_both(w, s, keys.shape);
    auto& page = w.make<payload>(w, "payload");
    auto& flag = w.make<variable>(w, "flag");
    w.thread("inserts", [&] {
        page.write(7);
        f.source->insert(keys.x);
    });
    w.thread("copies, tells", [&] {
        take_copy(w, f.third, *f.source);
        flag.store(1, release);
    });
    w.thread("asks the copy", [&, q = question_of(c)] {
        if (flag.load(acquire) != 0 && is_there(*f.third, keys.x, q))
            w.check(page.read() == 7, "an old payload was read");
    });
}

void copies_grow(world& w, const subject& s, std::size_t c)
{
    const two_keys& keys = both_shapes()[c];
    filters& f = make_both(w, s, keys.shape);
    w.thread("inserts x", [&] { f.source->insert(keys.x); });
    w.thread("inserts y", [&] { f.source->insert(keys.y); });
    w.thread("copies twice", [&] {
        take_copy(w, f.target, *f.source);
        take_copy(w, f.third, *f.source);
        const auto before = f.target->words();
        const auto after = f.third->words();
        for (std::size_t i = 0; i < before.size(); ++i)
            w.check((before[i] & ~after[i]) == 0, "a thread's second copy lacks a bit that its first one had");
    });
}

void copy_is_a_cut(world& w, const subject& s, std::size_t)
{
    static const hash_value x = find_key(four_words, [](const auto& p) { return lies_in(p, 0, 2); });
    static const hash_value y = find_key(four_words, [](const auto& p) { return lies_in(p, 1, 3); });
    filters& f = make_both(w, s, four_words);
    w.thread("inserts x, y", [&] {
        f.source->insert(x);
        f.source->insert(y);
    });
    w.thread("copies", [&] {
        take_copy(w, f.third, *f.source);
        w.check(!f.third->may_contain(y) || f.third->may_contain(x),
                "a copy holds y, and not x, which was put in before");
    });
}

void copy_beside_merge(world& w, const subject& s, std::size_t)
{
    const two_keys& keys = both_shapes()[0];
    filters& f = make_both(w, s, keys.shape);
    f.source->insert(keys.x);
    w.thread("merges", [&] { f.target->merge(*f.source); });
    w.thread("copies", [&] {
        take_copy(w, f.third, *f.target);
        const auto copied = f.third->words();
        const bool holds_bits = std::any_of(copied.begin(), copied.end(), [](std::uint64_t word) { return word != 0; });
        w.check(!holds_bits || !f.third->stats().expected_false_drops.has_value(),
                "a copy holds bits of a merge and takes its history for known");
    });
}

// --- clear, against its contract ---------------------------------------------------------------------------

void clear_beside_insert(world& w, const subject& s, std::size_t)
{
    const two_keys& keys = both_shapes()[0];
    filters& f = make_both(w, s, keys.shape);
    w.thread("inserts, asks", [&] {
        f.source->insert(keys.x);
        w.check(f.source->may_contain(keys.x), "false negative: a thread does not find its own key");
    });
    w.thread("clears", [&] { f.source->clear(); });
}

void clear_beside_claims(world& w, const subject& s, std::size_t)
{
    const two_keys& keys = both_shapes()[0];
    filters& f = make_both(w, s, keys.shape);
    auto& claimed = w.make<std::array<claim_result, 2>>();
    for (unsigned i = 0; i < 2; ++i) w.thread("claims x", [&, i] { claimed[i] = f.source->claim(keys.x); });
    w.thread("clears", [&] { f.source->clear(); });
    w.finally([&] {
        w.check(claimed[0] != claim_result::won || claimed[1] != claim_result::won, "two claims of one key are won");
    });
}

}  // namespace

std::vector<scenario> whole_filters()
{
    return {
        {.name = "merge/after-an-insert",
         .promise = "an insert into the source that happened before a merge is found in the target, and no key of the "
                    "target's own is lost",
         .configurations = shapes_and_questions,
         .build = merge_after_insert,
         .describe = describe},
        {.name = "merge/publishes",
         .promise = "whoever finds a merged key in the target synchronizes with its insert into the source",
         .configurations = shapes_and_questions,
         .build = merge_publishes,
         .describe = describe},
        {.name = "merge/beside-claims",
         .promise = "at most one claim is won while a merge brings in another key, or the same",
         .configurations = 4,
         .build = merge_beside_claims},
        {.name = "merge/both-ways",
         .promise = "two filters merged into each other at once both hold all keys",
         .build = merge_both_ways},
        {.name = "merge/chain",
         .promise = "a key that came through two merges synchronizes with its insert",
         .build = merge_chain},
        {.name = "merge/then-statistics",
         .promise = "statistics that a merge happened before know of it",
         .build = merge_then_statistics},
        {.name = "copy/after-an-insert",
         .promise = "an insert that happened before a copy is in it",
         .configurations = shapes_and_questions,
         .build = copy_after_insert,
         .describe = describe},
        {.name = "copy/publishes",
         .promise = "whoever is handed a copy and finds a key in it synchronizes with its insert",
         .configurations = shapes_and_questions,
         .build = copy_publishes,
         .describe = describe},
        {.name = "copy/grows",
         .promise = "a thread's later copy holds all that its earlier one holds",
         .configurations = 2,
         .build = copies_grow},
        {.name = "copy/is-no-cut",
         .promise = "not promised: that a copy which holds a key also holds those put in before it",
         .build = copy_is_a_cut,
         .breaks = true},
        {.name = "copy/beside-a-merge",
         .promise = "a copy that holds what a merge brought in knows that not all came by its own inserts",
         .build = copy_beside_merge},
        {.name = "clear/beside-an-insert",
         .promise = "against the contract: a clear beside an insert, so that a thread misses its own key",
         .build = clear_beside_insert,
         .breaks = true},
        {.name = "clear/beside-claims",
         .promise = "against the contract: a clear beside claims, so that two are won",
         .build = clear_beside_claims,
         .breaks = true},
    };
}

}  // namespace tamiz::explorer::cases
