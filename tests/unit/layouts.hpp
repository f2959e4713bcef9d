// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/classic.hpp>
#include <tamiz/layout/two_lines.hpp>
#include <tamiz/layout/word.hpp>

/// Every layout of a plain filter: for TEMPLATE_TEST_CASE. One width of `two_lines`, whose lines are `cache_line`'s.
#define TAMIZ_TEST_LAYOUTS                                                                                             \
    tamiz::layout::classic, tamiz::layout::cache_line<2>, tamiz::layout::cache_line<4>, tamiz::layout::cache_line<8>,  \
        tamiz::layout::word, tamiz::layout::two_lines<4>

/// Every layout of a filter that counts.
#define TAMIZ_TEST_COUNTING_LAYOUTS                                                                                    \
    tamiz::layout::cache_line<2>, tamiz::layout::cache_line<4>, tamiz::layout::cache_line<8>, tamiz::layout::word
