// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "keys.hpp"
#include "machine.hpp"
#include "subject.hpp"

/// What people write by hand: a plain filter, and locks around it.
namespace bench {

/// A blocked Bloom filter for one thread: six bits anywhere in one line of 64 bytes.
class plain_filter {
public:
    static constexpr unsigned bits_of_a_key = 6;

    explicit plain_filter(std::uint64_t bytes) : lines_(static_cast<std::size_t>(bytes / sizeof(line))) {}

    void insert(std::uint64_t key) { insert_hashed(scrambled(key)); }
    [[nodiscard]] bool may_contain(std::uint64_t key) const { return may_contain_hashed(scrambled(key)); }

    void insert_hashed(std::uint64_t hash)
    {
        line& words = lines_[line_of(hash)];
        for_each_bit(hash, [&words](unsigned bit) { words[bit / 64] |= std::uint64_t{1} << bit % 64; });
    }
    [[nodiscard]] bool may_contain_hashed(std::uint64_t hash) const
    {
        const line& words = lines_[line_of(hash)];
        std::uint64_t all = 1;
        for_each_bit(hash, [&](unsigned bit) { all &= words[bit / 64] >> bit % 64; });
        return all != 0;
    }
    [[nodiscard]] std::span<std::byte> memory() { return std::as_writable_bytes(std::span<line>(lines_)); }

private:
    struct alignas(64) line : std::array<std::uint64_t, 8> {};

    [[nodiscard]] std::size_t line_of(std::uint64_t hash) const
    {
        __extension__ using double_word = unsigned __int128;
        return static_cast<std::size_t>(double_word{hash} * lines_.size() >> 64);
    }
    template <typename Use>
    static void for_each_bit(std::uint64_t hash, const Use& use)
    {
        std::uint64_t bits = scrambled(hash);  // 54 of its bits: nine for each
        for (unsigned i = 0; i < bits_of_a_key; ++i, bits >>= 9) use(static_cast<unsigned>(bits % 512));
    }

    std::vector<line, huge_allocator<line>> lines_;
};

/// One lock for all.
class mutex_filter {
public:
    explicit mutex_filter(std::uint64_t bytes) : filter_(bytes) {}

    void insert(std::uint64_t key)
    {
        const std::lock_guard guard(mutex_);
        filter_.insert(key);
    }
    [[nodiscard]] bool may_contain(std::uint64_t key) const
    {
        const std::lock_guard guard(mutex_);
        return filter_.may_contain(key);
    }
    [[nodiscard]] std::span<std::byte> memory() { return filter_.memory(); }

private:
    mutable std::mutex mutex_;
    plain_filter filter_;
};

/// 64 locks, each of a filter of its own in one memory.
class sharded_filter {
public:
    static constexpr std::size_t shards = 64;

    explicit sharded_filter(std::uint64_t bytes) : filter_(bytes) {}

    void insert(std::uint64_t key)
    {
        const std::uint64_t hash = scrambled(key);
        const std::lock_guard guard(lock_of(hash));
        filter_.insert_hashed(hash);
    }
    [[nodiscard]] bool may_contain(std::uint64_t key) const
    {
        const std::uint64_t hash = scrambled(key);
        const std::lock_guard guard(lock_of(hash));
        return filter_.may_contain_hashed(hash);
    }
    [[nodiscard]] std::span<std::byte> memory() { return filter_.memory(); }

private:
    struct alignas(64) padded_mutex {
        std::mutex mutex;
    };
    /// A line belongs to one shard: both follow the hash's highest bits.
    [[nodiscard]] std::mutex& lock_of(std::uint64_t hash) const { return mutexes_[hash >> 58].mutex; }

    mutable std::array<padded_mutex, shards> mutexes_;
    plain_filter filter_;
};

/// One of them as a subject. How many keys it holds at a rate nobody has worked out for such filters: it gets as many
/// as the library's filter of the same size, and the measured rate is told.
template <typename Filter>
class hand_made_subject : public key_set_over<std::uint64_t, Filter> {
public:
    hand_made_subject(std::uint64_t bytes, std::uint64_t keys) : key_set_over<std::uint64_t, Filter>(bytes), keys_(keys)
    {
    }
    [[nodiscard]] std::span<std::byte> memory() override { return this->filter_.memory(); }
    [[nodiscard]] unsigned bits_of_a_key() const override { return plain_filter::bits_of_a_key; }
    [[nodiscard]] std::uint64_t keys_at(double /*rate*/) const override { return keys_; }

private:
    std::uint64_t keys_;
};

}  // namespace bench
