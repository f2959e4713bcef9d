// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/service.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include <tamiz/hash.hpp>

#include "registration/email.hpp"
#include "registration/messages.hpp"
#include "support/table.hpp"

namespace registration {
namespace {

using examples::http_reply;
using examples::http_request;
using examples::with_separators;

constexpr std::uint64_t least_expected_items = 1'000'000;

http_reply json_reply(unsigned status, std::string body)
{
    http_reply reply;
    reply.status = status;
    reply.content_type = "application/json";
    reply.body = std::move(body);
    return reply;
}

void add_one(std::atomic<std::uint64_t>& counter) noexcept
{
    counter.fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t value_of(const std::atomic<std::uint64_t>& counter) noexcept
{
    return counter.load(std::memory_order_relaxed);
}

}  // namespace

service::service(const service_options& options, log_function log)
    : options_(options), log_(std::move(log)), writer_(options.database, options.writing), readers_(options.database),
      rows_at_start_(reader(options.database).rows()),
      expected_items_(options.expected_items != 0 ? options.expected_items
                                                  : std::max(2 * rows_at_start_, least_expected_items))
{
    if (!options.use_filter) return;
    guard_.emplace(tamiz::filter_options{.expected_items = expected_items_,
                                         .false_positive_rate = options.false_positive_rate,
                                         .seed = options.seed ? *options.seed : tamiz::random_seed()});
    if (rows_at_start_ > expected_items_) {
        log_(fmt::format("warning: the table has {} rows, the filter is made for {}: expect more false positives",
                         with_separators(rows_at_start_), with_separators(expected_items_)));
    }
}

void service::load_filter(unsigned threads)
{
    if (!guard_) return;
    const auto begin = std::chrono::steady_clock::now();
    guard_->load(options_.database, threads, options_.busy_timeout, [this, begin](const std::string& error) {
        if (!error.empty()) {
            log_(fmt::format("error: the filter is of no use, every address is looked up: {}", error));
            return;
        }
        log_(fmt::format("{} rows are in the filter, after {}", with_separators(guard_->loaded()),
                         examples::human_duration(std::chrono::steady_clock::now() - begin)));
    });
}

http_reply service::answer(const http_request& request)
{
    try {
        return route(request);
    } catch (const bad_request& error) {
        return failure(400, error.what());
    } catch (const sqlite_error& error) {
        return database_error(error);
    } catch (const std::exception& error) {
        log_(fmt::format("error: {} {}: {}", request.method, request.target, error.what()));
        return failure(500, "internal error");
    }
}

http_reply service::route(const http_request& request)
{
    const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
    const bool is_registration = path == "/register";
    if (!is_registration && path != "/stats" && path != "/metrics") {
        return failure(404, "there are /register, /stats and /metrics");
    }
    const std::string_view allowed = is_registration ? "POST" : "GET, HEAD";
    if (is_registration ? request.method != "POST" : request.method != "GET" && request.method != "HEAD") {
        http_reply reply = failure(405, fmt::format("{} takes {}", path, allowed));
        reply.headers.push_back({"Allow", std::string(allowed)});
        return reply;
    }
    if (is_registration) return register_address(request);
    if (path == "/stats") return json_reply(200, to_json(current()));
    http_reply reply;
    reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
    reply.body = to_metrics(current());
    return reply;
}

http_reply service::register_address(const http_request& request)
{
    const std::string email = normalised_email(email_of(request.body));
    const deadline limit = std::chrono::steady_clock::now() + options_.busy_timeout;
    const auto conflict = [&] {
        add_one(conflicts_);
        return json_reply(409, error_message("already registered"));
    };
    if (is_registered(email, limit)) return conflict();
    if (!writer_.insert(email, limit)) {
        add_one(late_conflicts_);
        return conflict();
    }
    count_registration();
    return json_reply(201, registered_message(email));
}

/// Tells the filter, and asks the table unless the filter is sure.
bool service::is_registered(std::string_view email, deadline limit)
{
    // Before the answer, so that a filter which was incomplete then is not blamed for a search in vain.
    const bool is_complete = guard_ && guard_->state() == guard_state::complete;
    if (guard_ && !guard_->tell(email)) {
        add_one(selects_avoided_);
        return false;
    }
    add_one(selects_made_);
    const bool is_there = readers_.contains(email, limit);
    if (!is_there && is_complete) add_one(selects_in_vain_);
    return is_there;
}

void service::count_registration()
{
    const std::uint64_t rows = rows_at_start_ + registrations_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (guard_ && rows == expected_items_ + 1) {
        log_(fmt::format("warning: the table outgrows the filter, which was made for {} rows: a restart sizes it anew",
                         with_separators(expected_items_)));
    }
}

http_reply service::database_error(const sqlite_error& error)
{
    if (!error.is_busy()) {
        log_(fmt::format("error: {}", error.what()));
        return failure(500, "the database failed");
    }
    http_reply reply = failure(503, "the database is busy, try again");
    reply.headers.push_back({"Retry-After", "1"});
    return reply;
}

http_reply service::refuse(unsigned status)
{
    return failure(status, status == 413   ? "the body is too large"
                           : status == 431 ? "the header is too large"
                                           : "this is no HTTP request");
}

http_reply service::failure(unsigned status, std::string_view text)
{
    add_one(status == 413 ? too_large_ : status == 503 ? busy_ : status >= 500 ? internal_ : bad_requests_);
    return json_reply(status, error_message(text));
}

statistics service::current() const
{
    statistics now;
    now.registrations = value_of(registrations_);
    now.rows = rows_at_start_ + now.registrations;
    now.conflicts = value_of(conflicts_);
    now.late_conflicts = value_of(late_conflicts_);
    now.selects_made = value_of(selects_made_);
    now.selects_avoided = value_of(selects_avoided_);
    now.selects_in_vain = value_of(selects_in_vain_);
    now.commits = writer_.commits();
    now.errors = {value_of(bad_requests_), value_of(too_large_), value_of(busy_), value_of(internal_)};
    if (guard_) now.guard = guard_statistics{guard_->state(), guard_->loaded(), expected_items_, guard_->stats()};
    return now;
}

}  // namespace registration
