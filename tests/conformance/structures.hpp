// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

/// The list of types that the conformance suite runs over. A layout or a structure more is one more line here; what a
/// structure can do beyond the common verbs is asked with the concepts below, never by its name.
namespace tamiz_test {

/// Each of another kind.
using single_layouts =
    boost::mp11::mp_list<tamiz::layout::classic, tamiz::layout::cache_line<2>, tamiz::layout::cache_line<4>,
                         tamiz::layout::cache_line<8>, tamiz::layout::word>;
/// And one width of `two_lines`, whose two halves are filters of `cache_line`: where these are looked at, it is left
/// out.
using layouts = boost::mp11::mp_push_back<single_layouts, tamiz::layout::two_lines<4>>;
using counting_layouts = boost::mp11::mp_list<tamiz::layout::cache_line<2>, tamiz::layout::cache_line<4>,
                                              tamiz::layout::cache_line<8>, tamiz::layout::word>;

template <typename Layout>
using integer_filter = tamiz::bloom_filter<std::uint64_t, Layout>;
template <typename Layout>
using string_filter = tamiz::bloom_filter<std::string, Layout>;
template <typename Layout>
using integer_counting_filter = tamiz::counting_bloom_filter<std::uint64_t, Layout>;
template <typename Layout>
using string_counting_filter = tamiz::counting_bloom_filter<std::string, Layout>;

/// One kind of key is enough where hashing is not the point.
using integer_structures = boost::mp11::mp_append<boost::mp11::mp_transform<integer_filter, layouts>,
                                                  boost::mp11::mp_transform<integer_counting_filter, counting_layouts>>;
/// Hashing is shared by all structures, so one that counts is enough.
using string_structures = boost::mp11::mp_push_back<boost::mp11::mp_transform<string_filter, single_layouts>,
                                                    string_counting_filter<tamiz::layout::cache_line<2>>>;

using structures = boost::mp11::mp_append<integer_structures, string_structures>;

/// Can name the winner among callers that race for a key.
template <typename Filter>
concept claiming = requires(Filter& filter, tamiz::hash_value hash) {
    { filter.claim(hash) } -> std::same_as<tamiz::claim_result>;
};

/// Can forget a key.
template <typename Filter>
concept erasing = requires(Filter& filter, const Filter& constant, tamiz::hash_value hash) {
    { filter.erase(hash) } -> std::same_as<bool>;
    { constant.occurrences(hash) } -> std::same_as<unsigned>;
};

/// Only ever sets bits.
template <typename Filter>
concept growing_only = !requires(Filter& filter, tamiz::hash_value hash) { filter.erase(hash); };

template <typename Filter>
using is_growing_only = boost::mp11::mp_bool<growing_only<Filter>>;
template <typename Filter>
using is_erasing = boost::mp11::mp_bool<erasing<Filter>>;

/// Structures of integers by what they can do.
using growing_structures = boost::mp11::mp_copy_if<integer_structures, is_growing_only>;
using erasing_structures = boost::mp11::mp_copy_if<integer_structures, is_erasing>;

/// The same structure with words of another kind: slower, watched or broken on purpose.
template <typename Filter, typename Words>
struct rebind_words;
template <typename Key, typename Layout, typename Hash, typename OldWords, typename Storage, typename Words>
struct rebind_words<tamiz::bloom_filter<Key, Layout, Hash, OldWords, Storage>, Words> {
    using type = tamiz::bloom_filter<Key, Layout, Hash, Words, Storage>;
};
template <typename Key, typename Layout, typename Hash, typename OldWords, typename Storage, typename Words>
struct rebind_words<tamiz::counting_bloom_filter<Key, Layout, Hash, OldWords, Storage>, Words> {
    using type = tamiz::counting_bloom_filter<Key, Layout, Hash, Words, Storage>;
};
template <typename Filter, typename Words>
using with_words = typename rebind_words<Filter, Words>::type;

/// The same structure with its own words over other atomics.
template <typename Filter, typename Atomics>
using with_atomics =
    with_words<Filter, std::conditional_t<erasing<Filter>, tamiz::counter_words<Atomics>, tamiz::words<Atomics>>>;

/// A key in one word: one atomic operation decides.
template <typename Filter>
inline constexpr bool decided_at_once = requires { requires Filter::layout_type::model.words_per_key == 1; };

// --- cells: bits, or counters ----------------------------------------------------------------------------------------

template <typename Filter>
inline constexpr unsigned bits_per_cell = 64 / Filter::layout_type::cells;

/// How many cells keys can have.
template <typename Filter>
[[nodiscard]] std::uint64_t cell_count(const Filter& filter)
{
    return filter.stats().bit_count;
}

/// How many cells of a word are not 0.
template <typename Filter>
[[nodiscard]] unsigned cells_set(std::uint64_t word)
{
    constexpr unsigned width = bits_per_cell<Filter>;
    constexpr std::uint64_t lowest = ~std::uint64_t{0} / (~std::uint64_t{0} >> (64 - width));  // of each cell
    std::uint64_t any = 0;
    for (unsigned bit = 0; bit < width; ++bit) any |= word >> bit & lowest;
    return static_cast<unsigned>(std::popcount(any));
}

/// How many cells of a word are lower than they were.
template <typename Filter>
[[nodiscard]] unsigned cells_lowered(std::uint64_t before, std::uint64_t after)
{
    constexpr unsigned width = bits_per_cell<Filter>;
    if constexpr (width == 1) return static_cast<unsigned>(std::popcount(before & ~after));
    constexpr std::uint64_t cell = ~std::uint64_t{0} >> (64 - width);
    unsigned lowered = 0;
    for (unsigned shift = 0; shift < 64; shift += width) lowered += (before >> shift & cell) > (after >> shift & cell);
    return lowered;
}

/// A size given outright, in bits or in counters.
template <typename Filter>
[[nodiscard]] auto explicit_size_for(std::uint64_t cells, std::uint64_t hashes,
                                     std::uint64_t seed = tamiz::default_seed)
{
    return tamiz::detail::explicit_size_of<typename Filter::layout_type>{cells, hashes, seed};
}

// --- names -----------------------------------------------------------------------------------------------------------

template <typename Layout>
inline constexpr const char* layout_name = "layout without a name";
template <>
inline constexpr const char* layout_name<tamiz::layout::classic> = "classic";
template <unsigned Cells>
inline constexpr const char* layout_name<tamiz::layout::cache_line<2, Cells>> = "cache_line<2>";
template <unsigned Cells>
inline constexpr const char* layout_name<tamiz::layout::cache_line<4, Cells>> = "cache_line<4>";
template <unsigned Cells>
inline constexpr const char* layout_name<tamiz::layout::cache_line<8, Cells>> = "cache_line<8>";
template <unsigned Cells>
inline constexpr const char* layout_name<tamiz::layout::basic_word<Cells>> = "word";
template <>
inline constexpr const char* layout_name<tamiz::layout::two_lines<4>> = "two_lines<4>";

/// For messages: a test over a list of types is told apart by a number only.
template <typename Filter>
[[nodiscard]] std::string name_of()
{
    const bool integers = std::integral<typename Filter::key_type>;
    return std::string(erasing<Filter> ? "counting " : "") + layout_name<typename Filter::layout_type> +
           (integers ? " of integers" : " of strings");
}

}  // namespace tamiz_test
