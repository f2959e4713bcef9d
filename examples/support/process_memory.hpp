// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// How much memory a container really takes: a counting allocator.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <string_view>

namespace examples {

/// Heap memory held, as the heap hands it out.
struct memory_counters {
    std::atomic<std::uint64_t> bytes{0};
    std::atomic<std::uint64_t> blocks{0};
};

/// malloc and free that count. A block counts with its rounding (malloc_usable_size) and with the word that the heap
/// keeps in front of it. Throws std::bad_alloc.
[[nodiscard]] void* counted_allocate(std::size_t bytes, memory_counters& counters);
void counted_release(void* block, memory_counters& counters) noexcept;

/// What all counting_allocators with this Account hold together. Account is any type: it only tells one count from
/// another. So the allocators are empty, and what they serve has the size that it would have anyway.
template <typename Account>
class memory_account {
public:
    [[nodiscard]] static std::uint64_t bytes() noexcept { return counters_.bytes.load(std::memory_order_relaxed); }
    [[nodiscard]] static std::uint64_t blocks() noexcept { return counters_.blocks.load(std::memory_order_relaxed); }

private:
    template <typename, typename>
    friend class counting_allocator;

    static inline memory_counters counters_;
};

/// A stateless standard allocator over malloc. Safe for any thread.
template <typename T, typename Account>
class counting_allocator {
    static_assert(alignof(T) <= alignof(std::max_align_t), "malloc gives no more alignment than that");

public:
    using value_type = T;

    counting_allocator() noexcept = default;

    template <typename U>
    counting_allocator(const counting_allocator<U, Account>&) noexcept
    {
    }

    [[nodiscard]] T* allocate(std::size_t count)
    {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        return static_cast<T*>(counted_allocate(count * sizeof(T), memory_account<Account>::counters_));
    }

    void deallocate(T* block, std::size_t) noexcept { counted_release(block, memory_account<Account>::counters_); }

    template <typename U>
    friend bool operator==(const counting_allocator&, const counting_allocator<U, Account>&) noexcept
    {
        return true;
    }
};

/// A string whose heap memory, if it needs any, is counted.
template <typename Account>
using counted_string = std::basic_string<char, std::char_traits<char>, counting_allocator<char, Account>>;

/// Hash and equality of all kinds of strings by content, for containers of counted_string.
struct any_string_hash {
    using is_transparent = void;
    // Not noexcept, on purpose: libstdc++ keeps each std::string's hash in a node of std::unordered_set, because it
    // takes long to compute. It decides so for hashes that may throw as well, so that the nodes have the same size
    // here.
    [[nodiscard]] std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

struct any_string_equal {
    using is_transparent = void;
    [[nodiscard]] bool operator()(std::string_view left, std::string_view right) const noexcept
    {
        return left == right;
    }
};

}  // namespace examples
