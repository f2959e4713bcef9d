// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>

#include <tamiz/error.hpp>
#include <tamiz/layout/probe.hpp>
#include <tamiz/sizing.hpp>

namespace tamiz::inline v0::layout {

/// Bloom's own filter: k bits anywhere among exactly m. The fewest false positives for its memory, for k cache misses.
///
/// The m bits are cut into min(k, m) slices, equal to within one bit, and a key has one bit in each: the positions
/// are distinct and ascending by construction, and the rate is a closed formula for every m, n and k.
/// (The partitioned filter of A. Kirsch, M. Mitzenmacher, "Less hashing, same performance", 2006; why: docs/adr/0003.)
/// Each position comes from 64 bits of its own, because k positions made from two hashes have only m^2 / 2 patterns,
/// which shows in the rate of small filters.
///
/// `bits` is exact; `hashes` is 64 at most.
class classic {
public:
    static constexpr unsigned cells = 64;
    static constexpr unsigned max_hashes = 64;

    /// All that probes need to know of a filter.
    class size {
    public:
        constexpr size() noexcept = default;
        constexpr size(std::uint64_t bits, unsigned hashes) noexcept
            : bits_(bits), hashes_(hashes), slices_(static_cast<unsigned>(std::min<std::uint64_t>(hashes, bits))),
              longer_(slices_ == 0 ? 0 : static_cast<unsigned>(bits % slices_)),
              slice_(slices_ == 0 ? 0 : bits / slices_)
        {
        }
        [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return bits_; }
        [[nodiscard]] constexpr unsigned hashes() const noexcept { return hashes_; }
        /// How many distinct bits a key has: min(hashes, bits).
        [[nodiscard]] constexpr unsigned slices() const noexcept { return slices_; }
        [[nodiscard]] constexpr std::uint64_t slice_begin(unsigned slice) const noexcept
        {
            return slice * slice_ + std::min(slice, longer_);
        }
        [[nodiscard]] constexpr std::uint64_t slice_bits(unsigned slice) const noexcept
        {
            return slice_ + (slice < longer_ ? 1 : 0);
        }
        friend constexpr bool operator==(const size&, const size&) = default;

    private:
        std::uint64_t bits_ = 0;
        unsigned hashes_ = 0;
        unsigned slices_ = 0;
        unsigned longer_ = 0;      // the first slices have one bit more
        std::uint64_t slice_ = 0;  // bits of the others; kept, because a division costs as much as a probe
    };

    /// The probes of a key, made one after another: a lookup that meets a 0 bit does not pay for the rest.
    class probes_type {
    public:
        class iterator {
        public:
            using value_type = probe;
            using difference_type = std::ptrdiff_t;

            constexpr iterator() noexcept = default;
            constexpr iterator(const size& s, std::uint64_t hash) noexcept : size_(&s), hash_(hash), next_(position())
            {
                advance();
            }
            [[nodiscard]] constexpr probe operator*() const noexcept { return current_; }
            constexpr iterator& operator++() noexcept
            {
                advance();
                return *this;
            }
            constexpr void operator++(int) noexcept { advance(); }
            [[nodiscard]] friend constexpr bool operator==(const iterator& i, std::default_sentinel_t) noexcept
            {
                return i.done_;
            }

        private:
            [[nodiscard]] constexpr std::uint64_t position() const noexcept
            {
                const std::uint64_t random = detail::mix(hash_ + (slice_ + 1) * 0x9e3779b97f4a7c15);
                return size_->slice_begin(slice_) + detail::scale(random, size_->slice_bits(slice_));
            }
            constexpr void advance() noexcept
            {
                if (slice_ == size_->slices()) {
                    done_ = true;
                    return;
                }
                current_ = {next_ / detail::bits_per_word, bit(next_)};
                while (++slice_ < size_->slices()) {
                    next_ = position();
                    if (next_ / detail::bits_per_word != current_.word) break;
                    current_.mask |= bit(next_);  // two bits of one word are one probe
                }
            }
            [[nodiscard]] static constexpr std::uint64_t bit(std::uint64_t position) noexcept
            {
                return std::uint64_t{1} << (position % detail::bits_per_word);
            }

            const size* size_ = nullptr;
            std::uint64_t hash_ = 0;
            unsigned slice_ = 0;  // the one that next_ is in
            std::uint64_t next_ = 0;
            probe current_{};
            bool done_ = false;
        };

        constexpr probes_type(const size& s, hash_value hash) noexcept : size_(&s), hash_(hash.value()) {}
        [[nodiscard]] constexpr iterator begin() const noexcept { return {*size_, hash_}; }
        [[nodiscard]] constexpr std::default_sentinel_t end() const noexcept { return {}; }

        static constexpr std::size_t capacity = max_hashes;  ///< the most probes that a key can have

    private:
        const size* size_;
        std::uint64_t hash_;
    };

    /// The words and masks of a key, in ascending order. `s` must outlive the result.
    [[nodiscard]] static constexpr probes_type probes(const size& s, hash_value hash) noexcept { return {s, hash}; }

    /// Calls `visit` with a word of each line that a key touches: what to prefetch.
    template <typename Visit>
    static constexpr void for_each_line(const size& s, hash_value hash, const Visit& visit)
    {
        for (const probe p : probes(s, hash)) visit(p.word);
    }

    /// The textbook size (sizing.hpp): m = ceil(-n ln p / (ln 2)^2), k = round(m/n ln 2), 64 at most.
    /// @throws std::invalid_argument, std::length_error as error.hpp says
    [[nodiscard]] static size size_for(std::uint64_t items, double rate)
    {
        const detail::classic_size chosen = detail::choose_classic_size(items, rate);
        return {chosen.bits, chosen.hashes};
    }
    [[nodiscard]] static size size_of(std::uint64_t bits, std::uint64_t hashes)
    {
        constexpr std::uint64_t most = detail::max_memory_bytes * 8;
        if (bits == 0) detail::throw_invalid("bits", bits, "must be 1 or more");
        if (bits > most)
            detail::throw_length("bits", bits,
                                 "more than an address space holds: " + std::to_string(most) + " at most");
        if (hashes == 0) detail::throw_invalid("hashes", hashes, "must be 1 or more");
        if (hashes > max_hashes) detail::throw_invalid("hashes", hashes, "must be 64 at most with layout::classic");
        return {bits, static_cast<unsigned>(hashes)};
    }

    [[nodiscard]] static constexpr std::uint64_t word_count(const size& s) noexcept
    {
        return s.bits() / detail::bits_per_word + (s.bits() % detail::bits_per_word != 0 ? 1 : 0);
    }
    [[nodiscard]] static constexpr std::uint64_t cell_count(const size& s) noexcept { return s.bits(); }
    [[nodiscard]] static constexpr std::uint64_t hash_count(const size& s) noexcept { return s.hashes(); }
    /// How many different bits a key has.
    [[nodiscard]] static constexpr std::uint64_t cells_per_key(const size& s) noexcept { return s.slices(); }

    /// The share of absent keys that are answered true once `items` different keys are in, exactly, and
    /// items / 2^64 for keys whose hashes collide. Constant time.
    [[nodiscard]] static double false_positive_rate(const size& s, double items)
    {
        return detail::classic_false_positive_rate(s.bits(), s.hashes(), items);
    }

    /// A filter that holds no keys and answers false: what a moved-from filter has.
    [[nodiscard]] static constexpr size empty() noexcept { return {64, 1}; }

    /// Reads the words of a filter, all or a sample of its lines in order, and sums up what the statistics need.
    class census {
    public:
        explicit census(const size& s) : size_(s) {}

        void add_line(std::uint64_t first_word, std::span<const unsigned> bits_set)
        {
            // One fill for all slices: they are filled alike, to within chance.
            for (std::size_t i = 0; i < bits_set.size(); ++i) {
                const std::uint64_t first_bit = (first_word + i) * detail::bits_per_word;
                seen_ += std::min<std::uint64_t>(detail::bits_per_word, size_.bits() - first_bit);
                set_ += bits_set[i];
            }
        }

        /// The lines that another census of the same filter has seen.
        void add(const census& other)
        {
            seen_ += other.seen_;
            set_ += other.set_;
        }

        /// The chance that a fresh key finds its bits set: the fill to the power of a key's bits.
        [[nodiscard]] double false_positive_rate() const
        {
            return seen_ == 0 ? 0 : std::pow(static_cast<double>(set_) / static_cast<double>(seen_), size_.slices());
        }

    private:
        size size_;
        std::uint64_t seen_ = 0;
        std::uint64_t set_ = 0;
    };
};

}  // namespace tamiz::inline v0::layout
