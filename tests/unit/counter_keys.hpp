// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/layout/probe.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Memory of counters and keys in it, made by hand: what the tests of counter_words.hpp share.
namespace tamiz_test {

inline constexpr std::size_t word_count = 16;  // two lines
using memory = std::array<std::uint64_t, word_count>;
using locks = std::array<std::uint64_t, 2>;

// Two counters in each word: the lowest and the third, the highest and the second, the fifth and the sixth.
inline constexpr std::array<tamiz::probe, 3> three_words{{{9, 0x101}, {12, 0x1000'0000'0000'0010}, {14, 0x11'0000}}};
inline constexpr std::array<tamiz::probe, 2> two_words{{{9, 0x101}, {12, 0x1000'0000'0000'0010}}};
inline constexpr std::array<tamiz::probe, 1> one_word{{{11, 0x1000'0000'0000'0101}}};
inline constexpr std::uint64_t other_lock = 0x8000'0000'0000'0001;  // of lines 0 and 63
inline constexpr std::uint64_t own_lock = 2;                        // all of the keys' words are in line 1

/// Counters of others everywhere, none of them 0, and the key's counters at `counts`, in turn.
template <std::size_t Words>
[[nodiscard]] memory with_counts(const std::array<tamiz::probe, Words>& probes, std::vector<unsigned> counts)
{
    memory words;
    words.fill(0x1f2e'3d4c'5b6a'7987);
    std::size_t next = 0;
    for (const tamiz::probe& p : probes) {
        for (std::uint64_t rest = p.mask; rest != 0; rest &= rest - 1) {
            const std::uint64_t lowest = rest & -rest;
            words[p.word] = (words[p.word] & ~(lowest * 15)) | lowest * counts[next++ % counts.size()];
        }
    }
    return words;
}

/// Each of the key's counters changed by `change(count)`, one after another.
template <std::size_t Words, typename Change>
[[nodiscard]] memory changed(memory words, const std::array<tamiz::probe, Words>& probes, const Change& change)
{
    for (const tamiz::probe& p : probes) {
        for (std::uint64_t rest = p.mask; rest != 0; rest &= rest - 1) {
            const std::uint64_t lowest = rest & -rest;
            const unsigned count = static_cast<unsigned>(words[p.word] / lowest) % 16;
            words[p.word] = (words[p.word] & ~(lowest * 15)) | lowest * change(count);
        }
    }
    return words;
}

[[nodiscard]] inline unsigned one_more(unsigned count)
{
    return count == 15 ? 15 : count + 1;
}
[[nodiscard]] inline unsigned one_less(unsigned count)
{
    return count == 15 ? 15 : count - 1;
}

}  // namespace tamiz_test
