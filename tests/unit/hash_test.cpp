// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/hash.hpp>

#include <support/catch.hpp>
#include <unit/message_of.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory_resource>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a hash is worth as a whole, false-positive rates, is measured elsewhere; the values themselves are pinned in
// tests/golden. Here: who hashes equal, who unlike, and what does not compile.

namespace {

using tamiz::hash_value;
using tamiz::detail::hash_key;
using tamiz_test::message_of;
using tamiz_test::missing_in;

/// What a filter of `Key` does with an argument.
template <typename Key, typename Argument>
hash_value hashed(const Argument& argument, std::uint64_t seed = 7)
{
    return hash_key(tamiz::hash<Key>(), argument, seed);
}

enum class colour : std::uint8_t { red = 200 };
enum class offset : std::int64_t { back = -3 };

// --- which keys have a hash, checked by the compiler ---------------------------------------------------------------

struct padded {
    char c;
    int i;
};
struct plain {
    int a;
    int b;
};

template <typename Key>
constexpr bool has_hash =
    std::default_initializable<tamiz::hash<Key>> && tamiz::detail::hash_for<tamiz::hash<Key>, Key>;

static_assert(has_hash<int> && has_hash<bool> && has_hash<char> && has_hash<std::uint64_t> && has_hash<wchar_t>);
static_assert(has_hash<colour> && has_hash<offset> && has_hash<std::byte>);
static_assert(has_hash<int*> && has_hash<const padded*> && has_hash<void*> && has_hash<const void*>);
static_assert(has_hash<std::string> && has_hash<std::string_view> && has_hash<const char*> && has_hash<char*>);
static_assert(has_hash<std::wstring> && has_hash<std::u8string> && has_hash<std::u16string_view>);
static_assert(has_hash<std::pmr::string> && has_hash<const char32_t*>);
static_assert(has_hash<std::vector<int>> && has_hash<std::vector<colour>> && has_hash<std::array<std::byte, 3>>);
static_assert(has_hash<std::span<const std::uint64_t>> && has_hash<std::span<int, 4>> && has_hash<std::vector<char>>);

static_assert(!has_hash<float> && !has_hash<double> && !has_hash<long double>);  // -0.0, NaN
static_assert(!has_hash<padded> && !has_hash<plain> && !has_hash<std::pair<int, int>>);
static_assert(!has_hash<std::optional<int>> && !has_hash<std::nullptr_t>);
static_assert(!has_hash<unsigned char*> && !has_hash<const signed char*> && !has_hash<std::byte*>);
static_assert(!has_hash<void (*)()> && !has_hash<int padded::*>);
static_assert(!has_hash<std::vector<float>> && !has_hash<std::vector<bool>> && !has_hash<std::vector<std::string>>);
static_assert(!has_hash<std::array<double, 2>> && !has_hash<std::span<const padded>> && !has_hash<std::array<int*, 2>>);
static_assert(!has_hash<std::vector<std::vector<int>>> && !has_hash<std::filesystem::path>);

// --- with what a filter can be asked, checked by the compiler ------------------------------------------------------

template <typename Argument, typename Key>
constexpr bool asks = tamiz::detail::key_argument<Argument, Key, tamiz::hash<Key>>;

enum wide_number : std::uint64_t { beyond_int = std::uint64_t{1} << 40 };
enum small_number : std::uint8_t { five = 5 };

static_assert(asks<int, int> && asks<std::int8_t, int> && asks<int, std::uint64_t> && asks<unsigned, int>);
static_assert(!asks<long, int> && !asks<std::uint64_t, std::uint32_t>, "65,537 must not stand for 1");
static_assert(!asks<double, int> && !asks<float, std::uint64_t>, "1.5 must not stand for 1");
static_assert(asks<small_number, int> && !asks<wide_number, int>, "an old-style enum is a number too");
static_assert(!asks<int, bool> && !asks<int, colour> && !asks<colour, int> && asks<colour, colour>);
static_assert(!asks<hash_value, int> && !asks<hash_value, std::uint64_t>, "a hash is not hashed again");
static_assert(asks<char[4], std::string> && asks<const char*, std::string> && asks<std::string_view, std::string>);
static_assert(asks<std::filesystem::path, std::string> && !asks<std::wstring, std::string>);
static_assert(!asks<char, std::string> && !asks<int, std::string> && !asks<std::vector<char>, std::string>);
static_assert(asks<std::string, const char*> && asks<std::string, std::string_view>);
static_assert(asks<std::array<int, 3>, std::vector<int>> && asks<std::span<int>, std::vector<int>>);
static_assert(!asks<std::vector<long>, std::vector<int>> && !asks<int, std::vector<int>>);
static_assert(asks<int[3], std::vector<int>> && asks<std::string, std::vector<char>>);
static_assert(!asks<char[4], std::vector<char>>, "a literal's closing NUL must not be part of the key");

// --- equal keys hash equal -----------------------------------------------------------------------------------------

template <typename Char>
void check_holders_agree(const std::basic_string<Char>& text)
{
    using string = std::basic_string<Char>;
    using view = std::basic_string_view<Char>;
    const hash_value expected = hashed<string>(text);
    CHECK(hashed<string>(view(text)) == expected);
    CHECK(hashed<view>(text) == expected);
    CHECK(hashed<view>(view(text)) == expected);
    CHECK(hashed<string>(std::pmr::basic_string<Char>(text)) == expected);
    CHECK(hashed<std::pmr::basic_string<Char>>(text) == expected);
    if (text.find(Char{}) != text.npos) return;  // a C string ends at the first NUL
    CHECK(hashed<string>(text.c_str()) == expected);
    CHECK(hashed<const Char*>(text.c_str()) == expected);
    CHECK(hashed<const Char*>(text) == expected);
    string copy = text;
    CHECK(hashed<Char*>(copy.data()) == expected);
}

TEST_CASE("strings hash by content, whatever holds them")
{
    for (const std::string& text :
         {std::string(), std::string("abc"), std::string("a\0b", 3), std::string("\0", 1),
          std::string("na\xc3\xafve \xff\x80"), std::string(15, 'x'), std::string(1000, 'y')}) {
        CAPTURE(text.size());
        check_holders_agree(text);
        check_holders_agree(std::wstring(text.begin(), text.end()));
        check_holders_agree(std::u8string(text.begin(), text.end()));
        check_holders_agree(std::u16string(text.begin(), text.end()));
        check_holders_agree(std::u32string(text.begin(), text.end()));
    }
    CHECK(hashed<std::string>("abc") == hashed<std::string>(std::string("abc")));
    CHECK(hashed<std::wstring>(L"abc") == hashed<std::wstring>(std::wstring(L"abc")));
    CHECK(hashed<std::u8string>(u8"abc") == hashed<std::u8string>(std::u8string(u8"abc")));
    CHECK(hashed<std::string>("") == hashed<std::string>(std::string_view()));
    const char array[8] = "abc";  // the rest is NULs: a C string, as everywhere else
    CHECK(hashed<std::string>(array) == hashed<std::string>(std::string("abc")));
}

TEST_CASE("every byte of a string counts, and so does its length")
{
    std::set<hash_value> seen;
    const auto is_new = [&seen](std::string_view text) { return seen.insert(hashed<std::string>(text)).second; };
    using namespace std::string_view_literals;
    CHECK(is_new(""));
    CHECK(is_new("\0"sv));
    CHECK(is_new("\0\0"sv));
    CHECK(is_new("a"));
    CHECK(is_new("a\0"sv));
    CHECK(is_new("a\0b"sv));
    CHECK(is_new("a\0c"sv));
    for (const std::size_t length : {1u, 3u, 4u, 8u, 9u, 16u, 17u, 128u, 129u, 240u, 241u, 1025u, 5000u}) {
        std::string text(length, 'z');
        bool all_new = is_new(text);
        for (char& c : text) {
            c = '\xe9';
            all_new &= is_new(text);
            c = 'z';
        }
        CAPTURE(length);
        CHECK(all_new);
    }
}

TEST_CASE("a null pointer is refused as a string")
{
    const auto check_refused = [](auto call) {
        CHECK(missing_in(message_of<std::invalid_argument>(call), {"key = nullptr"}) == "");
    };
    check_refused([] { return hashed<const char*>(static_cast<const char*>(nullptr)); });
    check_refused([] { return hashed<char*>(static_cast<char*>(nullptr)); });
    check_refused([] { return hashed<std::string>(static_cast<const char*>(nullptr)); });
    check_refused([] { return hashed<std::string>(nullptr); });
    check_refused([] { return hashed<std::string_view>(static_cast<char*>(nullptr)); });
    check_refused([] { return hashed<const wchar_t*>(static_cast<const wchar_t*>(nullptr)); });
    check_refused([] { return hashed<std::u8string>(static_cast<const char8_t*>(nullptr)); });
}

template <typename T>
void check_sequences_agree(const std::array<T, 4>& values)
{
    const hash_value expected = hashed<std::vector<T>>(std::vector<T>(values.begin(), values.end()));
    std::array<T, 4> copy = values;
    CHECK(hashed<std::array<T, 4>>(values) == expected);
    CHECK(hashed<std::vector<T>>(values) == expected);
    CHECK(hashed<std::vector<T>>(std::span<const T>(values)) == expected);
    CHECK(hashed<std::span<T>>(std::span<T>(copy)) == expected);
    CHECK(hashed<std::span<const T>>(values) == expected);
    CHECK(hashed<std::span<const T, 4>>(std::span<const T, 4>(values)) == expected);
    CHECK(hashed<std::pmr::vector<T>>(std::pmr::vector<T>(values.begin(), values.end())) == expected);
    for (T& element : copy) {
        const T before = std::exchange(element, T{77});
        CHECK(hashed<std::vector<T>>(copy) != expected);
        element = before;
    }
    std::swap(copy[0], copy[1]);
    CHECK(hashed<std::vector<T>>(copy) != expected);
    CHECK(hashed<std::vector<T>>(std::span(values).first(3)) != expected);
}

TEST_CASE("vectors, arrays and spans hash by content, whatever holds them")
{
    check_sequences_agree<std::uint8_t>({1, 2, 3, 255});
    check_sequences_agree<std::byte>({std::byte{1}, std::byte{2}, std::byte{3}, std::byte{255}});
    check_sequences_agree<char>({'a', '\0', 'c', 'd'});
    check_sequences_agree<int>({1, -2, 3, 4});
    check_sequences_agree<std::int64_t>({1, -2, 3, 4});
    check_sequences_agree<colour>({colour{1}, colour{2}, colour{3}, colour::red});
    CHECK(hashed<std::vector<int>>(std::vector<int>()) == hashed<std::array<int, 0>>(std::array<int, 0>()));
    CHECK(hashed<std::vector<int>>(std::vector<int>()) != hashed<std::vector<int>>(std::vector<int>(1)));
}

TEST_CASE("an integer hashes by value: equal after conversion to the key is equal")
{
    for (const int value : {0, 1, -1, 127, -128}) {
        CHECK(hashed<std::int32_t>(static_cast<std::int32_t>(value)) ==
              hashed<std::int8_t>(static_cast<std::int8_t>(value)));
        CHECK(hashed<std::int64_t>(std::int64_t{value}) == hashed<std::int32_t>(std::int32_t{value}));
    }
    CHECK(hashed<colour>(colour::red) == hashed<std::uint8_t>(std::uint8_t{200}));
    CHECK(hashed<offset>(offset::back) == hashed<std::int64_t>(std::int64_t{-3}));
    CHECK(hashed<bool>(false) != hashed<bool>(true));
}

TEST_CASE("a pointer to an object hashes by address")
{
    std::array<int, 3> objects{5, 5, 5};
    CHECK(hashed<int*>(&objects[0]) != hashed<int*>(&objects[1]));
    const hash_value before = hashed<int*>(&objects[0]);
    objects[0] = 6;
    CHECK(hashed<int*>(&objects[0]) == before);
    CHECK(hashed<const int*>(static_cast<const int*>(objects.data())) == before);
    CHECK(hashed<void*>(static_cast<void*>(objects.data())) == before);
    CHECK_NOTHROW(hashed<int*>(static_cast<int*>(nullptr)));
}

// --- the mixer -----------------------------------------------------------------------------------------------------

constexpr std::uint64_t undo_shift(std::uint64_t x, unsigned shift)
{
    std::uint64_t result = x;
    for (unsigned done = shift; done < 64; done += shift) result = x ^ (result >> shift);
    return result;
}

constexpr std::uint64_t inverse(std::uint64_t odd)
{
    std::uint64_t result = odd;  // right to 3 bits; each step of Newton's method doubles them
    for (int i = 0; i < 5; ++i) result *= 2 - odd * result;
    return result;
}

constexpr std::uint64_t unmix(std::uint64_t x)
{
    x = undo_shift(x, 27) * inverse(0x1c69b3f74ac4ae35);
    x = undo_shift(x, 33) * inverse(0x3c79ac492ba7b653);
    return undo_shift(x, 27);
}

static_assert(unmix(tamiz::detail::mix(0x0123456789abcdef)) == 0x0123456789abcdef);

TEST_CASE("the mixer is one to one, so no two 64-bit integers collide")
{
    std::mt19937_64 random(1);
    std::uint64_t wrong = 0;
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t x = random();
        wrong += unmix(tamiz::detail::mix(x)) != x ? 1u : 0u;
    }
    CHECK(wrong == 0);
}

/// The largest deviation from one half, over all pairs of an input and an output bit, of the share of inputs for which
/// flipping the one flips the other.
template <typename Inputs>
double worst_avalanche(const Inputs& input)
{
    constexpr int samples = 16'384;
    std::vector<std::uint32_t> flips(64 * 64);
    for (int i = 0; i < samples; ++i) {
        const std::uint64_t x = input(static_cast<std::uint64_t>(i));
        const std::uint64_t mixed = hashed<std::uint64_t>(x).value();
        for (unsigned in = 0; in < 64; ++in) {
            const std::uint64_t changed = mixed ^ hashed<std::uint64_t>(x ^ std::uint64_t{1} << in).value();
            for (unsigned out = 0; out < 64; ++out) flips[in * 64 + out] += changed >> out & 1;
        }
    }
    double worst = 0;
    for (const std::uint32_t count : flips) worst = std::max(worst, std::abs(count / double{samples} - 0.5));
    return worst;
}

TEST_CASE("each bit of an integer flips each bit of its hash with a chance of one half")
{
    // Of 4,096 pairs with 16,384 samples each, the worst of a perfect mixer deviates by about 0.0145, and by 0.0235
    // (6 standard deviations) once in 100,000 tries.
    constexpr double bound = 0.0235;
    std::mt19937_64 random(2);
    CHECK(worst_avalanche([&random](std::uint64_t) { return random(); }) < bound);
    CHECK(worst_avalanche([](std::uint64_t i) { return i; }) < bound);
    CHECK(worst_avalanche([](std::uint64_t i) { return i << 40; }) < bound);
}

// --- seeds ---------------------------------------------------------------------------------------------------------

struct identity {
    std::uint64_t operator()(std::uint64_t key) const { return key; }
};

template <typename Hash>
bool blocks_are_disjoint(const Hash& hash)
{
    std::set<hash_value> seen;
    constexpr std::uint64_t keys = 20'000;
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u})
        for (std::uint64_t key = 0; key < keys; ++key) seen.insert(hash_key(hash, key, seed));
    return seen.size() == 4 * keys;
}

TEST_CASE("neighbouring seeds do not give a block of sequential keys the same set of hashes")
{
    CHECK(blocks_are_disjoint(tamiz::hash<std::uint64_t>()));
    CHECK(blocks_are_disjoint(identity()));
}

TEST_CASE("another seed changes the hash of every kind of key")
{
    int object = 0;
    int unchanged = 0;
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
        const auto same = [seed]<typename Key>(const Key& key) {
            return hashed<Key>(key, seed) == hashed<Key>(key, seed + 1) ||
                   hashed<Key>(key, seed) == hashed<Key>(key, seed ^ std::uint64_t{1} << 63);
        };
        unchanged += same(std::string()) + same(std::string("abc")) + same(std::string(300, 'x')) + same(0) +
                     same(true) + same(colour::red) + same(&object) + same(std::vector<int>{1, 2, 3}) +
                     same(std::vector<int>());
    }
    CHECK(unchanged == 0);
}

TEST_CASE("random seeds differ, in both halves")
{
    std::set<std::uint64_t> seeds, high, low;
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t seed = tamiz::random_seed();
        seeds.insert(seed);
        high.insert(seed >> 32);
        low.insert(seed & 0xffffffff);
    }
    CHECK(seeds.size() == 100);
    CHECK(high.size() > 95);  // two of a hundred 32-bit numbers are equal once in a million tries
    CHECK(low.size() > 95);
}

// --- a user's own hash ---------------------------------------------------------------------------------------------

struct seeded_avalanching {
    using is_avalanching = void;
    std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const { return key + seed; }
};
struct seeded {
    std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const { return key + seed; }
};
struct unseeded_avalanching {
    using is_avalanching = void;
    std::uint64_t operator()(std::uint64_t key) const { return key; }
};

/// Are the hashes of the keys 0 to 4,095 spread evenly over sixteen ranges? What is not mixed stays in the lowest.
template <typename Hash>
bool is_spread(const Hash& hash, std::uint64_t seed)
{
    std::array<int, 16> counts{};
    for (std::uint64_t key = 0; key < 4'096; ++key) ++counts[hash_key(hash, key, seed).value() >> 60];
    return std::ranges::all_of(counts, [](int count) { return count > 256 - 96 && count < 256 + 96; });  // 6 deviations
}

TEST_CASE("a hash that is not marked avalanching is mixed, one that is stays as it is")
{
    CHECK(is_spread(identity(), 7));
    CHECK(is_spread(seeded(), 7));
    CHECK(is_spread(std::hash<std::uint64_t>(), 7));
    CHECK_FALSE(is_spread(seeded_avalanching(), 7));
    CHECK_FALSE(is_spread(unseeded_avalanching(), 7));
    CHECK(hash_key(seeded_avalanching(), std::uint64_t{5}, 7) == hash_value(12));
}

TEST_CASE("a hash that takes no seed is combined with the filter's")
{
    CHECK(hash_key(identity(), std::uint64_t{5}, 7) == hash_key(identity(), std::uint64_t{5}, 7));
    CHECK(hash_key(identity(), std::uint64_t{5}, 7) != hash_key(identity(), std::uint64_t{5}, 8));
    CHECK(hash_key(unseeded_avalanching(), std::uint64_t{5}, 7) !=
          hash_key(unseeded_avalanching(), std::uint64_t{5}, 8));
}

TEST_CASE("a user's hash may return a hash_value or any 64-bit integer")
{
    const auto returns_value = [](int key) { return hash_value(static_cast<std::uint64_t>(key)); };
    const auto returns_signed = [](int key) { return std::int64_t{key}; };
    const auto returns_size = [](int key) { return static_cast<std::size_t>(key); };
    CHECK(hash_key(returns_value, 5, 7) == hash_key(returns_size, 5, 7));
    CHECK(hash_key(returns_signed, -5, 7) == hash_key(returns_size, -5, 7));
}

struct salted {
    std::uint64_t salt;
    std::uint64_t operator()(std::uint64_t key) const { return key * salt; }
};

TEST_CASE("a hash with state uses its state")
{
    CHECK(hash_key(salted{3}, std::uint64_t{10}, 7) == hash_key(salted{5}, std::uint64_t{6}, 7));
    CHECK(hash_key(salted{3}, std::uint64_t{10}, 7) != hash_key(salted{5}, std::uint64_t{10}, 7));
}

struct point {
    std::int32_t x;
    std::int32_t y;
};

TEST_CASE("bytes_hash hashes a struct by all of its bytes")
{
    const tamiz::bytes_hash<point> hash;
    const auto value = [&hash](std::int32_t x, std::int32_t y) { return hash_key(hash, point{x, y}, 7); };
    CHECK(value(1, 2) == value(1, 2));
    CHECK(value(1, 2) != value(2, 1));
    CHECK(value(1, 2) != value(1, 3));
    CHECK(value(1, 2) != value(65'537, 2));
}

TEST_CASE("a path is a key with a hash of the user's, equal paths are equal keys")
{
    struct path_hash {
        std::size_t operator()(const std::filesystem::path& path) const { return std::filesystem::hash_value(path); }
    };
    const std::filesystem::path path = "a/b";
    CHECK(hash_key(path_hash(), path, 7) == hash_key(path_hash(), std::filesystem::path("a//b"), 7));
    CHECK(hash_key(path_hash(), path, 7) != hash_key(path_hash(), std::filesystem::path("a"), 7));
}

TEST_CASE("+0.0 and -0.0 are one key with a hash that knows them equal")
{
    CHECK(hash_key(std::hash<double>(), 0.0, 7) == hash_key(std::hash<double>(), -0.0, 7));
    CHECK(hash_key(std::hash<double>(), 0.0, 7) != hash_key(std::hash<double>(), 1.0, 7));
}

}  // namespace
