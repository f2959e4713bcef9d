// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

/// What differs between compilers.

/// For the functions between a call of `insert` and its atomic writes: only if all of them are inlined does the compiler see
/// that an answer is dropped, and then each write is one `lock or` instead of a loop around `lock cmpxchg` (x86-64).
/// Clang 19 leaves the call to `insert` in place otherwise.
#define TAMIZ_ALWAYS_INLINE [[gnu::always_inline]] inline
