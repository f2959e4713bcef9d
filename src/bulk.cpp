// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/detail/bulk.hpp>

#include <utility>

#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/word.hpp>

namespace tamiz::inline v0::detail {

namespace {

template <typename Layout>
void test_scalar(const blocked_size& size, const std::uint64_t* memory, std::span<const hash_value> hashes,
                 bool* answers) noexcept
{
    for (std::size_t i = 0; i < hashes.size(); ++i) answers[i] = words<>::test(memory, Layout::probes(size, hashes[i]));
}

}  // namespace

void test_blocked(const block_model& layout, const blocked_size& size, const std::uint64_t* memory,
                  std::span<const hash_value> hashes, bool* answers) noexcept
{
    if (layout.words_per_block == 1) return test_scalar<layout::word>(size, memory, hashes, answers);
    switch (layout.words_per_key) {
    case 2:
        return test_scalar<layout::cache_line<2>>(size, memory, hashes, answers);
    case 4:
        return test_scalar<layout::cache_line<4>>(size, memory, hashes, answers);
    default:
        return test_scalar<layout::cache_line<8>>(size, memory, hashes, answers);
    }
}

}  // namespace tamiz::inline v0::detail
