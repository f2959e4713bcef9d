// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

/// Catch2 in the version that the system has: 3, or 2.13 as in Debian 12. Tests keep to what both offer, and assert in
/// the main thread only: the assertions of version 2 are not thread-safe.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
