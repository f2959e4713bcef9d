// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/cases/cases.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <explorer/cases/counted_keys.hpp>
#include <explorer/variable.hpp>

/// Counters that several threads raise and lower at once, and the locks of those who lower them.
namespace tamiz::explorer::cases {

namespace {

using enum boost::memory_order;

constexpr const char* missed = "false negative: a key that is in is not found";
constexpr unsigned top = tamiz::detail::stuck_count;
constexpr const char* refused = "an erase of a key that is in is refused";

const neighbours& keys_of(std::size_t configuration)
{
    return neighbouring_keys[configuration % neighbouring_keys.size()];
}
std::string describe(std::size_t configuration)
{
    return keys_of(configuration).relation;
}

// --- inserts -----------------------------------------------------------------------------------------------

/// Each of two threads counts a key; the second half of the configurations: the same key.
void two_inserts(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    const key& other = configuration < neighbouring_keys.size() ? keys.y : keys.x;
    auto& line = w.make<counted_line>(w, s.counting);
    auto& is_new = w.make<std::array<bool, 2>>();
    for (unsigned i = 0; i < 2; ++i)
        w.thread("inserts, asks", [&, i] {
            const key& own = i == 0 ? keys.x : other;
            is_new[i] = line.insert(own);
            w.check(line.occurrences(own) >= 1, missed);
        });
    w.finally([&] {
        line.check_counts({{keys.x, 1}, {other, 1}});
        if (&other == &keys.y) {
            w.check(is_new[0] && is_new[1], "a key has a counter to itself, and nobody is told that it is new");
        } else {
            w.check(is_new[0] || is_new[1], "counters were raised from 0, and nobody is told that the key is new");
            if (keys.x.size() == 1) w.check(is_new[0] != is_new[1], "one word decides, and two are told so");
        }
    });
}

void insert_beside_lookup(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    auto& flag = w.make<variable>(w, "flag");
    line.hold(keys.y, 1);
    w.thread("inserts x, tells", [&] {
        line.insert(keys.x);
        flag.store(1, release);
        w.check(line.may_contain(keys.x), missed);
    });
    w.thread("inserts x", [&] { line.insert(keys.x); });
    w.thread("asks y; is told, asks x", [&] {
        w.check(line.occurrences(keys.y) >= 1, missed);
        if (flag.load(acquire) != 0) w.check(line.may_contain(keys.x), missed);
    });
    w.finally([&] { line.check_counts({{keys.x, 2}, {keys.y, 1}}); });
}

// --- erases ------------------------------------------------------------------------------------------------

void insert_beside_last_erase(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    auto& flag = w.make<variable>(w, "flag");
    line.hold(keys.x, 1);
    w.thread("erases x", [&] { w.check(line.erase(keys.x), refused); });
    w.thread("inserts y, tells", [&] {
        line.insert(keys.y);
        flag.store(1, release);
        w.check(line.may_contain(keys.y), missed);
    });
    w.thread("is told, asks y", [&] {
        if (flag.load(acquire) != 0) w.check(line.may_contain(keys.y), missed);
    });
    w.finally([&] { line.check_counts({{keys.y, 1}}); });
}

/// More threads erase x than it was inserted.
void erase_too_often(world& w, counted_line& line, const key& x, unsigned inserts)
{
    auto& undone = w.make<std::array<bool, 3>>();
    line.hold(x, inserts);
    for (unsigned i = 0; i <= inserts; ++i) w.thread("erases x", [&, i] { undone[i] = line.erase(x); });
    w.finally([&, inserts] {
        const auto count = std::count(undone.begin(), undone.end(), true);
        w.check(count <= inserts, "a key is erased more often than it was inserted");
        w.check(count >= inserts, refused);
    });
}

/// y is in all the time, or comes in meanwhile, in the second half of the configurations.
void two_erases(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    auto& flag = w.make<variable>(w, "flag");
    erase_too_often(w, line, keys.x, 1);
    if (configuration < neighbouring_keys.size()) {
        line.hold(keys.y, 1);
        for (int i = 0; i < 2; ++i) w.thread("asks y", [&] { w.check(line.may_contain(keys.y), missed); });
    } else {
        w.thread("inserts y, tells", [&] {
            line.insert(keys.y);
            flag.store(1, release);
        });
        w.thread("is told, asks y", [&] {
            if (flag.load(acquire) != 0) w.check(line.may_contain(keys.y), missed);
        });
    }
    w.finally([&] { line.check_counts({{keys.y, 1}}); });
}

/// All three erasers wait for one lock.
void three_erases(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    line.hold(keys.y, 1);
    erase_too_often(w, line, keys.x, 2);
    w.thread("asks y", [&] { w.check(line.may_contain(keys.y), missed); });
    w.finally([&] { line.check_counts({{keys.y, 1}}); });
}

/// x is erased while z comes and goes; y, which has a counter in common with each, stays.
struct passing {
    const char* relation;
    key x, y, z;
};
constexpr std::array passing_keys{
    passing{"one word", {form::array, {{0, 0x11}}}, {form::array, {{0, 0x1001}}}, {form::array, {{0, 0x101}}}},
    passing{"two words, one counter in common to all",
            {form::array, {{0, 1}, {1, 1}}},
            {form::array, {{0, 1}, {1, 0x100}}},
            {form::array, {{0, 1}, {1, 0x10}}}},
    passing{"three words, a counter in common to each two",
            {form::array, {{0, 1}, {1, 1}}},
            {form::array, {{0, 1}, {2, 1}}},
            {form::array, {{1, 1}, {2, 1}}}},
};
void erase_beside_passing_key(world& w, const subject& s, std::size_t configuration)
{
    const passing& keys = passing_keys[configuration];
    auto& line = w.make<counted_line>(w, s.counting);
    line.hold(keys.x, 1);
    line.hold(keys.y, 1);
    w.thread("erases x", [&] { w.check(line.erase(keys.x), refused); });
    w.thread("inserts, erases z", [&] {
        line.insert(keys.z);
        w.check(line.erase(keys.z), refused);
    });
    w.thread("asks y", [&] { w.check(line.may_contain(keys.y), missed); });
    w.finally([&] { line.check_counts({{keys.y, 1}}); });
}

// --- counters that are stuck -------------------------------------------------------------------------------

/// Two keys share a counter that other keys have brought near its top.
struct near_top {
    const neighbours& keys;
    unsigned first;
};
near_top near_top_of(std::size_t configuration)
{
    return {neighbouring_keys[configuration / 3 * 2], 13 + static_cast<unsigned>(configuration % 3)};
}
void stuck_counters(world& w, const subject& s, std::size_t configuration)
{
    const near_top in = near_top_of(configuration);
    const neighbours& keys = in.keys;
    auto& line = w.make<counted_line>(w, s.counting);
    // A key that has nothing but the counter that x and y share.
    const probe lowest = *keys.x.begin();
    const key others(form::array, {{lowest.word, lowest.mask & keys.y.begin()->mask}});
    line.hold(others, in.first);
    w.thread("inserts x", [&] { line.insert(keys.x); });
    w.thread("inserts, erases y", [&] {
        line.insert(keys.y);
        w.check(line.erase(keys.y), refused);
    });
    w.thread("asks twice", [&, others] {
        const unsigned before = line.occurrences(others);
        const unsigned after = line.occurrences(others);
        w.check(before != top || after == top, "a counter that is stuck was lowered");
    });
    w.finally([&, others, first = in.first] {
        const unsigned last = line.occurrences(others);
        w.check(last == top || last == first + 1, "a counter near its top counts wrong");
        w.check(line.may_contain(keys.x), missed);
        w.check(line.locks() == 0, "afterwards a lock is held");
        w.note(last == top ? "stuck" : "counted");
    });
}

// --- an eraser that holds the lock -------------------------------------------------------------------------

/// It was suspended for ever. Others that neither erase nor need its line's lock go on, and do not look at it.
void suspended_eraser(world& w, const subject& s, std::size_t configuration)
{
    const neighbours& keys = keys_of(configuration);
    auto& line = w.make<counted_line>(w, s.counting);
    line.hold(keys.x, 1);
    line.lock();
    w.thread("inserts y, asks y", [&] {
        line.insert(keys.y);
        w.check(line.may_contain(keys.y), missed);
    });
    const unsigned asks = w.thread("asks x", [&] { w.check(line.may_contain(keys.x), missed); });
    w.thread("inserts x", [&] { line.insert(keys.x); });
    w.finally([&, asks] {
        std::size_t made = 0;
        for (const world::access_record& a : w.accesses()) {
            w.check(a.word != &line.locks(), "whoever does not erase looks at the erasers' locks");
            made += a.thread == asks ? 1 : 0;
        }
        w.check(made == keys.x.size(), "a lookup makes more than one access for each word");
        w.check(line.locks() == 1, "a lock that others hold is given back");
    });
}

void suspended_erasers_line(world& w, const subject& s, std::size_t)
{
    const neighbours& keys = neighbouring_keys[2];
    auto& line = w.make<counted_line>(w, s.counting);
    line.hold(keys.x, 1);
    line.lock();
    w.thread("erases x", [&] { line.erase(keys.x); });
    w.thread("asks x", [&] { w.check(line.may_contain(keys.x), missed); });
}

/// Who erases from two lines whose locks are bits of one word. A line's key was inserted once.
struct two_lines {
    const char* what;
    unsigned low;    ///< erasers of the low line
    unsigned high;   ///< of the high one
    bool suspended;  ///< the low line's lock is held by an eraser that was suspended for ever
};
constexpr std::array erasers_of_two_lines{
    two_lines{"one eraser each", 1, 1, false},
    two_lines{"two erasers of one, one of the other", 2, 1, false},
    two_lines{"two erasers of one, the other's was suspended for ever", 0, 2, true},
};
void erases_in_two_lines(world& w, const subject& s, std::size_t configuration)
{
    struct lines {
        std::array<std::uint64_t, 2 * tamiz::detail::words_per_line> words{};
        std::array<std::uint64_t, 1> locks{};
        std::array<unsigned, 2> undone{};
    };
    static constexpr std::array keys{key(form::array, {{0, 1}, {1, 1}}), key(form::array, {{8, 1}, {9, 1}})};
    const two_lines& who = erasers_of_two_lines[configuration];
    auto& both = w.make<lines>();
    w.name(both.words, "word");
    w.name(both.locks, "locks");
    const auto let_erase = [&](const char* name, std::size_t line, unsigned erasers) {
        if (erasers == 0) return;
        for (const probe& p : keys[line]) both.words[p.word] = p.mask;
        for (unsigned i = 0; i < erasers; ++i)
            w.thread(name, [&, line] {
                both.undone[line] += s.counting.erase(both.words.data(), both.locks.data(), keys[line]) ? 1u : 0u;
            });
        w.finally([&, line] { w.check(both.undone[line] == 1, "a key that was inserted once is not erased once"); });
    };
    let_erase("erases low", 0, who.low);
    let_erase("erases high", 1, who.high);
    if (who.suspended) both.locks[0] = 1;
    w.finally([&] {
        w.check(std::count(both.words.begin(), both.words.end(), 0u) == std::ssize(both.words),
                "afterwards a key that was erased is still counted");
        w.check(both.locks[0] == (who.suspended ? 1u : 0u), "afterwards a lock is held, or another line's is not");
    });
}

}  // namespace

std::vector<scenario> counters()
{
    constexpr std::size_t pairs = neighbouring_keys.size();
    return {
        {.name = "counting/two-inserts",
         .promise = "no count is lost, and whoever inserts a new key is told so",
         .configurations = 2 * pairs,
         .build = two_inserts,
         .describe = describe},
        {.name = "counting/insert-beside-lookup",
         .promise = "a key that is in is found while others are inserted",
         .configurations = pairs,
         .build = insert_beside_lookup,
         .describe = describe},
        {.name = "counting/insert-beside-last-erase",
         .promise = "y is found from its insert on, while the last x, which shares its counters, is erased",
         .configurations = pairs,
         .build = insert_beside_last_erase,
         .describe = describe},
        {.name = "counting/two-erases",
         .promise = "of two erases of a key inserted once, one succeeds and one is refused; a key that shares its "
                    "counters is found all the time",
         .configurations = 2 * pairs,
         .build = two_erases,
         .describe = describe},
        {.name = "counting/three-erases",
         .promise = "of three erases of a key inserted twice, two succeed",
         .configurations = pairs,
         .build = three_erases,
         .describe = describe},
        {.name = "counting/erase-beside-a-passing-key",
         .promise = "x is erased while z comes and goes: both erases succeed, and y, which shares counters with both, "
                    "is found all the time",
         .configurations = passing_keys.size(),
         .build = erase_beside_passing_key,
         .describe = [](std::size_t c) { return std::string(passing_keys[c].relation); }},
        {.name = "counting/stuck",
         .promise = "a counter that has reached 15 stays there, whatever is erased; below, all is counted",
         .configurations = 6,
         .build = stuck_counters,
         .describe =
             [](std::size_t c) {
                 return std::string(near_top_of(c).keys.relation) + ", others' count " +
                        std::to_string(near_top_of(c).first);
             }},
        {.name = "counting/suspended-eraser",
         .promise = "lookups and inserts neither wait for an eraser that holds the lock nor look at it",
         .configurations = pairs,
         .build = suspended_eraser,
         .describe = describe},
        {.name = "counting/suspended-eraser-of-the-same-line",
         .promise = "not promised: that an erase does not wait for an eraser of the same line",
         .build = suspended_erasers_line,
         .breaks = true},
        {.name = "counting/erases-in-two-lines",
         .promise = "erasers of two lines do not wait for each other, and give back their own lock only",
         .configurations = erasers_of_two_lines.size(),
         .build = erases_in_two_lines,
         .describe = [](std::size_t c) { return std::string(erasers_of_two_lines[c].what); }},
    };
}

}  // namespace tamiz::explorer::cases
