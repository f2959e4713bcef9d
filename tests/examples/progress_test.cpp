// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/progress.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <support/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

using namespace examples;
using namespace std::chrono_literals;

namespace {

using file = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::string content_of(std::FILE* out)
{
    std::rewind(out);
    std::string text;
    for (int c = std::fgetc(out); c != EOF; c = std::fgetc(out)) {
        text += static_cast<char>(c);
    }
    return text;
}

progress_options to(std::FILE* out)
{
    progress_options options;
    options.out = out;
    options.on_terminal = 1ms;
    options.elsewhere = 1ms;
    return options;
}

void wait_for(const std::atomic<int>& counter, int value)
{
    while (counter < value) {
        std::this_thread::sleep_for(1ms);
    }
}

}  // namespace

TEST_CASE("in a file, lines stand below each other, the last one at the end", "[progress]")
{
    const file out(std::tmpfile(), &std::fclose);
    std::atomic<int> asked{0};
    progress shown([&] { return "line " + std::to_string(++asked); }, to(out.get()));
    wait_for(asked, 3);
    shown.stop();
    const int last = asked;
    shown.stop();
    std::string expected;
    for (int i = 1; i <= last; ++i) {
        expected += "line " + std::to_string(i) + "\n";
    }
    CHECK(asked == last);
    CHECK(content_of(out.get()) == expected);
}

TEST_CASE("a run shorter than the first pause still shows how it ended", "[progress]")
{
    const file out(std::tmpfile(), &std::fclose);
    {
        progress_options options = to(out.get());
        options.elsewhere = 1h;
        const progress shown([] { return std::string("over\nat once"); }, options);
    }
    CHECK(content_of(out.get()) == "over at once\n");
}

TEST_CASE("a line that cannot be made shows why", "[progress]")
{
    const file out(std::tmpfile(), &std::fclose);
    progress shown([]() -> std::string { throw std::runtime_error("no numbers yet"); }, to(out.get()));
    shown.stop();
    CHECK(content_of(out.get()).ends_with("no numbers yet\n"));
}

TEST_CASE("on a terminal the line is rewritten in place and never wraps", "[progress]")
{
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) {
        WARN("no pseudo-terminal here: not tested");
        return;
    }
    const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
    REQUIRE(slave >= 0);
    winsize size{};
    size.ws_col = 10;
    size.ws_row = 5;
    REQUIRE(::ioctl(slave, TIOCSWINSZ, &size) == 0);
    const char* const type = std::getenv("TERM");
    const std::string former = type == nullptr ? "" : type;
    ::setenv("TERM", "xterm", 1);
    // Read all the time: a full terminal would make the writer wait.
    std::string text;
    std::thread reader([&] {
        char buffer[4096];
        for (ssize_t count = 0; (count = ::read(master, buffer, sizeof buffer)) > 0;) {
            text.append(buffer, static_cast<std::size_t>(count));
        }
    });
    {
        const file out(::fdopen(slave, "w"), &std::fclose);
        std::atomic<int> asked{0};
        progress shown([&] { return ++asked < 3 ? std::string("ab") : std::string("ääääääääääää"); }, to(out.get()));
        wait_for(asked, 3);
        shown.stop();
    }
    if (type == nullptr) {
        ::unsetenv("TERM");
    } else {
        ::setenv("TERM", former.c_str(), 1);
    }
    reader.join();  // ends when the other side is closed
    ::close(master);
    // Nine of ten columns: a line as wide as the terminal would wrap.
    CHECK(text.starts_with("\rab\x1b[K\rab\x1b[K\räääääääää\x1b[K"));
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
    CHECK(text.ends_with("\n"));
}
