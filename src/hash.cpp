// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/hash.hpp>

#include <random>

// The functions of xxHash become part of this object file, under names of their own: no other copy of xxHash in the
// program can take their place, and a program that links tamiz needs neither its headers nor its library.
#define XXH_INLINE_ALL
#include <xxhash.h>
static_assert(XXH_VERSION_NUMBER >= 800, "XXH3 has its final form since xxHash 0.8");

namespace tamiz::inline v0 {

std::uint64_t random_seed()
{
    std::random_device device;  // 32 bits a call
    const std::uint64_t high = device();
    return high << 32 | device();
}

namespace detail {

std::uint64_t xxh3(const void* data, std::size_t bytes, std::uint64_t seed) noexcept
{
    return XXH3_64bits_withSeed(data, bytes, seed);
}

}  // namespace detail
}  // namespace tamiz::inline v0
