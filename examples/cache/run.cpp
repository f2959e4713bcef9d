// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "support/table.hpp"

namespace cache {

std::string filters_name(const cache_options& options)
{
    if (options.knows_misses) return options.has_gate ? "both" : "counting";
    return options.has_gate ? "gate" : "none";
}

std::vector<std::string> run_result::failures() const
{
    std::vector<std::string> result;
    if (!verified) return result;
    const std::string name = filters_name(options);
    const auto add = [&](std::uint64_t count, const std::string& what) {
        if (count > 0) result.push_back(fmt::format("filters {}: {} {}", name, count, what));
    };
    add(verified->denied,
        fmt::format("times a living key was answered \"absent\", first '{}'", verified->first_denied));
    add(verified->wrong_values, "values were not the store's");
    add(verified->mistaken, "differences between the cache and the exact set");
    return result;
}

namespace detail {

std::uint64_t dispatcher::given_out() const noexcept
{
    return std::min<std::uint64_t>(next_.load(std::memory_order_relaxed), settings_.trace->requests().size());
}

void dispatcher::fail(std::exception_ptr why)
{
    stopped_.store(true);
    const std::lock_guard guard(failure_lock_);
    if (!failure_) failure_ = std::move(why);
}

std::string progress_line(const std::string& name, std::uint64_t done, std::uint64_t all, const cache_stats& stats)
{
    const std::uint64_t asked = stats.hits + stats.misses;
    return fmt::format(
        "filters {}: {} of {} requests, {} hits, {} entries", name, examples::with_separators(done),
        examples::with_separators(all),
        examples::human_share(asked == 0 ? 0 : static_cast<double>(stats.hits) / static_cast<double>(asked)),
        examples::with_separators(stats.entries));
}

}  // namespace detail
}  // namespace cache
