// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

/// Names of the library, for headers that only mention a filter. Default template arguments are with the definitions.
namespace tamiz::inline v0 {

struct boost_atomics;
class hash_value;
class storage;
struct filter_options;
struct explicit_size;
struct explicit_counters;
struct filter_stats;
struct counting_stats;

template <typename Key>
struct hash;

template <typename Atomics>
struct words;
template <typename Atomics>
struct counter_words;

namespace layout {
class classic;
template <unsigned WordsPerKey, unsigned Cells>
struct cache_line;
template <unsigned WordsPerLine>
struct two_lines;
template <unsigned Cells>
struct basic_word;
}  // namespace layout

template <typename Key, typename Layout, typename Hash, typename Words, typename Storage>
class bloom_filter;

}  // namespace tamiz::inline v0
