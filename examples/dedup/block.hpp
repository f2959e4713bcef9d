// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Some whole lines on their way through the program.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dedup/byte_buffer.hpp"
#include "dedup/line_judge.hpp"

namespace dedup {

/// Lines, shared out into groups by their hashes: equal lines are always in the same group. So each group can be judged
/// by a thread of its own, and no key is ever asked for by two.
class block {
public:
    /// More groups than this would not keep more threads busy: reading is the limit then.
    static constexpr unsigned max_groups = 32;

    /// @param groups  1 to max_groups
    explicit block(unsigned groups) : groups_(groups) {}

    /// Whole lines, each ended by '\n'.
    [[nodiscard]] byte_buffer& text() noexcept { return text_; }

    /// Finds the lines in the text, hashes them and shares them out.
    void split(const line_judge& judge);

    [[nodiscard]] line_group& group(unsigned number) { return groups_[number]; }

    /// Once all groups are judged: what is to be printed, in order, moved together within the text.
    void keep_printed();
    [[nodiscard]] std::string_view kept() const noexcept { return text_.text().substr(0, kept_bytes_); }
    [[nodiscard]] std::uint64_t kept_lines() const noexcept { return kept_lines_; }

    /// Of what was read: the bytes stay known when the lines are moved.
    [[nodiscard]] std::size_t lines() const noexcept { return ends_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return text_.size(); }
    /// Lines that were never seen before.
    [[nodiscard]] std::uint64_t fresh() const noexcept;

    /// Whether each line was printed, for a second pass.
    void append_answers(std::vector<bool>& answers) const;

private:
    template <typename Use>
    void for_each_answer(const Use& use) const;

    byte_buffer text_;
    std::vector<std::size_t> ends_;       // of each line, behind its '\n'
    std::vector<std::uint8_t> group_of_;  // each line's
    std::vector<line_group> groups_;
    std::size_t kept_bytes_ = 0;
    std::uint64_t kept_lines_ = 0;
};

}  // namespace dedup
