// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/byte_buffer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace dedup {

void byte_buffer::release::operator()(char* bytes) const noexcept
{
    std::free(bytes);
}

void byte_buffer::reserve(std::size_t bytes)
{
    if (bytes <= capacity_) return;
    // By a half more, so that a line of any length is moved a few times only.
    const std::size_t wanted = std::max(bytes, capacity_ + capacity_ / 2);
    void* const grown = std::realloc(bytes_.get(), wanted);
    if (grown == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());  // realloc has it
    bytes_.reset(static_cast<char*>(grown));
    capacity_ = wanted;
}

void byte_buffer::append(std::string_view text)
{
    if (text.empty()) return;
    reserve(size_ + text.size());
    std::memcpy(data() + size_, text.data(), text.size());
    size_ += text.size();
}

void byte_buffer::clear(std::size_t keep) noexcept
{
    size_ = 0;
    if (capacity_ <= keep) return;
    bytes_.reset();
    capacity_ = 0;
}

}  // namespace dedup
