// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Which keys a filter can have without a hash of the user's, and with what it can be asked.

constexpr tamiz::filter_options options{.expected_items = 1000};

struct padded {
    char c;
    int i;
};
struct plain {
    int a;
    int b;
};
struct hashed {
    int a;
    int b;
};
template <>
struct tamiz::hash<hashed> : tamiz::bytes_hash<hashed> {};

#ifdef CASE_float_keys  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<float> floats(options);
#else
tamiz::bloom_filter<float, tamiz::layout::cache_line<2>, std::hash<float>> floats(options);
#endif
#ifdef CASE_double_keys  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<double> doubles(options);
#else
tamiz::bloom_filter<std::int64_t> doubles(options);
#endif
#ifdef CASE_a_struct_without_a_hash  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<plain> structs(options);
#else
tamiz::bloom_filter<hashed> structs(options);
#endif
#ifdef CASE_a_struct_with_padding  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<padded> padded_structs(options);
#else
tamiz::bloom_filter<plain, tamiz::layout::word, tamiz::bytes_hash<plain>> padded_structs(options);
#endif
#ifdef CASE_padding_hashed_as_bytes  // expect: equal values of this type can have unlike bytes
tamiz::bloom_filter<padded, tamiz::layout::word, tamiz::bytes_hash<padded>> padded_bytes(options);
#else
tamiz::bloom_filter<plain, tamiz::layout::word, tamiz::bytes_hash<plain>> padded_bytes(options);
#endif
#ifdef CASE_floats_hashed_as_bytes  // expect: equal values of this type can have unlike bytes
tamiz::bloom_filter<double, tamiz::layout::word, tamiz::bytes_hash<double>> float_bytes(options);
#else
tamiz::bloom_filter<double, tamiz::layout::word, std::hash<double>> float_bytes(options);
#endif
#ifdef CASE_pairs  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<std::pair<int, int>> pairs(options);
#else
tamiz::bloom_filter<std::array<int, 2>> pairs(options);
#endif
#ifdef CASE_optionals  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<std::optional<int>> optionals(options);
#else
tamiz::bloom_filter<std::optional<int>, tamiz::layout::word, std::hash<std::optional<int>>> optionals(options);
#endif
#ifdef CASE_pointers_to_raw_bytes  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<const unsigned char*> raw(options);
#else
tamiz::bloom_filter<std::span<const unsigned char>> raw(options);
#endif
#ifdef CASE_pointers_to_functions  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<void (*)()> functions(options);
#else
tamiz::bloom_filter<const void*> functions(options);
#endif
#ifdef CASE_vectors_of_bool  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<std::vector<bool>> flags(options);
#else
tamiz::bloom_filter<std::vector<char>> flags(options);
#endif
#ifdef CASE_vectors_of_strings  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<std::vector<std::string>> texts(options);
#else
tamiz::bloom_filter<std::string> texts(options);
#endif
#ifdef CASE_paths  // expect: this Key has no sound hash of its own
tamiz::bloom_filter<std::filesystem::path> paths(options);
#else
tamiz::bloom_filter<std::string> paths(options);
#endif

enum wide_number : std::uint64_t { beyond_int = std::uint64_t{1} << 40 };
enum class colour { red };

void arguments(tamiz::bloom_filter<int>& numbers, tamiz::bloom_filter<std::string>& strings)
{
#ifdef CASE_a_fraction_for_an_integer  // expect: no matching
    numbers.insert(1.5);
#else
    numbers.insert(1);
#endif
#ifdef CASE_a_long_for_an_int  // expect: no matching
    numbers.insert(65'537L);
#else
    numbers.insert(static_cast<int>(65'537L));
#endif
#ifdef CASE_a_wide_enumerator_for_an_int  // expect: no matching
    numbers.insert(beyond_int);
#else
    numbers.insert(static_cast<int>(beyond_int));
#endif
#ifdef CASE_a_scoped_enumerator_for_an_int  // expect: no matching
    numbers.insert(colour::red);
#else
    numbers.insert(static_cast<int>(colour::red));
#endif
#ifdef CASE_an_integer_for_a_string  // expect: no matching
    strings.insert(5);
#else
    strings.insert(std::to_string(5));
#endif
#ifdef CASE_a_character_for_a_string  // expect: no matching
    strings.insert('a');
#else
    strings.insert("a");
#endif
#ifdef CASE_wide_characters_for_narrow  // expect: no matching
    strings.insert(L"a");
#else
    strings.insert("a");
#endif
#ifdef CASE_a_bare_integer_as_a_hash  // expect: no matching
    strings.insert(std::uint64_t{77});
#else
    strings.insert(tamiz::hash_value(77));
#endif
#ifdef CASE_an_initializer_list  // expect: deleted
    numbers.insert({1, 2, 3});
#else
    numbers.insert(1);
#endif
#ifdef CASE_an_empty_initializer_list  // expect: deleted
    strings.insert({});
#else
    strings.insert("");
#endif
#ifdef CASE_claiming_an_empty_initializer_list  // expect: deleted
    (void)strings.claim({});
#else
    (void)strings.claim("");
#endif
#ifdef CASE_asking_for_an_empty_initializer_list  // expect: deleted
    (void)strings.may_contain({});
#else
    (void)strings.may_contain("");
#endif
}
