// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <tamiz/hash.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/classic.hpp>
#include <tamiz/layout/word.hpp>
#include <tamiz/options.hpp>

/// All the keys that a round will put into a filter. They are known beforehand, and so are the bits that they will set:
/// which keys the others cover, how full the filter gets, and which bits are set in the end. One thread works it out,
/// with plain words.
namespace tamiz::stress {

/// Bits that a key sets: what each layout is used with at a rate of about 1 %.
template <typename Layout>
inline constexpr std::uint64_t usual_hashes = 8;
template <>
inline constexpr std::uint64_t usual_hashes<layout::classic> = 7;
template <>
inline constexpr std::uint64_t usual_hashes<layout::cache_line<2>> = 6;
template <>
inline constexpr std::uint64_t usual_hashes<layout::word> = 5;

/// Below a half, where a lost bit would often not show; filters are sized to end some way below it.
inline constexpr double highest_fill = 0.45;
inline constexpr double usual_fill = 0.38;

/// The size at which `keys` keys set `usual_fill` of the bits.
template <typename Layout>
[[nodiscard]] explicit_size size_for_keys(std::uint64_t keys, std::uint64_t seed)
{
    // In every layout the expected fill is 1 - (1 - k/m)^n, which is close to 1 - exp(-kn/m).
    const double bits = static_cast<double>(keys * usual_hashes<Layout>) / -std::log1p(-usual_fill);
    return {static_cast<std::uint64_t>(std::ceil(bits)), usual_hashes<Layout>, seed};
}

template <typename Layout, typename Key>
class round_plan {
public:
    using layout_type = Layout;
    using key_type = Key;

    /// For a filter of the given size: the keys `make_key(0)`, `make_key(1)` …, which must differ; `most_keys` of
    /// them, or fewer if they would fill it too far.
    template <typename MakeKey>
    round_plan(const explicit_size& size, std::size_t most_keys, const MakeKey& make_key)
        : size_(Layout::size_of(size.bits, size.hashes)), seed_(size.seed), bits_(Layout::word_count(size_)),
          shared_bits_(bits_.size())
    {
        const auto most_bits =
            static_cast<std::uint64_t>(highest_fill * static_cast<double>(Layout::cell_count(size_)));
        keys_.reserve(most_keys);
        for (std::size_t i = 0; i < most_keys; ++i) {
            Key key = make_key(i);
            const hash_value hash = hash_of(key);
            const std::uint64_t added = new_bits(hash);
            if (bits_set_ + added > most_bits) break;
            bits_set_ += added;
            set_bits(hash);
            keys_.push_back(std::move(key));
        }
        is_covered_.reserve(keys_.size());
        for (const Key& key : keys_) is_covered_.push_back(all_in(shared_bits_, key) ? 1 : 0);
    }

    [[nodiscard]] std::size_t key_count() const noexcept { return keys_.size(); }
    [[nodiscard]] const std::vector<Key>& keys() const noexcept { return keys_; }
    [[nodiscard]] const Key& key(std::size_t i) const noexcept { return keys_[i]; }
    /// The other keys set all the bits of key i, once they are in.
    [[nodiscard]] bool is_covered(std::size_t i) const noexcept { return is_covered_[i] != 0; }

    /// Are the bits of any key, put in or not, all set in the end?
    [[nodiscard]] bool holds_in_the_end(const Key& key) const { return all_in(bits_, key); }

    [[nodiscard]] double fill_in_the_end() const noexcept
    {
        return static_cast<double>(bits_set_) / static_cast<double>(Layout::cell_count(size_));
    }
    /// Counts bits that are set in a filter's words and belong to no key. (A bit that was lost shows as a key not
    /// found.)
    [[nodiscard]] std::uint64_t stray_bits(std::span<const std::uint64_t> words) const noexcept
    {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < words.size(); ++i)
            count += static_cast<std::uint64_t>(std::popcount(words[i] & ~bits_[i]));
        return count;
    }

    /// How many of the keys are false positives when they come, by the layout's model.
    [[nodiscard]] double expected_false_positives() const
    {
        // Scenarios use few sizes over and over; one evaluation of the model takes longer than many inserts.
        thread_local std::map<std::pair<std::uint64_t, std::size_t>, double> known;
        const auto [place, is_new] = known.try_emplace({Layout::cell_count(size_), keys_.size()});
        if (is_new) {
            constexpr unsigned steps = 64;
            const auto keys = static_cast<double>(keys_.size());
            double rates = 0;
            for (unsigned i = 0; i < steps; ++i) rates += Layout::false_positive_rate(size_, keys * (i + 0.5) / steps);
            place->second = keys * rates / steps;
        }
        return place->second;
    }

private:
    [[nodiscard]] hash_value hash_of(const Key& key) const { return tamiz::detail::hash_key(hash<Key>{}, key, seed_); }
    [[nodiscard]] bool all_in(const std::vector<std::uint64_t>& bits, const Key& key) const
    {
        for (const probe p : Layout::probes(size_, hash_of(key)))
            if ((p.mask & ~bits[p.word]) != 0) return false;
        return true;
    }
    [[nodiscard]] std::uint64_t new_bits(hash_value hash) const
    {
        std::uint64_t count = 0;
        for (const probe p : Layout::probes(size_, hash))
            count += static_cast<std::uint64_t>(std::popcount(p.mask & ~bits_[p.word]));
        return count;
    }
    void set_bits(hash_value hash)
    {
        for (const probe p : Layout::probes(size_, hash)) {
            shared_bits_[p.word] |= bits_[p.word] & p.mask;
            bits_[p.word] |= p.mask;
        }
    }

    typename Layout::size size_;
    std::uint64_t seed_;
    std::vector<Key> keys_;
    std::vector<std::uint8_t> is_covered_;    // by key
    std::vector<std::uint64_t> bits_;         // set by a key or more
    std::vector<std::uint64_t> shared_bits_;  // set by two keys or more
    std::uint64_t bits_set_ = 0;
};

}  // namespace tamiz::stress
