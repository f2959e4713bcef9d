// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Orders broken on purpose: a check that passes them would pass anything.

#pragma once

#include <functional>
#include <thread>

#include "cache/shared_cache.hpp"

namespace examples_test {

/// What happens in the window that a broken order leaves open. Set it before the cache is shared.
inline std::function<void()> in_the_window = [] { std::this_thread::yield(); };

/// Takes the count back while the entry can still be found.
struct erases_first : cache::safe_order {
    template <typename Filter, typename Take>
    static void leave(Filter& filter, tamiz::hash_value hash, Take&& take)
    {
        filter.erase(hash);
        in_the_window();
        take();
    }
};

/// Shows the entry before the filter knows of it.
struct inserts_late : cache::safe_order {
    template <typename Filter, typename Put>
    static void enter(Filter& filter, tamiz::hash_value hash, Put&& put)
    {
        put();
        in_the_window();
        filter.insert(hash);
    }
};

/// Does not tell the filter.
struct forgets_to_insert : cache::safe_order {
    template <typename Filter, typename Put>
    static void enter(Filter&, tamiz::hash_value, Put&& put)
    {
        put();
    }
};

/// Erases what is not in any more: where it is a false positive, that takes counts of others.
struct erases_twice : cache::safe_order {
    template <typename Filter, typename Take>
    static void leave(Filter& filter, tamiz::hash_value hash, Take&& take)
    {
        take();
        filter.erase(hash);
        filter.erase(hash);
    }
};

}  // namespace examples_test
