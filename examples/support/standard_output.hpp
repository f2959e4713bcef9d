// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What a program says on standard output has to arrive.

#pragma once

#include <ostream>
#include <string_view>

namespace examples {

/// Flushes the output of a program that ends with `status`. If some of it could not be written, says so on `err` and
/// returns 1 in the place of a status of 0.
[[nodiscard]] inline int flushed(int status, std::ostream& out, std::ostream& err, std::string_view program)
{
    if (out.flush()) return status;
    err << program << ": standard output could not be written\n";
    return status == 0 ? 1 : status;
}

}  // namespace examples
