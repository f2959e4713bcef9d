// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/tamiz.hpp>

#include <string>

int main()
{
    tamiz::bloom_filter<std::string> seen({.expected_items = 1000, .false_positive_rate = 0.001});
    const bool first = seen.claim("https://example.org/") == tamiz::claim_result::won;
    const bool known = seen.may_contain("https://example.org/");
    return first && known && !seen.may_contain("https://example.org/other") ? 0 : 1;
}
