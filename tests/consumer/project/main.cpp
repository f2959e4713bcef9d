// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What a program that found the library does with it.
#include <string>

#include <tamiz/tamiz.hpp>

int main()
{
    tamiz::bloom_filter<std::string> seen({.expected_items = 1000});
    const bool won = seen.claim("a key") == tamiz::claim_result::won;
    return won && seen.may_contain("a key") && !seen.may_contain("another key") ? 0 : 1;
}
