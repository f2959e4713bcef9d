// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "subject.hpp"

/// Seen outside of the shared library that holds it.
#define TAMIZ_BENCH_SHARED __attribute__((visibility("default")))

/// Other libraries. Each that the build has not found makes null pointers.
namespace bench {

// --- Boost.Bloom: fast, for one thread -------------------------------------------------------------------------------

inline constexpr const char* boost_multiblock = "Boost.Bloom fast_multiblock32<8>";
inline constexpr const char* boost_block = "Boost.Bloom block<uint64_t, 5>";
inline constexpr const char* boost_classic = "Boost.Bloom classic, k = 7";

/// @throws std::invalid_argument for another name
[[nodiscard]] std::unique_ptr<subject<std::uint64_t>> make_boost_filter(const std::string& name, std::uint64_t bytes);
/// The first of them, for strings.
[[nodiscard]] std::unique_ptr<subject<std::string_view>> make_boost_string_filter(std::uint64_t bytes);
/// The same two, compiled for any x86-64 as the library is.
inline constexpr const char* portable_boost_multiblock = "the same, compiled for any x86-64";
[[nodiscard]] TAMIZ_BENCH_SHARED std::unique_ptr<subject<std::uint64_t>>
make_portable_boost_filter(std::uint64_t bytes);
[[nodiscard]] TAMIZ_BENCH_SHARED std::unique_ptr<subject<std::string_view>>
make_portable_boost_string_filter(std::uint64_t bytes);
/// Which version, and how it was compiled; why not, if it was not.
[[nodiscard]] std::string about_boost_bloom();

// --- libbloom, in C, for one thread ----------------------------------------------------------------------------------

[[nodiscard]] std::unique_ptr<subject<std::uint64_t>> make_libbloom_filter(std::uint64_t bytes, double rate);

// --- exact sets that many threads can use ----------------------------------------------------------------------------

inline constexpr const char* tbb_set = "oneTBB concurrent_unordered_set";
inline constexpr const char* cuckoo_set = "libcuckoo";
inline constexpr const char* mutex_set = "std::unordered_set, mutex";

/// With room for so many keys.
/// @throws std::invalid_argument for another name
[[nodiscard]] std::unique_ptr<key_set<std::uint64_t>> make_exact_set(const std::string& name, std::uint64_t keys);
/// What it asks of its allocator for each of so many keys of 16 bytes; nothing if the build has not found it.
[[nodiscard]] std::optional<double> exact_set_bytes_per_key(const std::string& name, std::uint64_t keys);

}  // namespace bench
