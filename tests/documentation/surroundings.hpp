// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

// What the fragments in the documentation stand in: the reader's own server.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tamiz/tamiz.hpp>

inline std::string url = "https://example.org/";
inline std::vector<std::string> urls;
inline void fetch(std::string_view)
{
}
inline void skip(std::string_view)
{
}
inline void warn(std::string_view)
{
}
inline tamiz::bloom_filter<std::string> seen({.expected_items = 10'000, .false_positive_rate = 0.001});
inline tamiz::bloom_filter<std::string> yesterday({.expected_items = 10'000, .false_positive_rate = 0.001});
