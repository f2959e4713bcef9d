// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Registers e-mail addresses, each once: a Bloom filter in front, a table with a UNIQUE constraint behind.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "registration/guard.hpp"
#include "registration/reader.hpp"
#include "registration/statistics.hpp"
#include "registration/writer.hpp"
#include "support/http_message.hpp"

namespace registration {

struct service_options {
    std::filesystem::path database;
    writer_options writing;
    std::chrono::milliseconds busy_timeout{2000};  ///< how long one request waits for other programs' locks
    bool use_filter = true;
    /// What the filter is made for; 0: twice the rows at the start, a million at least.
    std::uint64_t expected_items = 0;
    double false_positive_rate = 0.01;
    std::optional<std::uint64_t> seed;  ///< of the filter; none: a random one, for strangers choose the addresses
};

/// Takes one line, from any thread.
using log_function = std::function<void(std::string_view line)>;

class service {
public:
    /// Opens the database, or makes it. Until the filter is loaded, every address is looked up.
    /// @throws sqlite_error about the database; std::invalid_argument, std::length_error, std::bad_alloc about the
    /// filter
    service(const service_options& options, log_function log);

    service(const service&) = delete;
    service& operator=(const service&) = delete;

    /// Begins to read the table into the filter, on so many threads, while requests are answered. At most one call;
    /// without a filter it does nothing.
    void load_filter(unsigned threads);

    /// Answers a request; any number of threads at once.
    [[nodiscard]] examples::http_reply answer(const examples::http_request& request);

    /// The reply to a request that the server refuses by itself.
    [[nodiscard]] examples::http_reply refuse(unsigned status);

    [[nodiscard]] statistics current() const;

    /// `empty` for ever without a filter.
    [[nodiscard]] guard_state filter_state() const noexcept { return guard_ ? guard_->state() : guard_state::empty; }

private:
    using counter = std::atomic<std::uint64_t>;  // relaxed: they order nothing

    [[nodiscard]] examples::http_reply route(const examples::http_request& request);
    [[nodiscard]] examples::http_reply register_address(const examples::http_request& request);
    [[nodiscard]] bool is_registered(std::string_view email, deadline limit);
    [[nodiscard]] examples::http_reply database_error(const sqlite_error& error);
    [[nodiscard]] examples::http_reply failure(unsigned status, std::string_view text);
    void count_registration();

    const service_options options_;
    const log_function log_;
    counter registrations_{0};
    counter conflicts_{0};
    counter late_conflicts_{0};
    counter selects_made_{0};
    counter selects_avoided_{0};
    counter selects_in_vain_{0};
    counter bad_requests_{0};
    counter too_large_{0};
    counter busy_{0};
    counter internal_{0};

    writer writer_;  // first of those that touch the file: it makes the table
    reader_pool readers_;
    std::uint64_t rows_at_start_ = 0;
    std::uint64_t expected_items_ = 0;
    std::optional<guard> guard_;  // last: its threads use the above
};

}  // namespace registration
