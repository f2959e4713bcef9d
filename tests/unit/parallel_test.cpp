// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/parallel.hpp>

#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <support/catch.hpp>
#include <support/keys.hpp>
#include <support/sanitizers.hpp>
#include <support/threads.hpp>
#include <unit/layouts.hpp>
#include <unit/message_of.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <list>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

// What the filter's own function does in one thread, that of parallel.hpp does in many, bit for bit. Not for the thread
// sanitizer, which knows nothing of oneTBB's scheduler.

namespace {

using tamiz::claim_result;
using tamiz::filter_options;
using tamiz_test::message_of;
using tamiz_test::missing_in;
using tamiz_test::random_keys_of;
namespace layout = tamiz::layout;

template <typename Layout>
using plain = tamiz::bloom_filter<std::uint64_t, Layout>;
template <typename Layout>
using counting = tamiz::counting_bloom_filter<std::uint64_t, Layout>;

#define TAMIZ_TEST_FILTERS                                                                                             \
    plain<layout::classic>, plain<layout::cache_line<2>>, plain<layout::cache_line<4>>, plain<layout::cache_line<8>>,  \
        plain<layout::word>, counting<layout::cache_line<2>>, counting<layout::cache_line<4>>,                         \
        counting<layout::cache_line<8>>, counting<layout::word>, tamiz::bloom_filter<std::string>,                     \
        tamiz::counting_bloom_filter<std::string>

template <typename Filter>
std::vector<std::uint64_t> words_of(const Filter& filter)
{
    return {filter.words().begin(), filter.words().end()};
}

/// How many words differ; all of them, if the sizes do. A failure shall not print all words.
std::uint64_t differing(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b)
{
    if (a.size() != b.size()) return std::max(a.size(), b.size());
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1u : 0u;
    return count;
}
template <typename Filter>
std::uint64_t differing(const Filter& a, const Filter& b)
{
    return differing(a.words(), b.words());
}

/// Enough for many tasks, of a size that no task divides.
constexpr std::uint64_t many = 60'013;
constexpr filter_options for_many{.expected_items = many, .false_positive_rate = 0.01};

/// A filter of this size is several tasks whatever the work is: more than 1.5 MiB.
template <typename Filter>
constexpr filter_options large{.expected_items = requires(Filter & filter, tamiz::hash_value hash){filter.erase(hash);
}  // namespace
? 260'000U : 1'300'000U, .false_positive_rate = 0.01
}
;

/// Runs with so many threads, more than the machine may have, so that tasks do run at the same time.
template <typename Work>
void with_threads(const Work& work, int count = 8)
{
    const oneapi::tbb::global_control allow(oneapi::tbb::global_control::max_allowed_parallelism, 8);
    oneapi::tbb::task_arena(count).execute(work);
}

/// A filter of `options` with keys in it.
template <typename Filter>
Filter filled(const filter_options& options, std::uint64_t count, std::uint64_t seed)
{
    Filter filter(options);
    filter.insert_range(random_keys_of<typename Filter::key_type>(count, seed));
    return filter;
}

// --- inserts
// ----------------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("parallel inserts leave the words of inserts one by one", "", TAMIZ_TEST_FILTERS)
{
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1'024}, many}) {
        const auto keys = random_keys_of<typename TestType::key_type>(count, 1);
        TestType expected(for_many);
        for (const auto& key : keys) expected.insert(key);

        TestType of_keys(for_many);
        with_threads([&] { tamiz::parallel_insert(of_keys, keys); });
        CAPTURE(count);
        CHECK(differing(of_keys, expected) == 0);

        std::vector<tamiz::hash_value> hashes;
        for (const auto& key : keys) hashes.push_back(expected.hash(key));
        TestType of_hashes(for_many);
        with_threads([&] { tamiz::parallel_insert(of_hashes, std::span(hashes)); });
        CHECK(differing(of_hashes, expected) == 0);
    }
}

TEST_CASE("every range whose elements are reached by number can be inserted")
{
    using filter = plain<layout::cache_line<2>>;
    filter expected(for_many);
    for (std::uint64_t key = 0; key < many; ++key) expected.insert(key);

    filter of_numbers(for_many);
    tamiz::parallel_insert(of_numbers, std::views::iota(std::uint64_t{0}, many));
    CHECK(differing(of_numbers, expected) == 0);

    const std::vector<std::uint64_t> halves = [] {
        std::vector<std::uint64_t> result(many);
        for (std::uint64_t i = 0; i < many; ++i) result[i] = many - 1 - i;
        return result;
    }();
    filter of_a_view(for_many);
    tamiz::parallel_insert(of_a_view,
                           halves | std::views::reverse | std::views::transform([](auto key) { return key; }));
    CHECK(differing(of_a_view, expected) == 0);

    const std::array<std::string, 2> owned{"a", "b"};
    tamiz::bloom_filter<std::string> strings(for_many);
    tamiz::parallel_insert(strings, owned | std::views::transform([](const std::string& s) { return s.c_str(); }));
    CHECK(strings.may_contain("a"));
    CHECK(strings.may_contain("b"));
}

template <typename Filter, typename Range>
concept can_insert = requires(Filter& filter, Range&& range) { tamiz::parallel_insert(filter, range); };
static_assert(can_insert<tamiz::bloom_filter<std::string>, std::vector<std::string>>);
static_assert(!can_insert<tamiz::bloom_filter<std::string>, std::list<std::string>>);  // not reached by number
static_assert(!can_insert<tamiz::bloom_filter<std::string>, std::vector<double>>);     // not keys
static_assert(!can_insert<const tamiz::bloom_filter<std::string>, std::vector<std::string>>);

struct refusing_hash {
    using is_avalanching = void;
    std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const
    {
        if (key == 31'337) throw std::domain_error("key 31337 has no hash");
        return tamiz::hash<std::uint64_t>{}(key, seed);
    }
    bool operator==(const refusing_hash&) const = default;
};

TEST_CASE("what hashing a key throws comes out of a parallel insert, and the filter stays sound")
{
    tamiz::bloom_filter<std::uint64_t, layout::cache_line<2>, refusing_hash> filter(for_many);
    const auto insert_all = [&] {
        with_threads([&] { tamiz::parallel_insert(filter, std::views::iota(std::uint64_t{0}, many)); });
    };
    CHECK(message_of<std::domain_error>(insert_all) == "key 31337 has no hash");

    // Nothing but these keys is in; what was left out can be inserted.
    tamiz::bloom_filter<std::uint64_t, layout::cache_line<2>, refusing_hash> expected(for_many);
    for (std::uint64_t key = 0; key < many; ++key)
        if (key != 31'337) expected.insert(key);
    bool subset = true;
    for (std::size_t i = 0; i < expected.words().size(); ++i) subset &= (filter.words()[i] & ~expected.words()[i]) == 0;
    CHECK(subset);
    tamiz::parallel_insert(filter, std::views::iota(std::uint64_t{0}, std::uint64_t{31'337}));
    tamiz::parallel_insert(filter, std::views::iota(std::uint64_t{31'338}, many));
    CHECK(differing(filter, expected) == 0);
}

TEST_CASE("a parallel insert into a filter that was moved from is refused")
{
    tamiz::bloom_filter<std::string> filter(for_many);
    const tamiz::bloom_filter<std::string> taken(std::move(filter));
    const std::vector<std::string> keys = random_keys_of<std::string>(many, 1);
    CHECK(missing_in(message_of<std::logic_error>([&] { tamiz::parallel_insert(filter, keys); }),
                     {"tamiz", "insert", "moved from"}) == "");
    CHECK(taken.fill_ratio() == 0);
}

TEMPLATE_TEST_CASE("parallel inserts beside other threads lose no key of anybody", "", TAMIZ_TEST_FILTERS)
{
    using key_type = typename TestType::key_type;
    constexpr std::uint64_t share = 10'000;
    const auto ours = random_keys_of<key_type>(many, 1);
    const auto theirs = random_keys_of<key_type>(2 * share, 2);
    TestType filter({.expected_items = many + 2 * share, .false_positive_rate = 0.01});
    std::array<std::uint64_t, 2> missed{};
    tamiz_test::in_threads(3, [&](unsigned number) {
        if (number == 2) {
            tamiz::parallel_insert(filter, ours);
            return;
        }
        for (std::uint64_t i = number * share; i < (number + 1) * share; ++i) {
            filter.insert(theirs[i]);
            missed[number] += filter.may_contain(theirs[i]) ? 0u : 1u;
        }
    });
    CHECK(missed == std::array<std::uint64_t, 2>{});
    TestType expected({.expected_items = many + 2 * share, .false_positive_rate = 0.01});
    expected.insert_range(ours);
    expected.insert_range(theirs);
    CHECK(differing(filter, expected) == 0);
}

// --- whole filters
// ----------------------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a parallel merge leaves the words of a merge", "", TAMIZ_TEST_FILTERS)
{
    for (const filter_options& options : {filter_options{.expected_items = 1}, large<TestType>}) {
        const TestType source = filled<TestType>(options, 40'000, 1);
        TestType expected = filled<TestType>(options, 40'000, 2);
        TestType target = expected.copy();
        expected.merge(source);
        with_threads([&] { tamiz::parallel_merge(target, source); });
        CHECK(differing(target, expected) == 0);
        CHECK_FALSE(target.stats().expected_false_drops.has_value());  // keys that it did not count have come in
    }
}

TEMPLATE_TEST_CASE("a filter merged with itself in parallel is what a merge makes of it", "", TAMIZ_TEST_FILTERS)
{
    TestType filter = filled<TestType>(large<TestType>, 40'000, 1);
    TestType expected = filter.copy();
    expected.merge(expected);
    with_threads([&] { tamiz::parallel_merge(filter, filter); });
    CHECK(differing(filter, expected) == 0);
    CHECK(filter.stats().expected_false_drops.has_value() == expected.stats().expected_false_drops.has_value());
}

TEMPLATE_TEST_CASE("a refused parallel merge says why and changes nothing", "", TAMIZ_TEST_FILTERS)
{
    TestType target = filled<TestType>(for_many, 10'000, 1);
    const std::vector<std::uint64_t> before = words_of(target);
    const auto refusal = [&](const TestType& source) {
        return message_of<std::invalid_argument>([&] { tamiz::parallel_merge(target, source); });
    };

    const TestType larger = filled<TestType>(large<TestType>, 10'000, 2);
    CHECK(missing_in(refusal(larger), {"tamiz", "_count = ", "differs"}) == "");
    filter_options of_another_seed = for_many;
    of_another_seed.seed = 7;
    CHECK(missing_in(refusal(filled<TestType>(of_another_seed, 10'000, 2)), {"seed = 7", "differs"}) == "");
    TestType gone = filled<TestType>(for_many, 10'000, 2);
    const TestType taken(std::move(gone));
    CHECK(missing_in(refusal(gone), {"moved from"}) == "");
    CHECK(differing(target.words(), before) == 0);
    // No mark of a merge either, which the statistics would show.
    CHECK(target.stats().expected_false_drops == filled<TestType>(for_many, 10'000, 1).stats().expected_false_drops);

    const auto merge_into_gone = [&] { tamiz::parallel_merge(gone, taken); };
    CHECK(missing_in(message_of<std::logic_error>(merge_into_gone), {"merge", "moved from"}) == "");
}

TEMPLATE_TEST_CASE("a parallel merge beside inserters of both filters loses no key", "", TAMIZ_TEST_FILTERS)
{
    using key_type = typename TestType::key_type;
    constexpr std::uint64_t share = 10'000;
    TestType source = filled<TestType>(large<TestType>, 40'000, 1);
    TestType target(large<TestType>);
    const auto into_source = random_keys_of<key_type>(share, 2);
    const auto into_target = random_keys_of<key_type>(share, 3);
    std::uint64_t missed = 0;
    tamiz_test::in_threads(3, [&](unsigned number) {
        if (number == 0) tamiz::parallel_merge(target, source);
        if (number == 1) source.insert_range(into_source);
        if (number == 2)
            for (const auto& key : into_target) {
                target.insert(key);
                missed += target.may_contain(key) ? 0u : 1u;
            }
    });
    CHECK(missed == 0);
    const auto missing_in_target = [&](const auto& keys) {
        return std::ranges::count_if(keys, [&](const auto& key) { return !target.may_contain(key); });
    };
    CHECK(missing_in_target(random_keys_of<key_type>(40'000, 1)) == 0);
    CHECK(missing_in_target(into_target) == 0);
}

TEMPLATE_TEST_CASE("a parallel copy has the words and the history of the original", "", TAMIZ_TEST_FILTERS)
{
    TestType filter = filled<TestType>(large<TestType>, 40'000, 1);
    const TestType copied = tamiz::parallel_copy(filter);
    CHECK(differing(copied, filter) == 0);
    CHECK(copied.words().data() != filter.words().data());
    CHECK(copied.stats().expected_false_drops == filter.stats().expected_false_drops);
    CHECK(copied.stats().remaining_items == filter.stats().remaining_items);

    filter.merge(copied);
    CHECK_FALSE(tamiz::parallel_copy(filter).stats().expected_false_drops.has_value());
    const TestType taken(std::move(filter));
    CHECK(tamiz::parallel_copy(filter).words().empty());
    CHECK(taken.words().size() == copied.words().size());
}

/// All that `stats` tells, to compare at once; the rate apart.
std::vector<double> figures_of(const tamiz::filter_stats& stats)
{
    return {static_cast<double>(stats.bit_count),
            static_cast<double>(stats.memory_bytes),
            stats.fill_ratio,
            stats.estimated_items,
            stats.remaining_items.value_or(-1),
            stats.expected_false_drops.value_or(-1)};
}
std::vector<double> figures_of(const tamiz::counting_stats& stats)
{
    std::vector<double> figures = figures_of(static_cast<const tamiz::filter_stats&>(stats));
    figures.push_back(static_cast<double>(stats.stuck_counters));
    figures.push_back(stats.stuck_line_share);
    return figures;
}

TEMPLATE_TEST_CASE("parallel statistics are the statistics, and repeat", "", TAMIZ_TEST_FILTERS)
{
    TestType filter = filled<TestType>(large<TestType>, 200'000, 1);
    const auto often = random_keys_of<typename TestType::key_type>(500, 3);
    for (int i = 0; i < 15; ++i) filter.insert_range(often);  // some counters are stuck
    for (const tamiz::scan_options& options :
         {tamiz::scan_options{}, tamiz::scan_options{.sample_lines = 1}, tamiz::scan_options{.sample_lines = 9'999}}) {
        const auto expected = filter.stats(options);
        const auto stats = tamiz::parallel_stats(filter, options);
        CHECK(figures_of(stats) == figures_of(expected));
        CHECK(stats.estimated_false_positive_rate ==
              Approx(expected.estimated_false_positive_rate).epsilon(1e-9).margin(0));
        bool repeats = true;
        for (int i = 0; i < tamiz_test::scaled(10); ++i) {
            with_threads([&] {
                repeats &= tamiz::parallel_stats(filter, options).estimated_false_positive_rate ==
                           stats.estimated_false_positive_rate;
            });
        }
        CHECK(repeats);
    }
    CHECK(filter.stats().fill_ratio > 0.01);  // there was something to count
}

TEMPLATE_TEST_CASE("a filter that was moved from has the statistics of one without words", "", TAMIZ_TEST_FILTERS)
{
    TestType gone = filled<TestType>(for_many, 10'000, 1);
    const TestType taken(std::move(gone));
    CHECK(figures_of(tamiz::parallel_stats(gone)) == figures_of(gone.stats()));
    tamiz::parallel_clear(gone);
    CHECK(tamiz::parallel_stats(gone).memory_bytes == 0);
    CHECK(taken.fill_ratio() > 0);
}

TEMPLATE_TEST_CASE("a filter cleared in parallel is empty, locks included, and forgets its history", "",
                   TAMIZ_TEST_FILTERS)
{
    TestType filter = filled<TestType>(large<TestType>, 40'000, 1);
    filter.merge(filled<TestType>(large<TestType>, 40'000, 2));
    filter.words().back() |= 1;  // behind the counters: a lock
    with_threads([&] { tamiz::parallel_clear(filter); });
    CHECK(std::ranges::count(filter.words(), std::uint64_t{0}) == std::ssize(filter.words()));
    CHECK(filter.stats().expected_false_drops == TestType(large<TestType>).stats().expected_false_drops);
}

// --- construction
// -----------------------------------------------------------------------------------------------------

std::uint64_t resident_bytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t mapped = 0;
    std::uint64_t resident = 0;
    file >> mapped >> resident;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEMPLATE_TEST_CASE("a filter created in parallel is the one that the constructor makes", "", TAMIZ_TEST_FILTERS)
{
    for (const filter_options& options : {filter_options{.expected_items = 1}, large<TestType>}) {
        TestType filter = tamiz::parallel_create<TestType>(options);
        CHECK(differing(filter, TestType(options)) == 0);
        CHECK(filter.seed() == options.seed);
        CHECK(figures_of(filter.stats()) == figures_of(TestType(options).stats()));
        const auto key = random_keys_of<typename TestType::key_type>(1, 1)[0];
        CHECK(filter.insert(key));
        CHECK(filter.may_contain(key));
    }
}

TEST_CASE("all memory of a filter created in parallel is there, and none of one constructed")
{
    constexpr std::uint64_t mib = std::uint64_t{1} << 20;
    constexpr tamiz::explicit_size size{.bits = 8 * 65 * mib, .hashes = 8};  // 65 MiB: the last part is a piece
    const std::uint64_t before = resident_bytes();
    const plain<layout::cache_line<2>> constructed(size);
    CHECK(resident_bytes() < before + 4 * mib);
    const plain<layout::cache_line<2>> created = tamiz::parallel_create<plain<layout::cache_line<2>>>(size);
    CHECK(created.memory_bytes() == 65 * mib);
    CHECK(resident_bytes() + mib >= before + 65 * mib);  // a sanitizer may give something back meanwhile
}

TEST_CASE("the size is given outright, or the parameters are refused as by the constructor")
{
    using counters = counting<layout::cache_line<2>>;
    CHECK(tamiz::parallel_create<plain<layout::word>>({.bits = 1'000, .hashes = 4}).bit_count() == 1'024);
    CHECK(tamiz::parallel_create<counters>({.counters = 1'000, .hashes = 4}).counter_count() == 1'024);
    CHECK(missing_in(
              message_of<std::invalid_argument>([] { (void)tamiz::parallel_create<counters>({.expected_items = 0}); }),
              {"expected_items = 0"}) == "");
    CHECK(missing_in(message_of<std::length_error>([] {
                         (void)tamiz::parallel_create<counters>({.expected_items = 1'000'000, .memory_limit = 64});
                     }),
                     {"memory_limit = 64"}) == "");
}

// --- how it is shared out
// ---------------------------------------------------------------------------------------------

TEST_CASE("parts are in order within themselves, leave out nothing and overlap nowhere")
{
    using tamiz::detail::in_parallel;
    constexpr std::uint64_t unit = 64;
    for (const std::uint64_t total : {0u, 1u, 63u, 64u, 65u, 6'400u, 100'001u}) {
        std::vector<std::atomic<unsigned>> seen(total);
        std::atomic<unsigned> misaligned{0};
        std::atomic<unsigned> parts{0};
        const auto look = [&](std::uint64_t first, std::uint64_t count) {
            misaligned += first % unit != 0 || (count % unit != 0 && first + count != total) || count == 0;
            ++parts;
            for (std::uint64_t i = first; i < first + count; ++i) ++seen[i];
        };
        with_threads([&] { in_parallel::each_part(total, unit, look); });
        CAPTURE(total);
        CHECK(std::ranges::count_if(seen, [](const auto& times) { return times != 1; }) == 0);
        CHECK(misaligned == 0);
        CHECK((total < 100 * unit || parts > 1));

        struct sum {
            std::uint64_t value = 0;
            void add(const sum& other) { value += other.value; }
        };
        const sum all =
            in_parallel::sum_of_parts(total, unit, sum{}, [&](sum& s, std::uint64_t first, std::uint64_t n) {
                for (std::uint64_t i = first; i < first + n; ++i) s.value += i + 1;
            });
        CHECK(all.value == total * (total + 1) / 2);
    }
}

/// A hash that waits until so many threads call it at once, though not for ever.
struct meeting_hash {
    using is_avalanching = void;
    inline static std::atomic<unsigned> wanted{1};
    inline static std::atomic<unsigned> inside{0};
    inline static std::atomic<unsigned> most_inside{0};
    std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const
    {
        const unsigned now = ++inside;
        unsigned most = most_inside.load();
        while (now > most && !most_inside.compare_exchange_weak(most, now)) {
        }
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (most_inside < wanted && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
        if (most_inside < wanted) wanted = 0;  // nobody comes: once is enough to wait
        --inside;
        return tamiz::hash<std::uint64_t>{}(key, seed);
    }
};

TEST_CASE("as many threads insert at once as the caller's arena has")
{
    tamiz::bloom_filter<std::uint64_t, layout::cache_line<2>, meeting_hash> filter(for_many);
    for (const unsigned threads : {1u, 2u, 3u}) {
        meeting_hash::wanted = threads;
        meeting_hash::most_inside = 0;
        with_threads([&] { tamiz::parallel_insert(filter, std::views::iota(std::uint64_t{0}, many)); },
                     static_cast<int>(threads));
        CHECK(meeting_hash::most_inside == threads);
    }
}

}  // namespace
