// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <string>

#include <tamiz/bloom_filter.hpp>

/// Pages that a crawler has met.
class seen {
public:
    seen();
    /// True for the first who asks.
    bool is_new(const std::string& url);

private:
    tamiz::bloom_filter<std::string> urls_;
};
