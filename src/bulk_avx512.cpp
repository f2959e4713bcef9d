// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#if defined(__x86_64__)

#include <cstddef>
#include <cstdint>

// GCC 12 takes the undefined registers of its own header for variables that were forgotten (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include "bulk.hpp"

#define TAMIZ_INSTRUCTIONS [[gnu::target("avx512f,avx512dq")]]

namespace tamiz::inline v0::detail {

namespace {

struct vector {
    using type = __m512i;
    static constexpr std::size_t lanes = 8;

#define TAMIZ_OPERATION TAMIZ_INSTRUCTIONS [[gnu::always_inline]] static inline
    TAMIZ_OPERATION type load(const void* from) { return _mm512_loadu_si512(from); }
    TAMIZ_OPERATION void store(void* to, type value) { _mm512_storeu_si512(to, value); }
    TAMIZ_OPERATION type splat(std::uint64_t value) { return _mm512_set1_epi64(static_cast<long long>(value)); }
    TAMIZ_OPERATION type add(type a, type b) { return _mm512_add_epi64(a, b); }
    TAMIZ_OPERATION type both(type a, type b) { return _mm512_and_si512(a, b); }
    TAMIZ_OPERATION type either(type a, type b) { return _mm512_or_si512(a, b); }
    TAMIZ_OPERATION type one_of(type a, type b) { return _mm512_xor_si512(a, b); }
    TAMIZ_OPERATION type without(type a, type b) { return _mm512_andnot_si512(b, a); }
    TAMIZ_OPERATION type multiply_low_halves(type a, type b) { return _mm512_mul_epu32(a, b); }
    TAMIZ_OPERATION type multiply(type a, std::uint64_t b) { return _mm512_mullo_epi64(a, splat(b)); }
    template <unsigned Bits>
    TAMIZ_OPERATION type shift_left(type a)
    {
        return _mm512_slli_epi64(a, Bits);
    }
    template <unsigned Bits>
    TAMIZ_OPERATION type shift_right(type a)
    {
        return _mm512_srli_epi64(a, Bits);
    }
    TAMIZ_OPERATION type turn_words(type a, type bits) { return _mm512_rolv_epi64(a, bits); }
    /// Each half of a lane by the lower bits of its own half of `bits`.
    TAMIZ_OPERATION type turn_halves(type a, type bits) { return _mm512_rolv_epi32(a, bits); }
// Without optimisation it is a macro of GCC's, whose mask of all lanes changes its sign on the way.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
    TAMIZ_OPERATION type gather(const std::uint64_t* base, type index)
    {
        return _mm512_i64gather_epi64(index, base, 8);
    }
#pragma GCC diagnostic pop
    /// One byte for each lane, 1 or 0.
    TAMIZ_OPERATION void store_is_zero(bool* to, type a)
    {
        const type ones = _mm512_maskz_set1_epi64(_mm512_testn_epi64_mask(a, a), 1);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm512_cvtepi64_epi8(ones));
    }
#undef TAMIZ_OPERATION
};

}  // namespace

}  // namespace tamiz::inline v0::detail

#include "bulk_vectors.hpp"

namespace tamiz::inline v0::detail {

void place_avx512(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* hashes,
                  std::uint64_t* first_words) noexcept
{
    place_with_vectors(layout, size, keys, hashes, first_words);
}

void probe_avx512(const block_model& layout, const blocked_size& size, const bulk_keys& keys, std::uint64_t* words,
                  std::uint64_t* masks) noexcept
{
    probe_with_vectors(layout, size, keys, words, masks);
}

void test_avx512(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                 const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead) noexcept
{
    test_with_vectors(layout, size, keys, memory, answers, ahead);
}

}  // namespace tamiz::inline v0::detail

#endif
