// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

/// All of the library.
#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>
#include <tamiz/fwd.hpp>
#include <tamiz/version.hpp>
