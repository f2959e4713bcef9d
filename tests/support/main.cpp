// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The test runner, where the system has no library of it: Catch2 2.13 as headers alone.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
