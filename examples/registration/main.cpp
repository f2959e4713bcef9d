// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A registration service with a Bloom filter in front of its database, and a load generator for it.

#include <cstdio>
#include <iostream>

#include "registration/program.hpp"
#include "support/standard_output.hpp"

int main(int argc, char** argv)
{
    return examples::flushed(registration::program(argc, argv, std::cout, std::cerr, stderr), std::cout, std::cerr,
                             "registration");
}
