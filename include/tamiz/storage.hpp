// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <tamiz/detail/platform.hpp>

/// Stage 4 of the data path: where the words live.
namespace tamiz::inline v0 {

namespace detail {

/// What a filter reads that has no words of its own: it answers false without a test on the way. Constant memory: a
/// write would stop the program rather than change every such filter. Two lines: the most that `Layout::empty()` has.
alignas(64) inline constexpr std::uint64_t no_words[16] = {};

}  // namespace detail

/// The words of one filter: 64-byte aligned memory of its own, zeroed, or the caller's. Moves, never copies.
///
/// Memory of its own of 4 MiB or more begins on a 2 MiB boundary and asks the system for huge pages: random access to
/// 1 GiB on 4 KiB pages takes 1.5 to 2 times as long. The system gives such memory zeroed when it is first touched, so
/// construction touches nothing.
class storage {
public:
    /// Memory of its own. @throws std::bad_alloc
    TAMIZ_API explicit storage(std::uint64_t word_count);

    /// The caller's memory, kept by the caller until the filter is gone. Its values stay as they are.
    /// @throws std::invalid_argument if it is not aligned to 64 bytes
    TAMIZ_API [[nodiscard]] static storage view(std::span<std::uint64_t> memory);

    storage(storage&& other) noexcept
        : words_(std::exchange(other.words_, nullptr)), count_(std::exchange(other.count_, 0)),
          mapped_bytes_(std::exchange(other.mapped_bytes_, 0)), owns_(std::exchange(other.owns_, false))
    {
    }
    storage& operator=(storage&& other) noexcept
    {
        storage(std::move(other)).swap(*this);
        return *this;
    }
    ~storage()
    {
        if (owns_) release();
    }

    void swap(storage& other) noexcept
    {
        std::swap(words_, other.words_);
        std::swap(count_, other.count_);
        std::swap(mapped_bytes_, other.mapped_bytes_);
        std::swap(owns_, other.owns_);
    }

    [[nodiscard]] std::uint64_t* data() const noexcept { return words_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }

private:
    storage() noexcept = default;
    TAMIZ_API void release() noexcept;

    std::uint64_t* words_ = nullptr;
    std::uint64_t count_ = 0;
    std::uint64_t mapped_bytes_ = 0;  // 0: from the heap
    bool owns_ = false;
};

}  // namespace tamiz::inline v0
