// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <cstdint>
#include <span>
#include <utility>

// How a filter is made: every number has a name, and memory is not copied by accident.

using filter = tamiz::bloom_filter<int>;

void from_parameters()
{
#ifdef CASE_two_bare_numbers  // expect: ambiguous
    filter a({1000, 3});
#else
    filter a({.bits = 1000, .hashes = 4});
#endif
#ifdef CASE_a_bare_number_and_a_rate  // expect: ambiguous
    filter b({1000, 0.01});
#else
    filter b({.expected_items = 1000, .false_positive_rate = 0.01});
#endif
#ifdef CASE_a_seed_alone  // expect: ambiguous
    filter c({.seed = 3});
#else
    filter c({.expected_items = 1000, .seed = 3});
#endif
#ifdef CASE_one_bare_number  // expect: no matching
    filter d(1000);
#else
    filter d(tamiz::filter_options{.expected_items = 1000});
#endif
#ifdef CASE_no_parameters  // expect: no matching
    filter e;
#else
    filter e(tamiz::explicit_size{.bits = 1000, .hashes = 4});
#endif
#ifdef CASE_no_parameters_in_braces  // expect: no matching
    filter f{};
#else
    filter f{tamiz::filter_options{.expected_items = 1000}};
#endif
#ifdef CASE_empty_parameters  // expect: ambiguous|more than one
    filter g({});
#else
    filter g({.expected_items = 1});
#endif
#ifdef CASE_parameters_of_both_kinds  // expect: no matching
    filter h({.expected_items = 1000, .bits = 1000});
#else
    filter h({.bits = 1000, .hashes = 4});
#endif
#ifdef CASE_a_negative_number_of_items  // expect: [Nn]arrow
    filter i({.expected_items = -1});
#else
    filter i({.expected_items = 1});
#endif
#ifdef CASE_without_saying_so  // expect: explicit
    filter j = {tamiz::filter_options{.expected_items = 1000}};
#else
    filter j{tamiz::filter_options{.expected_items = 1000}};
#endif
}

void in_memory(std::span<std::uint64_t> memory)
{
    constexpr tamiz::filter_options options{.expected_items = 1000};
#ifdef CASE_an_attached_filter_dropped  // expect: nodiscard
    filter::attach(memory, options);
#else
    [[maybe_unused]] const filter attached = filter::attach(memory, options);
#endif
#ifdef CASE_over_constant_memory  // expect: no matching|no viable|could not convert
    [[maybe_unused]] const filter created = filter::create(std::span<const std::uint64_t>(memory), options);
#else
    [[maybe_unused]] const filter created = filter::create(memory, options);
#endif
}

void copies(filter& a, filter& b)
{
#ifdef CASE_a_copy  // expect: deleted
    filter c = a;
#else
    filter c = a.copy();
#endif
#ifdef CASE_a_copying_assignment  // expect: deleted
    b = a;
#else
    b = std::move(a);
#endif
#ifdef CASE_a_copy_dropped  // expect: nodiscard
    c.copy();
#else
    b = c.copy();
#endif
}

#ifdef CASE_a_constant_key_type  // expect: Key must be a plain object type
tamiz::bloom_filter<const int> constant_keys({.expected_items = 1000});
#else
tamiz::bloom_filter<int> constant_keys({.expected_items = 1000});
#endif
#ifdef CASE_a_reference_key_type  // expect: Key must be a plain object type
tamiz::bloom_filter<int&> reference_keys({.expected_items = 1000});
#else
tamiz::bloom_filter<int*> reference_keys({.expected_items = 1000});
#endif
#ifdef CASE_a_layout_of_counters  // expect: layouts of wider cells are for filters that count
tamiz::bloom_filter<int, tamiz::layout::cache_line<2, 16>> counters({.expected_items = 1000});
#else
tamiz::bloom_filter<int, tamiz::layout::cache_line<2, 64>> counters({.expected_items = 1000});
#endif
