// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/storage.hpp>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/mman.h>

#include <tamiz/error.hpp>

namespace tamiz::inline v0 {

namespace {

constexpr std::uint64_t alignment = 64;
constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;
constexpr std::uint64_t mapping_threshold = std::uint64_t{4} << 20;
constexpr std::uint64_t most_words = std::uint64_t{1} << 60;  // no system has them, and their bytes still fit 64 bits

constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

std::uint64_t* heap_memory(std::uint64_t bytes)
{
    const std::uint64_t rounded = round_up(bytes, alignment);
    void* memory = std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, rounded);
    return static_cast<std::uint64_t*>(memory);
}

/// Zeroed pages on a 2 MiB boundary: one huge page more is mapped, and what lies before the boundary and behind the
/// end is given back.
std::uint64_t* mapped_memory(std::uint64_t bytes)
{
    const std::uint64_t mapped = bytes + huge_page;
    void* start = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
    auto* const begin = static_cast<std::byte*>(start);
    const std::uint64_t before =
        round_up(std::bit_cast<std::uint64_t>(begin), huge_page) - std::bit_cast<std::uint64_t>(begin);
    if (before != 0) ::munmap(begin, before);
    if (before != huge_page) ::munmap(begin + before + bytes, huge_page - before);
    // Advice: a system without huge pages says no, and the memory is as good, only slower.
    (void)::madvise(begin + before, bytes, MADV_HUGEPAGE);
    return std::bit_cast<std::uint64_t*>(begin + before);
}

}  // namespace

storage::storage(std::uint64_t word_count) : count_(word_count), owns_(true)
{
    if (word_count > most_words) throw std::bad_alloc();
    const std::uint64_t bytes = word_count * sizeof(std::uint64_t);
    if (bytes < mapping_threshold) {
        words_ = heap_memory(bytes);
    } else {
        mapped_bytes_ = round_up(bytes, huge_page);
        words_ = mapped_memory(mapped_bytes_);
    }
}

storage storage::view(std::span<std::uint64_t> memory)
{
    if (std::bit_cast<std::uint64_t>(memory.data()) % alignment != 0)
        detail::throw_invalid("memory", std::bit_cast<std::uint64_t>(memory.data()), "must be aligned to 64 bytes");
    storage result;
    result.words_ = memory.data();
    result.count_ = memory.size();
    return result;
}

void storage::release() noexcept
{
    if (mapped_bytes_ != 0)
        ::munmap(words_, mapped_bytes_);
    else
        std::free(words_);
}

}  // namespace tamiz::inline v0
