// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Bytes that grow in place and are not set to zero.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace dedup {

/// What std::vector<char> would be if it left new bytes alone: memory that is asked for but not yet written is not
/// resident, and a large buffer grows without a copy, because the system moves its pages.
class byte_buffer {
public:
    [[nodiscard]] char* data() noexcept { return bytes_.get(); }
    [[nodiscard]] const char* data() const noexcept { return bytes_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] std::string_view text() const noexcept { return {bytes_.get(), size_}; }

    /// Makes room for so many bytes in all and keeps what is there. Throws std::bad_alloc.
    void reserve(std::size_t bytes);

    /// Behind the bytes that are there. Throws std::bad_alloc.
    void append(std::string_view text);

    /// How many bytes count, at most the capacity. New ones are those that were written behind the old ones.
    void resize(std::size_t bytes) noexcept { size_ = bytes; }

    /// Forgets the bytes, and gives memory beyond so many bytes back.
    void clear(std::size_t keep) noexcept;

private:
    struct release {
        void operator()(char* bytes) const noexcept;
    };

    std::unique_ptr<char, release> bytes_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace dedup
