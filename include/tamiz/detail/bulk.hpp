// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

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

/// Hashes the keys of `range` in chunks, asks for the lines of the next chunk, then hands the current one to `use`.
/// Elements may be hash values already.
template <typename Filter, std::ranges::input_range Range, typename Use>
void in_chunks(const Filter& filter, Range&& range, const Use& use)
{
    static_assert(!std::same_as<std::remove_cvref_t<Range>, typename Filter::key_type>,
                  "this range is itself one key of the filter: use the single form, or a range of keys");
    auto next_key = std::ranges::begin(range);
    const auto end = std::ranges::end(range);
    const auto fill = [&](std::array<hash_value, bulk_chunk>& chunk) {
        std::size_t count = 0;
        for (; count < bulk_chunk && next_key != end; ++next_key, ++count) {
            if constexpr (std::same_as<std::ranges::range_value_t<Range>, hash_value>)
                chunk[count] = *next_key;
            else
                chunk[count] = filter.hash(*next_key);
            filter.prefetch(chunk[count]);
        }
        return count;
    };

    std::array<std::array<hash_value, bulk_chunk>, 2> chunks;
    unsigned current = 0;
    std::size_t count = fill(chunks[current]);
    while (count != 0) {
        const std::size_t next_count = count == bulk_chunk ? fill(chunks[1 - current]) : 0;
        use(std::span<const hash_value>(chunks[current]).first(count));
        current = 1 - current;
        count = next_count;
    }
}

/// What answers of type `Answer` can be written to. std::ranges::output_range says the same, but in C++20 it leaves out
/// std::vector<bool>, whose references only C++23 made assignable when constant.
template <typename Range, typename Answer>
concept answer_range = std::ranges::range<Range> &&
                       requires(std::ranges::iterator_t<Range> position, Answer answer) { *position++ = answer; };

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

/// Bulk lookups of the blocked layouts: not a template, so that the library can choose the processor's vector
/// instructions for it at run time. Bit for bit the answers of `words<>::test`, which is the reference.
void test_blocked(const block_model& layout, const blocked_size& size, const std::uint64_t* memory,
                  std::span<const hash_value> hashes, bool* answers) noexcept;

/// The layouts that `test_blocked` knows, by name: what is derived from one of them may have other probes.
template <typename Layout>
inline constexpr bool has_bulk_test = false;
template <unsigned WordsPerKey>
inline constexpr bool has_bulk_test<layout::cache_line<WordsPerKey>> = true;
template <>
inline constexpr bool has_bulk_test<layout::word> = true;

/// Lookups of one chunk. Only the words that ship may go around `Words::test`: a checker's own words see every access.
template <typename Words, typename Layout>
void test_chunk(const typename Layout::size& size, const std::uint64_t* memory, std::span<const hash_value> hashes,
                bool* answers) noexcept
{
    if constexpr (std::same_as<Words, words<>> && has_bulk_test<Layout>) {
        test_blocked(Layout::model, size, memory, hashes, answers);
    } else {
        for (std::size_t i = 0; i < hashes.size(); ++i)
            answers[i] = Words::test(memory, Layout::probes(size, hashes[i]));
    }
}

}  // namespace tamiz::inline v0::detail
