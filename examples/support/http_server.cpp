// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/http_server.hpp"

#include <fmt/format.h>

#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "support/beast.hpp"
#include "support/http_connection.hpp"

namespace examples {

namespace {

/// How long to wait after the system refused to accept, as it does when it has no more file descriptors.
constexpr std::chrono::milliseconds accept_pause{50};

http_server_options checked(const http_server_options& options)
{
    if (options.threads < 1) {
        throw std::invalid_argument("http_server: threads is 0, must be at least 1");
    }
    if (options.connections < 1) {
        throw std::invalid_argument("http_server: connections is 0, must be at least 1");
    }
    if (options.header_limit < 1 || options.header_limit > std::numeric_limits<std::uint32_t>::max()) {
        throw std::invalid_argument(
            fmt::format("http_server: header_limit is {}, must be from 1 to 2^32 - 1", options.header_limit));
    }
    if (options.timeout.count() <= 0) {
        throw std::invalid_argument(
            fmt::format("http_server: timeout is {} ms, must be positive", options.timeout.count()));
    }
    return options;
}

}  // namespace

class http_server::core {
public:
    core(http_handler handler, const http_server_options& options);
    ~core() { stop(); }

    core(const core&) = delete;
    core& operator=(const core&) = delete;

    std::uint16_t port() const noexcept { return port_; }
    http_server_counts counts() const noexcept
    {
        return {accepted_.load(std::memory_order_relaxed), service_.requests.load(std::memory_order_relaxed),
                service_.refused.load(std::memory_order_relaxed)};
    }
    void stop() noexcept;

private:
    using acceptor = asio::basic_socket_acceptor<tcp, connection_strand>;
    using timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>,
                                             connection_strand>;

    void listen();
    void run() noexcept;
    void accept();
    void on_accept(error_code error, connection_socket&& socket);
    void connection_ended();

    http_service service_;
    std::uint16_t port_ = 0;
    std::atomic<std::uint64_t> accepted_{0};

    std::once_flag stopped_;
    std::atomic<bool> is_stopping_{false};  ///< set once, before the threads end

    /// All that needs the io_context; gone after stop(). Its members go before the context does.
    struct engine {
        asio::io_context context;
        connection_strand accept_strand{asio::make_strand(context.get_executor())};
        acceptor listener{accept_strand};
        timer pause{accept_strand};
        // Only touched on accept_strand.
        std::size_t connections = 0;  ///< living ones
        bool is_accepting = false;    ///< whether listener or pause has something under way
    };
    std::unique_ptr<engine> engine_{std::make_unique<engine>()};
    std::vector<std::thread> threads_;
};

http_server::core::core(http_handler handler, const http_server_options& options)
{
    service_.handler = std::move(handler);
    service_.options = checked(options);
    service_.connection_ended = [this] { connection_ended(); };
    if (!service_.handler) {
        throw std::invalid_argument("http_server: handler is empty");
    }
    listen();
    asio::post(engine_->accept_strand, [this] { accept(); });
    try {
        for (unsigned i = 0; i < service_.options.threads; ++i) {
            threads_.emplace_back([this] { run(); });
        }
    } catch (...) {
        stop();
        throw;
    }
}

void http_server::core::listen()
{
    try {
        acceptor& listener = engine_->listener;
        const tcp::endpoint local(asio::ip::address_v4::loopback(), service_.options.port);
        listener.open(local.protocol());
        listener.set_option(tcp::acceptor::reuse_address(true));
        listener.bind(local);
        listener.listen();
        port_ = listener.local_endpoint().port();
    } catch (const boost::system::system_error& error) {
        throw http_error(http_failure::refused, fmt::format("cannot listen on 127.0.0.1:{}: {}", service_.options.port,
                                                            error.code().message()));
    }
}

void http_server::core::run() noexcept
{
    for (;;) {
        try {
            engine_->context.run();
            return;
        } catch (const std::exception&) {
            // Out of memory, as good as certainly. The connection went with its operation; the others live on.
        }
    }
}

void http_server::core::accept()
{
    engine_->is_accepting = true;
    engine_->listener.async_accept(
        asio::make_strand(engine_->context.get_executor()),
        [this](error_code error, connection_socket&& socket) { on_accept(error, std::move(socket)); });
}

void http_server::core::on_accept(error_code error, connection_socket&& socket)
{
    if (error) {
        engine_->pause.expires_after(accept_pause);
        engine_->pause.async_wait([this](error_code) { accept(); });
        return;
    }
    accepted_.fetch_add(1, std::memory_order_relaxed);
    ++engine_->connections;  // before the connection's destructor, which takes it back, can run
    if (engine_->connections < service_.options.connections) {
        accept();
    } else {
        engine_->is_accepting = false;
    }
    const auto strand = socket.get_executor();
    auto connection = std::make_shared<http_connection>(service_, std::move(socket));
    asio::post(strand, [connection = std::move(connection)] { connection->start(); });
}

void http_server::core::connection_ended()
{
    if (is_stopping_.load(std::memory_order_acquire)) {
        return;  // perhaps called by the destructor of the context
    }
    asio::post(engine_->accept_strand, [this] {
        --engine_->connections;
        if (!engine_->is_accepting) {
            accept();
        }
    });
}

void http_server::core::stop() noexcept
{
    std::call_once(stopped_, [this] {
        is_stopping_.store(true, std::memory_order_release);
        engine_->context.stop();
        for (std::thread& thread : threads_) {
            thread.join();
        }
        engine_.reset();
    });
}

http_server::http_server(http_handler handler, const http_server_options& options)
    : core_(std::make_unique<core>(std::move(handler), options))
{
}

http_server::~http_server() = default;

std::uint16_t http_server::port() const noexcept
{
    return core_->port();
}

http_server_counts http_server::counts() const noexcept
{
    return core_->counts();
}

void http_server::stop() noexcept
{
    core_->stop();
}

}  // namespace examples
