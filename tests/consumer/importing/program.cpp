// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <seen.hpp>

int main()
{
    seen urls;
    return urls.is_new("https://example.org/") && !urls.is_new("https://example.org/") ? 0 : 1;
}
