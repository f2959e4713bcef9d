// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <explorer/key.hpp>

namespace tamiz::explorer::cases {

/// A key x with the same few bits in each of its words, 0 and up, and every way to choose some of them: what is set at
/// first, what another key has of them. Other bits of a word play no part in what happens to x.
class bit_patterns {
public:
    constexpr bit_patterns(unsigned words, unsigned bits) noexcept : words_(words), bits_(bits) {}

    [[nodiscard]] constexpr unsigned words() const noexcept { return words_; }
    /// Patterns are the numbers below this one.
    [[nodiscard]] constexpr std::size_t count() const noexcept { return std::size_t{1} << (words_ * bits_); }
    [[nodiscard]] constexpr std::size_t full() const noexcept { return count() - 1; }

    /// The bits of a pattern in one of the words.
    [[nodiscard]] constexpr std::uint64_t mask(std::size_t pattern, unsigned word) const noexcept
    {
        return pattern >> (word * bits_) & ((std::uint64_t{1} << bits_) - 1);
    }
    /// A key that has the bits of a pattern; words without any are none of its words.
    [[nodiscard]] constexpr key with(std::size_t pattern, form f) const
    {
        key k(f);
        for (unsigned word = 0; word < words_; ++word)
            if (mask(pattern, word) != 0) k.add({word, mask(pattern, word)});
        return k;
    }
    constexpr void fill(std::span<std::uint64_t> words, std::size_t pattern) const
    {
        for (unsigned word = 0; word < words_; ++word) words[word] = mask(pattern, word);
    }
    /// "01 11": a group of bits for each word, lowest bit first.
    [[nodiscard]] std::string text(std::size_t pattern) const
    {
        std::string result;
        for (unsigned i = 0; i < words_ * bits_; ++i) {
            if (i != 0 && i % bits_ == 0) result += ' ';
            result += (pattern >> i & 1) != 0 ? '1' : '0';
        }
        return result;
    }

private:
    unsigned words_;
    unsigned bits_;
};

}  // namespace tamiz::explorer::cases
