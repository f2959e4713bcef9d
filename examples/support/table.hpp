// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Results for a person to read: aligned columns, numbers with separators and units.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace examples {

enum class alignment { left, right };

struct table_column {
    std::string heading;  ///< may be empty; if all are, no line of headings is written
    alignment align = alignment::left;
};

/// Rows of cells, each column as wide as its widest cell. Widths count code points of UTF-8.
class table {
public:
    /// Throws std::invalid_argument if there is no column.
    explicit table(std::vector<table_column> columns);

    /// Throws std::invalid_argument if there are more cells than columns; missing cells are empty.
    void add_row(std::vector<std::string> cells);

    /// A line across.
    void add_rule();

    /// Lines end with a newline and have no trailing spaces.
    [[nodiscard]] std::string to_string() const;

private:
    struct row {
        std::vector<std::string> cells;
        bool is_rule = false;
    };

    std::vector<table_column> columns_;
    std::vector<row> rows_;
};

/// "4,389": a comma between groups of three digits.
[[nodiscard]] std::string with_separators(std::uint64_t number);

/// "1.14 MiB", "512 bytes": three digits or more, powers of 1024.
[[nodiscard]] std::string binary_size(std::uint64_t bytes);

/// "1.20 MB", "512 bytes": three digits or more, powers of 1000.
[[nodiscard]] std::string decimal_size(std::uint64_t bytes);

/// "1.23 s", "45.6 ms", "2 min 05 s". Negative durations are shown as 0.
[[nodiscard]] std::string human_duration(std::chrono::nanoseconds duration);

/// "12.34 %" for 0.1234; small values in powers of ten, "1.0e-06"; "0 %" for 0.
[[nodiscard]] std::string human_share(double share);

}  // namespace examples
