// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/bloom_filter.hpp>

#include <concepts>
#include <cstdint>
#include <string>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

/// The list of types that the conformance suite runs over. A layout or a structure more is one more line here; what a
/// structure can do beyond the common verbs is asked with the concepts below, never by its name.
namespace tamiz_test {

using layouts = boost::mp11::mp_list<tamiz::layout::classic, tamiz::layout::cache_line<2>, tamiz::layout::cache_line<4>,
                                     tamiz::layout::cache_line<8>, tamiz::layout::word>;

template <typename Layout>
using integer_filter = tamiz::bloom_filter<std::uint64_t, Layout>;
template <typename Layout>
using string_filter = tamiz::bloom_filter<std::string, Layout>;

/// One kind of key is enough where hashing is not the point.
using integer_structures = boost::mp11::mp_transform<integer_filter, layouts>;
using string_structures = boost::mp11::mp_transform<string_filter, layouts>;

using structures = boost::mp11::mp_append<integer_structures, string_structures>;

/// Can name the winner among callers that race for a key.
template <typename Filter>
concept claiming = requires(Filter& filter, tamiz::hash_value hash) {
    { filter.claim(hash) } -> std::same_as<tamiz::claim_result>;
};

/// Only ever sets bits.
template <typename Filter>
concept growing_only = !requires(Filter& filter, tamiz::hash_value hash) { filter.erase(hash); };

/// The same structure with words of another kind: slower, watched or broken on purpose.
template <typename Filter, typename Words>
struct rebind_words;
template <typename Key, typename Layout, typename Hash, typename OldWords, typename Storage, typename Words>
struct rebind_words<tamiz::bloom_filter<Key, Layout, Hash, OldWords, Storage>, Words> {
    using type = tamiz::bloom_filter<Key, Layout, Hash, Words, Storage>;
};
template <typename Filter, typename Words>
using with_words = typename rebind_words<Filter, Words>::type;

template <typename Layout>
inline constexpr const char* layout_name = "layout without a name";
template <>
inline constexpr const char* layout_name<tamiz::layout::classic> = "classic";
template <>
inline constexpr const char* layout_name<tamiz::layout::cache_line<2>> = "cache_line<2>";
template <>
inline constexpr const char* layout_name<tamiz::layout::cache_line<4>> = "cache_line<4>";
template <>
inline constexpr const char* layout_name<tamiz::layout::cache_line<8>> = "cache_line<8>";
template <>
inline constexpr const char* layout_name<tamiz::layout::word> = "word";

/// For messages: a test over a list of types is told apart by a number only.
template <typename Filter>
[[nodiscard]] std::string name_of()
{
    const bool integers = std::integral<typename Filter::key_type>;
    return std::string(layout_name<typename Filter::layout_type>) + (integers ? " of integers" : " of strings");
}

}  // namespace tamiz_test
