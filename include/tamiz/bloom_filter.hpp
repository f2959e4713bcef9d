// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <tamiz/detail/bulk.hpp>
#include <tamiz/detail/platform.hpp>
#include <tamiz/detail/statistics.hpp>
#include <tamiz/error.hpp>
#include <tamiz/hash.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/classic.hpp>
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
/// What is safe together. Everything but `clear`, move, swap, assignment and destruction, which need the filter to
/// themselves. A filter reaches other threads by the caller's synchronization, as any object does.
///
/// What each answer promises, for a key that is no false positive:
/// * `may_contain`: false is certain: no insert of the key happened before the call.
/// * `insert`: true for at least one of the first callers, false if nothing changed; afterwards the key is found, for
/// ever.
/// * `claim`: `won` for at most one caller, ever; with `layout::word` for exactly one, if nobody inserts the key. With
/// other layouts another
///   key's insert can set a claimant's last bits between its load and its write: then nobody wins (`raced` for all).
///   Afterwards the key is found, for ever.
/// Whoever is told that the key was there (true, false, `present`) synchronizes with every insert or claim of it that
/// changed a bit, and sees what those threads did before. A false positive, a key whose bits other keys have set, gets
/// these answers too.
///
/// Progress. Lookups are wait-free; inserts and claims are wait-free too: at most 64 tries a word, one almost always.
///
/// Cost. `memory_bytes()` for the words and less than 200 bytes for the object. A key touches one cache line
/// (`layout::classic`: as many as hashes). A present key is inserted or claimed without a write.
///
/// Parameters. `Key` and `Hash`: see hash.hpp. `Layout`: which bits a key has (docs/sizing.md helps to choose). `Words`
/// and `Storage`: how words are read and written and where they live; the defaults are for use, others for checkers.
template <typename Key, typename Layout = layout::cache_line<2>, typename Hash = tamiz::hash<Key>,
          typename Words = words<>, typename Storage = storage>
class bloom_filter {
    static_assert(std::is_object_v<Key> && std::same_as<Key, std::remove_cv_t<Key>>, "Key must be a plain object type");
    static_assert(std::default_initializable<Hash> || !std::same_as<Hash, tamiz::hash<Key>>,
                  "this Key has no sound hash of its own (padding, floating point, pointers inside?): "
                  "specialise tamiz::hash<Key> or name a Hash, see tamiz/hash.hpp");
    static_assert(detail::hash_for<Hash, Key>, "Hash must be callable with (Key) or (Key, seed)");
    static_assert(Layout::cells == detail::bits_per_word, "layouts of wider cells are for filters that count");

public:
    using key_type = Key;
    using layout_type = Layout;
    using hasher = Hash;
    using size_type = typename Layout::size;

    // --- construction -------------------------------------------------------------------------------------------

    /// The least memory that holds the expected items at the wanted rate; takes less than a millisecond and touches no
    /// memory when it is large.
    /// @throws std::invalid_argument, std::length_error (error.hpp), std::bad_alloc
    explicit bloom_filter(const filter_options& options, Hash hash = Hash())
        : bloom_filter(size_for(options), options.seed, options.expected_items, std::move(hash))
    {
    }
    explicit bloom_filter(const explicit_size& size, Hash hash = Hash())
        : bloom_filter(size_for(size), size.seed, 0, std::move(hash))
    {
    }

    /// How many words `create` and `attach` want.
    template <typename Parameters>
        requires std::same_as<Parameters, filter_options> || std::same_as<Parameters, explicit_size>
    [[nodiscard]] static std::uint64_t word_count_for(const Parameters& parameters)
    {
        return Layout::word_count(size_for(parameters));
    }

    /// A new filter in the caller's memory, which is set to zero and must outlive the filter.
    /// @throws std::invalid_argument if the memory is not aligned to 64 bytes or has another size than
    ///         `word_count_for`, and what the constructors throw; the memory is then unchanged
    template <typename Parameters>
    [[nodiscard]] static bloom_filter create(std::span<std::uint64_t> memory, const Parameters& parameters,
                                             Hash hash = Hash())
    {
        bloom_filter filter = over(memory, parameters, std::move(hash));
        Words::clear(filter.words_, memory.size());
        return filter;
    }

    /// A filter over words that another one of the same parameters left in the caller's memory.
    /// @throws as `create`, and std::invalid_argument if bits are set that no key can set
    template <typename Parameters>
    [[nodiscard]] static bloom_filter attach(std::span<std::uint64_t> memory, const Parameters& parameters,
                                             Hash hash = Hash())
    {
        bloom_filter filter = over(memory, parameters, std::move(hash));
        filter.check_unused_bits();
        Words::raise(filter.has_history_);
        return filter;
    }

    bloom_filter(const bloom_filter&) = delete;  // `copy()` says what it costs
    bloom_filter& operator=(const bloom_filter&) = delete;

    /// Leaves `other` without words: it answers false, refuses inserts and can be assigned to.
    bloom_filter(bloom_filter&& other) noexcept(std::is_nothrow_copy_constructible_v<Hash>)
        : words_(std::exchange(other.words_, no_words())), size_(std::exchange(other.size_, Layout::empty())),
          seed_(other.seed_), expected_items_(other.expected_items_), has_history_(other.has_history_),
          hash_(other.hash_), storage_(std::move(other.storage_))
    {
    }
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
        using std::swap;
        swap(words_, other.words_);
        swap(size_, other.size_);
        swap(seed_, other.seed_);
        swap(expected_items_, other.expected_items_);
        swap(has_history_, other.has_history_);
        swap(hash_, other.hash_);
        swap(storage_, other.storage_);
    }
    friend void swap(bloom_filter& a, bloom_filter& b) noexcept
        requires std::is_swappable_v<Hash>
    {
        a.swap(b);
    }

    // --- one key: safe beside everything but exclusive operations --------------------------------------------------

    /// The 64 bits that stand for the key in every filter of this hash and seed.
    template <detail::key_argument<Key, Hash> K>
    [[nodiscard]] hash_value hash(const K& key) const
    {
        if constexpr (std::same_as<K, Key> || (detail::transparent<Hash> && detail::hash_for<Hash, K>))
            return detail::hash_key(hash_, key, seed_);
        else
            return detail::hash_key(hash_, static_cast<const Key&>(static_cast<Key>(key)), seed_);
    }

    /// Asks the processor for the key's line, so that a later operation need not wait for memory. Changes nothing.
    void prefetch(hash_value hash) const noexcept
    {
        Layout::for_each_line(size_, hash, [this](std::uint64_t word) { __builtin_prefetch(words_ + word); });
    }

    /// Adds the key. True: this call changed a bit, so the key was new; of several first callers at least one is told
    /// so. False: it was there already, or is a false positive.
    /// @throws std::logic_error on a filter that was moved from
    TAMIZ_ALWAYS_INLINE bool insert(hash_value hash)
    {
        return Words::set(words_, Layout::probes(size_, hash), [this] { require_words("insert"); });
    }
    template <detail::key_argument<Key, Hash> K>
    TAMIZ_ALWAYS_INLINE bool insert(const K& key)
    {
        return insert(hash(key));
    }
    bool insert(std::initializer_list<Key>) = delete;  // otherwise {} would be the hash value 0

    /// Adds the key and tells whose it is: at most one caller, ever, is told `won`.
    /// @throws std::logic_error on a filter that was moved from
    [[nodiscard]] claim_result claim(hash_value hash)
    {
        return Words::claim(words_, Layout::probes(size_, hash), [this] { require_words("claim"); });
    }
    template <detail::key_argument<Key, Hash> K>
    [[nodiscard]] claim_result claim(const K& key)
    {
        return claim(hash(key));
    }
    claim_result claim(std::initializer_list<Key>) = delete;

    /// False: the key is certainly not in. True: it probably is.
    [[nodiscard]] bool may_contain(hash_value hash) const noexcept
    {
        return Words::test(words_, Layout::probes(size_, hash));
    }
    template <detail::key_argument<Key, Hash> K>
    [[nodiscard]] bool may_contain(const K& key) const
    {
        return may_contain(hash(key));
    }
    bool may_contain(std::initializer_list<Key>) const = delete;

    // --- many keys: the same promises key by key, hashed and prefetched ahead ---------------------------------------
    // Named apart, because a key can itself be a range. Elements are keys or hash values.

    template <std::ranges::input_range Keys>
    void insert_range(Keys&& keys)
    {
        detail::in_chunks(*this, keys, [this](std::span<const hash_value> hashes) {
            for (const hash_value hash : hashes) insert(hash);
        });
    }

    /// `answers`: what `insert` returned, key by key; any output range of what takes a bool, with room for all of them.
    /// @throws std::invalid_argument, before any key is inserted, if a sized range of answers is too short
    template <std::ranges::forward_range Keys, detail::answer_range<bool> Answers>
    void insert_range(Keys&& keys, Answers&& answers)
    {
        auto answer = detail::room_for(keys, answers);
        detail::in_chunks(*this, keys, [this, &answer](std::span<const hash_value> hashes) {
            for (const hash_value hash : hashes) *answer++ = insert(hash);
        });
    }

    template <std::ranges::forward_range Keys, detail::answer_range<claim_result> Answers>
    void claim_range(Keys&& keys, Answers&& answers)
    {
        auto answer = detail::room_for(keys, answers);
        detail::in_chunks(*this, keys, [this, &answer](std::span<const hash_value> hashes) {
            for (const hash_value hash : hashes) *answer++ = claim(hash);
        });
    }

    template <std::ranges::forward_range Keys, detail::answer_range<bool> Answers>
    void may_contain_range(Keys&& keys, Answers&& answers) const
    {
        auto answer = detail::room_for(keys, answers);
        detail::in_chunks(*this, keys, [this, &answer](std::span<const hash_value> hashes) {
            bool found[detail::bulk_chunk];
            detail::test_chunk<Words, Layout>(size_, words_, hashes, found);
            for (std::size_t i = 0; i < hashes.size(); ++i) *answer++ = found[i];
        });
    }

    // --- whole filters: safe beside everything but exclusive operations ----------------------------------------------

    /// Adds every key that `other` holds: afterwards each insert into `other` that happened before the call is found
    /// here. Both may be in use. Merging a filter with itself changes nothing.
    /// @throws std::invalid_argument if the other's size, hashes, seed or hash function differ: nothing is changed then
    void merge(const bloom_filter& other)
    {
        require_words("merge");
        require_like(other);
        if (this == &other) return;
        Words::raise(has_history_);
        Words::merge(words_, other.words_, Layout::word_count(size_));
    }

    /// A snapshot in memory of its own: it holds every insert that happened before the call, and may hold later ones.
    /// It is no consistent cut: of two keys inserted meanwhile it may hold the later one alone.
    /// @throws std::bad_alloc
    [[nodiscard]] bloom_filter copy() const
    {
        if (!has_words()) return bloom_filter(*this, nullptr);
        bloom_filter result(size_, seed_, expected_items_, hash_);
        Words::copy(result.words_, words_, Layout::word_count(size_));
        // After the words: a merge raises its mark first, so whoever has read a bit of it (acquire) finds the mark.
        if (Words::raised(has_history_)) Words::raise(result.has_history_);
        return result;
    }

    /// Share of the bits that are set. One pass over the memory, or a sample of it.
    [[nodiscard]] double fill_ratio(scan_options options = {}) const { return scan(options).fill_ratio; }
    /// Different keys held, estimated from the fill.
    [[nodiscard]] double estimated_items(scan_options options = {}) const { return items_at(fill_ratio(options)); }
    /// Chance that a fresh key is answered true now, from the bits themselves: right however the filter was filled.
    [[nodiscard]] double estimated_false_positive_rate(scan_options options = {}) const
    {
        return scan(options).false_positive_rate;
    }
    /// All of it from one pass.
    [[nodiscard]] filter_stats stats(scan_options options = {}) const
    {
        const detail::scan_result seen = scan(options);
        filter_stats result;
        result.bit_count = bit_count();
        result.memory_bytes = memory_bytes();
        result.fill_ratio = seen.fill_ratio;
        result.estimated_items = items_at(seen.fill_ratio);
        result.estimated_false_positive_rate = seen.false_positive_rate;
        if (expected_items_ != 0)
            result.remaining_items = std::max(0.0, static_cast<double>(expected_items_) - result.estimated_items);
        if (has_words() && !Words::raised(has_history_))
            result.expected_false_drops = detail::expected_false_drops(
                [this](double items) { return Layout::false_positive_rate(size_, items); }, result.estimated_items);
        return result;
    }

    // --- exclusive access -------------------------------------------------------------------------------------------

    /// Forgets all keys. No other call may run meanwhile: a claim beside it could be won twice.
    void clear() noexcept
    {
        if (!has_words()) return;
        Words::clear(words_, Layout::word_count(size_));
        has_history_ = 0;
    }

    // --- what it is -------------------------------------------------------------------------------------------------

    /// Bits that keys can set; 0 for a filter that was moved from.
    [[nodiscard]] std::uint64_t bit_count() const noexcept { return has_words() ? Layout::cell_count(size_) : 0; }
    /// Bits that a key sets, in all.
    [[nodiscard]] std::uint64_t hash_count() const noexcept { return Layout::hash_count(size_); }
    /// What the words take.
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept { return words().size_bytes(); }
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
    [[nodiscard]] const Hash& hash_function() const noexcept { return hash_; }
    /// What the layout needs to know; not a number of keys, which no filter knows.
    [[nodiscard]] const size_type& layout_size() const noexcept { return size_; }
    /// The raw words, to keep or to send; `attach` takes them back. While other threads write, read them through
    /// atomics.
    [[nodiscard]] std::span<const std::uint64_t> words() const noexcept
    {
        return {words_, has_words() ? Layout::word_count(size_) : 0};
    }
    [[nodiscard]] std::span<std::uint64_t> words() noexcept
    {
        return {words_, has_words() ? Layout::word_count(size_) : 0};
    }

private:
    bloom_filter(const size_type& size, std::uint64_t seed, std::uint64_t expected_items, Hash hash)
        : bloom_filter(size, seed, expected_items, std::move(hash), Storage(Layout::word_count(size)))
    {
    }
    bloom_filter(const size_type& size, std::uint64_t seed, std::uint64_t expected_items, Hash hash, Storage memory)
        : words_(memory.data()), size_(size), seed_(seed), expected_items_(expected_items), hash_(std::move(hash)),
          storage_(std::move(memory))
    {
    }
    /// A copy of a filter that was moved from: without words as well.
    bloom_filter(const bloom_filter& other, std::nullptr_t)
        : words_(no_words()), size_(Layout::empty()), seed_(other.seed_), expected_items_(other.expected_items_),
          hash_(other.hash_), storage_(Storage::view({}))
    {
    }

    [[nodiscard]] static size_type size_for(const filter_options& options)
    {
        const size_type size = Layout::size_for(options.expected_items, options.false_positive_rate);
        const std::uint64_t bytes = Layout::word_count(size) * sizeof(std::uint64_t);
        if (bytes > options.memory_limit)
            detail::throw_length("memory_limit", options.memory_limit,
                                 std::to_string(options.expected_items) + " items at this rate take " +
                                     std::to_string(bytes) + " bytes");
        return size;
    }
    [[nodiscard]] static size_type size_for(const explicit_size& size)
    {
        return Layout::size_of(size.bits, size.hashes);
    }

    template <typename Parameters>
    [[nodiscard]] static bloom_filter over(std::span<std::uint64_t> memory, const Parameters& parameters, Hash hash)
    {
        const size_type size = size_for(parameters);
        if (memory.size() != Layout::word_count(size))
            detail::throw_invalid("memory.size()", std::uint64_t{memory.size()},
                                  "must be the " + std::to_string(Layout::word_count(size)) +
                                      " words of word_count_for");
        std::uint64_t expected_items = 0;
        if constexpr (std::same_as<Parameters, filter_options>) expected_items = parameters.expected_items;
        return bloom_filter(size, parameters.seed, expected_items, std::move(hash), Storage::view(memory));
    }

    void check_unused_bits() const
    {
        const std::uint64_t used = bit_count() % detail::bits_per_word;
        const std::uint64_t last = words().size() - 1;
        if (used != 0 && words_[last] >> used != 0)
            detail::throw_invalid("memory", words_[last],
                                  "its last word has bits set beyond the filter's " + std::to_string(bit_count()) +
                                      " bits");
    }

    void require_words(const char* operation) const
    {
        if (!has_words()) detail::throw_moved_from(operation);
    }

    void require_like(const bloom_filter& other) const
    {
        if (!other.has_words()) detail::throw_invalid("merge from a filter that was moved from");
        if (other.bit_count() != bit_count()) detail::throw_unlike("bit_count", other.bit_count(), bit_count());
        if (other.hash_count() != hash_count()) detail::throw_unlike("hash_count", other.hash_count(), hash_count());
        if (other.seed_ != seed_) detail::throw_unlike("seed", other.seed_, seed_);
        if constexpr (std::equality_comparable<Hash>) {
            if (!(other.hash_ == hash_)) detail::throw_invalid("hash_function: the other filter's is not equal");
        } else {
            static_assert(std::is_empty_v<Hash>, "merging needs a hash function with state to have operator==");
        }
    }

    [[nodiscard]] detail::scan_result scan(scan_options options) const
    {
        return detail::scan<Layout, Words>(words_, size_, options);
    }
    [[nodiscard]] double items_at(double fill) const
    {
        return detail::estimate_items(fill, Layout::cell_count(size_), Layout::cells_per_key(size_));
    }

    [[nodiscard]] bool has_words() const noexcept { return words_ != detail::no_words; }
    [[nodiscard]] static std::uint64_t* no_words() noexcept { return const_cast<std::uint64_t*>(detail::no_words); }

    std::uint64_t* words_;              // storage_'s, or no_words(): a lookup need not ask which
    size_type size_;                    // fits the words at all times
    std::uint64_t seed_;                // never changes while the filter is shared
    std::uint64_t expected_items_ = 0;  // 0: the size was given outright
    std::uint64_t has_history_ = 0;     // through Words only: 1 once bits came in that this filter did not set itself
    [[no_unique_address]] Hash hash_;
    Storage storage_;  // owns the words
};

}  // namespace tamiz::inline v0
