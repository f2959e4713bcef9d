// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

namespace tamiz::stress {

/// The bytes of an object, to see later whether anybody wrote to them.
template <typename Object>
class object_image {
public:
    explicit object_image(const Object& object) noexcept
    {
        std::memcpy(bytes_.data(), std::addressof(object), bytes_.size());
    }
    [[nodiscard]] bool same(const Object& object) const noexcept
    {
        return std::memcmp(bytes_.data(), std::addressof(object), bytes_.size()) == 0;
    }

private:
    std::array<std::byte, sizeof(Object)> bytes_;
};

}  // namespace tamiz::stress
