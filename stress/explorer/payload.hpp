// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstdint>

#include <explorer/memory.hpp>
#include <explorer/world.hpp>

namespace tamiz::explorer {

/// Plain memory that threads hand to each other. Two accesses of different threads, one of them a write, of which
/// neither happened before the other are a data race: the execution fails. Whether it races does not depend on the
/// schedule, but on who read what from whom, so an access is no step of its own.
class payload {
public:
    /// `name` is of static duration.
    payload(world& w, const char* name) : world_(w), name_(name) {}
    payload(const payload&) = delete;
    payload& operator=(const payload&) = delete;

    void write(std::uint64_t value);
    [[nodiscard]] std::uint64_t read();

private:
    /// Before the threads and after them, nothing can race.
    [[nodiscard]] bool is_shared() const noexcept { return world_.self() != max_threads; }
    void report_race(const char* access, const char* earlier);

    world& world_;
    const char* name_;
    std::uint64_t value_ = 0;
    bool written_ = false;  // since the threads began
    moment last_write_;
    std::array<std::uint8_t, max_threads> last_reads_{};  // clocks; 0: none
};

}  // namespace tamiz::explorer
