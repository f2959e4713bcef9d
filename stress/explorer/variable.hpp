// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <boost/memory_order.hpp>

#include <explorer/operation.hpp>
#include <explorer/world.hpp>

namespace tamiz::explorer {

/// An atomic of a case's own, zero at first: a flag that threads tell each other by, or a litmus test's x.
class variable {
public:
    /// `name` is of static duration.
    variable(world& w, const char* name) { w.name({&value_, 1}, name); }
    variable(const variable&) = delete;
    variable& operator=(const variable&) = delete;

    std::uint64_t load(boost::memory_order order)
    {
        return access({.what = "load", .act = action::load, .address = &value_, .order = order}).value;
    }
    void store(std::uint64_t value, boost::memory_order order)
    {
        access({.what = "store", .act = action::store, .address = &value_, .order = order, .operand = value});
    }
    std::uint64_t fetch_or(std::uint64_t mask, boost::memory_order order)
    {
        return access(
                   {.what = "fetch_or", .act = action::fetch_or, .address = &value_, .order = order, .operand = mask})
            .value;
    }
    bool compare_exchange(std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                          boost::memory_order failure)
    {
        const outcome done = access({.what = "compare_exchange",
                                     .act = action::compare_exchange,
                                     .address = &value_,
                                     .order = success,
                                     .failure = failure,
                                     .operand = desired,
                                     .expected = expected});
        if (!done.wrote) expected = done.value;
        return done.wrote;
    }

private:
    std::uint64_t value_ = 0;
};

}  // namespace tamiz::explorer
