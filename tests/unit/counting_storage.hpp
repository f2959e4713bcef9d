// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/storage.hpp>

#include <cstdint>
#include <new>
#include <span>
#include <utility>

namespace tamiz_test {

/// Storage for a filter, which counts how often memory was asked for and refuses when it is told to.
class counting_storage {
public:
    inline static int asked = 0;
    inline static bool refuses = false;

    static void reset()
    {
        asked = 0;
        refuses = false;
    }

    explicit counting_storage(std::uint64_t word_count) : memory_(allowed(word_count)) {}
    [[nodiscard]] static counting_storage view(std::span<std::uint64_t> memory)
    {
        return counting_storage(tamiz::storage::view(memory));
    }
    [[nodiscard]] std::uint64_t* data() const noexcept { return memory_.data(); }
    [[nodiscard]] std::uint64_t size() const noexcept { return memory_.size(); }

private:
    explicit counting_storage(tamiz::storage memory) noexcept : memory_(std::move(memory)) {}

    static std::uint64_t allowed(std::uint64_t word_count)
    {
        ++asked;
        if (refuses) throw std::bad_alloc();
        return word_count;
    }

    tamiz::storage memory_;
};

}  // namespace tamiz_test
