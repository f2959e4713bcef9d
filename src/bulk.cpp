// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "bulk.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tamiz::inline v0::detail {

namespace {

/// Those that the processor has, found out once.
struct supported {
    std::array<bulk_functions, 3> functions;
    std::size_t count = 0;

    supported() noexcept
    {
#if defined(__x86_64__)
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
            functions[count++] = {"AVX-512", place_avx512, probe_avx512, test_avx512};
        if (__builtin_cpu_supports("avx2")) functions[count++] = {"AVX2", place_avx2, probe_avx2, test_avx2};
#endif
        functions[count++] = {"scalar", place_scalar, probe_scalar, test_scalar};
    }
};

const supported& all_supported() noexcept
{
    static const supported found;
    return found;
}

}  // namespace

std::span<const bulk_functions> supported_bulk_functions() noexcept
{
    return std::span(all_supported().functions).first(all_supported().count);
}

const bulk_functions& best_bulk_functions() noexcept
{
    // A sanitizer does not see what vector instructions load.
    return TAMIZ_SANITIZED ? all_supported().functions[all_supported().count - 1] : all_supported().functions[0];
}

void place_scalar(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                  std::uint64_t* first_words) noexcept
{
    for (std::size_t i = 0; i < keys.count; ++i) {
        hashes[i] = keys.hash(i).value();
        first_words[i] = scale(hashes[i], size.blocks) * layout.words_per_block;
    }
}

void probe_scalar(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                  std::uint64_t* masks) noexcept
{
    with_layout(layout, [&]<typename Layout>(Layout) {
        for (std::size_t i = 0; i < keys.count; ++i) {
            const auto probes = Layout::probes(size, keys.hash(i));
            for (std::size_t part = 0; part < probes.size(); ++part) {
                words[part * bulk_chunk + i] = probes[part].word;
                masks[part * bulk_chunk + i] = probes[part].mask;
            }
        }
    });
}

void test_scalar(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                 const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead) noexcept
{
    with_layout(layout, [&]<typename Layout>(Layout) {
        for (std::size_t i = 0; i < keys.count; ++i) {
            if (ahead != nullptr) prefetch_for_lookup(memory + ahead[i]);
            const auto probes = Layout::probes(size, keys.hash(i));
            if constexpr (Layout::cells == 64)
                answers[i] = words<>::test(memory, probes);
            else
                answers[i] = counter_words<>::test(memory, probes);
        }
    });
}

}  // namespace tamiz::inline v0::detail
