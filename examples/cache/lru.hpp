// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// What is in one shard of the cache, exactly, and in which order it was used.

#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <tamiz/hash.hpp>

namespace cache {

/// Entries by key, and from the one used last to the one used least lately. Not safe for more than one thread: whoever
/// shares one holds a lock.
template <typename Value>
class lru {
public:
    struct entry {
        std::string key;
        tamiz::hash_value hash;  ///< of the key
        Value value;
    };
    /// Entries outside of any shard: made before the lock is taken, and freed after it is given back.
    using entry_list = std::list<entry>;

    [[nodiscard]] std::size_t size() const noexcept { return by_key_.size(); }

    /// The entry of the key, which is now the one used last; null if there is none. Valid until it is taken out.
    [[nodiscard]] const entry* use(std::string_view key, tamiz::hash_value hash)
    {
        const auto found = by_key_.find({key, hash});
        if (found == by_key_.end()) return nullptr;
        by_use_.splice(by_use_.begin(), by_use_, found->second);
        return &by_use_.front();
    }

    /// The same without using it.
    [[nodiscard]] const entry* find(std::string_view key, tamiz::hash_value hash) const
    {
        const auto found = by_key_.find({key, hash});
        return found == by_key_.end() ? nullptr : &*found->second;
    }

    /// The entry used least lately. There must be one.
    [[nodiscard]] const entry& oldest() const { return by_use_.back(); }

    /// Moves the one entry of `from` in, as the one used last. No entry of its key may be in.
    /// @throws std::bad_alloc: nothing has changed then
    void put(entry_list& from)
    {
        const auto node = from.begin();
        by_key_.emplace(reference{node->key, node->hash}, node);  // may throw
        by_use_.splice(by_use_.begin(), from, node);
    }

    /// Moves the entry to the end of `to`. It must be in.
    void take(const entry& gone, entry_list& to) noexcept
    {
        const auto found = by_key_.find({gone.key, gone.hash});
        const auto node = found->second;
        by_key_.erase(found);
        to.splice(to.end(), by_use_, node);
    }

    template <typename Visit>
    void for_each(Visit&& visit) const
    {
        for (const entry& each : by_use_) visit(each);
    }

private:
    /// Refers to the key in the entry, which the list never moves, or to one that is looked for.
    struct reference {
        std::string_view key;
        tamiz::hash_value hash;
        friend bool operator==(const reference&, const reference&) = default;
    };
    struct hash_of {
        std::size_t operator()(const reference& r) const noexcept { return r.hash.value(); }
    };

    entry_list by_use_;
    std::unordered_map<reference, typename entry_list::iterator, hash_of> by_key_;
};

}  // namespace cache
