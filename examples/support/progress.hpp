// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A line that tells how far a long run has come.

#pragma once

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

namespace examples {

struct progress_options {
    std::FILE* out = stderr;
    std::chrono::milliseconds on_terminal{200};  ///< between two lines, the newer written over the older
    std::chrono::milliseconds elsewhere{2000};   ///< between two lines in a file or pipe, one below the other
};

/// Asks for a line every so often and shows it, on a thread of its own, until stop() or destruction.
///
/// The function runs on that thread and must be safe beside the work it watches. If it throws, the exception's message
/// is shown in place of the line.
class progress {
public:
    explicit progress(std::function<std::string()> line, const progress_options& options = {});
    ~progress();

    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;

    /// Shows the line a last time, ends it with a newline and joins the thread. A second call does nothing.
    void stop() noexcept;

private:
    class core;
    std::unique_ptr<core> core_;
};

}  // namespace examples
