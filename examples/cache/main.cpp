// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A cache that many threads share, with two Bloom filters: one that counts knows most misses without a lock, one keeps
// out what is asked for only once.

#include <cstdio>
#include <iostream>

#include "cache/program.hpp"
#include "support/standard_output.hpp"

int main(int argc, char** argv)
{
    const auto run = [](const cache::run_settings& settings) { return cache::run(settings); };
    return examples::flushed(cache::program(argc, argv, run, std::cout, std::cerr, stderr), std::cout, std::cerr,
                             "cache");
}
