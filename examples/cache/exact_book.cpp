// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/exact_book.hpp"

namespace cache {

void exact_book::entered(std::string_view key)
{
    part& mine = part_of(key);
    const std::lock_guard guard(mine.lock);
    const auto found = mine.keys.try_emplace(std::string(key), 0).first;
    if (is_alive(found->second)) {
        impossible_.fetch_add(1, std::memory_order_relaxed);
    } else {
        ++found->second;
    }
}

void exact_book::leaves(std::string_view key)
{
    part& mine = part_of(key);
    const std::lock_guard guard(mine.lock);
    const auto found = mine.keys.find(key);
    if (found == mine.keys.end() || !is_alive(found->second)) {
        impossible_.fetch_add(1, std::memory_order_relaxed);
    } else {
        ++found->second;
    }
}

std::uint64_t exact_book::living() const
{
    std::uint64_t count = 0;
    for (const part& each : parts_) {
        const std::lock_guard guard(each.lock);
        for (const auto& [key, state] : each.keys) count += state % 2;
    }
    return count;
}

std::string exact_book::first_denied() const
{
    const std::lock_guard guard(first_lock_);
    return first_denied_;
}

std::uint64_t exact_book::state_of(std::string_view key) const
{
    const part& mine = part_of(key);
    const std::lock_guard guard(mine.lock);
    const auto found = mine.keys.find(key);
    return found == mine.keys.end() ? 0 : found->second;
}

void exact_book::judge(std::string_view key, bool answer)
{
    judged_.fetch_add(1, std::memory_order_relaxed);
    if (answer) return;
    const std::lock_guard guard(first_lock_);
    if (denied_.fetch_add(1, std::memory_order_relaxed) == 0) first_denied_ = key;
}

}  // namespace cache
