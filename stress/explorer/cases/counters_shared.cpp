// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/cases/cases.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <explorer/cases/chosen_keys.hpp>
#include <explorer/cases/counted_keys.hpp>
#include <explorer/payload.hpp>
#include <explorer/variable.hpp>

/// What whoever finds a counted key has seen; counters that are merged and copied; `counting_bloom_filter` itself.
namespace tamiz::explorer::cases {

namespace {

using enum boost::memory_order;

constexpr unsigned top = tamiz::detail::stuck_count;
constexpr const char* missed = "false negative: a key that is in is not found";
constexpr const char* old_payload = "an old payload was read";

const neighbours& keys_of(std::size_t configuration)
{
    return neighbouring_keys[configuration % neighbouring_keys.size()];
}

/// How a thread asks whether a key is there.
enum class question : std::uint8_t { may_contain, insert, occurrences };
constexpr std::array question_names{"may_contain", "insert", "occurrences"};
constexpr std::size_t pairs_and_questions = neighbouring_keys.size() * question_names.size();

question question_of(std::size_t configuration)
{
    return static_cast<question>(configuration / neighbouring_keys.size() % question_names.size());
}
std::string describe(std::size_t configuration)
{
    return std::string(keys_of(configuration).relation) + ", asked by " +
           question_names[static_cast<std::size_t>(question_of(configuration))];
}

bool is_there(counted_line& line, const key& k, question q)
{
    switch (q) {
    case question::may_contain:
        return line.may_contain(k);
    case question::insert:
        return !line.insert(k);
    case question::occurrences:
        break;
    }
    return line.occurrences(k) != 0;
}

// --- publication, while nothing is erased ------------------------------------------------------------------

/// In the second half of the configurations the counters that y has as well are stuck, so that x does not write them.
void payload_behind_a_key(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    auto& page = w.make<payload>(w, "payload");
    if (configuration >= pairs_and_questions) line.hold(keys.y, top);
    w.thread("inserts x", [&] {
        page.write(7);
        line.insert(keys.x);
    });
    w.thread("asks x", [&, q = question_of(configuration)] {
        if (is_there(line, keys.x, q)) w.check(page.read() == 7, old_payload);
    });
    w.thread("inserts y", [&] { line.insert(keys.y); });
}

/// One thread inserts x, then y. Who sees y sees x.
void causality(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    w.thread("inserts x, y", [&] {
        line.insert(keys.x);
        line.insert(keys.y);
    });
    w.thread("sees y, x?", [&, q = question_of(configuration)] {
        if (is_there(line, keys.y, q))
            w.check(line.may_contain(keys.x), "y was seen, and x, put in before it, was not");
    });
}

// --- merge and copy ----------------------------------------------------------------------------------------

struct lines {
    lines(world& w, const counting_subject& s)
        : source(w, s, "source word", "source locks"), target(w, s, "target word", "target locks")
    {
    }
    counted_line source;
    counted_line target;
};

/// x is in the source; y comes into the target, or leaves it; z comes into the source.
void merge_beside_changes(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    const bool erases = configuration >= neighbouring_keys.size();
    static constexpr key z(form::array, {{0, 0x1000}});
    auto& both = w.make<lines>(w, s.counting);
    both.source.hold(keys.x, 1);
    if (erases) both.target.hold(keys.y, 2);
    w.thread("merges", [&] {
        both.target.merge(both.source);
        w.check(both.target.may_contain(keys.x), "false negative: a key of the source is not in the target");
    });
    w.thread("changes y", [&, erases] {
        if (erases)
            w.check(both.target.erase(keys.y), "an erase of a key that is in is refused");
        else
            both.target.insert(keys.y);
        w.check(both.target.may_contain(keys.y), missed);
    });
    w.thread("inserts z", [&] { both.source.insert(z); });
    w.finally([&] {
        const unsigned merged = both.target.occurrences(z);
        w.check(merged <= 1, "a merge adds what the source has not");
        both.target.check_counts({{keys.x, 1}, {keys.y, 1}, {z, merged}});
        both.source.check_counts({{keys.x, 1}, {z, 1}});
        w.note(merged == 1 ? "with z" : "without z");
    });
}

/// 9 and 9 are not 18.
void merge_near_the_top(world& w, const subject& s, std::size_t configuration)
{
    static constexpr key x(form::array, {{0, 1}, {1, 0x10}});
    static constexpr key beside(form::array, {{0, 0x10}, {1, 0x100}});
    const unsigned first = configuration == 0 ? 9 : 6;
    auto& both = w.make<lines>(w, s.counting);
    both.source.hold(x, first);
    both.target.hold(x, first);
    for (int i = 0; i < 2; ++i) w.thread("merges", [&] { both.target.merge(both.source); });
    w.thread("inserts x", [&] { both.target.insert(x); });
    w.finally([&] { both.target.check_counts({{x, top}, {beside, 0}}); });
}

void merge_publishes(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& both = w.make<lines>(w, s.counting);
    auto& page = w.make<payload>(w, "payload");
    w.thread("inserts x", [&] {
        page.write(7);
        both.source.insert(keys.x);
    });
    w.thread("merges", [&] { both.target.merge(both.source); });
    w.thread("asks target", [&, q = question_of(configuration)] {
        if (is_there(both.target, keys.x, q)) w.check(page.read() == 7, old_payload);
    });
}

void copy_publishes(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& both = w.make<lines>(w, s.counting);
    auto& page = w.make<payload>(w, "payload");
    auto& flag = w.make<variable>(w, "flag");
    w.thread("inserts x", [&] {
        page.write(7);
        both.source.insert(keys.x);
    });
    w.thread("copies, tells", [&] {
        both.target.copy(both.source);
        flag.store(1, release);
    });
    w.thread("asks the copy", [&, q = question_of(configuration)] {
        if (flag.load(acquire) != 0 && is_there(both.target, keys.x, q)) w.check(page.read() == 7, old_payload);
    });
}

// --- filters -----------------------------------------------------------------------------------------------

/// A filter with keys that lie to each other in a certain way.
struct setting {
    const char* relation;
    counting_layout_kind layout;
    explicit_counters size;
    std::uint64_t counter_words;  ///< the rest are locks
    hash_value x;
    hash_value y;
};

std::vector<setting> settings()
{
    std::vector<setting> result;
    const auto add = [&](const char* relation, counting_layout_kind layout, const explicit_counters& size,
                         std::uint64_t counter_words, const overlap& wanted) {
        const auto probes_of = [&, f = subject_of<words<atomics>>("").counting.make_filter(layout, size)](
                                   std::uint64_t i) { return f->probes(hash_value(tamiz::detail::mix(i))); };
        for (std::uint64_t i = 2; i < 1'000'000; ++i)
            if (overlap_of(probes_of(1), probes_of(i)) == wanted) {
                result.push_back({relation, layout, size, counter_words, hash_value(tamiz::detail::mix(1)),
                                  hash_value(tamiz::detail::mix(i))});
                return;
            }
        throw std::logic_error("explorer: no key lies as wanted in a filter of this shape");
    };
    const explicit_counters line{.counters = 128, .hashes = 4};
    const explicit_counters words{.counters = 16, .hashes = 3};
    using enum counting_layout_kind;
    add("cache_line<2>, no word in common", cache_line_2, line, 8, {.words = 0, .bits = 0});
    add("cache_line<2>, a counter in common", cache_line_2, line, 8, {.words = 1, .bits = 1});
    add("cache_line<2>, two words and three counters in common", cache_line_2, line, 8, {.words = 2, .bits = 3});
    add("word, no counter in common", word, words, 1, {.words = 1, .bits = 0});
    add("word, two counters in common", word, words, 1, {.words = 1, .bits = 2});
    return result;
}
const std::vector<setting>& all_settings()
{
    static const std::vector<setting> all = settings();
    return all;
}

using filter_pointer = std::unique_ptr<any_counting_filter>;

any_counting_filter& make_filter(world& w, const subject& s, const setting& in)
{
    auto& filter = *w.make<filter_pointer>(s.counting.make_filter(in.layout, in.size));
    w.name(filter.words().first(in.counter_words), "word");
    if (filter.words().size() != in.counter_words) w.name(filter.words().subspan(in.counter_words), "locks");
    return filter;
}

/// x leaves, once though two threads try; y comes in.
void filter_erase_and_insert(world& w, const subject& s, std::size_t configuration)
{
    const setting& in = all_settings()[configuration];
    auto& filter = make_filter(w, s, in);
    auto& undone = w.make<std::array<bool, 2>>();
    filter.insert(in.x);
    for (unsigned i = 0; i < 2; ++i) w.thread("erases x", [&, i] { undone[i] = filter.erase(in.x); });
    w.thread("inserts y, asks", [&] {
        w.check(filter.insert(in.y), "a key has a counter to itself, and nobody is told that it is new");
        w.check(filter.may_contain(in.y), missed);
    });
    w.finally([&] {
        w.check(undone[0] != undone[1], "of two erases of a key inserted once, not exactly one succeeds");
        w.check(filter.occurrences(in.x) == 0 && filter.occurrences(in.y) == 1, "afterwards a key is counted wrong");
        const std::span<const std::uint64_t> words = filter.words();
        std::vector<std::uint64_t> expected(words.size());
        for (const probe& p : filter.probes(in.y)) expected[p.word] = p.mask;
        w.check(std::equal(words.begin(), words.end(), expected.begin(), expected.end()),
                "afterwards a counter does not count the keys that are in, or a lock is held");
        // Each call looks at its key's words, and an eraser of a key in several words at the lock.
        for (const world::access_record& a : w.accesses()) {
            const auto word = static_cast<std::uint64_t>(a.word - words.data());
            bool allowed = a.thread < 2 && word >= in.counter_words;
            for (const probe& p : filter.probes(a.thread < 2 ? in.x : in.y)) allowed = allowed || p.word == word;
            w.check(allowed, "a call touches a word that its key has not");
        }
    });
}

}  // namespace

std::vector<scenario> counters_shared()
{
    constexpr std::size_t pairs = neighbouring_keys.size();
    return {
        {.name = "counting/publication",
         .promise = "while nothing is erased, whoever is told that a key was there sees what its inserter did before",
         .configurations = 2 * pairs_and_questions,
         .build = payload_behind_a_key,
         .describe = describe},
        {.name = "counting/causality",
         .promise = "whoever sees y, inserted after x by one thread, also sees x",
         .configurations = pairs_and_questions,
         .build = causality,
         .describe = describe},
        {.name = "counting/merge-beside-changes",
         .promise = "a merge adds the source's counts, and loses none of the target's that change meanwhile",
         .configurations = 2 * pairs,
         .build = merge_beside_changes,
         .describe = describe},
        {.name = "counting/merge-near-the-top",
         .promise = "merged counters are 15 at most, and do not touch their neighbours",
         .configurations = 2,
         .build = merge_near_the_top},
        {.name = "counting/merge-publishes",
         .promise = "whoever finds a merged key in the target synchronizes with its insert into the source",
         .configurations = pairs_and_questions,
         .build = merge_publishes,
         .describe = describe},
        {.name = "counting/copy-publishes",
         .promise = "whoever is handed a copy and finds a key in it synchronizes with its insert",
         .configurations = pairs_and_questions,
         .build = copy_publishes,
         .describe = describe},
        {.name = "counting/filter",
         .promise =
             "of two erases of a key inserted once, one succeeds; a key that comes in meanwhile is found; a call "
             "touches its key's words only, and an erase of a key in several words the line's lock",
         .configurations = all_settings().size(),
         .build = filter_erase_and_insert,
         .describe = [](std::size_t c) { return std::string(all_settings()[c].relation); }},
    };
}

}  // namespace tamiz::explorer::cases
