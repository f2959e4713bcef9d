// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tamiz/detail/platform.hpp>
#include <tamiz/error.hpp>

/// Stage 1 of the data path: key -> 64 well-mixed bits.
///
/// Equal keys hash equal, or the code does not compile:
/// * strings of one character type hash by content, whatever holds them: `std::string`, `std::string_view` and
///   `const char*` agree (XXH3 over the bytes);
/// * vectors, arrays and spans of integers, enums or bytes hash by content (XXH3); containers of one element
///   type agree;
/// * integers, enums and pointers to objects go through a bijective mixer, so no two 64-bit keys collide;
/// * structs, pairs, floating-point numbers and everything else need a hash from the user, because padding, -0.0, NaN
///   or a pointer inside make equal keys of unlike bytes.
namespace tamiz::inline v0 {

/// The 64 bits that stand for a key from here on: what `filter.hash(key)` returns and every operation accepts.
class hash_value {
public:
    constexpr hash_value() noexcept = default;
    explicit constexpr hash_value(std::uint64_t value) noexcept : value_(value) {}
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }
    friend constexpr auto operator<=>(hash_value, hash_value) noexcept = default;

private:
    std::uint64_t value_ = 0;
};

/// A seed that nobody can guess, from the operating system. For keys that strangers choose: who knows the seed
/// can make keys that collide and fill a filter with false positives.
/// @throws std::runtime_error if the system has no source of randomness
TAMIZ_API [[nodiscard]] std::uint64_t random_seed();

namespace detail {

inline constexpr std::uint64_t mix_multipliers[2] = {0x3c79ac492ba7b653, 0x1c69b3f74ac4ae35};

/// 64 bits -> 64 bits, one to one, every input bit flips each output bit with probability close to one half.
/// Source: Pelle Evensen, "Moremur", 2019; it passes far longer statistical tests on counters than MurmurHash3's
/// finaliser.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) noexcept
{
    x ^= x >> 27;
    x *= mix_multipliers[0];
    x ^= x >> 33;
    x *= mix_multipliers[1];
    x ^= x >> 27;
    return x;
}

/// Far apart for neighbouring seeds: with the bare seed, a block of consecutive keys under seed 1 would hash to the
/// same set of values as under seed 2. (2^64 divided by the golden ratio.)
[[nodiscard]] constexpr std::uint64_t spread(std::uint64_t seed) noexcept
{
    return seed * 0x9e3779b97f4a7c15;
}

/// A number before it is mixed: bulk calls mix many at once.
template <std::integral Key>
[[nodiscard]] constexpr std::uint64_t unmixed(Key key, std::uint64_t seed) noexcept
{
    return static_cast<std::uint64_t>(key) ^ spread(seed);
}

/// XXH3, 64 bits. Compiled once, in src/hash.cpp: its vector path follows the compiler's flags, and two
/// translation units with different flags must not define one inline function in two ways.
TAMIZ_API [[nodiscard]] std::uint64_t xxh3(const void* data, std::size_t bytes, std::uint64_t seed) noexcept;

template <typename T>
concept character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
                    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

/// What equals another exactly when their bytes do.
template <typename T>
concept plain_element = (std::integral<T> || std::is_enum_v<T>) && std::has_unique_object_representations_v<T>;

template <character Char>
struct string_hash {
    using is_transparent = void;
    using is_avalanching = void;

    [[nodiscard]] std::uint64_t operator()(std::basic_string_view<Char> text, std::uint64_t seed) const noexcept
    {
        return xxh3(text.data(), text.size() * sizeof(Char), seed);
    }
    /// @throws std::invalid_argument for a null pointer
    [[nodiscard]] std::uint64_t operator()(const Char* text, std::uint64_t seed) const
    {
        if (text == nullptr) throw_invalid("key = nullptr: a C string must not be null");
        return (*this)(std::basic_string_view<Char>(text), seed);
    }
};

template <plain_element T>
struct sequence_hash {
    using is_transparent = void;
    using is_avalanching = void;

    [[nodiscard]] std::uint64_t operator()(std::span<const T> elements, std::uint64_t seed) const noexcept
    {
        return xxh3(elements.data(), elements.size_bytes(), seed);
    }
    /// A string literal is no sequence of characters: its closing NUL would count.
    template <std::size_t Size>
        requires character<T>
    std::uint64_t operator()(const T (&)[Size], std::uint64_t) const = delete;
};

}  // namespace detail

/// The hash that a filter uses unless told otherwise. Specialise it for a type of your own, or give the filter another:
///
///     struct point_hash {
///         using is_avalanching = void;      // optional: "my 64 bits are well mixed"; without it they are mixed again
///         std::uint64_t operator()(const point& p, std::uint64_t seed) const;      // or without the seed
///     };
///     tamiz::bloom_filter<point, tamiz::layout::cache_line<2>, point_hash> filter(…);
///
/// A user's hash returns 64 bits: 32 would silently cap the rate. One that takes no seed is combined with the
/// filter's afterwards. One that is `is_transparent` is called with other types than the key's without a conversion.
template <typename Key>
struct hash {
    hash() = delete;  // no sound hash is known for this type
};

template <std::integral Key>
    requires(sizeof(Key) <= 8)
struct hash<Key> {
    using is_avalanching = void;
    using mixes_number = void;  // bulk calls may mix many at once; a specialisation of a user's own has no such member
    [[nodiscard]] constexpr std::uint64_t operator()(Key key, std::uint64_t seed) const noexcept
    {
        return detail::mix(detail::unmixed(key, seed));
    }
};

template <typename Key>
    requires std::is_enum_v<Key>
struct hash<Key> {
    using is_avalanching = void;
    [[nodiscard]] constexpr std::uint64_t operator()(Key key, std::uint64_t seed) const noexcept
    {
        return hash<std::underlying_type_t<Key>>{}(static_cast<std::underlying_type_t<Key>>(key), seed);
    }
};

/// Pointers to objects, by address. Pointers to characters are strings, pointers to raw bytes are neither one.
template <typename T>
    requires(std::is_object_v<T> || std::is_void_v<T>) && (!detail::character<std::remove_cv_t<T>>) &&
            (!std::same_as<std::remove_cv_t<T>, unsigned char>) && (!std::same_as<std::remove_cv_t<T>, signed char>) &&
            (!std::same_as<std::remove_cv_t<T>, std::byte>)
struct hash<T*> {
    using is_avalanching = void;
    [[nodiscard]] std::uint64_t operator()(T* key, std::uint64_t seed) const noexcept
    {
        return detail::mix(std::bit_cast<std::uint64_t>(key) ^ detail::spread(seed));
    }
};

template <detail::character Char, typename Allocator>
struct hash<std::basic_string<Char, std::char_traits<Char>, Allocator>> : detail::string_hash<Char> {};
template <detail::character Char>
struct hash<std::basic_string_view<Char, std::char_traits<Char>>> : detail::string_hash<Char> {};
template <detail::character Char>
struct hash<const Char*> : detail::string_hash<Char> {};
template <detail::character Char>
struct hash<Char*> : detail::string_hash<Char> {};

template <detail::plain_element T, typename Allocator>
    requires(!std::same_as<T, bool>)  // std::vector<bool> has no elements to read
struct hash<std::vector<T, Allocator>> : detail::sequence_hash<T> {};
template <detail::plain_element T, std::size_t Size>
struct hash<std::array<T, Size>> : detail::sequence_hash<T> {};
template <typename T, std::size_t Extent>
    requires detail::plain_element<std::remove_const_t<T>>
struct hash<std::span<T, Extent>> : detail::sequence_hash<std::remove_const_t<T>> {};

/// For a struct whose author knows that equal values have equal bytes: no padding (checked), no pointer whose target
/// counts, no comparison of its own that ignores a member.
///
///     template <> struct tamiz::hash<point> : tamiz::bytes_hash<point> {};
template <typename T>
struct bytes_hash {
    static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>,
                  "equal values of this type can have unlike bytes (padding, floating-point members)");
    using is_avalanching = void;
    [[nodiscard]] std::uint64_t operator()(const T& key, std::uint64_t seed) const noexcept
    {
        return detail::xxh3(&key, sizeof key, seed);
    }
};

namespace detail {

template <typename Hash, typename Key>
concept seeded_hash = requires(const Hash& hash, const Key& key, std::uint64_t seed) { hash(key, seed); };
template <typename Hash, typename Key>
concept unseeded_hash = requires(const Hash& hash, const Key& key) { hash(key); };
template <typename Hash>
concept avalanching = requires { typename Hash::is_avalanching; };
template <typename Hash>
concept transparent = requires { typename Hash::is_transparent; };

template <typename Hash, typename Key>
concept hash_for = std::copy_constructible<Hash> && (seeded_hash<Hash, Key> || unseeded_hash<Hash, Key>);

/// The number type that an argument has: an unscoped enum is passed as one.
template <typename T>
struct number : std::type_identity<T> {};
template <typename T>
    requires std::is_enum_v<T>
struct number<T> : std::underlying_type<T> {};

template <typename From, typename Key>
concept no_wider = std::integral<From> && std::integral<Key> && sizeof(From) <= sizeof(Key) &&
                   (!std::same_as<Key, bool> || std::same_as<From, bool>);

/// A number may stand for a key of another type only if no bit is lost: never 1.5 for 1, nor 65,537 for 1. Between
/// signed and unsigned it is converted as C++ does, modulo 2^width: -1 and 2^64 - 1 are one key of a 64-bit type.
template <typename From, typename Key>
concept keeps_its_value = !std::is_arithmetic_v<typename number<From>::type> || !std::is_arithmetic_v<Key> ||
                          no_wider<typename number<From>::type, Key>;

/// What a filter of `Key` can be asked with: the key, what its hash takes as it is, what converts without loss.
template <typename Argument, typename Key, typename Hash>
concept key_argument = !std::same_as<Argument, hash_value> &&
                       (std::same_as<Argument, Key> || (transparent<Hash> && hash_for<Hash, Argument>) ||
                        (std::convertible_to<const Argument&, Key> && keeps_its_value<Argument, Key>));

[[nodiscard]] constexpr std::uint64_t bits_of(hash_value value) noexcept
{
    return value.value();
}
template <std::integral Result>
[[nodiscard]] constexpr std::uint64_t bits_of(Result value) noexcept
{
    static_assert(sizeof(Result) == 8, "a hash must return 64 bits: fewer would cap the false-positive rate");
    return static_cast<std::uint64_t>(value);
}

template <typename Hash, typename Key>
[[nodiscard]] constexpr hash_value hash_key(const Hash& hash, const Key& key, std::uint64_t seed)
{
    if constexpr (seeded_hash<Hash, Key>) {
        const std::uint64_t bits = bits_of(hash(key, seed));
        return hash_value(avalanching<Hash> ? bits : mix(bits));
    } else {
        const std::uint64_t bits = bits_of(hash(key)) ^ spread(seed);
        return hash_value(avalanching<Hash> ? bits : mix(bits));
    }
}

}  // namespace detail
}  // namespace tamiz::inline v0
