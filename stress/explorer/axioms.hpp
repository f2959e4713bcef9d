// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <explorer/execution.hpp>
#include <explorer/search.hpp>

/// A case under the axioms of C++20 themselves, load buffering included.
///
/// The machine of memory.hpp runs threads in their order, so no load sees a write that its own thread makes possible
/// later. The standard allows that where no happens-before forbids it, and processors do it to relaxed accesses. Here a
/// case's threads are run each alone, with made-up values (behaviours.hpp); then, for each combination of behaviours,
/// all modification orders and all ways to read from them are tried, and those kept that the axioms allow
/// ([intro.races], [atomics.order]):
/// * a read-modify-write reads what directly precedes its write in the modification order;
/// * happens-before has no cycle; it is made of each thread's order and of what synchronizes: a release with the
///   acquire that reads it or a read-modify-write of its release sequence;
/// * coherence: no access of a word reads or overwrites what its happens-before has put behind it.
///
/// For small cases whose threads talk through named atomic words alone: `world::now` and `knows` say nothing here, and
/// a `payload` sees no race.
namespace tamiz::explorer {

enum class load_buffering : std::uint8_t {
    allowed,   ///< as in the standard
    forbidden  ///< executions whose program orders and reads-from make a cycle are left out: what the machine allows
};

/// All executions; the first that fails ends the search, and is described in `failure->schedule`.
/// @throws std::invalid_argument if a thread cannot be run alone (behaviours.hpp), or the threads make more than 64
///         accesses together
[[nodiscard]] search_result check_axioms(const execution::builder& build,
                                         load_buffering cycles = load_buffering::allowed);

}  // namespace tamiz::explorer
