// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/hash.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>

/// Endless streams of different keys, the same in every run: the first ones of a stream are inserted, the next ones are
/// absent. Real keys have patterns that a weak hash lets through, so every rate is measured with several kinds.
namespace tamiz_test {

/// 64 random bits a key. Two equal ones among a million come once in 37 million streams.
class random_keys {
public:
    explicit random_keys(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t operator()() { return engine_(); }
    static constexpr const char* name = "random";

private:
    std::mt19937_64 engine_;
};

/// Random hash values: for tests that need many draws and ask nothing of the hash.
class random_hashes {
public:
    explicit random_hashes(std::uint64_t seed) : engine_(seed) {}
    tamiz::hash_value operator()() { return tamiz::hash_value(engine_()); }
    static constexpr const char* name = "random hash values";

private:
    std::mt19937_64 engine_;
};

/// First, First + Step, First + 2 Step, …: counters, aligned addresses, numbers in the upper half of a word. All
/// streams are the same one; a filter's seed is what differs.
template <std::uint64_t First, std::uint64_t Step>
class stepped_keys {
public:
    explicit stepped_keys(std::uint64_t /*seed*/) {}
    std::uint64_t operator()()
    {
        const std::uint64_t key = next_;
        next_ += Step;
        return key;
    }

private:
    std::uint64_t next_ = First;
};

constexpr std::uint64_t two_to_16 = std::uint64_t{1} << 16;
constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;
constexpr std::uint64_t heap = 0x55d0'1234'5000;  // where the heap of a Linux program may begin

struct sequential_keys : stepped_keys<0, 1> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "sequential";
};
struct multiples_of_two_to_16 : stepped_keys<0, two_to_16> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "multiples of 2^16";
};
struct multiples_of_two_to_32 : stepped_keys<0, two_to_32> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "multiples of 2^32";
};
struct multiples_of_two_to_16_with_low_bits : stepped_keys<two_to_16 - 1, two_to_16> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "multiples of 2^16, low bits set";
};
struct multiples_of_two_to_32_with_low_bits : stepped_keys<two_to_32 - 1, two_to_32> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "multiples of 2^32, low bits set";
};
struct addresses_of_16 : stepped_keys<heap, 16> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "addresses, 16 bytes apart";
};
struct addresses_of_64_with_low_bits : stepped_keys<heap + 63, 64> {
    using stepped_keys::stepped_keys;
    static constexpr const char* name = "addresses, 64 bytes apart, low bits set";
};

/// Pointers to objects of 64 bytes that lie one beside the other. Never followed.
class pointers {
public:
    explicit pointers(std::uint64_t seed) : addresses_(seed) {}
    const void* operator()() { return std::bit_cast<const void*>(addresses_()); }
    static constexpr const char* name = "pointers, 64 bytes apart";

private:
    stepped_keys<heap, 64> addresses_;
};

/// Points of a grid, 1,000 in a row, packed into a word: two short counters with zeros between them.
class grid_points {
public:
    explicit grid_points(std::uint64_t /*seed*/) {}
    std::uint64_t operator()()
    {
        const std::uint64_t key = next_ / 1000 << 32 | next_ % 1000;
        ++next_;
        return key;
    }
    static constexpr const char* name = "points of a grid";

private:
    std::uint64_t next_ = 0;
};

/// Addresses of pages that differ in a number at their end. The view is good until the next call.
class urls {
public:
    explicit urls(std::uint64_t /*seed*/) { prefix.copy(text_.data(), prefix.size()); }
    std::string_view operator()()
    {
        char* const number = text_.data() + prefix.size();
        const char* const end = std::to_chars(number, text_.data() + text_.size(), next_++).ptr;
        return {text_.data(), static_cast<std::size_t>(end - text_.data())};
    }
    static constexpr const char* name = "URLs";

private:
    static constexpr std::string_view prefix = "https://example.org/shop/item?lang=en&id=";
    std::array<char, prefix.size() + 20> text_;
    std::uint64_t next_ = 0;
};

}  // namespace tamiz_test
