// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/detail/bulk.hpp>

/// The same three functions for each instruction set, and what chooses the layout for them.
namespace tamiz::inline v0::detail {

/// Into the second-level cache: the first has room for a dozen misses under way only, which lookups, a few nanoseconds
/// each, use up. (Inserts take longer than the way from the second cache to the first, and want the line in the first.)
inline void prefetch_for_lookup(const std::uint64_t* word) noexcept
{
    __builtin_prefetch(word, 0, 2);
}

/// Calls `use(Layout())` for the layout that has this model.
template <typename Use>
void with_layout(const block_model& layout, const Use& use)
{
    const auto with_cells = [&]<unsigned Cells>() {
        if (layout.words_per_block == 1) return use(layout::basic_word<Cells>());
        switch (layout.words_per_key) {
        case 2:
            return use(layout::cache_line<2, Cells>());
        case 4:
            return use(layout::cache_line<4, Cells>());
        default:
            return use(layout::cache_line<8, Cells>());
        }
    };
    return layout.cells_per_word == 64 ? with_cells.template operator()<64>() : with_cells.template operator()<16>();
}

void place_scalar(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                  std::uint64_t* first_words) noexcept;
void probe_scalar(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                  std::uint64_t* masks) noexcept;
void test_scalar(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                 const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead) noexcept;

#if defined(__x86_64__)
void place_avx2(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                std::uint64_t* first_words) noexcept;
void probe_avx2(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                std::uint64_t* masks) noexcept;
void test_avx2(const block_model& layout, const blocked_size& size, const bulk_keys& keys, const std::uint64_t* memory,
               bool* answers, const std::uint64_t* ahead) noexcept;
void place_avx512(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                  std::uint64_t* first_words) noexcept;
void probe_avx512(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                  std::uint64_t* masks) noexcept;
void test_avx512(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                 const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead) noexcept;
#endif

}  // namespace tamiz::inline v0::detail
