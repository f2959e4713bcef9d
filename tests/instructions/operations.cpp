// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <valgrind/callgrind.h>

// Runs each single operation on a thousand keys under `valgrind --tool=callgrind`, which writes how many instructions
// that took under the operation's name: see check.sh. "nothing" is a call that does nothing, to be subtracted.

namespace {

using tamiz::claim_result;
using tamiz::hash_value;
namespace layout = tamiz::layout;

constexpr std::uint64_t key_count = 1'000;
/// So large that almost no key meets another one: an operation takes the path that its name says.
constexpr tamiz::filter_options options{.expected_items = 16 * key_count, .false_positive_rate = 0.001};

bool failed = false;

enum class answer { always_true, always_false };

/// Calls `operation` through a pointer that the compiler cannot see through: what is counted is one call that knows
/// nothing of the others, and nothing is kept in registers or moved out of the loop.
template <typename Filter>
void measure(const std::string& name, Filter& filter, std::span<const hash_value> hashes, answer expected,
             bool (*operation)(Filter&, hash_value))
{
    bool (*volatile hidden)(Filter&, hash_value) = operation;
    std::uint64_t told_true = 0;
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    for (const hash_value hash : hashes) told_true += hidden(filter, hash) ? 1u : 0u;
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(name.c_str());

    // A few false positives are none too many; a wrong path would be.
    const std::uint64_t wrong = expected == answer::always_true ? hashes.size() - told_true : told_true;
    if (wrong > hashes.size() / 100) {
        std::fprintf(stderr, "%s: %llu of %zu calls were answered %s, so this is not the path that the name says\n",
                     name.c_str(), static_cast<unsigned long long>(wrong), hashes.size(),
                     expected == answer::always_true ? "false" : "true");
        failed = true;
    }
}

template <typename Filter>
std::vector<hash_value> hashes_of(const Filter& filter, std::uint64_t first_key)
{
    std::vector<hash_value> hashes;
    for (std::uint64_t key = first_key; key < first_key + key_count; ++key) hashes.push_back(filter.hash(key));
    return hashes;
}

/// What both kinds of filters have. The filter is empty; afterwards the keys of `hashes` are in twice, others are not.
template <typename Filter>
void measure_common(const std::string& of, Filter& filter, std::span<const hash_value> hashes)
{
    const auto look = [](Filter& f, hash_value hash) { return f.may_contain(hash); };
    const auto insert = [](Filter& f, hash_value hash) {
        f.insert(hash);
        return false;
    };
    measure<Filter>(of + "may_contain, absent", filter, hashes_of(filter, key_count), answer::always_false, look);
    measure<Filter>(of + "insert, new", filter, hashes, answer::always_false, insert);
    measure<Filter>(of + "insert, known", filter, hashes, answer::always_false, insert);
    measure<Filter>(of + "may_contain, present", filter, hashes, answer::always_true, look);
}

template <typename Filter>
void measure_answered_inserts(const std::string& of, Filter& filter, std::span<const hash_value> hashes)
{
    const auto insert = [](Filter& f, hash_value hash) { return f.insert(hash); };
    measure<Filter>(of + "insert, new, answer used", filter, hashes, answer::always_true, insert);
    measure<Filter>(of + "insert, known, answer used", filter, hashes, answer::always_false, insert);
}

template <typename Layout>
void measure_plain(const std::string& of)
{
    using filter = tamiz::bloom_filter<std::uint64_t, Layout>;
    filter inserted(options);
    const std::vector<hash_value> hashes = hashes_of(inserted, 0);
    measure_common(of, inserted, hashes);
    filter answered(options);
    measure_answered_inserts(of, answered, hashes);
    filter claimed(options);
    const auto claim = [](filter& f, hash_value hash) { return f.claim(hash) == claim_result::won; };
    measure<filter>(of + "claim, won", claimed, hashes, answer::always_true, claim);
    measure<filter>(of + "claim, present", claimed, hashes, answer::always_false, claim);
}

template <typename Layout>
void measure_counting(const std::string& of)
{
    using filter = tamiz::counting_bloom_filter<std::uint64_t, Layout>;
    filter living(options);
    const std::vector<hash_value> hashes = hashes_of(living, 0);
    measure_common(of, living, hashes);
    filter answered(options);
    measure_answered_inserts(of, answered, hashes);
    const auto erase = [](filter& f, hash_value hash) { return f.erase(hash); };
    measure<filter>(of + "occurrences, twice", living, hashes, answer::always_true,
                    [](filter& f, hash_value hash) { return f.occurrences(hash) == 2; });
    measure<filter>(of + "erase, present", living, hashes, answer::always_true, erase);
    measure<filter>(of + "erase, absent", living, hashes_of(living, key_count), answer::always_false, erase);
}

}  // namespace

int main()
{
    if (RUNNING_ON_VALGRIND == 0) {
        std::fputs("run this under valgrind --tool=callgrind: it counts nothing by itself\n", stderr);
        return 2;
    }
    using any_filter = tamiz::bloom_filter<std::uint64_t>;
    any_filter filter(options);
    measure<any_filter>("nothing", filter, hashes_of(filter, 0), answer::always_false,
                        [](any_filter&, hash_value) { return false; });
    measure_plain<layout::cache_line<2>>("cache_line<2>: ");
    measure_plain<layout::cache_line<8>>("cache_line<8>: ");
    measure_plain<layout::word>("word: ");
    measure_plain<layout::classic>("classic: ");
    measure_counting<layout::cache_line<2>>("counting cache_line<2>: ");
    measure_counting<layout::word>("counting word: ");
    return failed ? 1 : 0;
}
