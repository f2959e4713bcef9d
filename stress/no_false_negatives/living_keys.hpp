// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "no_false_negatives/worker.hpp"
#include "support/publication.hpp"

namespace tamiz::stress {

/// Which keys are in a filter from which keys are erased as well. Each key has one owner, who raises the key's count
/// once the key is in, and again before it erases the key: the key lives while the count is odd.
///
/// Who reads the same odd count before and after a lookup knows that the key was in all the while. Both reads are
/// enough: the first (acquire) reads what was stored (release) after the insert; and if the lookup has seen anything of
/// the erase (a release, read by an acquire), then the second read sees at least what the owner stored before it.
class living_keys {
public:
    explicit living_keys(std::size_t key_count) : counts_(key_count) {}

    /// Before an insert of a key that is not in; `publication::publish` after it.
    void announce(std::size_t key) noexcept { publication::announce(counts_[key], counts_[key].read() + 1); }
    /// Before the erase after which the key is not in any more.
    void take_back(std::size_t key) noexcept
    {
        counts_[key].value.store(counts_[key].read() + 1, std::memory_order_release);
    }

    /// Asks for a key, which must be there if it lives. False: it does not, or was taken back meanwhile.
    bool expect(worker& me, const subject& filter, const round_plan& plan, std::size_t key) const
    {
        const std::uint64_t before = counts_[key].read();
        if (before % 2 == 0) return false;
        const bool found = filter.may_contain(key);
        if (counts_[key].read() != before) {
            me.count_operations(1);
            return false;
        }
        me.expect_found(found, filter, plan, key, violation_kind::not_found_published);
        return true;
    }

private:
    std::vector<published_count> counts_;  // by key
};

}  // namespace tamiz::stress
