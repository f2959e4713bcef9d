// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Was a key lost because others had set its bits, or for a worse reason?

#pragma once

#include <cstdint>
#include <vector>

#include <tamiz/hash.hpp>
#include <tamiz/layout/probe.hpp>

namespace crawler {

/// Which bits of a filter more than one key has. With it, "are all of this key's bits set by the other keys?" takes no
/// filter of all other keys for each key that is asked about: a key is covered iff each of its bits is shared.
///
/// Plain memory, one thread, twice the memory of the filter.
template <typename Layout>
class coverage {
public:
    explicit coverage(const typename Layout::size& size)
        : size_(size), once_(Layout::word_count(size)), twice_(Layout::word_count(size))
    {
    }

    /// Each key once.
    void add(tamiz::hash_value key)
    {
        for (const tamiz::probe p : Layout::probes(size_, key)) {
            twice_[p.word] |= once_[p.word] & p.mask;
            once_[p.word] |= p.mask;
        }
    }

    /// For a key that was added.
    [[nodiscard]] bool is_covered_by_others(tamiz::hash_value key) const
    {
        for (const tamiz::probe p : Layout::probes(size_, key)) {
            if ((p.mask & ~twice_[p.word]) != 0) return false;
        }
        return true;
    }

private:
    typename Layout::size size_;
    std::vector<std::uint64_t> once_;   // bits that at least one key has
    std::vector<std::uint64_t> twice_;  // bits that at least two have
};

}  // namespace crawler
