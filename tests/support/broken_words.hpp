// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <support/yielding_atomics.hpp>

#include <tamiz/words.hpp>

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

/// Words with one mistake each. A test that is to catch such a mistake is run on them, and must report it. What is
/// torn is torn by atomic loads and stores, so that a thread sanitizer has nothing to say: the tests themselves must
/// see the damage.
namespace tamiz_test {

using yielding_words = tamiz::words<yielding_atomics>;

/// Sets bits as a plain `word |= mask` does: a load, a pause in which others write, a store of what is now old.
struct torn_words : yielding_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        may_write();
        bool flipped = false;
        for (const tamiz::probe p : probes) flipped |= or_in_two_steps(memory, p.word, p.mask);
        return flipped;
    }

    template <typename Probes, typename MayWrite>
    static tamiz::claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        return set(memory, probes, may_write) ? tamiz::claim_result::won : tamiz::claim_result::present;
    }

    static bool or_in_two_steps(std::uint64_t* memory, std::uint64_t word, std::uint64_t mask)
    {
        const auto cell = at(memory, word);
        const std::uint64_t before = cell.load(tamiz::site::set_load, boost::memory_order_acquire);
        if ((mask & ~before) == 0) return false;
        std::this_thread::yield();
        cell.store(tamiz::site::set_or, before | mask, boost::memory_order_release);
        return true;
    }
};

/// Merges as a plain `target[i] |= source[i]` does, and inserts correctly.
struct torn_merge : yielding_words {
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto cell = at(target, i);
            const std::uint64_t before = cell.load(tamiz::site::merge_load, boost::memory_order_acquire);
            cell.store(tamiz::site::merge_or, before | read(source, i), boost::memory_order_release);
        }
    }
};

/// Writes correctly, but answers by what the words held when it looked, not by what its own writes changed.
struct answering_from_the_load : yielding_words {
    template <typename Probes, typename MayWrite>
    static tamiz::claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        const bool present = test(memory, probes);
        std::this_thread::yield();
        (void)set(memory, probes, may_write);
        return present ? tamiz::claim_result::present : tamiz::claim_result::won;
    }
};

/// Answers an insert by whether all of the key's bits were new. With many words that is nobody, now and then.
struct answering_for_all_bits : yielding_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        may_write();
        bool all = true;
        for (const tamiz::probe p : probes) all &= (or_into(memory, p.word, p.mask, tamiz::site::set_or) & p.mask) == 0;
        return all;
    }
};

/// Claims from the highest word down. One claimant may complete the highest word and another one the lowest.
struct descending_words : yielding_words {
    template <typename Probes, typename MayWrite>
    static tamiz::claim_result claim(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        std::vector<tamiz::probe> incomplete;
        for (const tamiz::probe p : probes)
            if ((p.mask & ~load(memory, p.word, tamiz::site::claim_load)) != 0) incomplete.push_back(p);
        if (incomplete.empty()) return tamiz::claim_result::present;
        may_write();
        bool flipped = false;
        bool flipped_highest = false;
        for (auto p = incomplete.rbegin(); p != incomplete.rend(); ++p) {
            const bool changed = (p->mask & ~or_into(memory, p->word, p->mask, tamiz::site::claim_exchange)) != 0;
            std::this_thread::yield();
            if (p == incomplete.rbegin()) flipped_highest = changed;
            flipped |= changed;
        }
        return flipped_highest ? tamiz::claim_result::won
               : flipped       ? tamiz::claim_result::raced
                               : tamiz::claim_result::present;
    }
};

/// Looks at every word of a key but the last.
struct lookup_without_the_last_word : yielding_words {
    template <typename Probes>
    static bool test(const std::uint64_t* memory, const Probes& probes) noexcept
    {
        std::uint64_t last_missing = 0;
        for (const tamiz::probe p : probes) {
            if (last_missing != 0) return false;
            last_missing = p.mask & ~load(memory, p.word, tamiz::site::test_load);
        }
        return true;
    }
};

/// Sets every word of a key but the last.
struct insert_without_the_last_word : yielding_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        may_write();
        std::vector<tamiz::probe> key;
        for (const tamiz::probe p : probes) key.push_back(p);
        bool flipped = false;
        for (std::size_t i = 0; i + 1 < key.size(); ++i)
            flipped |= (key[i].mask & ~or_into(memory, key[i].word, key[i].mask, tamiz::site::set_or)) != 0;
        return flipped;
    }
};

/// A write that is still to be done.
struct owed_write : yielding_words {
    std::uint64_t* memory = nullptr;
    tamiz::probe last{};

    bool pay()
    {
        if (memory == nullptr) return false;
        const bool flipped = (last.mask & ~or_into(memory, last.word, last.mask, tamiz::site::set_or)) != 0;
        memory = nullptr;
        return flipped;
    }
    owed_write() = default;
    owed_write(const owed_write&) = delete;
    owed_write& operator=(const owed_write&) = delete;
    ~owed_write() { pay(); }
};

/// Returns from an insert before the key's last word is set; the thread sets it in its next insert, or when it ends.
/// All is well once the threads are joined.
struct late_words : yielding_words {
    template <typename Probes, typename MayWrite>
    static bool set(std::uint64_t* memory, const Probes& probes, const MayWrite& may_write)
    {
        static thread_local owed_write owed;
        may_write();
        owed.pay();
        bool flipped = false;
        for (const tamiz::probe p : probes) {
            flipped |= owed.pay();
            owed.memory = memory;
            owed.last = p;
        }
        return flipped;
    }
};

/// Merges by overwriting, as one might copy.
struct overwriting_words : yielding_words {
    static void merge(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        for (std::uint64_t i = 0; i < count; ++i)
            at(target, i).store(tamiz::site::merge_or, read(source, i), boost::memory_order_release);
    }
};

/// Copies all but the last word.
struct copy_without_the_last_word : yielding_words {
    static void copy(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count) noexcept
    {
        yielding_words::copy(target, source, count - 1);
    }
};

}  // namespace tamiz_test
