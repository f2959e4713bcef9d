// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <tamiz/counter_words.hpp>
#include <tamiz/detail/platform.hpp>
#include <tamiz/error.hpp>
#include <tamiz/hash.hpp>
#include <tamiz/layout/blocked.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/word.hpp>
#include <tamiz/words.hpp>

/// Bulk operations: keys are hashed and their lines asked for ahead of their use. Out of cache this is worth more than
/// any layout, because the memory then serves many keys at once.
namespace tamiz::inline v0::detail {

/// Keys in flight: one chunk is in use while the next is on its way from memory.
inline constexpr std::size_t bulk_chunk = 32;
/// A filter of up to so many bytes is taken to be in the cache: its lookups do not wait for a chunk to arrive.
inline constexpr std::uint64_t cached_bytes = std::uint64_t{1} << 20;

/// The 64 bits of each of some keys: hashes; or numbers, to be mixed with a seed: hash = mix(number ^ spread_seed).
struct bulk_keys {
    const std::uint64_t* bits = nullptr;
    std::size_t count = 0;
    bool unmixed = false;
    std::uint64_t spread_seed = 0;

    [[nodiscard]] hash_value hash(std::size_t i) const noexcept
    {
        return hash_value(unmixed ? mix(bits[i] ^ spread_seed) : bits[i]);
    }
    [[nodiscard]] bulk_keys part(std::size_t begin, std::size_t size) const noexcept
    {
        return {bits + begin, size, unmixed, spread_seed};
    }
};

/// How many keys ahead of its use a line in the second cache is asked for.
inline constexpr std::size_t near_keys = 8;

/// Reads a range of keys, or of hash values, in chunks.
template <typename Filter, std::ranges::input_range Range>
class chunk_reader {
    using element = std::ranges::range_value_t<Range>;
    using key = typename Filter::key_type;
    static_assert(!std::same_as<std::remove_cvref_t<Range>, key>,
                  "this range is itself one key of the filter: use the single form, or a range of keys");

    static constexpr bool are_hashes = std::same_as<element, hash_value>;
    /// Numbers are mixed many at once, everything else is hashed one by one.
    static constexpr bool are_numbers =
        !are_hashes && std::integral<key> && std::same_as<typename Filter::hasher, tamiz::hash<key>> &&
        requires { typename tamiz::hash<key>::mixes_number; } && key_argument<element, key, tamiz::hash<key>>;
    /// Numbers that need not be copied.
    static constexpr bool in_place =
        are_numbers && std::same_as<element, key> &&
        (std::same_as<key, std::uint64_t> || std::same_as<key, std::int64_t>) && std::ranges::contiguous_range<Range> &&
        std::sized_sentinel_for<std::ranges::sentinel_t<Range>, std::ranges::iterator_t<Range>> &&
        !std::is_volatile_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

public:
    chunk_reader(const Filter& filter, Range& range)
        : filter_(filter), next_(std::ranges::begin(range)), end_(std::ranges::end(range)),
          keys_{bits_, 0, are_numbers, are_numbers ? spread(filter.seed()) : 0}
    {
    }

    /// The next keys, `bulk_chunk` or, at the end, fewer; as many as `most` if they can be read where they lie. They
    /// last until the next call. A reference: a copy would be read in wider pieces than it was written in, which a
    /// processor can only do when all before it is done; that cost half of a chunk's time.
    [[nodiscard]] const bulk_keys& next([[maybe_unused]] std::size_t most = bulk_chunk)
    {
        if constexpr (in_place) {
            keys_.bits = reinterpret_cast<const std::uint64_t*>(std::to_address(next_));
            keys_.count = std::min(most, static_cast<std::size_t>(end_ - next_));
            next_ += static_cast<std::ranges::range_difference_t<Range>>(keys_.count);
        } else {
            keys_.count = 0;
            for (; keys_.count < bulk_chunk && next_ != end_; ++next_) bits_[keys_.count++] = bits_of_key(*next_);
        }
        return keys_;
    }

private:
    template <typename Element>
    [[nodiscard]] std::uint64_t bits_of_key(const Element& e) const
    {
        if constexpr (are_hashes)
            return e.value();
        else if constexpr (are_numbers)
            return static_cast<std::uint64_t>(static_cast<key>(e));
        else
            return filter_.hash(e).value();
    }

    const Filter& filter_;
    std::ranges::iterator_t<Range> next_;
    [[no_unique_address]] std::ranges::sentinel_t<Range> end_;
    bulk_keys keys_;
    std::uint64_t bits_[in_place ? 1 : bulk_chunk];
};

/// What answers of type `Answer` can be written to. std::ranges::output_range says the same, but in C++20 it leaves out
/// std::vector<bool>, whose references only C++23 made assignable when constant.
template <typename Range, typename Answer>
concept answer_range = std::ranges::range<Range> &&
                       requires(std::ranges::iterator_t<Range> position, Answer answer) { *position++ = answer; };

/// Answers that can be written straight to memory.
template <typename Iterator>
concept bools_in_memory = std::contiguous_iterator<Iterator> && std::same_as<std::iter_value_t<Iterator>, bool>;

/// Where the answers of a bulk call go; checked before anything is done.
template <typename Range, typename Answers>
[[nodiscard]] auto room_for(Range& range, Answers& answers)
{
    if constexpr (std::ranges::sized_range<Answers>) {
        const auto needed = static_cast<std::uint64_t>(std::ranges::distance(range));
        const auto room = static_cast<std::uint64_t>(std::ranges::size(answers));
        if (room < needed)
            throw_invalid("answers.size()", room, "must have room for the " + std::to_string(needed) + " keys");
    }
    return std::ranges::begin(answers);
}

/// What the blocked layouts do for many keys at once. Not templates, so that the library can choose the processor's
/// vector instructions for it at run time: one file each in src/. All give the same bits; the scalar ones, made of
/// `Layout::probes` and `words<>::test`, are the reference.
struct bulk_functions {
    const char* name;  ///< of the instructions: "scalar", "AVX2", "AVX-512"
    /// The keys' hashes, and the first word of each key's block.
    void (*place)(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                  std::uint64_t* first_words) noexcept;
    /// The keys' words and masks, word by word: that of key i in part p is at [p * bulk_chunk + i].
    void (*probe)(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                  std::uint64_t* masks) noexcept;
    /// Which keys have all their bits set, or none of their counters 0.
    /// @param ahead  null, or words to ask for on the way: one for each key, and `bulk_chunk` of them at least
    void (*test)(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                 const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead) noexcept;
};

/// Those that this processor has, the fastest first.
[[nodiscard]] std::span<const bulk_functions> supported_bulk_functions() noexcept;
/// The first of them; under a sanitizer, which does not see what vectors load, the scalar ones.
TAMIZ_API [[nodiscard]] const bulk_functions& best_bulk_functions() noexcept;

/// The layouts that these functions know, by name: what is derived from one of them may have other probes.
template <typename Layout>
inline constexpr bool has_bulk_functions = false;
template <unsigned WordsPerKey, unsigned Cells>
inline constexpr bool has_bulk_functions<layout::cache_line<WordsPerKey, Cells>> = true;
template <unsigned Cells>
inline constexpr bool has_bulk_functions<layout::basic_word<Cells>> = true;

/// The words that ship. A checker's own words see every access, so their tests are not made elsewhere.
template <typename Words>
inline constexpr bool shipping_words = std::same_as<Words, words<>> || std::same_as<Words, counter_words<>>;

/// One chunk of keys, hashed, whose lines are asked for before they are needed.
template <typename Layout>
class bulk_stage {
public:
    explicit bulk_stage(const typename Layout::size& size) noexcept : size_(size) {}
    bulk_stage(const bulk_stage&) = delete;
    bulk_stage& operator=(const bulk_stage&) = delete;

    void load(const bulk_keys& keys) noexcept
    {
        keys_.count = keys.count;
        if constexpr (has_bulk_functions<Layout>)
            best_bulk_functions().place(Layout::model, size_, keys, hashes_, first_words_);
        else
            for (std::size_t i = 0; i < keys.count; ++i) hashes_[i] = keys.hash(i).value();
    }

    /// Asks for the lines of key i; of none where there are fewer keys.
    TAMIZ_ALWAYS_INLINE void prefetch(std::size_t i, const std::uint64_t* memory) const noexcept
    {
        if constexpr (has_bulk_functions<Layout>)
            prefetch_line(memory + first_words_[i]);
        else if (i < keys_.count)
            Layout::for_each_line(size_, hash_value(hashes_[i]),
                                  [memory](std::uint64_t word) { prefetch_line(memory + word); });
    }

    [[nodiscard]] const bulk_keys& keys() const noexcept { return keys_; }
    /// A word in the line of each key; of some other key behind the last one.
    [[nodiscard]] const std::uint64_t* first_words() const noexcept { return first_words_; }

private:
    typename Layout::size size_;
    bulk_keys keys_{hashes_, 0, false, 0};
    std::uint64_t hashes_[bulk_chunk];
    std::uint64_t first_words_[has_bulk_functions<Layout> ? bulk_chunk : 1] = {};
};

/// Reads the keys of `range` in chunks, and calls `use` with the keys of each and with the stage of the chunk behind
/// it. `use` asks for a line of that chunk whenever it has done with one of its own: all at once would keep the
/// processor from anything else, for it has room for a dozen misses only.
template <typename Layout, typename Filter, std::ranges::input_range Range, typename Use>
TAMIZ_ALWAYS_INLINE void in_staged_chunks(const Filter& filter, Range& range, const typename Layout::size& size,
                                          const std::uint64_t* memory, const Use& use)
{
    chunk_reader<Filter, Range> reader(filter, range);
    const bulk_keys none;
    bulk_stage<Layout> first(size);
    bulk_stage<Layout> second(size);
    bulk_stage<Layout>* current = &first;
    bulk_stage<Layout>* next = &second;
    current->load(reader.next());
    for (std::size_t i = 0; i < current->keys().count; ++i) current->prefetch(i, memory);
    while (current->keys().count != 0) {
        next->load(current->keys().count == bulk_chunk ? reader.next() : none);
        use(current->keys(), next);
        std::swap(current, next);
    }
}

/// The same for memory in the cache: there is no next stage, and a chunk may be larger.
template <typename Layout, typename Filter, std::ranges::input_range Range, typename Use>
TAMIZ_ALWAYS_INLINE void in_chunks(const Filter& filter, Range& range, std::size_t most, const Use& use)
{
    chunk_reader<Filter, Range> reader(filter, range);
    constexpr const bulk_stage<Layout>* no_stage = nullptr;
    for (const bulk_keys* keys = &reader.next(most); keys->count != 0; keys = &reader.next(most)) use(*keys, no_stage);
}

/// Lookups of one chunk.
template <typename Words, typename Layout>
void test_chunk(const typename Layout::size& size, const bulk_keys& keys, const std::uint64_t* memory, bool* answers,
                const bulk_stage<Layout>* next) noexcept
{
    if constexpr (shipping_words<Words> && has_bulk_functions<Layout> && !TAMIZ_SANITIZED) {
        best_bulk_functions().test(Layout::model, size, keys, memory, answers,
                                   next == nullptr ? nullptr : next->first_words());
    } else {
        for (std::size_t i = 0; i < keys.count; ++i) {
            if (next != nullptr) next->prefetch(i, memory);
            answers[i] = Words::test(memory, Layout::probes(size, keys.hash(i)));
        }
    }
}

/// Calls `use` for the probes of each key of a chunk. All masks are made before the first is used: between atomic
/// operations, each of which waits for all before it, a processor makes little headway with anything else.
template <typename Layout, typename Use>
TAMIZ_ALWAYS_INLINE void for_each_probes(const typename Layout::size& size, const bulk_keys& keys,
                                         const std::uint64_t* memory, const bulk_stage<Layout>* next, const Use& use)
{
    if constexpr (has_bulk_functions<Layout>) {
        constexpr std::size_t parts = Layout::model.words_per_key;
        std::uint64_t words[parts * bulk_chunk];
        std::uint64_t masks[parts * bulk_chunk];
        best_bulk_functions().probe(Layout::model, size, keys, words, masks);
        if (next == nullptr)
            for (std::size_t i = 0; i < keys.count && i < near_keys; ++i) prefetch_line(memory + words[i]);
        for (std::size_t i = 0; i < keys.count; ++i) {
            if (next != nullptr)
                next->prefetch(i, memory);
            else if (i + near_keys < keys.count)
                prefetch_line(memory + words[i + near_keys]);  // from the second cache to the first
            const auto probes = [&]<std::size_t... Part>(std::index_sequence<Part...>) {
                return
                    typename Layout::probes_type{probe{words[Part * bulk_chunk + i], masks[Part * bulk_chunk + i]}...};
            }(std::make_index_sequence<parts>());
            use(probes);
        }
    } else {
        for (std::size_t i = 0; i < keys.count; ++i) {
            if (next != nullptr) next->prefetch(i, memory);
            use(Layout::probes(size, keys.hash(i)));
        }
    }
}

}  // namespace tamiz::inline v0::detail
