// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <concepts>

/// Tests do the same everywhere and less of it where each step costs ten times as much.
namespace tamiz_test {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

#if defined(__OPTIMIZE__)
inline constexpr bool optimized = true;
#else
inline constexpr bool optimized = false;
#endif

/// Run by an emulator of another machine (cmake/aarch64-linux-gnu.cmake).
#if defined(TAMIZ_TEST_EMULATED)
inline constexpr bool emulated = true;
#else
inline constexpr bool emulated = false;
#endif

/// So many in an optimised build; a `divisor`-th of it under a sanitizer, an emulator or without optimisation.
template <std::integral Count>
[[nodiscard]] constexpr Count scaled(Count count, Count divisor = 10)
{
    return sanitized || emulated || !optimized ? std::max<Count>(1, count / divisor) : count;
}

}  // namespace tamiz_test
