// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The program run in the test's own process, and what it should answer.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dedup_test {

struct outcome {
    int status = -1;
    std::string out;
    std::string err;
};

struct surroundings {
    bool input_is_pipe = false;   ///< else a file
    bool is_on_terminal = false;  ///< its standard error
};

[[nodiscard]] outcome run(std::vector<std::string> arguments, std::string_view input = {},
                          const surroundings& where = {});

/// Without their newlines; a last line needs none.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
/// Each line with a newline.
[[nodiscard]] std::string text_of(const std::vector<std::string>& lines);
[[nodiscard]] std::vector<std::string> sorted(std::vector<std::string> lines);

/// The lines in the order in which they come first, or for the second time.
[[nodiscard]] std::vector<std::string> distinct(const std::vector<std::string>& lines);
[[nodiscard]] std::vector<std::string> repeated(const std::vector<std::string>& lines);

/// So many lines, of which about `distinct` are different, of 0 to `longest` bytes of any value but '\n'.
[[nodiscard]] std::vector<std::string> odd_lines(std::size_t count, std::size_t distinct, std::size_t longest,
                                                 std::uint64_t seed);

}  // namespace dedup_test
