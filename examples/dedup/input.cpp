// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/input.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <system_error>

namespace dedup {
namespace {

/// Would a read see what the program itself writes? Then it might never end.
bool is_own_output(const file& in, int output)
{
    struct stat out{};
    return output >= 0 && in.is_regular() && ::fstat(output, &out) == 0 && out.st_dev == in.status().st_dev &&
           out.st_ino == in.status().st_ino && in.status().st_size > 0;
}

}  // namespace

bool input::read(byte_buffer& text)
{
    text.clear(2 * piece + 1);
    text.append(rest_.text());
    rest_.clear(piece);
    complete_ = 0;
    for (;;) {
        // Whoever feeds a pipe may wait for an answer before it goes on.
        const bool may_have_to_wait = file_.is_open() && !file_.is_regular();
        if (complete_ > 0 && (text.size() >= piece || may_have_to_wait)) break;
        if (file_.is_open())
            read_piece(text);
        else if (!open_next())
            break;
    }
    rest_.append(text.text().substr(complete_));
    text.resize(complete_);
    return complete_ > 0;
}

bool input::open_next()
{
    while (next_ < names_.size() && !file_.is_open()) {
        const std::string& name = names_[next_++];
        try {
            file_ = file(name, how_.standard_input);
            if (is_own_output(file_, how_.not_from)) fail("it is also the output");
        } catch (const std::system_error& error) {
            fail(error.code().message());
        }
    }
    return file_.is_open();
}

void input::read_piece(byte_buffer& text)
{
    const std::size_t old = text.size();
    // A line that is longer gets one piece after the other, so that never more than a piece of the next one is read.
    const std::size_t wanted = old < piece ? piece - old : piece;
    text.reserve(old + wanted + 1);  // and a '\n' at the end of the file
    std::size_t got = 0;
    try {
        got = file_.read(text.data() + old, wanted);
    } catch (const std::system_error& error) {
        fail(error.code().message());
        end_file(text);
        return;
    }
    if (got == 0) {
        end_file(text);
        return;
    }
    text.resize(old + got);
    const void* const newline = ::memrchr(text.data() + old, '\n', got);
    if (newline != nullptr) complete_ = static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1;
}

void input::end_file(byte_buffer& text)
{
    file_.close();
    if (complete_ == text.size()) return;
    text.append("\n");
    complete_ = text.size();
}

void input::fail(const std::string& why)
{
    ++failures_;
    file_.close();
    if (how_.to != nullptr) how_.to->say(fmt::format("{}: {}", shown_name(names_[next_ - 1]), why));
}

}  // namespace dedup
