// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <tamiz/hash.hpp>

/// Hashes that are broken on purpose.
namespace tamiz::mutants {

/// Does not look at the lowest bits of the key: neighbours are one key.
struct ignores_low_key_bits {
    using is_avalanching = void;
    [[nodiscard]] std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const noexcept
    {
        return hash<std::uint64_t>{}(key >> 3, seed);
    }
};

/// Keeps 32 of the hash's 64 bits. A usual filter does not show it.
struct keeps_high_half {
    using is_avalanching = void;
    [[nodiscard]] std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const noexcept
    {
        return hash<std::uint64_t>{}(key, seed) & ~std::uint64_t{0xffffffff};
    }
};

/// Says that it is well mixed, and is the key itself.
struct unmixed {
    using is_avalanching = void;
    [[nodiscard]] std::uint64_t operator()(std::uint64_t key, std::uint64_t seed) const noexcept { return key ^ seed; }
};

}  // namespace tamiz::mutants
