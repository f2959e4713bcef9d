// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "races.hpp"
#include "structures.hpp"

#include <support/aligned_words.hpp>
#include <support/catch.hpp>
#include <support/keys.hpp>
#include <support/sanitizers.hpp>
#include <support/threads.hpp>
#include <support/watching_atomics.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

// What an operation touches: the words of its key and nothing else. A counter that every insert bumps would cost
// several times the insert, as all cores would wait for its line.

namespace {

using tamiz_test::integer_structures;
using tamiz_test::key_from;
using tamiz_test::name_of;
using tamiz_test::random_keys_of;
using tamiz_test::structures;
using tamiz_test::touched_words;
using tamiz_test::watching_atomics;

/// The bytes of the object, without what it points to.
template <typename Object>
std::array<std::byte, sizeof(Object)> bytes_of(const Object& object)
{
    std::array<std::byte, sizeof(Object)> bytes;
    std::memcpy(bytes.data(), static_cast<const void*>(&object), sizeof object);
    return bytes;
}

/// Eight threads do all that is safe together, for a while. How many bytes of the object have changed?
template <typename Filter>
std::size_t bytes_changed_by_use(Filter& filter, std::chrono::milliseconds time)
{
    using key = typename Filter::key_type;
    const auto before = bytes_of(filter);
    const auto end = std::chrono::steady_clock::now() + time;
    tamiz_test::in_threads(tamiz_test::race_threads, [&](unsigned thread) {
        std::uint64_t number = 0;
        do {
            for (unsigned i = 0; i < 1000; ++i)
                filter.insert(key_from<key>{}((std::uint64_t{thread} << 40) + ++number));
            for (unsigned i = 0; i < 100; ++i) (void)filter.may_contain(key_from<key>{}(number - i));
            if constexpr (tamiz_test::claiming<Filter>) (void)filter.claim(key_from<key>{}(++number << 8));
            if constexpr (tamiz_test::erasing<Filter>)
                for (unsigned i = 0; i < 100; ++i)
                    (void)filter.erase(key_from<key>{}((std::uint64_t{thread} << 40) + number - i));
            if (thread == 0) (void)filter.estimated_items({.sample_lines = 8});
        } while (std::chrono::steady_clock::now() < end);
    });
    const auto after = bytes_of(filter);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != after[i]) ++changed;
    return changed;
}

/// A filter with the counter that it must not have.
struct counting_inserts {
    using key_type = std::uint64_t;
    tamiz::bloom_filter<std::uint64_t> filter;
    std::atomic<std::uint64_t> inserts{0};

    bool insert(std::uint64_t key)
    {
        inserts.fetch_add(1, std::memory_order_relaxed);
        return filter.insert(key);
    }
    [[nodiscard]] bool may_contain(std::uint64_t key) const { return filter.may_contain(key); }
    [[nodiscard]] double estimated_items(tamiz::scan_options options) const { return filter.estimated_items(options); }
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a while of inserts changes no byte of the filter object", "[conformance][threads]",
                        integer_structures)
{
    using namespace std::chrono_literals;
    const tamiz::filter_options options{.expected_items = 100'000, .false_positive_rate = 0.01};
    tamiz_test::aligned_words memory(TestType::word_count_for(options), 0);
    TestType filter = TestType::create(memory.words(), options);
    const std::size_t changed = bytes_changed_by_use(filter, tamiz_test::sanitized ? 100ms : 300ms);
    INFO(name_of<TestType>());
    CHECK(changed == 0);
    CHECK(filter.fill_ratio() > 0);
    CHECK(memory.margins_untouched());
}

TEST_CASE("a filter object that counts its inserts is caught", "[conformance][threads]")
{
    using namespace std::chrono_literals;
    counting_inserts filter{tamiz::bloom_filter<std::uint64_t>({.expected_items = 100'000})};
    const std::size_t changed = bytes_changed_by_use(filter, 20ms);
    CHECK(changed > 0);
}

TEMPLATE_LIST_TEST_CASE("an operation touches its key's words only, and a known key is not written", "[conformance]",
                        structures)
{
    using filter_type = tamiz_test::with_atomics<TestType, watching_atomics>;
    using layout = typename filter_type::layout_type;
    using key = typename filter_type::key_type;
    INFO(name_of<TestType>());
    filter_type filter({.expected_items = 1000, .false_positive_rate = 0.01});
    touched_words& touched = watching_atomics::touched();
    std::uint64_t strangers = 0;
    std::uint64_t unread = 0;
    std::uint64_t needless_writes = 0;
    std::uint64_t writes = 0;
    unsigned number = 0;
    for (const key& k : random_keys_of<key>(1500, 1)) {
        std::set<const std::uint64_t*> own;
        for (const tamiz::probe p : layout::probes(filter.layout_size(), filter.hash(k)))
            own.insert(filter.words().data() + p.word);
        const auto check = [&](bool may_write, bool reads_all) {
            if (!std::ranges::includes(own, touched.read) || !std::ranges::includes(own, touched.written)) ++strangers;
            if (reads_all && touched.read.size() != own.size()) ++unread;
            if (!may_write) needless_writes += touched.written.size();
            writes += touched.written.size();
            touched = {};
        };
        touched = {};
        const bool known = filter.may_contain(k);
        check(false, known);
        const bool claims = ++number % 2 == 0 && tamiz_test::claiming<filter_type>;
        if constexpr (tamiz_test::claiming<filter_type>)
            if (claims) (void)filter.claim(k);
        if (!claims) filter.insert(k);
        check(!known || !tamiz_test::growing_only<filter_type>, true);
        filter.insert(k);
        check(!tamiz_test::growing_only<filter_type>, true);
        if constexpr (tamiz_test::erasing<filter_type>) {
            const std::uint64_t counters = layout::word_count(filter.layout_size());
            if (!tamiz_test::decided_at_once<filter_type>) {  // then it needs the lock of the key's line as well
                const std::uint64_t line = layout::probes(filter.layout_size(), filter.hash(k))[0].word / 8;
                own.insert(filter.words().data() + counters + line / 64);
            }
            (void)filter.erase(k);
            check(true, true);
        }
    }
    CHECK(strangers == 0);
    CHECK(unread == 0);
    CHECK(needless_writes == 0);
    CHECK(writes >= 1000);
}
