// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/process_memory.hpp"

#include <malloc.h>

#include <cstdlib>

namespace examples {

namespace {

std::uint64_t size_of(void* block) noexcept
{
    return malloc_usable_size(block) + sizeof(std::size_t);
}

}  // namespace

void* counted_allocate(std::size_t bytes, memory_counters& counters)
{
    void* const block = std::malloc(bytes == 0 ? 1 : bytes);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    counters.bytes.fetch_add(size_of(block), std::memory_order_relaxed);
    counters.blocks.fetch_add(1, std::memory_order_relaxed);
    return block;
}

void counted_release(void* block, memory_counters& counters) noexcept
{
    counters.bytes.fetch_sub(size_of(block), std::memory_order_relaxed);
    counters.blocks.fetch_sub(1, std::memory_order_relaxed);
    std::free(block);
}

}  // namespace examples
