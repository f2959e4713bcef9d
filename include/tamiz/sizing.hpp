// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <functional>

#include <tamiz/detail/platform.hpp>

/// The sizing mathematics: how much memory a rate takes, and which rate a size gives. docs/sizing.md derives the
/// formulas and has a table of bits per key for each layout.
///
/// Everything here is exact for distinct keys under an ideal 64-bit hash; nothing counts, samples or guesses.
namespace tamiz::inline v0 {

/// The size of Bloom's own filter: ceil(-n ln p / (ln 2)^2) bits for `n` keys at rate `p`. 1 or more.
/// @param n keys, 1 or more
/// @param p false-positive rate, in (0, 1)
/// @throws std::invalid_argument for an `n` or `p` out of range
/// @throws std::length_error if the result does not fit 64 bits
/// Source: B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13 (1970).
TAMIZ_API [[nodiscard]] std::uint64_t optimal_bits(std::uint64_t n, double p);

/// How many bits a key should set: max(1, round(m/n ln 2)), for `n` keys in `m` bits. Same source.
/// @throws std::invalid_argument if `m` or `n` is 0
TAMIZ_API [[nodiscard]] std::uint64_t optimal_hashes(std::uint64_t m, std::uint64_t n);

/// Bloom's rate (1 - e^(-kn/m))^k once `n` keys have set `k` of `m` bits each. `n` may be an estimate, so it need not
/// be whole. For blocked layouts it is too low, at 0.1 % by 2 to 12 times: ask `Layout::false_positive_rate` instead.
/// @throws std::invalid_argument if `m` or `k` is 0, or `n` is negative, infinite or not a number
TAMIZ_API [[nodiscard]] double theoretical_false_positive_rate(std::uint64_t m, std::uint64_t k, double n);

/// The chance that a given counter of a counting filter is stuck (has reached 15) once a filter that was empty holds
/// `n` keys, each inserted once and none erased, each of which raised `k` of `c` counters: a binomial tail, exact for
/// all layouts. c times it are the stuck counters to expect.
/// @throws std::invalid_argument if `c` or `k` is 0, or `k` exceeds `c`
TAMIZ_API [[nodiscard]] double counter_saturation_probability(std::uint64_t c, std::uint64_t k, std::uint64_t n);

/// How many counters the insert of a fresh key sticks, on average and at most, in a filter that holds `n` other keys:
/// those that stand at 14 if none has been stuck before, k times a binomial probability. Where keys come and go, so
/// many inserts times it bound the stuck counters to expect, on top of those of the first filling. The true number is
/// lower by about nk/c in 15, since a counter that would rise to 15 several times in a row sticks but once: by 2 % in a
/// filter for 1 % that is used as planned, by a quarter with four keys for each counter.
/// @throws as counter_saturation_probability
TAMIZ_API [[nodiscard]] double expected_stuck_per_insert(std::uint64_t c, std::uint64_t k, std::uint64_t n);

/// Bits of memory that `Layout` takes for each key at rate `p`, in a filter of many keys: what to compare layouts by.
///
///     tamiz::bits_per_key<tamiz::layout::cache_line<2>>(1e-6)     // 54.2
///     tamiz::bits_per_key<tamiz::layout::classic>(1e-6)           // 28.8
///
/// @param p false-positive rate, in (0, 1)
/// @throws what `Layout::size_for` throws: std::invalid_argument for a rate that is none, std::length_error for one
///         that the layout does not serve
template <typename Layout>
[[nodiscard]] double bits_per_key(double p)
{
    constexpr std::uint64_t many = 1'000'000;  // from here on, rounding to whole lines is below 0.1 %
    constexpr double bits_per_cell = 64.0 / Layout::cells;
    return static_cast<double>(Layout::cell_count(Layout::size_for(many, p))) * bits_per_cell /
           static_cast<double>(many);
}

namespace detail {

/// No filter is larger: 2^47 bytes is the address space that Linux gives a process on x86-64.
inline constexpr std::uint64_t max_memory_bytes = std::uint64_t{1} << 47;

/// A blocked layout that needs more than this for a key serves the rate badly: it is refused, with advice.
/// (`classic` serves every rate that a 64-bit hash can reach with less than 93.)
inline constexpr unsigned max_bits_per_key = 600;

/// A blocked filter as small as this is never refused for its bits per key: a few keys may take what they need.
inline constexpr std::uint64_t always_granted_bytes = 64 * 1024;

/// More bits for one key than this are never chosen for `classic`: reached at p = 2^-64, where the hash ends too.
inline constexpr unsigned max_classic_hashes = 64;

/// A filter made of blocks. A key belongs to one block and touches `words_per_key` of its words: the block falls into
/// so many equal parts, and the key takes one word of each. In each of them it takes the same number of distinct cells.
struct block_model {
    unsigned words_per_block;  ///< 8 for `cache_line<W>`, 1 for `word`
    unsigned words_per_key;    ///< W, or 1; divides `words_per_block`
    unsigned cells_per_word;   ///< 64 bits, or 16 counters of 4 bits
    unsigned max_cells;        ///< most cells that a key may take in one of its words; below `cells_per_word`
    std::uint64_t masks;       ///< from how many masks a key's cells in a word are taken, if they are two or more
    unsigned halves = 1;       ///< 2 for `two_lines<W>`: so many filters of this kind, and a key is in each of them
};

struct block_size {
    std::uint64_t blocks = 0;  ///< of each half
    unsigned cells = 0;        ///< per word and key
};

/// The chance that a fresh key is answered true once `items` keys are held. Exact, with the chance n/2^64 that the
/// fresh key has the hash of one of them. 0 for 0 items, never falling, at most 1. Between two whole numbers of items:
/// on the straight line. Takes some microseconds, for any number of items.
/// @throws std::invalid_argument for a size without blocks or with cells that the model does not have, and if
///         `items` is negative, infinite or not a number
TAMIZ_API [[nodiscard]] double block_false_positive_rate(const block_model& model, const block_size& size,
                                                         double items);

/// The fewest blocks that hold `expected_items` at `false_positive_rate` or less, with the number of cells that makes
/// it so; if several numbers do, the one with the least rate. Takes some hundred microseconds at most.
/// @param layout_name for messages: "layout::word"
/// @throws std::invalid_argument if `expected_items` is 0 or `false_positive_rate` is not in (0, 1)
/// @throws std::length_error for a rate that a 64-bit hash cannot reach with so many keys; for one that the layout
///         serves with more than `max_bits_per_key` only (the message names layouts that do better); for more memory
///         than `max_memory_bytes`
TAMIZ_API [[nodiscard]] block_size choose_block_size(const block_model& model, std::uint64_t expected_items,
                                                     double false_positive_rate, const char* layout_name);

/// `cell_total` rounded up to whole blocks, and `hashes` shared out to the words that a key touches.
/// @param cells_name for messages: "bits", "counters"
/// @throws std::invalid_argument if one of them is 0, or `hashes` is no multiple of these words or too many for them
/// @throws std::length_error for more memory than `max_memory_bytes`
TAMIZ_API [[nodiscard]] block_size explicit_block_size(const block_model& model, std::uint64_t cell_total,
                                                       std::uint64_t hashes, const char* cells_name);

struct classic_size {
    std::uint64_t bits = 0;
    unsigned hashes = 0;
};

/// The chance that a fresh key is answered true by `layout::classic`, whose k' = min(hashes, bits) positions lie one in
/// each of k' slices of almost equal length s: the product of 1 - (1 - 1/s)^n over the slices, and n/2^64.
/// Constant time.
/// @throws std::invalid_argument if `bits` or `hashes` is 0, or `items` is negative, infinite or not a number
TAMIZ_API [[nodiscard]] double classic_false_positive_rate(std::uint64_t bits, std::uint64_t hashes, double items);

/// `optimal_bits` and `optimal_hashes`, at most `max_classic_hashes`.
/// @throws as `choose_block_size`, but for bits per key
TAMIZ_API [[nodiscard]] classic_size choose_classic_size(std::uint64_t expected_items, double false_positive_rate);

/// How many of `items` new keys were answered true when they came, if `rate(n)` is the chance to be so with n keys
/// held: the integral of `rate` from 0 to `items`. `rate` must not fall; it is called a hundred times or so. Right to 6
/// digits for 30 bits a key and fewer, to 4 digits for 64.
/// @throws std::invalid_argument if `items` is negative, infinite or not a number
TAMIZ_API [[nodiscard]] double expected_false_drops(const std::function<double(double)>& rate, double items);

/// What all of them ask first.
/// @throws std::invalid_argument if `expected_items` is 0 or `false_positive_rate` is not in (0, 1)
TAMIZ_API void check_target(std::uint64_t expected_items, double false_positive_rate);
/// @throws std::length_error if a 64-bit hash cannot reach the rate with so many keys
TAMIZ_API void check_hash_reaches(std::uint64_t expected_items, double false_positive_rate);
/// @throws std::length_error if `bytes` are more than `max_memory_bytes`
TAMIZ_API void check_memory(std::uint64_t expected_items, double bytes);
/// @throws std::invalid_argument if `items` is negative, infinite or not a number
TAMIZ_API void check_items(double items);
/// The chance that a fresh key has the hash of one of `items` keys.
TAMIZ_API [[nodiscard]] double hash_collision_rate(double items) noexcept;

}  // namespace detail
}  // namespace tamiz::inline v0
