// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "seen.hpp"

seen::seen() : urls_({.expected_items = 1000, .false_positive_rate = 0.001})
{
}

bool seen::is_new(const std::string& url)
{
    return urls_.insert(url);
}
