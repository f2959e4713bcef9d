// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// tamiz-dedup: each distinct line once.

#include <iostream>

#include "dedup/program.hpp"

int main(int argc, char** argv)
{
    return dedup::program(argc, argv, {.error = std::cerr});
}
