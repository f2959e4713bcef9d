// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <cstddef>
#include <cstdint>

// What a hash of the user's must be.

constexpr tamiz::filter_options options{.expected_items = 1000};

template <typename Hash>
void use(Hash hash)
{
    tamiz::bloom_filter<int, tamiz::layout::word, Hash> filter(options, hash);
    filter.insert(5);
}

void hashes()
{
#ifdef CASE_thirty_two_bits  // expect: a hash must return 64 bits
    use([](int key) { return static_cast<std::uint32_t>(key); });
#else
    use([](int key) { return static_cast<std::uint64_t>(key); });
#endif
#ifdef CASE_thirty_two_bits_with_a_seed  // expect: a hash must return 64 bits
    use([](int key, std::uint64_t) { return key; });
#else
    use([](int key, std::uint64_t) { return static_cast<std::size_t>(key); });
#endif
#ifdef CASE_a_floating_point_number  // expect: no matching function for call to .*bits_of
    use([](int key) { return static_cast<double>(key); });
#else
    use([](int key) { return std::int64_t{key}; });
#endif
#ifdef CASE_not_callable_with_the_key  // expect: Hash must be callable with
    use([](int* key) { return static_cast<std::uint64_t>(*key); });
#else
    use([](const int& key) { return static_cast<std::uint64_t>(key); });
#endif
#ifdef CASE_needs_to_change  // expect: Hash must be callable with
    use([calls = std::uint64_t{0}](int) mutable { return ++calls; });
#else
    use([calls = std::uint64_t{0}](int) { return calls; });
#endif
}

struct salted {
    std::uint64_t salt;
    std::uint64_t operator()(int key) const { return static_cast<std::uint64_t>(key) ^ salt; }
};
struct comparable {
    std::uint64_t salt;
    std::uint64_t operator()(int key) const { return static_cast<std::uint64_t>(key) ^ salt; }
    bool operator==(const comparable&) const = default;
};

template <typename Hash>
using filter = tamiz::bloom_filter<int, tamiz::layout::word, Hash>;

#ifdef CASE_merging_with_a_state_that_cannot_be_compared  // expect: to have operator==
void merge(filter<salted>& a, const filter<salted>& b)
{
    a.merge(b);
}
#else
void merge(filter<comparable>& a, const filter<comparable>& b)
{
    a.merge(b);
}
#endif

#ifdef CASE_a_state_that_has_no_default  // expect: deleted|no matching
filter<decltype([salt = 5](int) { return std::uint64_t{5} + salt; })> without_state(options);
#else
filter<decltype([](int) { return std::uint64_t{5}; })> without_state(options);
#endif
