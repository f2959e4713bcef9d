// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Bloom's idea made visible: a filter small enough to be drawn, and one large enough to be worth it.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "seeds/million.hpp"
#include "seeds/picture.hpp"
#include "support/arguments.hpp"

int main(int argc, char** argv)
{
    try {
        CLI::App app("Draws a Bloom filter of 24 bits, then compares one of a million keys with exact sets.");
        if (const auto status = examples::parse_arguments(app, argc, argv)) {
            return *status;
        }
        const bool is_small_right = seeds::draw_small_filter();
        const bool is_large_right = seeds::compare_with_exact_sets();
        return is_small_right && is_large_right ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "seeds: %s\n", error.what());
        return 1;
    }
}
