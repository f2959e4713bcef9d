// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The test runner, compiled once; with Catch2 3 it comes from its library.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
