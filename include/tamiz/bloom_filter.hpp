// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <tamiz/detail/bulk.hpp>
#include <tamiz/detail/filter_base.hpp>
#include <tamiz/detail/in_sequence.hpp>
#include <tamiz/detail/platform.hpp>
#include <tamiz/detail/statistics.hpp>
#include <tamiz/error.hpp>
#include <tamiz/hash.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/classic.hpp>
#include <tamiz/layout/two_lines.hpp>
#include <tamiz/layout/word.hpp>
#include <tamiz/options.hpp>
#include <tamiz/sizing.hpp>
#include <tamiz/storage.hpp>
#include <tamiz/words.hpp>

namespace tamiz::inline v0 {

/// A set that many threads add to and ask at once, in about ten bits a key. It answers "definitely not" or
/// "probably"; it never misses a key that it holds, and it forgets nothing.
///
///     tamiz::bloom_filter<std::string> seen({.expected_items = 10'000'000, .false_positive_rate = 0.001});
///     if (seen.claim(url) == tamiz::claim_result::won) fetch(url);      // from any thread, without a lock
///
/// What is safe together. Everything but `build_range`, `clear`, move, swap, assignment and destruction, which need the
/// filter to themselves. A filter reaches other threads by the caller's synchronization, as any object does.
///
/// What each answer promises, for a key that is no false positive:
/// * `may_contain`: false is certain: no insert of the key happened before the call.
/// * `insert`: true for at least one of the first callers, false if nothing changed. Afterwards the key is found, for
///   ever.
/// * `claim`: `won` for at most one caller, ever; with `layout::word` for exactly one, if nobody inserts the key. With
///   other layouts another key's insert can set a claimant's last bits between its load and its write: then nobody wins
///   (`raced` for all). Afterwards the key is found, for ever.
/// Whoever is told that the key was there (true, false, `present`) synchronizes with every insert or claim of it that
/// changed a bit, and sees what those threads did before. A false positive, a key whose bits other keys have set, gets
/// these answers too.
///
/// Progress. All of it is wait-free: lookups, inserts and claims, which make one atomic operation a word almost always
/// and repeat an exchange 64 times at most (docs/guarantees.md).
///
/// Cost. `memory_bytes()` for the words and less than 200 bytes for the object. A key touches one cache line
/// (`layout::two_lines`: two; `layout::classic`: as many as hashes). A present key is inserted or claimed without a
/// write.
///
/// Parameters. `Key` and `Hash`: see hash.hpp. `Layout`: which bits a key has (docs/sizing.md helps to choose). `Words`
/// and `Storage`: how words are read and written and where they live; the defaults are for use, others for checkers.
template <typename Key, typename Layout = layout::cache_line<2>, typename Hash = tamiz::hash<Key>,
          typename Words = words<>, typename Storage = storage>
class bloom_filter : public detail::filter_base<Key, Layout, Hash, Words, Storage> {
    static_assert(Layout::cells == detail::bits_per_word, "layouts of wider cells are for filters that count");
    using base = detail::filter_base<Key, Layout, Hash, Words, Storage>;

public:
    using layout_type = Layout;

    // --- construction -------------------------------------------------------------------------------------------

    /// The least memory that holds the expected items at the wanted rate; takes less than a millisecond and touches no
    /// memory when it is large.
    /// @throws std::invalid_argument, std::length_error (error.hpp), std::bad_alloc
    explicit bloom_filter(const filter_options& options, Hash hash = Hash())
        : base(base::own_memory(options, std::move(hash)))
    {
    }
    explicit bloom_filter(const explicit_size& size, Hash hash = Hash()) : base(base::own_memory(size, std::move(hash)))
    {
    }

    /// A new filter in the caller's memory, which is set to zero and must outlive the filter.
    /// @throws std::invalid_argument if the memory is not aligned to 64 bytes or has another size than
    ///         `word_count_for`, and what the constructors throw; the memory is then unchanged
    template <detail::parameters_of<Layout> Parameters>
    [[nodiscard]] static bloom_filter create(std::span<std::uint64_t> memory, const Parameters& parameters,
                                             Hash hash = Hash())
    {
        bloom_filter filter(base::caller_memory(memory, parameters, std::move(hash)));
        filter.clear_words();
        return filter;
    }

    /// A filter over words that another one of the same parameters left in the caller's memory.
    /// @throws as `create`, and std::invalid_argument if bits are set that no key can set
    template <detail::parameters_of<Layout> Parameters>
    [[nodiscard]] static bloom_filter attach(std::span<std::uint64_t> memory, const Parameters& parameters,
                                             Hash hash = Hash())
    {
        bloom_filter filter(base::caller_memory(memory, parameters, std::move(hash)));
        filter.check_unused_bits();
        Words::raise(filter.has_history_);
        return filter;
    }

    bloom_filter(const bloom_filter&) = delete;  // `copy()` says what it costs
    bloom_filter& operator=(const bloom_filter&) = delete;

    /// Leaves `other` without words: it answers false, refuses inserts and can be assigned to.
    bloom_filter(bloom_filter&& other) noexcept(std::is_nothrow_copy_constructible_v<Hash>) = default;
    bloom_filter& operator=(bloom_filter&& other) noexcept(std::is_nothrow_copy_constructible_v<Hash>)
        requires std::is_swappable_v<Hash>
    {
        bloom_filter moved(std::move(other));
        swap(moved);
        return *this;
    }
    ~bloom_filter() = default;

    void swap(bloom_filter& other) noexcept
        requires std::is_swappable_v<Hash>
    {
        base::swap_base(other);
        std::swap(has_history_, other.has_history_);
    }
    friend void swap(bloom_filter& a, bloom_filter& b) noexcept
        requires std::is_swappable_v<Hash>
    {
        a.swap(b);
    }

    // --- one key: safe beside everything but exclusive operations --------------------------------------------------

    /// Adds the key. True: this call changed a bit, so the key was new; of several first callers at least one is told
    /// so. False: it was there already, or is a false positive.
    /// @throws std::logic_error on a filter that was moved from
    TAMIZ_ALWAYS_INLINE bool insert(hash_value hash) { return insert_probes(words_, Layout::probes(size_, hash)); }
    template <detail::key_argument<Key, Hash> K>
    TAMIZ_ALWAYS_INLINE bool insert(const K& key)
    {
        return insert(this->hash(key));
    }
    bool insert(std::initializer_list<Key>) = delete;  // otherwise {} would be the hash value 0

    /// Adds the key and tells whose it is: at most one caller, ever, is told `won`.
    /// @throws std::logic_error on a filter that was moved from
    [[nodiscard]] claim_result claim(hash_value hash) { return claim_probes(words_, Layout::probes(size_, hash)); }
    template <detail::key_argument<Key, Hash> K>
    [[nodiscard]] claim_result claim(const K& key)
    {
        return claim(this->hash(key));
    }
    claim_result claim(std::initializer_list<Key>) = delete;

    // --- many keys: the same promises key by key, hashed and prefetched ahead ---------------------------------------
    // Named apart, because a key can itself be a range. Elements are keys or hash values.

    // If hashing a key throws, keys before it in the range may or may not be in.

    template <std::ranges::input_range Keys>
    void insert_range(Keys&& keys)
    {
        base::for_each_key(keys, [this, words = words_](const auto& probes) { this->insert_probes(words, probes); });
    }

    /// As `insert_range`, by plain loads and stores: several times as fast in the cache, and **not for use beside
    /// anything else**. Exclusive access, as `clear`: a key that another thread adds meanwhile can be lost for ever. To
    /// fill a filter before it is shared.
    /// @throws std::logic_error on a filter that was moved from, unless there are no keys
    template <std::ranges::input_range Keys>
    void build_range(Keys&& keys)
    {
        base::for_each_key(keys, [this, words = words_](const auto& probes) {
            base::require_words("build_range");
            Words::build(words, probes);
        });
    }

    /// `answers`: what `insert` returned, key by key; any output range of what takes a bool, with room for all of them.
    /// @throws std::invalid_argument, before any key is inserted, if a sized range of answers is too short
    template <std::ranges::forward_range Keys, detail::answer_range<bool> Answers>
    void insert_range(Keys&& keys, Answers&& answers)
    {
        base::answer_each_key(
            keys, answers, [this, words = words_](const auto& probes) { return this->insert_probes(words, probes); });
    }

    template <std::ranges::forward_range Keys, detail::answer_range<claim_result> Answers>
    void claim_range(Keys&& keys, Answers&& answers)
    {
        base::answer_each_key(keys, answers,
                              [this, words = words_](const auto& probes) { return this->claim_probes(words, probes); });
    }

    // --- whole filters: safe beside everything but exclusive operations ----------------------------------------------

    /// Adds every key that `other` holds: afterwards each insert into `other` that happened before the call is found
    /// here. Both may be in use. Merging a filter with itself changes nothing.
    /// @throws std::invalid_argument if the other's size, hashes, seed or hash function differ: nothing is changed then
    void merge(const bloom_filter& other) { merge_by(detail::in_sequence{}, other); }

    /// A snapshot in memory of its own: it holds every insert that happened before the call, and may hold later ones.
    /// It is no consistent cut: of two keys inserted meanwhile it may hold the later one alone.
    /// @throws std::bad_alloc
    [[nodiscard]] bloom_filter copy() const { return copy_by(detail::in_sequence{}); }

    /// All of what `fill_ratio` and the estimates tell from one pass, and what follows from it.
    [[nodiscard]] filter_stats stats(scan_options options = {}) const
    {
        return stats_by(detail::in_sequence{}, options);
    }

    // --- exclusive access -------------------------------------------------------------------------------------------

    /// Forgets all keys. No other call may run meanwhile: a claim beside it could be won twice.
    void clear() noexcept { clear_by(detail::in_sequence{}); }

    // --- what it is -------------------------------------------------------------------------------------------------

    /// Bits that keys can set; 0 for a filter that was moved from.
    [[nodiscard]] std::uint64_t bit_count() const noexcept { return base::cell_count(); }

private:
    using base::size_;
    using base::words_;
    friend struct detail::whole_filter;

    // What the operations on the whole filter do, however the work is shared out.

    template <typename How>
    void merge_by(const How& how, const bloom_filter& other)
    {
        base::require_words("merge");
        base::require_like(other, "bit_count");
        if (this == &other) return;
        Words::raise(has_history_);
        base::merge_words(other, how);
    }

    template <typename How>
    [[nodiscard]] bloom_filter copy_by(const How& how) const
    {
        bloom_filter result(base::snapshot(how));
        // After the words: a merge raises its mark first, so whoever has read a bit of it (acquire) finds the mark.
        if (Words::raised(has_history_)) Words::raise(result.has_history_);
        return result;
    }

    template <typename How>
    [[nodiscard]] filter_stats stats_by(const How& how, scan_options options) const
    {
        filter_stats result;
        detail::no_visit nothing;
        base::fill_stats(result, base::scan(options, how, nothing));
        if (base::has_words() && !Words::raised(has_history_))
            result.expected_false_drops = detail::expected_false_drops(
                [this](double items) { return Layout::false_positive_rate(size_, items); }, result.estimated_items);
        return result;
    }

    template <typename How>
    void clear_by(const How& how)
    {
        base::clear_words(how);
        has_history_ = 0;
    }

    explicit bloom_filter(typename base::parts&& made_of) : base(std::move(made_of)) {}

    template <typename Probes>
    TAMIZ_ALWAYS_INLINE bool insert_probes(std::uint64_t* words, const Probes& probes)
    {
        return Words::set(words, probes, [this] { base::require_words("insert"); });
    }
    template <typename Probes>
    [[nodiscard]] claim_result claim_probes(std::uint64_t* words, const Probes& probes)
    {
        return Words::claim(words, probes, [this] { base::require_words("claim"); });
    }

    void check_unused_bits() const
    {
        const std::uint64_t used = bit_count() % detail::bits_per_word;
        const std::uint64_t last = this->words().size() - 1;
        if (used != 0 && words_[last] >> used != 0)
            detail::throw_invalid("memory", words_[last],
                                  "its last word has bits set beyond the filter's " + std::to_string(bit_count()) +
                                      " bits");
    }

    std::uint64_t has_history_ = 0;  // through Words only: 1 once bits came in that this filter did not set itself
};

}  // namespace tamiz::inline v0
