// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#pragma once

#include <stdexcept>
#include <string_view>

namespace dedup {

/// Whoever read the output has closed it, and wants no more.
class closed_output : public std::runtime_error {
public:
    closed_output() : std::runtime_error("nobody reads the output any more") {}
};

/// Writes all of the bytes to the descriptor.
/// Throws closed_output if the reader of a pipe is gone and SIGPIPE is ignored (else it ends the program), and
/// std::system_error, whose text says that it was the output.
void write_all(int descriptor, std::string_view bytes);

}  // namespace dedup
