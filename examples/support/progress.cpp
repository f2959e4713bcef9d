// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

namespace examples {

namespace {

bool is_terminal(std::FILE* out) noexcept
{
    const char* const type = std::getenv("TERM");
    return ::isatty(::fileno(out)) == 1 && (type == nullptr || std::string_view(type) != "dumb");
}

std::size_t terminal_width(std::FILE* out) noexcept
{
    winsize size{};
    constexpr std::size_t usual = 80;
    return ::ioctl(::fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

/// The first so many characters of UTF-8 text.
std::string_view shortened(std::string_view text, std::size_t characters) noexcept
{
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
        if (begins && characters-- == 0) {
            break;
        }
    }
    return text.substr(0, end);
}

}  // namespace

class progress::core {
public:
    core(std::function<std::string()> line, const progress_options& options)
        : line_(std::move(line)), options_(options), is_terminal_(is_terminal(options.out)), thread_([this] { run(); })
    {
    }

    ~core() { stop(); }

    core(const core&) = delete;
    core& operator=(const core&) = delete;

    void stop() noexcept
    {
        {
            const std::lock_guard guard(mutex_);
            is_stopping_ = true;
        }
        wake_.notify_one();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

private:
    void run()
    {
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, is_terminal_ ? options_.on_terminal : options_.elsewhere,
                               [this] { return is_stopping_; })) {
            lock.unlock();
            show(false);
            lock.lock();
        }
        lock.unlock();
        show(true);
    }

    void show(bool is_last) noexcept
    {
        try {
            std::string text = current();
            std::ranges::replace(text, '\n', ' ');
            if (is_terminal_) {
                // Back to the start, the line, and the rest of the older one erased. A line as wide as the terminal
                // would wrap.
                text = fmt::format("\r{}\x1b[K", shortened(text, terminal_width(options_.out) - 1));
            }
            if (!is_terminal_ || is_last) {
                text += '\n';
            }
            std::fwrite(text.data(), 1, text.size(), options_.out);
            std::fflush(options_.out);
        } catch (...) {
            // No memory for a line: the work matters more than its display.
        }
    }

    std::string current()
    {
        try {
            return line_();
        } catch (const std::exception& error) {
            return error.what();
        } catch (...) {
            return "(no progress known)";
        }
    }

    const std::function<std::string()> line_;
    const progress_options options_;
    const bool is_terminal_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool is_stopping_ = false;  ///< guarded by mutex_
    std::thread thread_;        ///< last, so that it finds all of the above
};

progress::progress(std::function<std::string()> line, const progress_options& options)
    : core_(std::make_unique<core>(std::move(line), options))
{
}

progress::~progress() = default;

void progress::stop() noexcept
{
    core_->stop();
}

}  // namespace examples
