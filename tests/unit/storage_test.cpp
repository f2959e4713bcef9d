// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/storage.hpp>

#include <support/catch.hpp>
#include <support/sanitizers.hpp>
#include <unit/message_of.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <new>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <unistd.h>

namespace {

using tamiz::storage;
using tamiz_test::message_of;
using tamiz_test::missing_in;

static_assert(!std::is_copy_constructible_v<storage> && !std::is_copy_assignable_v<storage>);
static_assert(!std::is_default_constructible_v<storage>);
static_assert(std::is_nothrow_move_constructible_v<storage> && std::is_nothrow_move_assignable_v<storage>);

constexpr std::uint64_t words_per_mib = std::uint64_t{1} << 17;

std::uint64_t address(const void* pointer)
{
    return std::bit_cast<std::uint64_t>(pointer);
}

struct process_memory {
    std::uint64_t mapped = 0;    // bytes of address space
    std::uint64_t resident = 0;  // bytes of memory
};

process_memory memory_of_process()
{
    std::ifstream file("/proc/self/statm");  // both in pages
    process_memory result;
    file >> result.mapped >> result.resident;
    REQUIRE(file.good());
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return {result.mapped * page, result.resident * page};
}

/// The kernel's flags for the mapping that begins at this address: "hg" is one that asked for huge pages.
std::string mapping_flags(const void* begin)
{
    std::ifstream file("/proc/self/smaps");
    bool here = false;
    for (std::string line; std::getline(file, line);) {
        std::uint64_t first = 0;
        const char* const end = line.data() + line.size();
        const auto [dash, error] = std::from_chars(line.data(), end, first, 16);
        if (error == std::errc() && dash != end && *dash == '-') here = first == address(begin);
        if (here && line.starts_with("VmFlags:")) return line;
    }
    return "";
}

bool is_zero(const storage& memory)
{
    return std::all_of(memory.data(), memory.data() + memory.size(), [](std::uint64_t word) { return word == 0; });
}

TEST_CASE("memory of its own is aligned, zeroed and writable to the last word")
{
    for (const std::uint64_t count :
         {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{8}, std::uint64_t{9}, std::uint64_t{1'000},
          4 * words_per_mib - 1, 4 * words_per_mib, 4 * words_per_mib + 1, 7 * words_per_mib + 12'345}) {
        for (int again = 0; again < 2; ++again) {  // the second time, the heap hands out used memory
            const storage memory(count);
            CAPTURE(count, again);
            CHECK(memory.size() == count);
            CHECK(address(memory.data()) % 64 == 0);
            CHECK(is_zero(memory));
            std::fill_n(memory.data(), count, ~std::uint64_t{0});
        }
    }
}

TEST_CASE("memory of 4 MiB and more begins on a huge page's boundary and asks for huge pages")
{
    std::ifstream huge_pages("/sys/kernel/mm/transparent_hugepage/enabled");
    // An emulator of another machine does not tell what was asked for.
    const bool system_has_them = huge_pages.good() && !tamiz_test::emulated;
    for (const std::uint64_t count : {4 * words_per_mib, 4 * words_per_mib + 1, 64 * words_per_mib + 1}) {
        const storage memory(count);
        CAPTURE(count);
        CHECK(address(memory.data()) % (std::uint64_t{2} << 20) == 0);
        if (system_has_them) CHECK(missing_in(mapping_flags(memory.data()), {" hg"}) == "");
    }
}

TEST_CASE("large memory is not touched before it is used")
{
    const process_memory before = memory_of_process();
    const storage memory(1'024 * words_per_mib);
    const process_memory after = memory_of_process();
    constexpr std::uint64_t gib = std::uint64_t{1} << 30;
    CHECK(after.mapped >= before.mapped + gib);
    CHECK(after.mapped <=
          before.mapped + gib + (std::uint64_t{64} << 20));  // what was mapped for the boundary is given back
    CHECK(after.resident <= before.resident + (std::uint64_t{16} << 20));
    memory.data()[memory.size() - 1] = 1;
    CHECK(memory.data()[memory.size() - 1] == 1);
}

TEST_CASE("memory is given back when its owner ends")
{
    constexpr std::uint64_t mib = std::uint64_t{1} << 20;
    const process_memory before = memory_of_process();
    {
        const storage memory(128 * words_per_mib);
        std::fill_n(memory.data(), memory.size(), 1u);
        CHECK(memory_of_process().resident >= before.resident + 100 * mib);
    }
    CHECK(memory_of_process().mapped <= before.mapped + 8 * mib);
    if (tamiz_test::sanitized) return;  // they keep some of it, and find what is lost themselves
    CHECK(memory_of_process().resident <= before.resident + 20 * mib);
    for (int i = 0; i < 300; ++i) storage{3 * words_per_mib};
    for (int i = 0; i < 300; ++i) storage{16 * words_per_mib};
    CHECK(memory_of_process().mapped <= before.mapped + 64 * mib);
}

TEST_CASE("memory that no system has is refused as such")
{
    for (const unsigned exponent : {45u, 50u, 57u, 60u, 61u, 63u})
        CHECK_THROWS_AS(storage(std::uint64_t{1} << exponent), std::bad_alloc);
    CHECK_THROWS_AS(storage(~std::uint64_t{0}), std::bad_alloc);
    CHECK_THROWS_AS(storage((std::uint64_t{1} << 61) + 1),
                    std::bad_alloc);  // 8 bytes, if 64 bits were all that counted
}

struct alignas(64) aligned_memory {
    std::array<std::uint64_t, 32> words;
};

TEST_CASE("the caller's memory is used as it is and outlives its use")
{
    aligned_memory memory;
    memory.words.fill(77);
    {
        const storage view = storage::view(memory.words);
        CHECK(view.data() == memory.words.data());
        CHECK(view.size() == memory.words.size());
        view.data()[3] = 5;
    }
    CHECK(memory.words[3] == 5);
    CHECK(std::ranges::count(memory.words, 77u) == 31);
    CHECK(storage::view({}).size() == 0);
}

TEST_CASE("memory of the caller that is not aligned to a line is refused by its address")
{
    aligned_memory memory{};
    for (const std::size_t offset : {1u, 2u, 4u, 7u}) {
        const std::span<std::uint64_t> unaligned = std::span(memory.words).subspan(offset);
        const std::string message = message_of<std::invalid_argument>([&] { (void)storage::view(unaligned); });
        CHECK(missing_in(message, {"memory = " + std::to_string(address(unaligned.data())), "64 bytes"}) == "");
    }
    CHECK_NOTHROW(storage::view(std::span(memory.words).subspan(8)));
}

TEST_CASE("moving hands the memory on and leaves nothing")
{
    for (const std::uint64_t count : {std::uint64_t{100}, 5 * words_per_mib}) {
        storage source(count);
        std::uint64_t* const data = source.data();
        data[7] = 7;

        storage target(std::move(source));
        CHECK(source.data() == nullptr);
        CHECK(source.size() == 0);
        CHECK(target.data() == data);
        CHECK(target.size() == count);

        storage assigned(10);
        assigned = std::move(target);
        CHECK(target.data() == nullptr);
        CHECK(target.size() == 0);
        CHECK(assigned.data() == data);
        CHECK(assigned.data()[7] == 7);

        storage& itself = assigned;
        assigned = std::move(itself);
        CHECK(assigned.data() == data);
        CHECK(assigned.size() == count);
        CHECK(assigned.data()[7] == 7);

        source = storage(10);  // what was moved from can be used again
        CHECK(source.size() == 10);
        CHECK(is_zero(source));
    }
}

TEST_CASE("swapping exchanges memory of every kind")
{
    aligned_memory memory{};
    storage heap(100);
    storage mapped(5 * words_per_mib);
    storage view = storage::view(memory.words);
    std::uint64_t* const heap_data = heap.data();
    std::uint64_t* const mapped_data = mapped.data();
    heap.swap(mapped);
    heap.swap(view);
    CHECK(heap.data() == memory.words.data());
    CHECK(heap.size() == 32);
    CHECK(view.data() == mapped_data);
    CHECK(view.size() == 5 * words_per_mib);
    CHECK(mapped.data() == heap_data);
    CHECK(mapped.size() == 100);
    heap.swap(heap);
    CHECK(heap.data() == memory.words.data());
}

}  // namespace
