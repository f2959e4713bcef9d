// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include <tamiz/counter_words.hpp>
#include <tamiz/detail/counters.hpp>
#include <tamiz/detail/filter_base.hpp>
#include <tamiz/detail/in_sequence.hpp>
#include <tamiz/hash.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/word.hpp>
#include <tamiz/options.hpp>
#include <tamiz/sizing.hpp>
#include <tamiz/storage.hpp>

namespace tamiz::inline v0 {

namespace detail {

template <typename Layout>
concept countable = requires { typename Layout::template with_cells<counters_per_word>; };

/// The counters that are stuck in the lines of a scan.
struct stuck_visit {
    std::uint64_t lines = 0;
    std::uint64_t stuck_lines = 0;
    std::uint64_t stuck_counters = 0;

    void operator()(std::span<const std::uint64_t> line) noexcept
    {
        unsigned stuck = 0;
        for (const std::uint64_t word : line) stuck += static_cast<unsigned>(std::popcount(counters_stuck(word)));
        stuck_counters += stuck;
        stuck_lines += stuck != 0 ? 1 : 0;
        ++lines;
    }
    void add(const stuck_visit& other) noexcept
    {
        lines += other.lines;
        stuck_lines += other.stuck_lines;
        stuck_counters += other.stuck_counters;
    }
};

/// The same geometry over words of sixteen counters.
template <countable Layout>
using counting_layout = typename Layout::template with_cells<counters_per_word>;

}  // namespace detail

/// A Bloom filter that can forget: four-bit counters in the place of bits. Many threads insert, erase and ask at once.
///
///     tamiz::counting_bloom_filter<std::string> living({.expected_items = 1'000'000});
///     living.insert(name);      // whoever puts an entry in inserts its key,
///     living.erase(name);       // and who takes it out erases the key, once
///
/// The contract: **erase only what you inserted**, as often at most as you inserted it, and after the insert. No
/// counting filter can tell a key that is in from one that only looks like it; to erase such a false positive takes
/// counts that belong to other keys, and these are then missed. The safe pattern: the key is erased by whoever removes
/// the entry that it stands for from the exact store, once.
///
/// What is safe together. Everything but `clear`, move, swap, assignment and destruction, which need the filter to
/// themselves; and erasers of a filter that is merged into another one or copied meanwhile.
///
/// What each answer promises, if the contract is kept:
/// * `may_contain`: false is certain: at some moment of the call the key was not in. A key that is in is found,
/// whatever
///   is inserted and erased beside it.
/// * `insert`: always counts. True iff one of the key's counters was 0, so that the key was not in. Afterwards the key
///   is found until it is erased as often as it was inserted.
/// * `erase`: true: one insert of the key is undone (or all its counters are stuck, and it stays). False: one of its
///   counters was 0, so it was not in; nothing has changed.
/// * `occurrences`: the key is in as often at most; 15 is no bound any more, for ever.
/// There is no `claim`: that a key was won once, ever, cannot outlive an erase.
///
/// A counter that reaches 15 is stuck: it stays, so that no key is ever missed, and keys all of whose counters are
/// stuck look as if they were in for ever. `stats()` counts stuck counters; `counter_saturation_probability`
/// (sizing.hpp) predicts them: next to none, if each key is in once and the filter holds no more than it was made for.
///
/// Progress. Lookups are wait-free, inserts lock-free; neither waits for an eraser, suspended or not. An erase waits
/// for other erasers of the same 64-byte line only; with `layout::word` for nobody (lock-free).
///
/// Cost. `memory_bytes()`: five times a plain filter's at 1 % (48.5 bits a key), more for lower rates, with one bit a
/// line for the erasers' locks. A key touches one cache line, an erase that of the lock as well; an insert makes one
/// atomic operation a word, an erase two more.
///
/// Parameters. As of `bloom_filter`; `Layout` is `layout::cache_line<2>`, `<4>`, `<8>` or `layout::word`.
template <typename Key, typename Layout = layout::cache_line<2>, typename Hash = tamiz::hash<Key>,
          typename Words = counter_words<>, typename Storage = storage>
    requires detail::countable<Layout>
class counting_bloom_filter : public detail::filter_base<Key, detail::counting_layout<Layout>, Hash, Words, Storage> {
    using counters = detail::counting_layout<Layout>;
    using base = detail::filter_base<Key, counters, Hash, Words, Storage>;

public:
    using layout_type = counters;

    // --- construction -------------------------------------------------------------------------------------------

    /// The least memory that holds the expected items at the wanted rate; takes less than a millisecond and touches no
    /// memory when it is large.
    /// @throws std::invalid_argument, std::length_error (error.hpp), std::bad_alloc
    explicit counting_bloom_filter(const filter_options& options, Hash hash = Hash())
        : base(base::own_memory(options, std::move(hash)))
    {
    }
    explicit counting_bloom_filter(const explicit_counters& size, Hash hash = Hash())
        : base(base::own_memory(size, std::move(hash)))
    {
    }

    /// A new filter in the caller's memory, which is set to zero and must outlive the filter.
    /// @throws std::invalid_argument if the memory is not aligned to 64 bytes or has another size than
    ///         `word_count_for`, and what the constructors throw; the memory is then unchanged
    template <detail::parameters_of<counters> Parameters>
    [[nodiscard]] static counting_bloom_filter create(std::span<std::uint64_t> memory, const Parameters& parameters,
                                                      Hash hash = Hash())
    {
        counting_bloom_filter filter(base::caller_memory(memory, parameters, std::move(hash)));
        filter.clear_words();
        return filter;
    }

    /// A filter over counters that another one of the same parameters left in the caller's memory. Nobody may use them
    /// during the call: locks that an eraser left behind when it died are given back. What it had done by half stays
    /// so; do not repeat an erase that was cut off (docs/guarantees.md).
    /// @throws as `create`
    template <detail::parameters_of<counters> Parameters>
    [[nodiscard]] static counting_bloom_filter attach(std::span<std::uint64_t> memory, const Parameters& parameters,
                                                      Hash hash = Hash())
    {
        counting_bloom_filter filter(base::caller_memory(memory, parameters, std::move(hash)));
        Words::release(filter.locks(), filter.words().size() - counters::word_count(filter.size_));
        return filter;
    }

    counting_bloom_filter(const counting_bloom_filter&) = delete;  // `copy()` says what it costs
    counting_bloom_filter& operator=(const counting_bloom_filter&) = delete;

    /// Leaves `other` without words: it answers false, refuses inserts and erases, and can be assigned to.
    counting_bloom_filter(counting_bloom_filter&& other) noexcept(std::is_nothrow_copy_constructible_v<Hash>) = default;
    counting_bloom_filter& operator=(counting_bloom_filter&& other) noexcept(std::is_nothrow_copy_constructible_v<Hash>)
        requires std::is_swappable_v<Hash>
    {
        counting_bloom_filter moved(std::move(other));
        swap(moved);
        return *this;
    }
    ~counting_bloom_filter() = default;

    void swap(counting_bloom_filter& other) noexcept
        requires std::is_swappable_v<Hash>
    {
        base::swap_base(other);
    }
    friend void swap(counting_bloom_filter& a, counting_bloom_filter& b) noexcept
        requires std::is_swappable_v<Hash>
    {
        a.swap(b);
    }

    // --- one key: safe beside everything but exclusive operations, and erase beside a copy or merge of this filter
    // ----

    /// Counts the key. True: one of its counters was 0, so it was not in.
    /// @throws std::logic_error on a filter that was moved from
    bool insert(hash_value hash) { return insert_probes(words_, counters::probes(size_, hash)); }
    template <detail::key_argument<Key, Hash> K>
    bool insert(const K& key)
    {
        return insert(this->hash(key));
    }
    bool insert(std::initializer_list<Key>) = delete;  // otherwise {} would be the hash value 0

    /// Undoes one insert of the key: erase only what you inserted. False: the key was not in, and nothing has changed.
    /// @throws std::logic_error on a filter that was moved from
    bool erase(hash_value hash) { return erase_probes(words_, counters::probes(size_, hash)); }
    template <detail::key_argument<Key, Hash> K>
    bool erase(const K& key)
    {
        return erase(this->hash(key));
    }
    bool erase(std::initializer_list<Key>) = delete;

    /// How often the key is in, at most; 15: no bound is known any more, for ever. 0: it is certainly not in.
    [[nodiscard]] unsigned occurrences(hash_value hash) const noexcept
    {
        return Words::least(words_, counters::probes(size_, hash));
    }
    template <detail::key_argument<Key, Hash> K>
    [[nodiscard]] unsigned occurrences(const K& key) const
    {
        return occurrences(this->hash(key));
    }
    unsigned occurrences(std::initializer_list<Key>) const = delete;

    // --- many keys: the same promises key by key, hashed and prefetched ahead ---------------------------------------
    // Named apart, because a key can itself be a range. Elements are keys or hash values.

    /// If hashing a key throws, keys before it in the range may or may not have been counted: do not repeat the range.
    template <std::ranges::input_range Keys>
    void insert_range(Keys&& keys)
    {
        base::for_each_key(keys, [this, words = words_](const auto& probes) { this->insert_probes(words, probes); });
    }

    /// `answers`: what `insert` returned, key by key; any output range of what takes a bool, with room for all of them.
    /// @throws std::invalid_argument, before any key is inserted, if a sized range of answers is too short
    template <std::ranges::forward_range Keys, detail::answer_range<bool> Answers>
    void insert_range(Keys&& keys, Answers&& answers)
    {
        base::answer_each_key(
            keys, answers, [this, words = words_](const auto& probes) { return this->insert_probes(words, probes); });
    }

    /// If hashing a key throws, keys before it in the range may or may not have been erased: do not repeat the range.
    template <std::ranges::input_range Keys>
    void erase_range(Keys&& keys)
    {
        base::for_each_key(keys, [this, words = words_](const auto& probes) { this->erase_probes(words, probes); });
    }
    template <std::ranges::forward_range Keys, detail::answer_range<bool> Answers>
    void erase_range(Keys&& keys, Answers&& answers)
    {
        base::answer_each_key(keys, answers,
                              [this, words = words_](const auto& probes) { return this->erase_probes(words, probes); });
    }

    // --- whole filters: safe beside everything but exclusive operations ----------------------------------------------

    /// Adds the other's counts to these, 15 at most: afterwards each key that is in the other is found here, and can be
    /// erased here as often as it could in both. Merging a filter with itself doubles it. Both may be in use, but
    /// nobody may erase from `other` meanwhile: half an erase could be added.
    /// @throws std::invalid_argument if the other's size, hashes, seed or hash function differ: nothing is changed then
    void merge(const counting_bloom_filter& other) { merge_by(detail::in_sequence{}, other); }

    /// A snapshot in memory of its own: it holds every insert that happened before the call, and may hold later ones.
    /// It is no consistent cut. Nobody may erase meanwhile: half an erase could be copied. So could half an insert: a
    /// key whose insert did not happen before the call must not be erased from the copy.
    /// @throws std::bad_alloc
    [[nodiscard]] counting_bloom_filter copy() const { return copy_by(detail::in_sequence{}); }

    /// All of what `fill_ratio` and the estimates tell from one pass, and the counters that are stuck.
    [[nodiscard]] counting_stats stats(scan_options options = {}) const
    {
        return stats_by(detail::in_sequence{}, options);
    }

    // --- exclusive access -------------------------------------------------------------------------------------------

    /// Forgets all keys, stuck counters included. No other call may run meanwhile.
    void clear() noexcept { clear_by(detail::in_sequence{}); }

    // --- what it is -------------------------------------------------------------------------------------------------

    /// Counters that keys can raise; 0 for a filter that was moved from.
    [[nodiscard]] std::uint64_t counter_count() const noexcept { return base::cell_count(); }

private:
    using base::size_;
    using base::words_;
    friend struct detail::whole_filter;

    // What the operations on the whole filter do, however the work is shared out.

    template <typename How>
    void merge_by(const How& how, const counting_bloom_filter& other)
    {
        base::require_words("merge");
        base::require_like(other, "counter_count");
        base::merge_words(other, how);
    }

    template <typename How>
    [[nodiscard]] counting_bloom_filter copy_by(const How& how) const
    {
        return counting_bloom_filter(base::snapshot(how));
    }

    template <typename How>
    [[nodiscard]] counting_stats stats_by(const How& how, scan_options options) const
    {
        counting_stats result;
        detail::stuck_visit stuck;
        base::fill_stats(result, base::scan(options, how, stuck));
        result.stuck_counters = stuck.stuck_counters;
        result.stuck_line_share = static_cast<double>(stuck.stuck_lines) / static_cast<double>(stuck.lines);
        return result;
    }

    template <typename How>
    void clear_by(const How& how)
    {
        base::clear_words(how);
    }

    explicit counting_bloom_filter(typename base::parts&& made_of) : base(std::move(made_of)) {}

    template <typename Probes>
    bool insert_probes(std::uint64_t* words, const Probes& probes)
    {
        base::require_words("insert");
        return Words::add(words, probes);
    }
    template <typename Probes>
    bool erase_probes(std::uint64_t* words, const Probes& probes)
    {
        base::require_words("erase");
        return Words::erase(words, locks(), probes);
    }

    /// The erasers' locks: behind the counters, in the same memory.
    [[nodiscard]] std::uint64_t* locks() const noexcept { return words_ + counters::word_count(size_); }
};

}  // namespace tamiz::inline v0
