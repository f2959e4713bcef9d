// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Files as the system knows them.

#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace dedup {

/// The name that stands for standard input.
inline constexpr const char* standard_input = "-";

/// A file that is open for reading: one of its own, or standard input, which stays open.
class file {
public:
    file() noexcept = default;
    /// A named file, or `input_descriptor` for "-". Throws std::system_error, whose text does not name the file.
    file(const std::string& name, int input_descriptor);
    ~file() { close(); }
    file(file&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)), is_owned_(other.is_owned_), status_(other.status_)
    {
    }
    file& operator=(file&& other) noexcept
    {
        file moved(std::move(other));
        std::swap(descriptor_, moved.descriptor_);
        std::swap(is_owned_, moved.is_owned_);
        std::swap(status_, moved.status_);
        return *this;
    }

    void close() noexcept;
    [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

    /// As it was when it was opened.
    [[nodiscard]] const struct stat& status() const noexcept { return status_; }
    [[nodiscard]] bool is_regular() const noexcept { return S_ISREG(status_.st_mode); }

    /// As read(2), but begins again after a signal. Throws std::system_error.
    [[nodiscard]] std::size_t read(char* bytes, std::size_t count) const;
    /// As pread(2), likewise.
    [[nodiscard]] std::size_t read_at(char* bytes, std::size_t count, std::uint64_t offset) const;

private:
    int descriptor_ = -1;
    bool is_owned_ = false;
    struct stat status_{};
};

/// What to call a file in a message.
[[nodiscard]] std::string shown_name(const std::string& name);

}  // namespace dedup
