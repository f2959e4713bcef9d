// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "tool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace dedup_test {

tool::tool(std::vector<std::string> arguments, bool ignores_closed_pipe)
{
    std::signal(SIGPIPE, SIG_IGN);  // the test must survive a tool that does not read
    arguments.insert(arguments.begin(), TAMIZ_DEDUP);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("no process");
    if (process_ == 0) {
        ::dup2(in[0], 0);
        ::dup2(out[1], 1);
        std::signal(SIGPIPE, ignores_closed_pipe ? SIG_IGN : SIG_DFL);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    input_ = in[1];
    output_ = out[0];
}

tool::~tool()
{
    close_input();
    close_output();
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
}

bool tool::write(const std::string& text) const
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(input_, text.data() + done, text.size() - done);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += static_cast<std::size_t>(written);
    }
    return true;
}

void tool::close_input()
{
    if (const int open = std::exchange(input_, -1); open >= 0) ::close(open);
}

void tool::close_output()
{
    if (const int open = std::exchange(output_, -1); open >= 0) ::close(open);
}

std::string tool::read_line() const
{
    std::string line;
    constexpr int minute = 60'000;
    pollfd ready{output_, POLLIN, 0};
    while (!line.ends_with('\n') && ::poll(&ready, 1, minute) == 1) {
        char byte = 0;
        if (::read(output_, &byte, 1) != 1) break;
        line += byte;
    }
    return line;
}

std::uint64_t tool::peak_bytes() const
{
    constexpr std::string_view name = "VmHWM:";
    std::ifstream status("/proc/" + std::to_string(process_) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name)) return std::stoull(line.substr(name.size())) * 1024;
    throw std::runtime_error("the peak of the process is not known");
}

ending tool::wait()
{
    int status = 0;
    if (::waitpid(std::exchange(process_, -1), &status, 0) < 0) throw std::runtime_error("no process to wait for");
    ending result;
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    return result;
}

}  // namespace dedup_test
