// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Beside the cache, what lives in it exactly; and whether the filter ever denied it.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cache {

/// Watches nothing and costs nothing.
struct unwatched {
    void entered(std::string_view) noexcept {}
    void leaves(std::string_view) noexcept {}
    template <typename Ask>
    bool asked(std::string_view, Ask&& ask)
    {
        return ask();
    }
};

/// An exact set of the living keys, each with the number of its life, and a judge of every answer. For any number of
/// threads.
///
/// A key lives from when its entry is in the shard until right before it is taken out. The cache tells both, under the
/// shard's lock. An answer is given without a lock, so neither the moment before it nor the one after it can say alone
/// whether the key lived meanwhile. Both together can: if the same life is found before the question and after the
/// answer, the key lived all the time, and "absent" is wrong. No answer is accused falsely: that life's insert into the
/// filter happened before it began, hence before the question. And if the answer saw anything of the erase that ended
/// it, it synchronized with that (an erase is a release), so that the end of the life, which came before, is seen after
/// it.
///
/// It keeps every key that ever lived, and takes a lock for each question: it is for checks.
class exact_book {
public:
    /// The entry of the key is in the shard.
    void entered(std::string_view key);
    /// The entry of the key is about to be taken out of the shard.
    void leaves(std::string_view key);

    /// What `ask()` answers about the key; false where the key lived all the time is noted.
    template <typename Ask>
    bool asked(std::string_view key, Ask&& ask)
    {
        const std::uint64_t before = state_of(key);
        const bool answer = ask();
        if (is_alive(before) && state_of(key) == before) judge(key, answer);
        return answer;
    }

    [[nodiscard]] bool lives(std::string_view key) const { return is_alive(state_of(key)); }
    /// How many keys live.
    [[nodiscard]] std::uint64_t living() const;

    /// Answers about keys that lived all the time: all of these had to be true.
    [[nodiscard]] std::uint64_t judged() const noexcept { return judged_.load(std::memory_order_relaxed); }
    /// Those that were false.
    [[nodiscard]] std::uint64_t denied() const noexcept { return denied_.load(std::memory_order_relaxed); }
    /// The key of the first of them; empty if there is none.
    [[nodiscard]] std::string first_denied() const;
    /// Entries that came although they were there, or left although they were not: faults of the cache.
    [[nodiscard]] std::uint64_t impossible() const noexcept { return impossible_.load(std::memory_order_relaxed); }

private:
    struct any_text {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };
    /// Odd: lives. Each entry and each end adds one, so that no two lives have the same number.
    using states = std::unordered_map<std::string, std::uint64_t, any_text, std::equal_to<>>;
    struct alignas(64) part {
        mutable std::mutex lock;
        states keys;
    };
    static constexpr std::size_t part_count = 64;

    static bool is_alive(std::uint64_t state) noexcept { return state % 2 == 1; }
    [[nodiscard]] const part& part_of(std::string_view key) const
    {
        return parts_[(any_text{}(key) >> 32) % part_count];
    }
    [[nodiscard]] part& part_of(std::string_view key) { return parts_[(any_text{}(key) >> 32) % part_count]; }
    [[nodiscard]] std::uint64_t state_of(std::string_view key) const;
    void judge(std::string_view key, bool answer);

    std::array<part, part_count> parts_;
    std::atomic<std::uint64_t> judged_{0};
    std::atomic<std::uint64_t> denied_{0};
    std::atomic<std::uint64_t> impossible_{0};
    mutable std::mutex first_lock_;
    std::string first_denied_;
};

}  // namespace cache
