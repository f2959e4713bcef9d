// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

/// Memory for filters that live in their caller's: aligned to 64 bytes, with a line before and one behind that nobody
/// may touch. A filter's words lie in the middle, so that an index that is off by one shows up.
namespace tamiz_test {

class aligned_words {
public:
    aligned_words(std::uint64_t count, std::uint64_t value) : count_(count), memory_(allocate(count))
    {
        std::fill_n(memory_, count + 2 * margin, mark);
        std::ranges::fill(words(), value);
    }
    aligned_words(const aligned_words&) = delete;
    aligned_words& operator=(const aligned_words&) = delete;
    ~aligned_words() { ::operator delete[](memory_, alignment); }

    [[nodiscard]] std::span<std::uint64_t> words() const { return {memory_ + margin, count_}; }

    [[nodiscard]] bool margins_untouched() const
    {
        const auto is_mark = [](std::uint64_t word) { return word == mark; };
        return std::all_of(memory_, memory_ + margin, is_mark) &&
               std::all_of(memory_ + margin + count_, memory_ + count_ + 2 * margin, is_mark);
    }

private:
    static constexpr std::align_val_t alignment{64};
    static constexpr std::uint64_t margin = 8;
    static constexpr std::uint64_t mark = 0x6e6f'7420'796f'7572;

    static std::uint64_t* allocate(std::uint64_t count)
    {
        void* const memory = ::operator new[]((count + 2 * margin) * sizeof(std::uint64_t), alignment);
        return static_cast<std::uint64_t*>(memory);
    }

    std::uint64_t count_;
    std::uint64_t* memory_;
};

}  // namespace tamiz_test
