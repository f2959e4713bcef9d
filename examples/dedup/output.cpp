// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

namespace dedup {

void write_all(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EPIPE)
            throw closed_output();
        else if (errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "standard output");
    }
}

}  // namespace dedup
