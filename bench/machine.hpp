// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

/// What the programs need to know of the machine, and to ask of it.
namespace bench {

/// Processors that this process may use.
[[nodiscard]] unsigned processors();

/// Binds the calling thread to one of them, counted modulo their number. Where the system refuses, nothing happens.
void stay_on_processor(unsigned which) noexcept;

/// "AMD EPYC 9B45, 2 processors, caches 48 KiB / 1 MiB / 32 MiB": as far as the system tells.
[[nodiscard]] std::string machine_name();

/// The compiler of the benchmark, with its version.
[[nodiscard]] std::string compiler_name();

/// Before a piece is timed, so that none pays for, or profits from, what the piece before left in the caches: memory of
/// 4 MiB at most is read whole, larger memory is driven out of the caches. 256 MiB and more are left alone: a random
/// line of them is in no cache.
void prepare(std::span<const std::byte> memory);

/// How much of the mapping that holds `address` lies on huge pages; nothing if the system does not tell.
struct page_use {
    std::uint64_t mapped_bytes = 0;
    std::uint64_t huge_bytes = 0;
};
[[nodiscard]] std::optional<page_use> pages_of(const void* address);

/// Memory on a 2 MiB boundary that asks for huge pages, as the filters of the library have; for the other filters.
/// @throws std::bad_alloc
[[nodiscard]] void* allocate_huge(std::size_t bytes);
void free_huge(void* memory, std::size_t bytes) noexcept;

/// The same for containers.
template <typename T>
struct huge_allocator {
    using value_type = T;
    huge_allocator() = default;
    template <typename U>
    explicit huge_allocator(const huge_allocator<U>&) noexcept
    {
    }
    [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(allocate_huge(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t count) noexcept { free_huge(memory, count * sizeof(T)); }
    friend bool operator==(const huge_allocator&, const huge_allocator&) { return true; }
};

/// Sets each bit with the chance `density`, independently, from a fixed seed. On two threads, so that a gigabyte takes
/// a second.
void fill_randomly(std::span<std::byte> memory, double density);

/// Keeps the compiler from leaving out what is measured.
template <typename T>
inline void keep(const T& value)
{
    asm volatile("" : : "g"(value) : "memory");
}
/// Hides from the compiler that the value is always the same.
template <typename T>
[[nodiscard]] inline T hidden(T value)
{
    asm volatile("" : "+r"(value));
    return value;
}

}  // namespace bench
