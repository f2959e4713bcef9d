// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <cstdint>
#include <filesystem>
#include <ranges>
#include <sstream>
#include <string>
#include <vector>

// Many keys in one call, and keys that are ranges themselves.

struct path_hash {
    std::uint64_t operator()(const std::filesystem::path& path) const { return std::filesystem::hash_value(path); }
};

void keys_that_are_ranges(tamiz::bloom_filter<std::string>& strings,
                          tamiz::bloom_filter<std::vector<std::uint8_t>>& bytes,
                          tamiz::bloom_filter<std::filesystem::path, tamiz::layout::word, path_hash>& paths)
{
    const std::string text = "abc";
    const std::vector<std::uint8_t> some_bytes{1, 2, 3};
    const std::filesystem::path path = "usr/share";
    std::vector<bool> found(3);
#ifdef CASE_a_path_as_a_range_of_paths  // expect: this range is itself one key of the filter
    paths.insert_range(path);
#else
    paths.insert(path);
#endif
#ifdef CASE_a_path_asked_for_as_a_range_of_paths  // expect: this range is itself one key of the filter
    paths.may_contain_range(path, found);
#else
    found[0] = paths.may_contain(path);
#endif
#ifdef CASE_a_string_as_a_range_of_keys  // expect: this range is itself one key of the filter
    strings.insert_range(text);
#else
    strings.insert(text);
#endif
#ifdef CASE_bytes_as_a_range_of_keys  // expect: this range is itself one key of the filter
    bytes.insert_range(some_bytes);
#else
    bytes.insert_range(std::vector<std::vector<std::uint8_t>>{some_bytes});
#endif
#ifdef CASE_a_view_of_a_string_as_a_range_of_keys  // expect: no matching
    strings.insert_range(std::string_view(text));
#else
    strings.insert(std::string_view(text));
#endif
}

void keys(tamiz::bloom_filter<int>& numbers)
{
#ifdef CASE_fractions_for_integers  // expect: no matching
    numbers.insert_range(std::vector<double>{1.5});
#else
    numbers.insert_range(std::vector<short>{1});
#endif
#ifdef CASE_an_initializer_list  // expect: no matching
    numbers.insert_range({1, 2, 3});
#else
    numbers.insert_range(std::vector{1, 2, 3});
#endif
#ifdef CASE_no_range  // expect: no matching
    numbers.insert_range(5);
#else
    numbers.insert(5);
#endif
}

void answers(tamiz::bloom_filter<int>& numbers, std::istream& stream)
{
    const std::vector<int> keys{1, 2, 3};
    std::vector<bool> flags(3);
    std::vector<tamiz::claim_result> claims(3);
    [[maybe_unused]] const std::vector<char> constant(3);
#ifdef CASE_flags_for_claims  // expect: no matching
    numbers.claim_range(keys, flags);
#else
    numbers.claim_range(keys, claims);
#endif
#ifdef CASE_claims_for_flags  // expect: no matching
    numbers.insert_range(keys, claims);
#else
    numbers.insert_range(keys, flags);
#endif
#ifdef CASE_answers_that_are_constant  // expect: no matching
    numbers.may_contain_range(keys, constant);
#else
    numbers.may_contain_range(keys, flags);
#endif
#ifdef CASE_answers_for_keys_that_can_be_read_once_only  // expect: no matching
    numbers.insert_range(std::views::istream<int>(stream), flags);
#else
    numbers.insert_range(std::views::istream<int>(stream));
#endif
#ifdef CASE_lookups_without_answers  // expect: no matching
    numbers.may_contain_range(keys);
#else
    numbers.may_contain_range(keys, flags);
#endif
}
