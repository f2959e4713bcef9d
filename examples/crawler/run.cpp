// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/run.hpp"

#include "support/table.hpp"

namespace crawler {

std::vector<std::string> run_result::failures() const
{
    if (verified) return verified->failures();
    // Without the exact set one promise can be checked all the same: the workers note what they fetch.
    verification known;
    known.rule = rule;
    known.fetched_twice = fetched_twice;
    return known.failures();
}

std::string progress_line::next(std::uint64_t fetched, std::uint64_t waiting, std::uint64_t found, double fill)
{
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_time_).count();
    const double rate = seconds > 0 ? static_cast<double>(fetched - last_fetched_) / seconds : 0;
    last_time_ = now;
    last_fetched_ = fetched;
    return fmt::format("{} fetched | {} pages/s | frontier {} | distinct URLs {} | filter {:.2f} % full",
                       examples::with_separators(fetched), examples::with_separators(static_cast<std::uint64_t>(rate)),
                       examples::with_separators(waiting), examples::with_separators(found), fill * 100);
}

}  // namespace crawler
