// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Ctrl-C as a wish, not as an end.

#pragma once

namespace examples {

/// While it lives, SIGINT and SIGTERM do not end the program but raise a flag. The second such signal ends the program
/// as usual, so that a program which hangs can be stopped. At most one of these at a time.
class stop_signal {
public:
    /// Throws std::logic_error if there is one already.
    stop_signal();
    ~stop_signal();

    stop_signal(const stop_signal&) = delete;
    stop_signal& operator=(const stop_signal&) = delete;

    /// Whether a signal came. One relaxed load: meant to be asked often, by any thread.
    [[nodiscard]] bool requested() const noexcept;

    /// The exit status that says so, 128 + the number of the signal; 0 if none came.
    [[nodiscard]] int exit_status() const noexcept;
};

}  // namespace examples
