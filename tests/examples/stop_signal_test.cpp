// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/stop_signal.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <support/catch.hpp>

#include <stdexcept>

using namespace examples;

namespace {

int received = 0;

extern "C" void remember(int number)
{
    received = number;
}

}  // namespace

TEST_CASE("a signal to stop is a flag, not an end", "[stop_signal]")
{
    for (const int number : {SIGINT, SIGTERM}) {
        const stop_signal stop;
        CHECK_FALSE(stop.requested());
        CHECK(stop.exit_status() == 0);
        std::raise(number);
        CHECK(stop.requested());
        CHECK(stop.exit_status() == 128 + number);
    }
}

TEST_CASE("afterwards the former handlers are back", "[stop_signal]")
{
    const auto former = std::signal(SIGINT, &remember);
    {
        const stop_signal stop;
        std::raise(SIGINT);
        CHECK(received == 0);
    }
    std::raise(SIGINT);
    CHECK(received == SIGINT);
    std::signal(SIGINT, former);
}

TEST_CASE("there is one at a time", "[stop_signal]")
{
    {
        const stop_signal first;
        CHECK_THROWS_AS(stop_signal(), std::logic_error);
    }
    const stop_signal next;
    CHECK_FALSE(next.requested());
}

TEST_CASE("the second signal ends the program", "[stop_signal]")
{
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const stop_signal stop;
        std::raise(SIGINT);
        if (!stop.requested()) {
            ::_exit(1);
        }
        std::raise(SIGTERM);
        ::_exit(2);  // not reached
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGTERM);
}
