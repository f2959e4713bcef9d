// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The lines of some files, one file after another, in pieces of whole lines.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dedup/byte_buffer.hpp"
#include "dedup/file.hpp"
#include "dedup/messages.hpp"

namespace dedup {

/// Reads files into buffers of whole lines. A file that cannot be opened or read on is named, and the next one follows.
/// Used by one thread at a time.
class input {
public:
    /// How much is read at once. A buffer grows beyond twice as much only for a line that does not fit.
    static constexpr std::size_t piece = 128 * 1024;

    struct settings {
        int standard_input = 0;  ///< the descriptor that the name "-" stands for
        int not_from = -1;       ///< a regular file that is not to be read, because it is written to; -1: none
        messages* to = nullptr;  ///< hears of what cannot be read; may be null
    };

    /// Opens nothing yet.
    input(std::vector<std::string> names, const settings& how) : names_(std::move(names)), how_(how) {}

    /// The next lines, each ended by '\n': the last one of a file gets it if it has none. False at the end of all
    /// files. From files that are no regular ones it hands on the lines that are there, and waits for no more.
    /// Throws std::bad_alloc.
    [[nodiscard]] bool read(byte_buffer& text);

    /// How many files could not be read, or not to their end, so far.
    [[nodiscard]] std::size_t failures() const noexcept { return failures_; }

private:
    [[nodiscard]] bool open_next();
    void read_piece(byte_buffer& text);
    void end_file(byte_buffer& text);
    void fail(const std::string& why);

    std::vector<std::string> names_;
    settings how_;
    std::size_t next_ = 0;      // of names_
    file file_;                 // open: the one before next_
    byte_buffer rest_;          // the begin of a line whose end was not read yet
    std::size_t complete_ = 0;  // bytes of the text in hand that are whole lines
    std::size_t failures_ = 0;
};

}  // namespace dedup
