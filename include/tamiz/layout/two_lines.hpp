// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <tamiz/hash.hpp>
#include <tamiz/layout/blocked.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/probe.hpp>
#include <tamiz/sizing.hpp>

namespace tamiz::inline v0::layout {

/// A key has a line in each half of the memory, and in it what `cache_line<WordsPerLine>` gives it: two cache misses,
/// which overlap, and 2 * WordsPerLine atomic operations. The halves are independent filters, so each needs only the
/// square root of the rate: at 1e-6 that takes a fifth less memory than the best layout of one line, at 1e-9 a third
/// less, and 9 % and 22 % more than `classic` (docs/sizing.md; why: docs/adr/0007).
///
/// `bits` is rounded up to whole pairs of lines, 1,024; `hashes` is a multiple of 2 * WordsPerLine, 16 in each word at
/// most. For plain filters only.
template <unsigned WordsPerLine = 4>
struct two_lines {
private:
    using half = cache_line<WordsPerLine>;

public:
    using size = detail::blocked_size;  ///< of one half: `blocks` are its lines
    using probes_type = std::array<probe, 2 * WordsPerLine>;

    static constexpr unsigned cells = half::cells;
    static constexpr unsigned max_cells_per_word = half::max_cells_per_word;
    static constexpr detail::block_model model{detail::words_per_line, WordsPerLine,      cells,
                                               max_cells_per_word,     half::model.masks, 2};

    /// The words and masks of a key, in ascending order: those of the first half come first. Constant time.
    [[nodiscard]] static constexpr probes_type probes(const size& s, hash_value hash) noexcept
    {
        const auto first = half::probes(s, hash);
        const auto second = half::probes(s, second_hash(hash));
        const std::uint64_t middle = half::word_count(s);
        probes_type result{};
        detail::for_each_part<WordsPerLine>([&](auto part) {
            result[part] = first[part];
            result[part + WordsPerLine] = {middle + second[part].word, second[part].mask};
        });
        return result;
    }

    /// Calls `visit` with a word of each line that a key touches: what to prefetch.
    template <typename Visit>
    static constexpr void for_each_line(const size& s, hash_value hash, const Visit& visit)
    {
        half::for_each_line(s, hash, visit);
        half::for_each_line(s, second_hash(hash), [&](std::uint64_t first) { visit(half::word_count(s) + first); });
    }

    /// As for `cache_line`.
    [[nodiscard]] static size size_for(std::uint64_t items, double rate)
    {
        const detail::block_size chosen = detail::choose_block_size(model, items, rate,
                                                                    WordsPerLine == 2   ? "layout::two_lines<2>"
                                                                    : WordsPerLine == 4 ? "layout::two_lines<4>"
                                                                                        : "layout::two_lines<8>");
        return {chosen.blocks, chosen.cells};
    }
    [[nodiscard]] static size size_of(std::uint64_t bits, std::uint64_t hashes)
    {
        const detail::block_size asked = detail::explicit_block_size(model, bits, hashes, "bits");
        return {asked.blocks, asked.cells};
    }

    [[nodiscard]] static constexpr std::uint64_t word_count(const size& s) noexcept { return 2 * half::word_count(s); }
    [[nodiscard]] static constexpr std::uint64_t cell_count(const size& s) noexcept { return 2 * half::cell_count(s); }
    [[nodiscard]] static constexpr std::uint64_t hash_count(const size& s) noexcept { return 2 * half::hash_count(s); }
    /// How many different bits a key has.
    [[nodiscard]] static constexpr std::uint64_t cells_per_key(const size& s) noexcept { return hash_count(s); }

    /// The share of absent keys that are answered true once `items` different keys are in: the square of the exact
    /// blocked model for one half, and items / 2^64 for keys whose hashes collide. About a microsecond.
    [[nodiscard]] static double false_positive_rate(const size& s, double items)
    {
        return detail::block_false_positive_rate(model, {s.blocks, s.cells_per_word}, items);
    }

    /// A filter that holds no keys and answers false: what a moved-from filter has.
    [[nodiscard]] static constexpr size empty() noexcept { return half::empty(); }

    /// Reads the words of a filter, all or a sample of its lines in order, and sums up what the statistics need.
    class census {
    public:
        explicit census(const size& s) : middle_(half::word_count(s)), first_(s), second_(s) {}

        void add_line(std::uint64_t first_word, std::span<const unsigned> cells_set)
        {
            const bool in_first = first_word < middle_;
            (in_first ? first_ : second_).add_line(first_word, cells_set);
            (in_first ? lines_of_first_ : lines_of_second_) += 1;
        }

        /// The lines that another census of the same filter has seen.
        void add(const census& other)
        {
            first_.add(other.first_);
            second_.add(other.second_);
            lines_of_first_ += other.lines_of_first_;
            lines_of_second_ += other.lines_of_second_;
        }

        /// The chance that a fresh key finds its cells full. Its two lines are independent, so every pair is equally
        /// likely, and the mean over the pairs is the product of the halves' means. A sample of a single line has seen
        /// one half; the other is filled alike, to within chance.
        [[nodiscard]] double false_positive_rate() const
        {
            const double first = first_.false_positive_rate();
            const double second = second_.false_positive_rate();
            return (lines_of_first_ == 0 ? second : first) * (lines_of_second_ == 0 ? first : second);
        }

    private:
        std::uint64_t middle_;  // the first word of the second half
        typename half::census first_;
        typename half::census second_;
        std::uint64_t lines_of_first_ = 0;
        std::uint64_t lines_of_second_ = 0;
    };

private:
    /// What the second half takes for the hash. The first half's choices are high bits of the hash and of its products
    /// with odd numbers. More products would be functions of the same kind: linear, so that what two keys have in
    /// common in one half would follow them into the other by a fixed rule. `mix` is not linear, and each of its bits
    /// depends on all bits of the hash. It is one to one, so the second half tells as many hashes apart as the first.
    /// The number is added because mix(0) is 0: that hash would lie alike in both.
    [[nodiscard]] static constexpr hash_value second_hash(hash_value hash) noexcept
    {
        return hash_value(detail::mix(hash.value() + 0x9e3779b97f4a7c15));
    }
};

}  // namespace tamiz::inline v0::layout
