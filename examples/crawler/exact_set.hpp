// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What a Bloom filter saves: a set that knows every address itself, with its memory measured.

#pragma once

#include <oneapi/tbb/concurrent_unordered_set.h>

#include <cstdint>
#include <functional>
#include <string_view>

#include "support/process_memory.hpp"

namespace crawler {

/// A set of addresses that many threads fill and ask at once. One in the program at a time has its memory measured
/// rightly: the count is of all of them together.
class exact_set {
    struct account;
    using element = examples::counted_string<account>;
    struct hash : examples::any_string_hash {
        using transparent_key_equal = examples::any_string_equal;  // what oneTBB asks for before it finds views
    };
    using set_type = tbb::concurrent_unordered_set<element, hash, examples::any_string_equal,
                                                   examples::counting_allocator<element, account>>;

public:
    exact_set();
    ~exact_set();

    exact_set(const exact_set&) = delete;
    exact_set& operator=(const exact_set&) = delete;

    /// Safe beside insert. True synchronizes with the insert that put the address in.
    [[nodiscard]] bool contains(std::string_view address) const;

    /// Safe beside everything.
    void insert(std::string_view address);

    // The rest: only while nobody inserts.
    [[nodiscard]] std::uint64_t size() const;
    void for_each(const std::function<void(std::string_view address)>& visit) const;

    /// All of the heap memory, as measured by its allocator.
    [[nodiscard]] static std::uint64_t memory_bytes() noexcept;

private:
    set_type addresses_;
};

}  // namespace crawler
