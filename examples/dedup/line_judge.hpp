// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Which lines are printed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <tamiz/hash.hpp>
#include <tamiz/options.hpp>

#include "dedup/line_filter.hpp"

namespace dedup {

enum class wanted : std::uint8_t {
    distinct,  ///< each line once, where it stands first
    repeated   ///< each line that comes again, once, where it stands the second time
};

/// Lines that one thread judges together; the memory is used again and again.
struct line_group {
    std::vector<tamiz::hash_value> hashes;  ///< in the order of the input
    std::vector<char> printed;              ///< the answer for each: is it to be printed?
    std::uint64_t fresh = 0;                ///< the answer for all: how many were never seen before

    std::vector<tamiz::hash_value> again;  ///< while it is judged: those that were seen before
    std::vector<char> again_printed;
};

/// Bloom filters of the lines that were seen and, for `wanted::repeated`, of those that were printed.
///
/// Any number of threads may call it at once, but for one key one at a time, in the order of the input: with several
/// words for a key, several first callers of `insert` could all be told that it is new.
class line_judge {
public:
    /// @throws what the constructor of a filter throws
    line_judge(wanted which, const tamiz::filter_options& options);

    /// How many filters of the size that the options name there are.
    [[nodiscard]] static unsigned filters(wanted which) noexcept { return which == wanted::repeated ? 2 : 1; }

    [[nodiscard]] tamiz::hash_value hash(std::string_view line) const { return seen_.hash(line); }

    /// Lines of the input.
    void judge(line_group& group);
    /// Lines that are never to be printed. Of the answers, only `fresh` means something.
    void exclude(line_group& group);

    /// That of the lines seen.
    [[nodiscard]] const line_filter& filter() const noexcept { return seen_; }
    /// All that the filters take.
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept;

private:
    void see(line_group& group);

    line_filter seen_;
    std::optional<line_filter> printed_;  // for wanted::repeated
};

}  // namespace dedup
