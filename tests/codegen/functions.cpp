// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <cstdint>
#include <span>
#include <vector>

// Compiled and disassembled by check.sh. What a function must be made of follows from the beginning of its name:
//
//     dropped_   a write whose answer nobody wants: `lock or`, no `lock cmpxchg`
//     used_      a write whose answer is used: `lock cmpxchg` (so the check above is able to fail)
//     lookup_    no locked instruction, no division, no call
//
// Nothing calls into a library of atomics.

namespace {

using tamiz::hash_value;
namespace layout = tamiz::layout;

template <typename Layout>
using filter = tamiz::bloom_filter<std::uint64_t, Layout>;

}  // namespace

#define FUNCTIONS_OF(name, layout)                                                                                     \
    extern "C" void dropped_insert_##name(filter<layout>& f, hash_value hash)                                          \
    {                                                                                                                  \
        f.insert(hash);                                                                                                \
    }                                                                                                                  \
    extern "C" void dropped_insert_of_key_##name(filter<layout>& f, std::uint64_t key)                                 \
    {                                                                                                                  \
        f.insert(key);                                                                                                 \
    }                                                                                                                  \
    extern "C" void dropped_insert_range_##name(filter<layout>& f, const std::vector<std::uint64_t>& keys)             \
    {                                                                                                                  \
        f.insert_range(keys);                                                                                          \
    }                                                                                                                  \
    extern "C" void dropped_merge_##name(filter<layout>& f, const filter<layout>& other)                               \
    {                                                                                                                  \
        f.merge(other);                                                                                                \
    }                                                                                                                  \
    extern "C" bool used_insert_##name(filter<layout>& f, hash_value hash)                                             \
    {                                                                                                                  \
        return f.insert(hash);                                                                                         \
    }                                                                                                                  \
    extern "C" bool used_claim_##name(filter<layout>& f, hash_value hash)                                              \
    {                                                                                                                  \
        return f.claim(hash) == tamiz::claim_result::won;                                                              \
    }                                                                                                                  \
    extern "C" bool lookup_##name(const filter<layout>& f, hash_value hash)                                            \
    {                                                                                                                  \
        return f.may_contain(hash);                                                                                    \
    }                                                                                                                  \
    extern "C" bool lookup_of_key_##name(const filter<layout>& f, std::uint64_t key)                                   \
    {                                                                                                                  \
        return f.may_contain(key);                                                                                     \
    }                                                                                                                  \
    extern "C" void lookup_prefetch_##name(const filter<layout>& f, hash_value hash)                                   \
    {                                                                                                                  \
        f.prefetch(hash);                                                                                              \
    }

FUNCTIONS_OF(cache_line_2, layout::cache_line<2>)
FUNCTIONS_OF(cache_line_4, layout::cache_line<4>)
FUNCTIONS_OF(cache_line_8, layout::cache_line<8>)
FUNCTIONS_OF(word, layout::word)
FUNCTIONS_OF(classic, layout::classic)
