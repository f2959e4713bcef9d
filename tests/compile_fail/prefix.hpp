// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What the cases include: compiled once, as a precompiled header, because each case is a compilation of its own.
// Nothing includes it twice; compilers warn of a guard in a file that they precompile.
#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <sstream>
