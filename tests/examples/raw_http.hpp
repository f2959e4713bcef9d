// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Both ends of HTTP by hand, for what a proper client or server would never send.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace examples_test {

/// Connects to 127.0.0.1, sends the text as it is and returns all that comes until the server ends the connection.
std::string raw_exchange(std::uint16_t port, std::string_view sent);

/// One connection of a scripted server: for each request that it reads (up to the empty line), it sends the next of
/// these texts; after the last, it ends the connection. Where the script is "hang up", it ends at once.
using script = std::vector<std::string>;

/// Serves as many connections as there are scripts, one after another, and remembers what it was sent.
class scripted_server {
public:
    explicit scripted_server(std::vector<script> scripts);
    ~scripted_server() { finish(); }

    scripted_server(const scripted_server&) = delete;
    scripted_server& operator=(const scripted_server&) = delete;

    std::uint16_t port() const { return port_; }

    /// Returns once it has ended that many connections.
    void wait_until_ended(std::size_t connections) const;

    /// Takes no further connection; waits for the one that is served. Returns the requests, each up to its empty line.
    const std::vector<std::string>& finish();

private:
    void serve();

    std::vector<script> scripts_;
    std::uint16_t port_ = 0;
    int listener_ = -1;
    std::vector<std::string> requests_;  ///< read after the join
    std::atomic<std::size_t> ended_{0};
    std::thread thread_;
};

inline const std::string hang_up = "hang up";

}  // namespace examples_test
