// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report.hpp"

namespace bench {

enum class effort {
    smoke,  ///< does it run at all? A second or two, small filters, worthless figures
    quick,  ///< the aims, in few rounds
    full
};

/// How a program should measure, from its command line.
struct settings {
    effort how_much = effort::full;
    std::size_t rounds = 0;
    std::size_t keys = 0;              ///< of one piece of work, and of each thread
    std::vector<std::uint64_t> sizes;  ///< bytes of a filter: in the cache of a core, beyond it, beyond all caches
    std::vector<unsigned> threads;     ///< 1, 2 and all: those that have a processor each
    double rate = 0.01;                ///< false positives, of all that are compared

    [[nodiscard]] bool can_run_two() const { return threads.size() > 1; }
};

/// "32 MiB"
[[nodiscard]] std::string size_name(std::uint64_t bytes);

/// The main function of each program: reads the command line, measures, prints and writes what was found.
/// @param question  what the program answers, for --help
int run_program(int argc, char** argv, const std::string& name, const std::string& question,
                void (*measure)(const settings&, report&));

/// Tells on stderr what is going on.
void progress(const std::string& text);

}  // namespace bench
