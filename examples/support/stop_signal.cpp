// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/stop_signal.hpp"

#include <csignal>

#include <atomic>
#include <stdexcept>

namespace examples {

namespace {

std::atomic<int> caught{0};  // the number of the signal
std::atomic<bool> is_installed{false};
struct sigaction former_interrupt;
struct sigaction former_terminate;

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may use no lock");

extern "C" void tamiz_example_on_stop_signal(int number)
{
    int none = 0;
    if (!caught.compare_exchange_strong(none, number, std::memory_order_relaxed)) {
        // The second one means it. It is delivered when this handler returns.
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
}

}  // namespace

stop_signal::stop_signal()
{
    if (is_installed.exchange(true)) {
        throw std::logic_error("stop_signal: there is one already");
    }
    caught.store(0, std::memory_order_relaxed);
    struct sigaction action{};
    action.sa_handler = tamiz_example_on_stop_signal;
    action.sa_flags = SA_RESTART;  // nobody's read or write should fail because of it
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &former_interrupt);
    sigaction(SIGTERM, &action, &former_terminate);
}

stop_signal::~stop_signal()
{
    sigaction(SIGINT, &former_interrupt, nullptr);
    sigaction(SIGTERM, &former_terminate, nullptr);
    is_installed.store(false);
}

bool stop_signal::requested() const noexcept
{
    return caught.load(std::memory_order_relaxed) != 0;
}

int stop_signal::exit_status() const noexcept
{
    const int number = caught.load(std::memory_order_relaxed);
    return number == 0 ? 0 : 128 + number;
}

}  // namespace examples
