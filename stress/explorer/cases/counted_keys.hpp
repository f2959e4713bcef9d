// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include <tamiz/layout/probe.hpp>

#include <explorer/key.hpp>
#include <explorer/subject.hpp>
#include <explorer/world.hpp>

namespace tamiz::explorer::cases {

/// Two keys, and which counters they have in common. Each has at least one to itself, so that it is not covered.
struct neighbours {
    const char* relation;
    key x;
    key y;
};

inline constexpr std::array neighbouring_keys{
    neighbours{"one word, one of two counters in common", {form::array, {{0, 0x11}}}, {form::array, {{0, 0x101}}}},
    neighbours{"two words, no counter in common", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{0, 16}, {1, 16}}}},
    neighbours{
        "a counter of the lower word in common", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{0, 1}, {1, 16}}}},
    neighbours{
        "a counter of the upper word in common", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{0, 16}, {1, 1}}}},
    neighbours{
        "one word in common, with its counter", {form::array, {{0, 1}, {1, 1}}}, {form::array, {{1, 1}, {2, 1}}}},
    neighbours{
        "two counters of a word in common", {form::array, {{0, 0x11}, {1, 1}}}, {form::array, {{0, 0x11}, {1, 16}}}},
    neighbours{"three words, two counters in common",
               {form::array, {{0, 1}, {1, 1}, {2, 1}}},
               {form::array, {{0, 1}, {1, 1}, {2, 16}}}},
};

inline constexpr std::size_t counted_words = 3;  ///< all of one line

/// Counters by themselves, with the lock of their line, under the calls of a subject.
class counted_line {
public:
    /// @param names  of static duration
    counted_line(world& w, const counting_subject& s, const char* words_name = "word", const char* locks_name = "locks")
        : world_(w), subject_(s)
    {
        w.name(words_, words_name);
        w.name(locks_, locks_name);
    }
    counted_line(const counted_line&) = delete;
    counted_line& operator=(const counted_line&) = delete;

    [[nodiscard]] bool may_contain(const key& k) const { return subject_.may_contain(words_.data(), k); }
    [[nodiscard]] unsigned occurrences(const key& k) const { return subject_.occurrences(words_.data(), k); }
    bool insert(const key& k) { return subject_.insert(words_.data(), k); }
    bool erase(const key& k) { return subject_.erase(words_.data(), locks_.data(), k); }
    void merge(const counted_line& source) { subject_.merge(words_.data(), source.words_.data(), counted_words); }
    void copy(const counted_line& source) { subject_.copy(words_.data(), source.words_.data(), counted_words); }

    /// Before the threads: keys that were put in so often.
    void hold(const key& k, unsigned count)
    {
        for (const probe& p : k) words_[p.word] += p.mask * count;
    }
    /// Before the threads: an eraser took the lock and was suspended for ever.
    void lock() { locks_[0] = 1; }

    using sum = std::initializer_list<std::pair<key, unsigned>>;

    /// After the threads: each counter counts these keys, and no lock is held.
    void check_counts(const sum& keys) const
    {
        std::array<std::uint64_t, counted_words> expected{};
        for (const auto& [k, count] : keys)
            for (const probe& p : k) expected[p.word] += p.mask * count;
        world_.check(words_ == expected, "afterwards a counter does not count the keys that are in");
        world_.check(locks_[0] == 0, "afterwards a lock is held");
    }

    [[nodiscard]] const std::array<std::uint64_t, counted_words>& words() const noexcept { return words_; }
    [[nodiscard]] const std::uint64_t& locks() const noexcept { return locks_[0]; }

private:
    world& world_;
    const counting_subject& subject_;
    std::array<std::uint64_t, counted_words> words_{};
    std::array<std::uint64_t, 1> locks_{};
};

}  // namespace tamiz::explorer::cases
