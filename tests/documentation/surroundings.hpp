// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

// What the fragments in the documentation stand in: the reader's own server.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tamiz/tamiz.hpp>

inline std::string url;
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
