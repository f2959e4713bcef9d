// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The filter in front of the table: who is certainly not in it need not be looked up.

#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <tamiz/bloom_filter.hpp>

#include "registration/reader.hpp"

namespace registration {

enum class guard_state {
    empty,     ///< the table's addresses are not in yet, or not all
    loading,   ///< they are being read
    complete,  ///< they are all in
    failed,    ///< they could not be read: every address may be in the table, for good
};

[[nodiscard]] std::string_view to_string(guard_state state) noexcept;

/// Every operation is safe beside every other one.
class guard {
public:
    /// @throws std::invalid_argument, std::length_error, std::bad_alloc: there can be no such filter
    explicit guard(const tamiz::filter_options& options) : filter_(options) {}

    /// Stops loading.
    ~guard();

    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;

    /// Adds the address, and says whether the table may have it. False is certain, but for rows that others than this
    /// service write.
    ///
    /// It is called before the row is written. So whoever comes after it is told "maybe", also while the row is on its
    /// way; of those who come at the same time, more than one may be told false, and the table decides.
    [[nodiscard]] bool tell(std::string_view email)
    {
        // Read before the filter is asked: what was loaded happened before, so the filter's answer counts.
        const bool is_complete = state_.load(std::memory_order_acquire) == guard_state::complete;
        const bool is_new = filter_.insert(email);
        return !is_complete || !is_new;
    }

    /// Begins to add the addresses of the table, on so many threads, each with a connection of its own, beside all that
    /// goes on. When all are in, or on the first error, `ended` is called once, with the error or an empty text, just
    /// before the state says so. At most one call.
    void load(const std::filesystem::path& file, unsigned threads, std::chrono::milliseconds busy_timeout,
              std::function<void(const std::string& error)> ended);

    [[nodiscard]] guard_state state() const noexcept { return state_.load(std::memory_order_acquire); }
    [[nodiscard]] std::uint64_t loaded() const noexcept { return loaded_.load(std::memory_order_relaxed); }
    [[nodiscard]] tamiz::filter_stats stats() const
    {
        // Of 4 MiB at most: somebody may ask every second.
        return filter_.stats({.sample_lines = 65536});
    }

private:
    void load_all(const std::filesystem::path& file, unsigned threads, std::chrono::milliseconds busy_timeout);
    void load_part(reader& from, reader::id_range ids, std::chrono::milliseconds busy_timeout);

    tamiz::bloom_filter<std::string> filter_;
    std::atomic<guard_state> state_{guard_state::empty};
    std::atomic<std::uint64_t> loaded_{0};
    std::atomic<bool> is_stopping_{false};
    std::thread loader_;
};

}  // namespace registration
