// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace dedup {
namespace {

[[noreturn]] void throw_last_error()
{
    throw std::system_error(errno, std::generic_category());
}

}  // namespace

file::file(const std::string& name, int input_descriptor) : is_owned_(name != standard_input)
{
    descriptor_ = is_owned_ ? ::open(name.c_str(), O_RDONLY | O_CLOEXEC) : input_descriptor;
    if (descriptor_ < 0) {
        if (!is_owned_) errno = EBADF;
        throw_last_error();
    }
    if (::fstat(descriptor_, &status_) != 0) {
        const int why = errno;
        close();
        throw std::system_error(why, std::generic_category());
    }
    // A wish: where it is not granted, nothing is lost.
    if (is_regular()) static_cast<void>(::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL));
}

void file::close() noexcept
{
    if (is_owned_ && descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

std::size_t file::read(char* bytes, std::size_t count) const
{
    for (;;) {
        const ssize_t got = ::read(descriptor_, bytes, count);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) throw_last_error();
    }
}

std::size_t file::read_at(char* bytes, std::size_t count, std::uint64_t offset) const
{
    for (;;) {
        const ssize_t got = ::pread(descriptor_, bytes, count, static_cast<off_t>(offset));
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) throw_last_error();
    }
}

std::string shown_name(const std::string& name)
{
    return name == standard_input ? "standard input" : name;
}

}  // namespace dedup
