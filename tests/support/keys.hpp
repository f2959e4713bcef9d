// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <concepts>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Keys of a type from 64-bit numbers, one for one.
namespace tamiz_test {

template <typename Key>
struct key_from;

template <std::integral Key>
    requires(sizeof(Key) == 8)
struct key_from<Key> {
    Key operator()(std::uint64_t number) const { return static_cast<Key>(number); }
};

template <>
struct key_from<std::string> {
    std::string operator()(std::uint64_t number) const { return "https://example.org/" + std::to_string(number); }
};

/// `count` random keys; equal ones are so rare that no test meets any.
template <typename Key>
[[nodiscard]] std::vector<Key> random_keys_of(std::uint64_t count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<Key> keys;
    keys.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) keys.push_back(key_from<Key>{}(random()));
    return keys;
}

}  // namespace tamiz_test
