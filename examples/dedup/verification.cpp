// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/verification.hpp"

#include <algorithm>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace dedup {
namespace {

template <typename Use>
void for_each_line(input& from, const Use& use)
{
    byte_buffer text;
    while (from.read(text)) {
        std::string_view rest = text.text();
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            use(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
    }
}

/// What is known of one line.
struct line_facts {
    std::uint64_t first = 0;  // where it stands first in the input
    bool is_excluded = false;
    bool is_there = false;
    bool is_repeated = false;
    bool is_printed = false;
};

/// All different lines. Their text lies in one growing heap that is given back as a whole.
class exact_set {
public:
    line_facts& operator[](std::string_view line)
    {
        if (const auto known = lines_.find(line); known != lines_.end()) return known->second;
        if (line.empty()) return lines_[{}];
        char* const copy = static_cast<char*>(memory_.allocate(line.size(), 1));
        std::memcpy(copy, line.data(), line.size());
        return lines_[std::string_view(copy, line.size())];
    }

    [[nodiscard]] const auto& lines() const noexcept { return lines_; }

private:
    std::pmr::monotonic_buffer_resource memory_;
    std::pmr::unordered_map<std::string_view, line_facts> lines_{&memory_};
};

std::vector<std::string> in_order(std::vector<std::pair<std::uint64_t, std::string_view>> found)
{
    std::ranges::sort(found);
    std::vector<std::string> result;
    for (const auto& [place, line] : found) result.emplace_back(line);
    return result;
}

}  // namespace

verdict verify(input& again, input& excluded, wanted which, const std::vector<bool>& answers)
{
    verdict result;
    exact_set set;
    for_each_line(excluded, [&](std::string_view line) { set[line].is_excluded = true; });

    std::uint64_t place = 0;
    for_each_line(again, [&](std::string_view line) {
        const bool was_printed = place < answers.size() && answers[place];
        line_facts& facts = set[line];
        // No filter answers so, whatever it holds: it has no false negatives.
        if (was_printed && (facts.is_excluded || facts.is_printed || (which == wanted::distinct && facts.is_there)))
            result.has_changed = true;
        if (!facts.is_there) facts.first = place;
        facts.is_repeated = facts.is_there;
        facts.is_there = true;
        facts.is_printed |= was_printed;
        ++place;
    });
    if (place != answers.size()) result.has_changed = true;
    if (result.has_changed) return result;

    std::vector<std::pair<std::uint64_t, std::string_view>> lost;
    std::vector<std::pair<std::uint64_t, std::string_view>> wrong;
    for (const auto& [line, facts] : set.lines()) {
        if (facts.is_excluded || !facts.is_there) continue;
        const bool should_be = which == wanted::distinct || facts.is_repeated;
        if (should_be && !facts.is_printed) lost.emplace_back(facts.first, line);
        if (!should_be && facts.is_printed) wrong.emplace_back(facts.first, line);
    }
    result.lost = in_order(std::move(lost));
    result.printed_wrongly = in_order(std::move(wrong));
    return result;
}

}  // namespace dedup
