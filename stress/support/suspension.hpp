// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <functional>
#include <utility>

#include <tamiz/atomics.hpp>

namespace tamiz::stress {

/// Stops the calling thread at a chosen access of an operation, as a scheduler might do at the worst moment: while it
/// lives, the first access at `where`, or a later one, waits until `until` returns. It is called once, and must not
/// throw.
class suspension {
public:
    /// @param skipped  accesses at `where` that are let through before
    suspension(site where, unsigned skipped, std::function<void()> until)
        : where_(where), skipped_(skipped), until_(std::move(until))
    {
        mine = this;
    }
    ~suspension() { mine = nullptr; }
    suspension(const suspension&) = delete;
    suspension& operator=(const suspension&) = delete;

    /// The calling thread comes to an access.
    static void before(site where) noexcept
    {
        if (mine != nullptr && mine->where_ == where) [[unlikely]]
            mine->reach();
    }

private:
    void reach() noexcept
    {
        if (skipped_ != 0) {
            --skipped_;
            return;
        }
        mine = nullptr;
        until_();
    }

    site where_;
    unsigned skipped_;
    std::function<void()> until_;

    static inline constinit thread_local suspension* mine = nullptr;
};

}  // namespace tamiz::stress
