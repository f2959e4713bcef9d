// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

/// What differs between compilers, and between a shared library and an archive.

/// What a shared library of tamiz shows: all else in it is hidden. An archive shows nothing, so that a plugin that
/// holds one does not offer its functions to the rest of the program. TAMIZ_ARCHIVE is set where the archive is
/// compiled.
#if defined(TAMIZ_ARCHIVE)
#define TAMIZ_API
#else
#define TAMIZ_API [[gnu::visibility("default")]]
#endif

/// For the functions between a call of `insert` and its atomic writes: only if all of them are inlined does the
/// compiler see that an answer is dropped, and then each write is one `lock or` instead of a loop around `lock cmpxchg`
/// (x86-64). Clang 19 leaves the call to `insert` in place otherwise. Not under a sanitizer, whose own code around each
/// access makes the inlined one ten times as long to compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TAMIZ_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TAMIZ_SANITIZED 1
#endif
#endif
#ifndef TAMIZ_SANITIZED
#define TAMIZ_SANITIZED 0
#endif
#if TAMIZ_SANITIZED
#define TAMIZ_ALWAYS_INLINE inline
#else
#define TAMIZ_ALWAYS_INLINE [[gnu::always_inline]] inline
#endif

namespace tamiz::inline v0::detail {

/// Asks for the line of an address. Assembly, because GCC 12 takes a function that does nothing else for one without an
/// effect, and leaves out the call.
TAMIZ_ALWAYS_INLINE void prefetch_line(const void* address) noexcept
{
#if defined(__x86_64__)
    asm volatile("prefetcht0 (%0)" : : "r"(address));
#elif defined(__aarch64__)
    asm volatile("prfm pldl1keep, [%0]" : : "r"(address));
#else
    __builtin_prefetch(address);
#endif
}

/// A product of two words. Not ISO C++, which a consumer's -Wpedantic would say in our headers but for the first word.
__extension__ typedef unsigned __int128 double_word;

}  // namespace tamiz::inline v0::detail
