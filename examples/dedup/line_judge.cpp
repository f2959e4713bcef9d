// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/line_judge.hpp"

#include <algorithm>

namespace dedup {

line_judge::line_judge(wanted which, const tamiz::filter_options& options) : seen_(options)
{
    if (which == wanted::repeated) printed_.emplace(options);
}

void line_judge::judge(line_group& group)
{
    see(group);
    if (!printed_) return;
    group.again.clear();
    for (std::size_t i = 0; i < group.hashes.size(); ++i)
        if (group.printed[i] == 0) group.again.push_back(group.hashes[i]);
    group.again_printed.resize(group.again.size());
    printed_->insert_range(group.again, group.again_printed);
    auto answer = group.again_printed.begin();
    for (char& printed : group.printed) printed = printed == 0 ? *answer++ : char{0};
}

void line_judge::exclude(line_group& group)
{
    see(group);
    if (printed_) printed_->insert_range(group.hashes);
}

void line_judge::see(line_group& group)
{
    group.printed.resize(group.hashes.size());
    seen_.insert_range(group.hashes, group.printed);
    group.fresh = static_cast<std::uint64_t>(std::ranges::count(group.printed, char{1}));
}

std::uint64_t line_judge::memory_bytes() const noexcept
{
    return seen_.memory_bytes() + (printed_ ? printed_->memory_bytes() : 0);
}

}  // namespace dedup
