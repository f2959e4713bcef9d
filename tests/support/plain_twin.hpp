// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/hash.hpp>
#include <tamiz/layout/probe.hpp>

#include <cstdint>
#include <vector>

namespace tamiz_test {

/// What a filter comes to when one thread alone writes it, with plain `|=` and no library code but the layout's choice
/// of bits: no words, no storage, no atomics. And for each bit, how many keys have it.
template <typename Layout>
class plain_twin {
public:
    using size = typename Layout::size;

    explicit plain_twin(const size& s) : size_(s), words_(Layout::word_count(s)), holders_(words_.size() * 64) {}

    /// Different keys, each of them once.
    void insert(tamiz::hash_value hash)
    {
        for (const tamiz::probe p : Layout::probes(size_, hash)) {
            words_[p.word] |= p.mask;
            for (unsigned bit = 0; bit < 64; ++bit)
                if ((p.mask >> bit & 1) != 0) ++holders_[p.word * 64 + bit];
        }
    }

    [[nodiscard]] bool may_contain(tamiz::hash_value hash) const
    {
        for (const tamiz::probe p : Layout::probes(size_, hash))
            if ((words_[p.word] & p.mask) != p.mask) return false;
        return true;
    }

    /// Would the key be found even if it had not been inserted, by the bits of the others?
    [[nodiscard]] bool covered_by_others(tamiz::hash_value inserted) const
    {
        for (const tamiz::probe p : Layout::probes(size_, inserted))
            if (!covered_by_others(p)) return false;
        return true;
    }

    /// Do the others have all of the key's bits in one of its words?
    [[nodiscard]] bool word_covered_by_others(tamiz::hash_value inserted) const
    {
        for (const tamiz::probe p : Layout::probes(size_, inserted))
            if (covered_by_others(p)) return true;
        return false;
    }

    [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

private:
    [[nodiscard]] bool covered_by_others(const tamiz::probe& inserted) const
    {
        for (unsigned bit = 0; bit < 64; ++bit)
            if ((inserted.mask >> bit & 1) != 0 && holders_[inserted.word * 64 + bit] < 2) return false;
        return true;
    }

    size size_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> holders_;  // for each bit
};

}  // namespace tamiz_test
