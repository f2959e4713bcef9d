// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The service on a free port, with a database of its own.

#pragma once

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../temporary_folder.hpp"
#include "registration/service.hpp"
#include "support/http_client.hpp"
#include "support/http_server.hpp"

namespace examples_test {

/// Whether the condition comes true within what even a busy machine needs.
inline bool comes_true(const std::function<bool()>& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

/// {"email": ...}, for an address in which nothing needs to be escaped.
inline std::string registration_of(std::string_view email)
{
    return fmt::format(R"({{"email": "{}"}})", email);
}

/// Status of the reply to a registration; 0 if there was none.
inline unsigned register_with(examples::http_client& client, std::string_view email)
{
    try {
        return client.post("localhost", "/register", "application/json", registration_of(email)).status;
    } catch (const examples::http_error&) {
        return 0;
    }
}

/// Adds user1@known.example and so on in one transaction; the table must be there.
inline void add_known(registration::connection& to, unsigned count)
{
    to.execute(fmt::format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
                           "INSERT INTO registrations (email) SELECT 'user' || i || '@known.example' FROM n",
                           count)
                   .c_str());
}

struct running_service {
    explicit running_service(const temporary_folder& folder,
                             const std::function<void(registration::service_options&)>& change = {},
                             unsigned threads = 8)
        : serving(options_of(folder, change),
                  [this](std::string_view line) {
                      const std::lock_guard guard(mutex);
                      log.emplace_back(line);
                  }),
          server([this](const examples::http_request& request) { return serving.answer(request); },
                 {.threads = threads, .body_limit = 4096, .refusal = [this](unsigned s) { return serving.refuse(s); }})
    {
    }

    static std::filesystem::path file(const temporary_folder& folder) { return folder.path() / "registrations.db"; }

    static registration::service_options options_of(const temporary_folder& folder,
                                                    const std::function<void(registration::service_options&)>& change)
    {
        registration::service_options options;
        options.database = file(folder);
        options.seed = 1;
        options.busy_timeout = std::chrono::seconds(60);
        if (change) change(options);
        return options;
    }

    /// Loads the filter and waits until it is complete.
    bool load()
    {
        serving.load_filter(2);
        return comes_true([&] { return serving.filter_state() == registration::guard_state::complete; });
    }

    [[nodiscard]] examples::http_client client() const { return examples::http_client(server.port()); }

    /// How many lines of the log hold the text.
    [[nodiscard]] int logged(std::string_view text)
    {
        const std::lock_guard guard(mutex);
        int count = 0;
        for (const std::string& line : log) count += line.find(text) != std::string::npos ? 1 : 0;
        return count;
    }

    std::mutex mutex;
    std::vector<std::string> log;  ///< guarded by mutex
    registration::service serving;
    examples::http_server server;
};

}  // namespace examples_test
