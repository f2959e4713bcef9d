// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "peers.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <unordered_set>

#include <tbb/concurrent_unordered_set.h>
#if defined(TAMIZ_BENCH_HAS_LIBCUCKOO)
#include <libcuckoo/cuckoohash_map.hh>
#endif

#include "keys.hpp"

namespace bench {

namespace {

using long_key = std::array<std::uint64_t, 2>;

/// The same for all sets.
struct key_hash {
    [[nodiscard]] std::size_t operator()(std::uint64_t key) const { return scrambled(key); }
    [[nodiscard]] std::size_t operator()(const long_key& key) const { return scrambled(scrambled(key[0]) + key[1]); }
};

std::atomic<std::size_t> bytes_in_use{0};

/// Counts what is asked for.
template <typename T>
struct counting_allocator : std::allocator<T> {
    template <typename U>
    struct rebind {
        using other = counting_allocator<U>;
    };
    counting_allocator() = default;
    template <typename U>
    explicit(false) counting_allocator(const counting_allocator<U>& /*other*/) noexcept
    {
    }
    [[nodiscard]] T* allocate(std::size_t count)
    {
        bytes_in_use += count * sizeof(T);
        return std::allocator<T>::allocate(count);
    }
    void deallocate(T* memory, std::size_t count)
    {
        bytes_in_use -= count * sizeof(T);
        std::allocator<T>::deallocate(memory, count);
    }
};

template <typename Key, template <typename> typename Allocator>
class tbb_keys {
public:
    explicit tbb_keys(std::size_t keys) : set_(keys) {}
    void insert(const Key& key) { set_.insert(key); }
    [[nodiscard]] bool may_contain(const Key& key) const { return set_.contains(key); }

private:
    tbb::concurrent_unordered_set<Key, key_hash, std::equal_to<Key>, Allocator<Key>> set_;
};

#if defined(TAMIZ_BENCH_HAS_LIBCUCKOO)
template <typename Key, template <typename> typename Allocator>
class cuckoo_keys {
public:
    explicit cuckoo_keys(std::size_t keys) : map_(keys) {}
    void insert(const Key& key) { map_.insert(key, char{}); }
    [[nodiscard]] bool may_contain(const Key& key) const { return map_.contains(key); }

private:
    // A set is a map whose values nobody asks for.
    libcuckoo::cuckoohash_map<Key, char, key_hash, std::equal_to<Key>, Allocator<std::pair<const Key, char>>> map_;
};
#endif

template <typename Key, template <typename> typename Allocator>
class locked_keys {
public:
    explicit locked_keys(std::size_t keys) { set_.reserve(keys); }
    void insert(const Key& key)
    {
        const std::lock_guard guard(mutex_);
        set_.insert(key);
    }
    [[nodiscard]] bool may_contain(const Key& key) const
    {
        const std::lock_guard guard(mutex_);
        return set_.contains(key);
    }

private:
    mutable std::mutex mutex_;
    std::unordered_set<Key, key_hash, std::equal_to<Key>, Allocator<Key>> set_;
};

template <typename Set>
std::unique_ptr<key_set<std::uint64_t>> make(std::uint64_t keys)
{
    return std::make_unique<key_set_over<std::uint64_t, Set, key_set<std::uint64_t>>>(static_cast<std::size_t>(keys));
}

template <typename Set>
double bytes_per_key(std::uint64_t keys)
{
    const std::size_t before = bytes_in_use;
    Set set(static_cast<std::size_t>(keys));
    for (std::uint64_t i = 0; i < keys; ++i) set.insert({scrambled(i), i});
    return static_cast<double>(bytes_in_use - before) / static_cast<double>(keys);
}

[[noreturn]] void throw_unknown(const std::string& name)
{
    throw std::invalid_argument("name = " + name + ": there is no such set");
}

}  // namespace

std::unique_ptr<key_set<std::uint64_t>> make_exact_set(const std::string& name, std::uint64_t keys)
{
    using key = std::uint64_t;
    if (name == tbb_set) return make<tbb_keys<key, std::allocator>>(keys);
    if (name == mutex_set) return make<locked_keys<key, std::allocator>>(keys);
    if (name != cuckoo_set) throw_unknown(name);
#if defined(TAMIZ_BENCH_HAS_LIBCUCKOO)
    return make<cuckoo_keys<key, std::allocator>>(keys);
#else
    return nullptr;
#endif
}

std::optional<double> exact_set_bytes_per_key(const std::string& name, std::uint64_t keys)
{
    if (name == tbb_set) return bytes_per_key<tbb_keys<long_key, counting_allocator>>(keys);
    if (name == mutex_set) return bytes_per_key<locked_keys<long_key, counting_allocator>>(keys);
    if (name != cuckoo_set) throw_unknown(name);
#if defined(TAMIZ_BENCH_HAS_LIBCUCKOO)
    return bytes_per_key<cuckoo_keys<long_key, counting_allocator>>(keys);
#else
    return std::nullopt;
#endif
}

}  // namespace bench
