// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "machine.hpp"

/// What the machine takes for the memory operations that a filter cannot do without.
namespace bench {

inline constexpr std::size_t words_in_line = 8;
/// Lines asked for in advance, where that is measured.
inline constexpr std::size_t lines_ahead = 32;

enum class ahead { no, yes };

/// Calls `use` with the first word of a random line for each of the random numbers.
template <ahead Ahead, typename Use>
inline void each_line(std::span<std::uint64_t> words, std::span<const std::uint64_t> numbers, const Use& use)
{
    const std::uint64_t lines = words.size() / words_in_line;
    const auto line = [&](std::size_t i) {
        __extension__ using double_word = unsigned __int128;
        return words.data() + static_cast<std::size_t>(double_word{numbers[i]} * lines >> 64) * words_in_line;
    };
    std::size_t i = 0;
    if constexpr (Ahead == ahead::yes) {
        for (std::size_t first = 0; first < lines_ahead && first < numbers.size(); ++first)
            __builtin_prefetch(line(first), 1);
        for (; i + lines_ahead < numbers.size(); ++i) {
            __builtin_prefetch(line(i + lines_ahead), 1);
            use(line(i));
        }
    }
    for (; i < numbers.size(); ++i) use(line(i));
}

/// `Count` locked operations on each line. They set no bit, which the compiler does not know and the processor does
/// not care about: memory that is in use stays as it is.
template <unsigned Count, ahead Ahead>
void lock_lines(std::span<std::uint64_t> words, std::span<const std::uint64_t> numbers)
{
    static_assert(Count >= 1 && Count <= words_in_line);
    const std::uint64_t no_bit = hidden(std::uint64_t{0});
    each_line<Ahead>(words, numbers, [no_bit](std::uint64_t* line) {
        for (unsigned i = 0; i < Count; ++i)
            std::atomic_ref<std::uint64_t>(line[i * words_in_line / Count]).fetch_or(no_bit, std::memory_order_acq_rel);
    });
}

/// The same by a load and a store, as memory that nobody else uses can be changed.
template <unsigned Count, ahead Ahead>
void change_lines(std::span<std::uint64_t> words, std::span<const std::uint64_t> numbers)
{
    const std::uint64_t no_bit = hidden(std::uint64_t{0});
    each_line<Ahead>(words, numbers, [no_bit](std::uint64_t* line) {
        for (unsigned i = 0; i < Count; ++i) {
            const std::atomic_ref<std::uint64_t> word(line[i * words_in_line / Count]);
            word.store(word.load(std::memory_order_relaxed) | no_bit, std::memory_order_relaxed);
        }
    });
}

#if defined(__x86_64__)
/// Two neighbouring words changed by one operation, from what was read: lock cmpxchg16b.
[[gnu::target("cx16")]] inline void exchange_pair(std::uint64_t* pair)
{
    __extension__ using double_word = unsigned __int128;
    double_word seen = double_word{pair[1]} << 64 | pair[0];
    for (;;) {
        const double_word before = __sync_val_compare_and_swap(reinterpret_cast<double_word*>(pair), seen, seen);
        if (before == seen) return;
        seen = before;
    }
}
template <ahead Ahead>
void exchange_pairs(std::span<std::uint64_t> words, std::span<const std::uint64_t> numbers)
{
    each_line<Ahead>(words, numbers, [](std::uint64_t* line) { exchange_pair(line); });
}
#endif

template <ahead Ahead>
void load_lines(std::span<std::uint64_t> words, std::span<const std::uint64_t> numbers)
{
    std::uint64_t sum = 0;
    each_line<Ahead>(words, numbers, [&sum](const std::uint64_t* line) { sum += *line; });
    keep(sum);
}

/// Changes of one hot word: without a look first, and with one that finds the bits set.
inline void lock_hot_word(std::uint64_t& word, std::size_t times)
{
    const std::uint64_t bits = hidden(std::uint64_t{1});
    for (std::size_t i = 0; i < times; ++i)
        std::atomic_ref<std::uint64_t>(word).fetch_or(bits, std::memory_order_acq_rel);
}
inline void look_then_lock_hot_word(std::uint64_t& word, std::size_t times)
{
    const std::uint64_t bits = hidden(std::uint64_t{1});
    const std::atomic_ref<std::uint64_t> hot(word);
    for (std::size_t i = 0; i < times; ++i)
        if ((hot.load(std::memory_order_acquire) & bits) != bits) hot.fetch_or(bits, std::memory_order_acq_rel);
}

/// The words of a filter, whose memory they are.
[[nodiscard]] inline std::span<std::uint64_t> words_of(std::span<std::byte> memory)
{
    return {reinterpret_cast<std::uint64_t*>(memory.data()), memory.size() / sizeof(std::uint64_t)};
}

}  // namespace bench
