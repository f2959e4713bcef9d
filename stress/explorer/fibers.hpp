// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <boost/context/fiber.hpp>

/// The threads of an execution as fibers of one thread: they run one at a time and change places only where they say
/// so.
namespace tamiz::explorer {

/// Fibers that are made once and given a new body for each execution: a million executions are usual.
///
/// A body must run to its end, or be abandoned, before the fibers are destroyed or it is replaced: taking a fiber apart
/// in the middle throws through its stack, which the library's noexcept functions turn into the end of the program.
class fibers {
public:
    fibers() = default;
    fibers(const fibers&) = delete;
    fibers& operator=(const fibers&) = delete;

    /// Gives fiber `index` a body, which is kept by the caller and begins at the next `resume`.
    void begin(unsigned index, const std::function<void()>& body);

    /// Runs the fiber until it suspends itself or its body ends. From outside of all fibers.
    void resume(unsigned index);

    /// From inside a body: back to who resumed it.
    void suspend(unsigned index);

    /// Leaves the body where it is, for ever: its stack and what stands on it are never freed. For a body that has no
    /// end.
    void abandon(unsigned index);

    [[nodiscard]] bool has_ended(unsigned index) const noexcept { return slots_[index]->body == nullptr; }

private:
    struct slot {
        const std::function<void()>* body = nullptr;
        boost::context::fiber outside;  // where who resumed it goes on
        boost::context::fiber inside;   // where the body goes on; last, so that it is taken apart first
    };

    [[nodiscard]] static boost::context::fiber make(slot& s);

    std::vector<std::unique_ptr<slot>> slots_;  // their addresses are known to the fibers
};

}  // namespace tamiz::explorer
