// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#if defined(__x86_64__)

#include <cstddef>
#include <cstdint>

#include <immintrin.h>

#include "bulk.hpp"

#define TAMIZ_INSTRUCTIONS [[gnu::target("avx2")]]

namespace tamiz::inline v0::detail {

namespace {

struct vector {
    using type = __m256i;
    static constexpr std::size_t lanes = 4;

#define TAMIZ_OPERATION TAMIZ_INSTRUCTIONS [[gnu::always_inline]] static inline
    TAMIZ_OPERATION type load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
    TAMIZ_OPERATION void store(void* to, type value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }
    TAMIZ_OPERATION type splat(std::uint64_t value) { return _mm256_set1_epi64x(static_cast<long long>(value)); }
    TAMIZ_OPERATION type add(type a, type b) { return _mm256_add_epi64(a, b); }
    TAMIZ_OPERATION type both(type a, type b) { return _mm256_and_si256(a, b); }
    TAMIZ_OPERATION type either(type a, type b) { return _mm256_or_si256(a, b); }
    TAMIZ_OPERATION type one_of(type a, type b) { return _mm256_xor_si256(a, b); }
    TAMIZ_OPERATION type without(type a, type b) { return _mm256_andnot_si256(b, a); }
    TAMIZ_OPERATION type multiply_low_halves(type a, type b) { return _mm256_mul_epu32(a, b); }
    /// The lower 64 bits of the product; AVX2 multiplies halves only.
    TAMIZ_OPERATION type multiply(type a, std::uint64_t b)
    {
        const type crossed =
            add(multiply_low_halves(shift_right<32>(a), splat(b)), multiply_low_halves(a, splat(b >> 32)));
        return add(multiply_low_halves(a, splat(b)), shift_left<32>(crossed));
    }
    template <unsigned Bits>
    TAMIZ_OPERATION type shift_left(type a)
    {
        return _mm256_slli_epi64(a, Bits);
    }
    template <unsigned Bits>
    TAMIZ_OPERATION type shift_right(type a)
    {
        return _mm256_srli_epi64(a, Bits);
    }
    // A shift by the whole width, where a turn is by 0 bits, leaves 0, as it should.
    TAMIZ_OPERATION type turn_words(type a, type bits)
    {
        return either(_mm256_sllv_epi64(a, bits), _mm256_srlv_epi64(a, _mm256_sub_epi64(splat(64), bits)));
    }
    /// Each half of a lane by the lower bits of its own half of `bits`.
    TAMIZ_OPERATION type turn_halves(type a, type bits)
    {
        return either(_mm256_sllv_epi32(a, bits), _mm256_srlv_epi32(a, _mm256_sub_epi32(_mm256_set1_epi32(32), bits)));
    }
    TAMIZ_OPERATION type gather(const std::uint64_t* base, type index)
    {
        return _mm256_i64gather_epi64(reinterpret_cast<const long long*>(base), index, 8);
    }
    TAMIZ_OPERATION void store_is_zero(bool* to, type a)
    {
        const int zero = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, _mm256_setzero_si256())));
        for (unsigned lane = 0; lane < lanes; ++lane) to[lane] = (zero >> lane & 1) != 0;
    }
#undef TAMIZ_OPERATION
};

}  // namespace

}  // namespace tamiz::inline v0::detail

#include "bulk_vectors.hpp"

namespace tamiz::inline v0::detail {

void place_avx2(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                std::uint64_t* first_words) noexcept
{
    place_with_vectors(layout, size, keys, hashes, first_words);
}

void probe_avx2(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                std::uint64_t* masks) noexcept
{
    probe_with_vectors(layout, size, keys, words, masks);
}

void test_avx2(const block_model& layout, const blocked_size& size, const bulk_keys& keys, const std::uint64_t* memory,
               bool* answers, const std::uint64_t* ahead) noexcept
{
    test_with_vectors(layout, size, keys, memory, answers, ahead);
}

}  // namespace tamiz::inline v0::detail

#endif
