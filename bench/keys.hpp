// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Keys by number. They are made before a piece is timed, and look random: sequential numbers flatter some hashes.
namespace bench {

/// One to one, so that no two keys are equal. (The finaliser of SplitMix64: Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014.)
[[nodiscard]] constexpr std::uint64_t scrambled(std::uint64_t number) noexcept
{
    std::uint64_t x = number * 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// Numbers of keys that nobody has inserted begin here.
inline constexpr std::uint64_t first_fresh = std::uint64_t{1} << 40;

/// Some keys in a row.
template <typename Key>
class key_batch;

/// 64-bit keys.
template <>
class key_batch<std::uint64_t> {
public:
    template <typename NumberOf>
    void assign(std::size_t count, const NumberOf& number_of)
    {
        keys_.resize(count);
        for (std::size_t i = 0; i < count; ++i) keys_[i] = scrambled(number_of(i));
    }
    [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_; }

private:
    std::vector<std::uint64_t> keys_;
};

/// URLs of 70 bytes.
template <>
class key_batch<std::string_view> {
public:
    static constexpr std::size_t bytes = 70;

    template <typename NumberOf>
    void assign(std::size_t count, const NumberOf& number_of)
    {
        text_.resize(count * bytes);
        keys_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            write_url(std::span<char, bytes>(text_.data() + i * bytes, bytes), scrambled(number_of(i)));
            keys_[i] = std::string_view(text_.data() + i * bytes, bytes);
        }
    }
    [[nodiscard]] std::span<const std::string_view> keys() const { return keys_; }

private:
    static void write_url(std::span<char, bytes> url, std::uint64_t number)
    {
        constexpr std::string_view site = "https://www.example.com/archive/2026/articles/";
        constexpr std::string_view end = ".en.html";
        constexpr std::string_view digits = "0123456789abcdef";
        static_assert(site.size() + 16 + end.size() == bytes);
        std::size_t at = site.copy(url.data(), site.size());
        for (unsigned shift = 0; shift < 64; shift += 4) url[at++] = digits[number >> shift & 15];
        end.copy(&url[at], end.size());
    }

    std::vector<char> text_;
    std::vector<std::string_view> keys_;
};

/// Which of `count` keys, if a few are asked for most of the time: the chance of the key of rank r falls with 1/r
/// (Zipf's law with exponent 1, continuous: the logarithm of the rank is uniform).
[[nodiscard]] inline std::uint64_t zipf_rank(std::uint64_t draw, std::uint64_t count)
{
    const double uniform = static_cast<double>(scrambled(draw) >> 11) * 0x1p-53;
    return static_cast<std::uint64_t>(std::exp(uniform * std::log(static_cast<double>(count)))) - 1;
}

}  // namespace bench
