// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <explorer/operation.hpp>

/// The memory of an execution: what an atomic access may read, what it writes, and what its thread then knows.
///
/// `model::sequential`: there is one memory; every access acts on the newest value. (Happens-before is still kept, for
/// data races.)
///
/// `model::weak`: C++20's memory model without load buffering and without seq_cst, as a machine of views.
/// * Each location is a list of messages in modification order. A thread knows, for each location, the oldest
///   message that it may still read: the newest one that it or anything that happened before it has read or written
///   (coherence).
/// * A load reads any message from there on; a stale one is a choice of the search.
/// * A store puts its message anywhere behind there, never between a read-modify-write and the message that it read. A
///   read-modify-write reads a message that no other read-modify-write has read and puts its own directly behind; where
///   a location is changed by read-modify-writes alone, that is the newest one.
/// * A message carries what an acquire learns from it: of a release all that its thread knows. A read-modify-write of
///   any order hands on what the message carried that it read (release sequences, as in C++20: stores do not continue
///   them).
/// * A compare_exchange may fail on any message it may read that differs from `expected`.
///
/// What the machine leaves out: a load cannot read from a write that its own thread makes possible later (load
/// buffering, which compilers and ARM processors do to relaxed accesses). For that there is axioms.hpp. The order of
/// seq_cst accesses is not modelled: they are refused.
namespace tamiz::explorer {

enum class model : std::uint8_t {
    sequential,
    weak,
    axioms  ///< the axioms of C++20 themselves: no machine, see axioms.hpp
};

[[nodiscard]] constexpr const char* name_of(model m) noexcept
{
    return m == model::sequential ? "sc" : m == model::weak ? "weak" : "axioms";
}

inline constexpr unsigned max_threads = 6;
inline constexpr unsigned max_locations = 58;

/// What happened before a moment of a thread.
struct knowledge {
    std::array<std::uint8_t, max_locations> seen{};  ///< position in each location's modification order
    std::array<std::uint8_t, max_threads> clock{};   ///< how far each thread had come

    void join(const knowledge& other) noexcept
    {
        for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = seen[i] < other.seen[i] ? other.seen[i] : seen[i];
        for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = clock[i] < other.clock[i] ? other.clock[i] : clock[i];
    }
};

/// A point in a thread between two accesses. It happened before everything that its thread did afterwards, and before
/// whoever learns of that.
struct moment {
    std::uint8_t thread = 0;
    std::uint8_t clock = 0;
};

/// One way in which an announced operation can happen. Its identity: as long as the operation waits, the same numbers
/// mean the same thing.
struct option {
    std::uint8_t location = 0;
    std::uint8_t from = 0;  ///< number of the message that is read, or behind which a store is put
    bool writes = false;

    friend bool operator==(const option&, const option&) = default;
};

struct message {
    std::uint64_t value = 0;
    knowledge carries;
    std::uint8_t number = 0;  ///< in the order of their making
    bool update = false;      ///< by a read-modify-write
};

class memory {
public:
    /// @throws std::invalid_argument for `model::axioms`
    explicit memory(model m);

    /// Forgets everything.
    void begin(unsigned threads);

    /// Makes `word` a location, if it is none yet: what it holds is its first message.
    /// False if its plain memory does not hold the newest message's value: something wrote to it around the policy.
    /// @throws std::length_error for more locations than a knowledge has room for
    [[nodiscard]] bool touch(std::uint64_t* word);

    /// All ways in which the operation, whose location was touched, can happen now; newest first, never none.
    void list_options(unsigned thread, const operation& op, std::vector<option>& result) const;

    /// @throws std::length_error if a location has more messages than can be numbered
    outcome perform(unsigned thread, const operation& op, const option& how);

    /// May the search leave out one order of two options of different threads, both open now, as leading nowhere else?
    [[nodiscard]] bool commute(const option& a, const option& b) const noexcept;

    [[nodiscard]] moment now(unsigned thread) const noexcept
    {
        return {static_cast<std::uint8_t>(thread), threads_[thread].clock[thread]};
    }
    [[nodiscard]] bool knows(unsigned thread, moment earlier) const noexcept
    {
        return threads_[thread].clock[earlier.thread] >= earlier.clock;
    }

    /// Does the option act on the newest message?
    [[nodiscard]] bool is_newest(const option& how) const
    {
        return locations_[how.location].order.back().number == how.from;
    }
    [[nodiscard]] std::uint64_t newest_value(const option& how) const
    {
        return locations_[how.location].order.back().value;
    }

private:
    struct location {
        std::uint64_t* word = nullptr;
        std::vector<message> order;  // modification order
    };

    [[nodiscard]] unsigned find(const std::uint64_t* word) const noexcept;
    [[nodiscard]] static bool is_open_behind(const location& l, std::size_t position) noexcept;
    void make_room(unsigned location_number, std::size_t position);
    void put(unsigned thread, const operation& op, unsigned location_number, std::size_t behind);

    model model_;
    std::array<location, max_locations> locations_;
    unsigned location_count_ = 0;
    std::vector<knowledge> threads_;
};

}  // namespace tamiz::explorer
