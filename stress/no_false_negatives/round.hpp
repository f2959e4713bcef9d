// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "no_false_negatives/worker.hpp"

namespace tamiz::stress {

/// One round of a scenario. It is constructed by one thread; then all threads call `work` at once; when all have
/// returned, all call `check` at once; then one calls `judge`.
class round {
public:
    virtual ~round() = default;

    virtual void work(worker& me) = 0;
    virtual void check(worker& me) = 0;
    virtual void judge(worker& me) = 0;
};

}  // namespace tamiz::stress
