// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/memory_size.hpp"

#include <support/catch.hpp>

#include <cstdint>
#include <string_view>
#include <utility>

using dedup::memory_size;

TEST_CASE("a size is a number and a power of 1024", "[dedup]")
{
    constexpr std::pair<std::string_view, std::uint64_t> sizes[] = {
        {"1", 1},
        {"1K", 1024},
        {"1k", 1024},
        {"64M", 64 << 20},
        {"64MiB", 64 << 20},
        {"3g", std::uint64_t{3} << 30},
        {"2T", std::uint64_t{2} << 40},
        {"18446744073709551615", 18446744073709551615u},
        {"16777215T", std::uint64_t{16777215} << 40},
    };
    for (const auto& [text, bytes] : sizes) {
        CAPTURE(text);
        CHECK(memory_size(text) == bytes);
    }
}

TEST_CASE("what is no size, or does not fit, is refused", "[dedup]")
{
    for (const std::string_view text : {"", "0", "0M", "M", "-1", "+1", " 1", "1 ", "1.5M", "1MB", "1X", "1MM", "1Ki",
                                        "0x10", "18446744073709551616", "16777216T", "nan"}) {
        CAPTURE(text);
        CHECK_FALSE(memory_size(text).has_value());
    }
}
