// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <cstdint>
#include <span>
#include <utility>

// Filters that grow and filters that count are one family, and neither is taken for the other.

using plain = tamiz::bloom_filter<int>;
using counting = tamiz::counting_bloom_filter<int>;
using counting_words = tamiz::counting_bloom_filter<int, tamiz::layout::word>;

void verbs(plain& p, counting& c)
{
#ifdef CASE_a_plain_filter_that_erases  // expect: no member named 'erase'|has no member named 'erase'
    p.erase(5);
#else
    c.erase(5);
#endif
#ifdef CASE_a_plain_filter_that_erases_a_range  // expect: no member named 'erase_range'|has no member named
                                                // 'erase_range'
    p.erase_range(std::span<const int>());
#else
    c.erase_range(std::span<const int>());
#endif
#ifdef CASE_a_plain_filter_that_counts  // expect: no member named 'occurrences'|has no member named 'occurrences'
    (void)p.occurrences(5);
#else
    (void)c.occurrences(5);
#endif
#ifdef CASE_a_counting_filter_that_claims  // expect: no member named 'claim'|has no member named 'claim'
    (void)c.claim(5);
#else
    (void)p.claim(5);
#endif
#ifdef CASE_a_counting_filter_that_claims_a_range  // expect: no member named 'claim_range'|has no member named
                                                   // 'claim_range'
    c.claim_range(std::span<const int>(), std::span<tamiz::claim_result>());
#else
    p.claim_range(std::span<const int>(), std::span<tamiz::claim_result>());
#endif
}

void answers(counting& c, const counting& constant)
{
#ifdef CASE_a_count_dropped  // expect: nodiscard
    c.occurrences(5);
#else
    if (c.occurrences(5) > 1) return;
#endif
#ifdef CASE_erasing_from_a_constant_filter  // expect: const
    constant.erase(5);
#else
    if (constant.occurrences(5) == 0) c.erase(5);
#endif
#ifdef CASE_erasing_nothing  // expect: deleted
    c.erase({});
#else
    c.erase(int{});
#endif
#ifdef CASE_counting_nothing  // expect: deleted
    (void)c.occurrences({});
#else
    (void)c.occurrences(int{});
#endif
#ifdef CASE_a_copy  // expect: deleted
    counting other = c;
#else
    counting other = c.copy();
#endif
    c = std::move(other);
}

void unions(plain& p, counting& c, counting_words& w)
{
#ifdef CASE_merging_bits_into_counters  // expect: no matching|no viable|cannot convert|could not convert
    c.merge(p);
#else
    c.merge(c);
#endif
#ifdef CASE_merging_counters_into_bits  // expect: no matching|no viable|cannot convert|could not convert
    p.merge(c);
#else
    p.merge(p);
#endif
#ifdef CASE_merging_counters_of_another_layout  // expect: no matching|no viable|cannot convert|could not convert
    c.merge(w);
#else
    w.merge(w);
#endif
}

void sizes(std::span<std::uint64_t> memory)
{
#ifdef CASE_a_counting_filter_of_bits  // expect: no matching
    counting a(tamiz::explicit_size{.bits = 1024, .hashes = 4});
#else
    counting a(tamiz::explicit_counters{.counters = 1024, .hashes = 4});
#endif
#ifdef CASE_a_counting_filter_of_bits_by_name  // expect: no matching
    counting b({.bits = 1024, .hashes = 4});
#else
    counting b({.counters = 1024, .hashes = 4});
#endif
#ifdef CASE_a_plain_filter_of_counters  // expect: no matching
    plain c(tamiz::explicit_counters{.counters = 1024, .hashes = 4});
#else
    plain c(tamiz::explicit_size{.bits = 1024, .hashes = 4});
#endif
#ifdef CASE_bits_in_the_memory_of_a_counting_filter  // expect: parameters_of
    (void)counting::create(memory, tamiz::explicit_size{.bits = 1024, .hashes = 4});
#else
    (void)counting::create(memory, tamiz::explicit_counters{.counters = 1024, .hashes = 4});
#endif
#ifdef CASE_counters_in_the_memory_of_a_plain_filter  // expect: parameters_of
    (void)plain::attach(memory, tamiz::explicit_counters{.counters = 1024, .hashes = 4});
#else
    (void)plain::attach(memory, tamiz::explicit_size{.bits = 1024, .hashes = 4});
#endif
}

#ifdef CASE_counting_over_the_classic_layout  // expect: countable
tamiz::counting_bloom_filter<int, tamiz::layout::classic> over_classic({.expected_items = 1000});
#else
tamiz::counting_bloom_filter<int, tamiz::layout::cache_line<4>> over_classic({.expected_items = 1000});
#endif
#ifdef CASE_counting_keys_without_a_sound_hash  // expect: this Key has no sound hash of its own
tamiz::counting_bloom_filter<double* [2]> without_hash({.expected_items = 1000});
#else
tamiz::counting_bloom_filter<double*> without_hash({.expected_items = 1000});
#endif
