// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Looks for false negatives and double winners in the filters that ship: stress/README.md.
#include <cstdio>
#include <exception>
#include <iostream>

#include "no_false_negatives/program.hpp"

int main(int argc, char** argv)
{
    try {
        return tamiz::stress::run_program(argc, argv, tamiz::stress::shipping_filters(),
                                          {std::cout, std::cerr, stderr});
    } catch (const std::exception& error) {  // no memory, no more threads
        std::cerr << "no_false_negatives: " << error.what() << '\n';
        return 3;
    }
}
