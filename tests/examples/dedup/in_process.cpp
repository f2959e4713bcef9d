// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "in_process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "dedup/output.hpp"
#include "dedup/program.hpp"

namespace dedup_test {
namespace {

using stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

stream nameless_file(std::string_view content = {})
{
    stream result(std::tmpfile(), std::fclose);
    if (!result) throw std::runtime_error("no temporary file");
    dedup::write_all(::fileno(result.get()), content);
    ::lseek(::fileno(result.get()), 0, SEEK_SET);
    return result;
}

std::string content_of(std::FILE* of)
{
    std::string result;
    ::lseek(::fileno(of), 0, SEEK_SET);
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t got = ::read(::fileno(of), buffer.data(), buffer.size());
        if (got <= 0) return result;
        result.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

/// What nobody looks at; it holds the few lines that a test makes.
class terminal {
public:
    terminal()
    {
        const char* const name =
            control_ < 0 || ::grantpt(control_) != 0 || ::unlockpt(control_) != 0 ? nullptr : ::ptsname(control_);
        if (name == nullptr) throw std::runtime_error("no terminal");
        end_.reset(std::fopen(name, "r+"));
        if (!end_) throw std::runtime_error("no terminal");
    }
    ~terminal() { ::close(control_); }
    terminal(const terminal&) = delete;
    terminal& operator=(const terminal&) = delete;
    [[nodiscard]] std::FILE* end() const { return end_.get(); }

private:
    int control_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    stream end_{nullptr, std::fclose};
};

}  // namespace

outcome run(std::vector<std::string> arguments, std::string_view input, const surroundings& where)
{
    std::vector<const char*> argv = {"tamiz-dedup"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    const stream out = nameless_file();
    const terminal display;
    const stream file = nameless_file();
    std::FILE* const progress = where.is_on_terminal ? display.end() : file.get();
    stream in = nameless_file(where.input_is_pipe ? std::string_view() : input);
    std::array<int, 2> pipe{-1, -1};
    std::thread writer;
    if (where.input_is_pipe) {
        if (::pipe(pipe.data()) != 0) throw std::runtime_error("no pipe");
        writer = std::thread([input, end = pipe[1]] {
            dedup::write_all(end, input);
            ::close(end);
        });
    }
    std::ostringstream err;
    outcome result;
    result.status = dedup::program(static_cast<int>(argv.size()), argv.data(),
                                   {.input = where.input_is_pipe ? pipe[0] : ::fileno(in.get()),
                                    .output = ::fileno(out.get()),
                                    .error = err,
                                    .progress_to = progress});
    if (where.input_is_pipe) {
        writer.join();  // the program has read it all
        ::close(pipe[0]);
    }
    result.out = content_of(out.get());
    result.err = content_of(file.get()) + err.str();
    return result;
}

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        result.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string text_of(const std::vector<std::string>& lines)
{
    std::string result;
    for (const std::string& line : lines) result += line + '\n';
    return result;
}

std::vector<std::string> sorted(std::vector<std::string> lines)
{
    std::ranges::sort(lines);
    return lines;
}

std::vector<std::string> distinct(const std::vector<std::string>& lines)
{
    std::vector<std::string> result;
    std::set<std::string> seen;
    for (const std::string& line : lines)
        if (seen.insert(line).second) result.push_back(line);
    return result;
}

std::vector<std::string> repeated(const std::vector<std::string>& lines)
{
    std::vector<std::string> result;
    std::set<std::string> seen;
    std::set<std::string> printed;
    for (const std::string& line : lines)
        if (!seen.insert(line).second && printed.insert(line).second) result.push_back(line);
    return result;
}

std::vector<std::string> odd_lines(std::size_t count, std::size_t distinct, std::size_t longest, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<std::string> kinds(distinct);
    for (std::string& kind : kinds) {
        kind.resize(random() % (longest + 1));
        for (char& byte : kind) do
                byte = static_cast<char>(random());
            while (byte == '\n');
    }
    std::vector<std::string> result(count);
    for (std::string& line : result) line = kinds[random() % distinct];
    return result;
}

}  // namespace dedup_test
