// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/block.hpp"

#include <array>
#include <cstring>
#include <limits>

namespace dedup {
namespace {

static_assert(block::max_groups - 1 <= std::numeric_limits<std::uint8_t>::max());

/// By the highest bits, as a layout chooses the line: no two groups write to the same lines of a filter's first half,
/// so the threads that judge them do not take these lines from each other. In the second half the line is chosen by
/// other bits.
std::uint8_t group_of(tamiz::hash_value hash, std::size_t groups) noexcept
{
    const std::uint64_t highest = hash.value() >> 32;
    return static_cast<std::uint8_t>(highest * groups >> 32);
}

}  // namespace

void block::split(const line_judge& judge)
{
    ends_.clear();
    group_of_.clear();
    for (line_group& group : groups_) group.hashes.clear();
    const char* const begin = text_.data();
    const char* const end = begin + text_.size();
    for (const char* line = begin; line != end;) {
        const auto* const newline =
            static_cast<const char*>(std::memchr(line, '\n', static_cast<std::size_t>(end - line)));
        const tamiz::hash_value hash = judge.hash(std::string_view(line, newline));
        const std::uint8_t group = group_of(hash, groups_.size());
        groups_[group].hashes.push_back(hash);
        group_of_.push_back(group);
        line = newline + 1;
        ends_.push_back(static_cast<std::size_t>(line - begin));
    }
}

template <typename Use>
void block::for_each_answer(const Use& use) const
{
    std::array<const char*, max_groups> next{};
    for (std::size_t i = 0; i < groups_.size(); ++i) next[i] = groups_[i].printed.data();
    for (std::size_t i = 0; i < ends_.size(); ++i) use(i, *next[group_of_[i]]++ != 0);
}

void block::keep_printed()
{
    kept_bytes_ = 0;
    kept_lines_ = 0;
    char* const bytes = text_.data();
    std::size_t run = 0;   // where the lines begin that are printed together
    std::size_t line = 0;  // where the line begins
    const auto move_run = [&] {
        if (run != line && run != kept_bytes_) std::memmove(bytes + kept_bytes_, bytes + run, line - run);
        kept_bytes_ += line - run;
    };
    for_each_answer([&](std::size_t i, bool printed) {
        if (printed) {
            ++kept_lines_;
        } else {
            move_run();
            run = ends_[i];
        }
        line = ends_[i];
    });
    move_run();
}

std::uint64_t block::fresh() const noexcept
{
    std::uint64_t sum = 0;
    for (const line_group& group : groups_) sum += group.fresh;
    return sum;
}

void block::append_answers(std::vector<bool>& answers) const
{
    for_each_answer([&](std::size_t, bool printed) { answers.push_back(printed); });
}

}  // namespace dedup
