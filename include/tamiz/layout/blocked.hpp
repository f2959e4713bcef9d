// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include <tamiz/layout/mask_table.hpp>
#include <tamiz/layout/probe.hpp>
#include <tamiz/sizing.hpp>

/// What `cache_line` and `word` share: a key lives in one block, a line of 8 words or a single word, and takes
/// equally many cells of one word in each part of it.
/// (F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters", 2007.)
namespace tamiz::inline v0::detail {

/// All that probes need to know of a filter.
struct blocked_size {
    std::uint64_t blocks = 0;     ///< lines, or words for the `word` layout
    unsigned cells_per_word = 0;  ///< cells that a key takes in each of its words
    friend constexpr bool operator==(const blocked_size&, const blocked_size&) = default;
};

template <unsigned WordsPerBlock, unsigned WordsPerKey, unsigned Cells>
class blocked {
    static_assert(WordsPerBlock % WordsPerKey == 0);
    static constexpr unsigned words_per_part = WordsPerBlock / WordsPerKey;
    static_assert(words_per_part <= 4, "choice_bits has bits for one of 4 words at most");

public:
    using size = blocked_size;
    using probes_type = std::array<probe, WordsPerKey>;

    static constexpr unsigned cells = Cells;  ///< in a word: 64 bits, or fewer, wider counters
    static constexpr turning turned = WordsPerKey == 1 ? turning::twice : turning::once;
    static constexpr unsigned max_cells_per_word = Cells == 64 ? 16 : Cells / 2;
    static constexpr block_model model{WordsPerBlock, WordsPerKey, Cells, max_cells_per_word,
                                       mask_count<Cells, turned>};

    /// The words and masks of a key, in ascending order. Constant time.
    [[nodiscard]] static constexpr probes_type probes(const size& s, hash_value hash) noexcept
    {
        const std::uint64_t first = scale(hash.value(), s.blocks) * WordsPerBlock;
        probes_type result{};
        for_each_part<WordsPerKey>([&](auto part) {
            const std::uint64_t choice = choice_bits(hash.value(), part);
            result[part] = {first + part * words_per_part + chosen_word(choice, words_per_part),
                            table_mask<Cells, turned>(s.cells_per_word, choice)};
        });
        return result;
    }

    /// Calls `visit` with a word of each line that a key touches: what to prefetch.
    template <typename Visit>
    static constexpr void for_each_line(const size& s, hash_value hash, const Visit& visit)
    {
        visit(scale(hash.value(), s.blocks) * WordsPerBlock);
    }

    [[nodiscard]] static constexpr std::uint64_t word_count(const size& s) noexcept { return s.blocks * WordsPerBlock; }
    [[nodiscard]] static constexpr std::uint64_t cell_count(const size& s) noexcept { return word_count(s) * Cells; }
    [[nodiscard]] static constexpr std::uint64_t hash_count(const size& s) noexcept
    {
        return std::uint64_t{s.cells_per_word} * WordsPerKey;
    }

    /// How many different cells a key has.
    [[nodiscard]] static constexpr std::uint64_t cells_per_key(const size& s) noexcept { return hash_count(s); }

    /// The share of absent keys that are answered true once `items` different keys are in: the exact blocked model
    /// (docs/sizing.md) and items / 2^64 for keys whose hashes collide. About a microsecond.
    [[nodiscard]] static double false_positive_rate(const size& s, double items)
    {
        return block_false_positive_rate(model, {s.blocks, s.cells_per_word}, items);
    }

    /// A filter that holds no keys and answers false: what a moved-from filter has.
    [[nodiscard]] static constexpr size empty() noexcept { return {1, 1}; }

    /// Reads the words of a filter, all or a sample of its lines in order, and sums up what the statistics need.
    class census {
    public:
        explicit census(const size& s) : size_(s)
        {
            // C(bits, b) / C(Cells, b): the chance that b distinct cells are all among the `bits` that are set.
            for (unsigned bits = 0; bits <= Cells; ++bits) {
                double chance = 1;
                for (unsigned i = 0; i < s.cells_per_word; ++i)
                    chance *= bits > i ? static_cast<double>(bits - i) / (Cells - i) : 0.0;
                full_[bits] = chance;
            }
        }

        /// `cells_set`: for each word of a line (or the filter's last, shorter one) how many of its cells are set.
        void add_line(std::uint64_t /*first_word*/, std::span<const unsigned> cells_set)
        {
            for (std::size_t block = 0; block + WordsPerBlock <= cells_set.size(); block += WordsPerBlock) {
                double rate = 1;
                for (unsigned part = 0; part < WordsPerKey; ++part) {
                    double full = 0;
                    for (unsigned word = 0; word < words_per_part; ++word)
                        full += full_[cells_set[block + part * words_per_part + word]];
                    rate *= full / words_per_part;
                }
                rates_ += rate;
                ++blocks_;
            }
        }

        /// The lines that another census of the same filter has seen.
        void add(const census& other)
        {
            rates_ += other.rates_;
            blocks_ += other.blocks_;
        }

        /// The chance that a fresh key finds its cells full: the mean over the blocks that were read.
        [[nodiscard]] double false_positive_rate() const
        {
            return blocks_ == 0 ? 0 : rates_ / static_cast<double>(blocks_);
        }

    private:
        size size_;
        std::array<double, Cells + 1> full_{};
        double rates_ = 0;
        std::uint64_t blocks_ = 0;
    };

protected:
    [[nodiscard]] static size choose(std::uint64_t items, double rate, const char* name)
    {
        const block_size chosen = choose_block_size(model, items, rate, name);
        return {chosen.blocks, chosen.cells};
    }

    [[nodiscard]] static size explicit_cells(std::uint64_t cell_total, std::uint64_t hashes, const char* cells_name)
    {
        const block_size asked = explicit_block_size(model, cell_total, hashes, cells_name);
        return {asked.blocks, asked.cells};
    }
};

}  // namespace tamiz::inline v0::detail
