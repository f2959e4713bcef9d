// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <tamiz/detail/bulk.hpp>
#include <tamiz/detail/in_sequence.hpp>
#include <tamiz/detail/statistics.hpp>
#include <tamiz/error.hpp>
#include <tamiz/hash.hpp>
#include <tamiz/layout/probe.hpp>
#include <tamiz/options.hpp>
#include <tamiz/storage.hpp>

namespace tamiz::inline v0::detail {

/// A size given outright: in bits, or in counters where cells are counters.
template <typename Layout>
using explicit_size_of = std::conditional_t<Layout::cells == bits_per_word, explicit_size, explicit_counters>;

[[nodiscard]] inline std::uint64_t cells_of(const explicit_size& size) noexcept
{
    return size.bits;
}
[[nodiscard]] inline std::uint64_t cells_of(const explicit_counters& size) noexcept
{
    return size.counters;
}

template <typename Parameters, typename Layout>
concept parameters_of = std::same_as<Parameters, filter_options> || std::same_as<Parameters, explicit_size_of<Layout>>;

/// What the filters of the family share: a hash, words in a storage, lookups, statistics, exclusive operations. How
/// keys come in, and leave, is each filter's own.
///
/// @tparam Layout  which cells a key has: bits, or counters
/// @tparam Words   how they are read and written; used here: test, copy, clear, read, cells_set, side_words
template <typename Key, typename Layout, typename Hash, typename Words, typename Storage>
class filter_base {
    static_assert(std::is_object_v<Key> && std::same_as<Key, std::remove_cv_t<Key>>, "Key must be a plain object type");
    static_assert(std::default_initializable<Hash> || !std::same_as<Hash, tamiz::hash<Key>>,
                  "this Key has no sound hash of its own (padding, floating point, pointers inside?): "
                  "specialise tamiz::hash<Key> or name a Hash, see tamiz/hash.hpp");
    static_assert(hash_for<Hash, Key>, "Hash must be callable with (Key) or (Key, seed)");

    static_assert(Layout::word_count(Layout::empty()) <= std::size(detail::no_words));

public:
    using key_type = Key;
    using hasher = Hash;
    using size_type = typename Layout::size;

    /// How many words `create` and `attach` want.
    template <parameters_of<Layout> Parameters>
    [[nodiscard]] static std::uint64_t word_count_for(const Parameters& parameters)
    {
        return word_total(size_for(parameters));
    }

    filter_base(const filter_base&) = delete;  // `copy()` says what it costs
    filter_base& operator=(const filter_base&) = delete;

    // --- one key: safe beside everything but exclusive operations --------------------------------------------------

    /// The 64 bits that stand for the key in every filter of this hash and seed.
    template <key_argument<Key, Hash> K>
    [[nodiscard]] hash_value hash(const K& key) const
    {
        if constexpr (std::same_as<K, Key> || (transparent<Hash> && hash_for<Hash, K>))
            return hash_key(hash_, key, seed_);
        else
            return hash_key(hash_, static_cast<const Key&>(static_cast<Key>(key)), seed_);
    }

    /// Asks the processor for the key's line, so that a later operation need not wait for memory. Changes nothing.
    void prefetch(hash_value hash) const noexcept
    {
        Layout::for_each_line(size_, hash, [this](std::uint64_t word) { prefetch_line(words_ + word); });
    }

    /// False: the key is certainly not in. True: it probably is.
    [[nodiscard]] bool may_contain(hash_value hash) const noexcept
    {
        return Words::test(words_, Layout::probes(size_, hash));
    }
    template <key_argument<Key, Hash> K>
    [[nodiscard]] bool may_contain(const K& key) const
    {
        return may_contain(hash(key));
    }
    bool may_contain(std::initializer_list<Key>) const = delete;  // otherwise {} would be the hash value 0

    /// Many keys: the same promises key by key, hashed and prefetched ahead. Elements are keys or hash values;
    /// `answers` is any output range of what takes a bool, with room for all of them.
    /// @throws std::invalid_argument, before anything is done, if a sized range of answers is too short
    template <std::ranges::forward_range Keys, answer_range<bool> Answers>
    void may_contain_range(Keys&& keys, Answers&& answers) const
    {
        auto answer = room_for(keys, answers);
        const auto look_up = [this, &answer](const bulk_keys& chunk, const bulk_stage<Layout>* next) {
            if constexpr (bools_in_memory<decltype(answer)>) {
                test_chunk<Words, Layout>(size_, chunk, words_, std::to_address(answer), next);
                answer += static_cast<std::iter_difference_t<decltype(answer)>>(chunk.count);
            } else {
                bool found[bulk_chunk];
                test_chunk<Words, Layout>(size_, chunk, words_, found, next);
                for (std::size_t i = 0; i < chunk.count; ++i) *answer++ = found[i];
            }
        };
        constexpr std::size_t many = 1024;  // a call for each chunk costs little, but is seen
        for_each_chunk(keys, bools_in_memory<decltype(answer)> ? many : bulk_chunk, look_up);
    }

    // --- whole filters: safe beside everything but exclusive operations ----------------------------------------------

    /// Share of the bits (counters) that are set (not 0). One pass over the memory, or a sample of it.
    [[nodiscard]] double fill_ratio(scan_options options = {}) const { return scan(options).fill_ratio; }
    /// Different keys held, estimated from the fill.
    [[nodiscard]] double estimated_items(scan_options options = {}) const { return items_at(fill_ratio(options)); }
    /// Chance that a fresh key is answered true now, from the words themselves: right however the filter was filled.
    [[nodiscard]] double estimated_false_positive_rate(scan_options options = {}) const
    {
        return scan(options).false_positive_rate;
    }

    // --- what it is -------------------------------------------------------------------------------------------------

    /// Bits (counters) that a key sets (raises), in all.
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
        return {words_, has_words() ? word_total(size_) : 0};
    }
    [[nodiscard]] std::span<std::uint64_t> words() noexcept { return {words_, has_words() ? word_total(size_) : 0}; }

protected:
    /// What a filter is made of. No aggregate: `{.seed = 3}` must not become one.
    struct parts {
        explicit parts(const size_type& s, std::uint64_t the_seed, std::uint64_t items, Hash h, Storage m)
            : size(s), seed(the_seed), expected_items(items), hash(std::move(h)), memory(std::move(m))
        {
        }
        size_type size;
        std::uint64_t seed;
        std::uint64_t expected_items;  // 0: the size was given outright
        Hash hash;
        Storage memory;
    };

    explicit filter_base(parts&& p)
        : words_(p.memory.data() == nullptr ? no_words() : p.memory.data()), size_(p.size), seed_(p.seed),
          expected_items_(p.expected_items), hash_(std::move(p.hash)), storage_(std::move(p.memory))
    {
    }

    filter_base(filter_base&& other) noexcept(std::is_nothrow_copy_constructible_v<Hash>)
        : words_(std::exchange(other.words_, no_words())), size_(std::exchange(other.size_, Layout::empty())),
          seed_(other.seed_), expected_items_(other.expected_items_), hash_(other.hash_),
          storage_(std::move(other.storage_))
    {
    }
    ~filter_base() = default;

    void swap_base(filter_base& other) noexcept
        requires std::is_swappable_v<Hash>
    {
        using std::swap;
        swap(words_, other.words_);
        swap(size_, other.size_);
        swap(seed_, other.seed_);
        swap(expected_items_, other.expected_items_);
        swap(hash_, other.hash_);
        swap(storage_, other.storage_);
    }

    /// Memory of its own, zeroed. @throws as the constructors of filters do
    template <parameters_of<Layout> Parameters>
    [[nodiscard]] static parts own_memory(const Parameters& parameters, Hash hash)
    {
        const size_type size = size_for(parameters);
        return parts(size, parameters.seed, expected(parameters), std::move(hash), Storage(word_total(size)));
    }

    /// The caller's memory, as it is. @throws as `create`
    template <parameters_of<Layout> Parameters>
    [[nodiscard]] static parts caller_memory(std::span<std::uint64_t> memory, const Parameters& parameters, Hash hash)
    {
        const size_type size = size_for(parameters);
        if (memory.size() != word_total(size))
            throw_invalid("memory.size()", std::uint64_t{memory.size()},
                          "must be the " + std::to_string(word_total(size)) + " words of word_count_for");
        return parts(size, parameters.seed, expected(parameters), std::move(hash), Storage::view(memory));
    }

    /// A snapshot in memory of its own; of a filter that was moved from, another one without words.
    template <typename How>
    [[nodiscard]] parts snapshot(const How& how) const
    {
        if (!has_words()) return parts(Layout::empty(), seed_, expected_items_, hash_, Storage::view({}));
        parts result(size_, seed_, expected_items_, hash_, Storage(word_total(size_)));
        std::uint64_t* const target = result.memory.data();
        how.each_part(Layout::word_count(size_), words_per_task, [&](std::uint64_t first, std::uint64_t count) {
            Words::copy(target + first, words_ + first, count);
        });
        return result;
    }

    /// Calls `use` for the probes of each key; hashed, prefetched and made ahead.
    template <std::ranges::input_range Keys, typename Use>
    TAMIZ_ALWAYS_INLINE void for_each_key(Keys&& keys, const Use& use) const
    {
        for_each_chunk(keys, bulk_chunk,
                       [size = size_, words = words_, &use](const bulk_keys& chunk, const bulk_stage<Layout>* next) {
                           for_each_probes<Layout>(size, chunk, words, next, use);
                       });
    }
    template <std::ranges::forward_range Keys, typename Answers, typename Use>
    void answer_each_key(Keys&& keys, Answers&& answers, const Use& use) const
    {
        auto answer = room_for(keys, answers);
        for_each_key(keys, [&use, &answer](const auto& probes) { *answer++ = use(probes); });
    }

    void clear_words() noexcept { clear_words(in_sequence{}); }
    template <typename How>
    void clear_words(const How& how)
    {
        how.each_part(words().size(), words_per_task,
                      [this](std::uint64_t first, std::uint64_t count) { Words::clear(words_ + first, count); });
    }

    /// Puts the other's words in, as `Words` does; the filters are known to be alike.
    template <typename How>
    void merge_words(const filter_base& other, const How& how)
    {
        how.each_part(Layout::word_count(size_), words_per_task, [&](std::uint64_t first, std::uint64_t count) {
            Words::merge(words_ + first, other.words_ + first, count);
        });
    }

    /// Makes the system give a new filter its memory now: writes the 0 that is there to one word of each page.
    /// Exclusive access, and nothing may have been inserted. Parts are huge pages, so that each is touched by one
    /// thread.
    template <typename How>
    void touch_new_words(const How& how)
    {
        constexpr std::uint64_t words_per_page = 4096 / sizeof(std::uint64_t);  // the smallest there is
        constexpr std::uint64_t words_per_huge_page = (std::uint64_t{2} << 20) / sizeof(std::uint64_t);
        how.each_part(words().size(), words_per_huge_page, [this](std::uint64_t first, std::uint64_t count) {
            for (std::uint64_t word = first; word < first + count; word += words_per_page)
                Words::clear(words_ + word, 1);
        });
    }

    void require_words(const char* operation) const
    {
        if (!has_words()) throw_moved_from(operation);
    }

    /// What one filter can be merged with another for.
    /// @param cells_name  what the error calls the number of cells
    void require_like(const filter_base& other, const char* cells_name) const
    {
        if (!other.has_words()) throw_invalid("merge from a filter that was moved from");
        if (other.cell_count() != cell_count()) throw_unlike(cells_name, other.cell_count(), cell_count());
        if (other.hash_count() != hash_count()) throw_unlike("hash_count", other.hash_count(), hash_count());
        if (other.seed_ != seed_) throw_unlike("seed", other.seed_, seed_);
        if constexpr (std::equality_comparable<Hash>) {
            if (!(other.hash_ == hash_)) throw_invalid("hash_function: the other filter's is not equal");
        } else {
            static_assert(std::is_empty_v<Hash>, "merging needs a hash function with state to have operator==");
        }
    }

    [[nodiscard]] scan_result scan(scan_options options) const
    {
        return detail::scan<Layout, Words>(words_, size_, options);
    }
    template <typename How, typename Visit>
    [[nodiscard]] scan_result scan(scan_options options, const How& how, Visit& visit) const
    {
        return detail::scan<Layout, Words>(words_, size_, options, how, visit);
    }
    [[nodiscard]] double items_at(double fill) const
    {
        return estimate_items(fill, Layout::cell_count(size_), Layout::cells_per_key(size_));
    }

    /// The part of the statistics that all filters have.
    void fill_stats(filter_stats& result, const scan_result& seen) const
    {
        result.bit_count = cell_count();
        result.memory_bytes = memory_bytes();
        result.fill_ratio = seen.fill_ratio;
        result.estimated_items = items_at(seen.fill_ratio);
        result.estimated_false_positive_rate = seen.false_positive_rate;
        if (expected_items_ != 0)
            result.remaining_items = std::max(0.0, static_cast<double>(expected_items_) - result.estimated_items);
    }

    [[nodiscard]] std::uint64_t cell_count() const noexcept { return has_words() ? Layout::cell_count(size_) : 0; }
    [[nodiscard]] bool has_words() const noexcept { return words_ != detail::no_words; }

    std::uint64_t* words_;          // storage_'s, or no_words(): a lookup need not ask which
    size_type size_;                // fits the words at all times
    std::uint64_t seed_;            // never changes while the filter is shared
    std::uint64_t expected_items_;  // 0: the size was given outright
    [[no_unique_address]] Hash hash_;
    Storage storage_;  // owns the words

private:
    template <std::ranges::input_range Keys, typename Use>
    TAMIZ_ALWAYS_INLINE void for_each_chunk(Keys& keys, std::size_t most_in_cache, const Use& use) const
    {
        bool in_stages = memory_bytes() > cached_bytes;
        if constexpr (std::ranges::sized_range<Keys>) in_stages &= std::ranges::size(keys) > bulk_chunk;
        if (in_stages)
            in_staged_chunks<Layout>(*this, keys, size_, words_, use);
        else
            in_chunks<Layout>(*this, keys, most_in_cache, use);
    }

    /// The layout's words, and what else `Words` needs behind them.
    [[nodiscard]] static std::uint64_t word_total(const size_type& size) noexcept
    {
        const std::uint64_t count = Layout::word_count(size);
        return count + Words::template side_words<Layout>(count);
    }

    [[nodiscard]] static size_type size_for(const filter_options& options)
    {
        const size_type size = Layout::size_for(options.expected_items, options.false_positive_rate);
        const std::uint64_t bytes = word_total(size) * sizeof(std::uint64_t);
        if (bytes > options.memory_limit)
            throw_length("memory_limit", options.memory_limit,
                         std::to_string(options.expected_items) + " items at this rate take " + std::to_string(bytes) +
                             " bytes");
        return size;
    }
    [[nodiscard]] static size_type size_for(const explicit_size_of<Layout>& size)
    {
        return Layout::size_of(cells_of(size), size.hashes);
    }

    [[nodiscard]] static std::uint64_t expected(const filter_options& options) noexcept
    {
        return options.expected_items;
    }
    [[nodiscard]] static std::uint64_t expected(const explicit_size_of<Layout>&) noexcept { return 0; }

    [[nodiscard]] static std::uint64_t* no_words() noexcept { return const_cast<std::uint64_t*>(detail::no_words); }
};

}  // namespace tamiz::inline v0::detail
