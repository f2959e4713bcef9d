// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "raw_http.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <utility>

namespace examples_test {

namespace {

sockaddr_in local_address(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

void send_all(int socket, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t count = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// False at the end of the connection.
bool receive(int socket, std::string& text)
{
    char buffer[65536];
    const ssize_t count = ::recv(socket, buffer, sizeof buffer, 0);
    if (count > 0) {
        text.append(buffer, static_cast<std::size_t>(count));
    }
    return count > 0;
}

}  // namespace

std::string raw_exchange(std::uint16_t port, std::string_view sent)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = local_address(port);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(socket);
        throw std::runtime_error("raw_exchange: cannot connect");
    }
    send_all(socket, sent);
    std::string received;
    while (receive(socket, received)) {
    }
    ::close(socket);
    return received;
}

scripted_server::scripted_server(std::vector<script> scripts) : scripts_(std::move(scripts))
{
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = local_address(0);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener_, 16) != 0 || ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        ::close(listener_);
        throw std::runtime_error("scripted_server: cannot listen");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
}

const std::vector<std::string>& scripted_server::finish()
{
    if (thread_.joinable()) {
        ::shutdown(listener_, SHUT_RDWR);  // wakes accept
        thread_.join();
        ::close(listener_);
    }
    return requests_;
}

void scripted_server::serve()
{
    for (const script& replies : scripts_) {
        const int connection = ::accept(listener_, nullptr, nullptr);
        if (connection < 0) {
            return;
        }
        std::string pending;
        for (const std::string& reply : replies) {
            std::size_t end = 0;
            while ((end = pending.find("\r\n\r\n")) == std::string::npos && receive(connection, pending)) {
            }
            if (end == std::string::npos) {
                break;
            }
            requests_.push_back(pending.substr(0, end + 4));
            pending.erase(0, end + 4);
            if (reply == hang_up) {
                break;
            }
            send_all(connection, reply);
        }
        ::close(connection);
        ended_.fetch_add(1);
    }
}

void scripted_server::wait_until_ended(std::size_t connections) const
{
    while (ended_ < connections) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace examples_test
