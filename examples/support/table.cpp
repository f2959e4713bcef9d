// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace examples {

namespace {

constexpr std::string_view gap = "  ";

std::size_t width_of(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void write_cell(std::string& line, std::string_view text, std::size_t width, alignment align)
{
    const std::size_t padding = width - width_of(text);
    if (align == alignment::right) {
        line.append(padding, ' ');
    }
    line += text;
    if (align == alignment::left) {
        line.append(padding, ' ');
    }
}

/// Three digits or more, and the unit.
std::string scaled(std::uint64_t bytes, double step, const std::array<std::string_view, 6>& units)
{
    if (static_cast<double>(bytes) < step) {
        return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
    }
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    value /= step;
    // What would be shown as 1000 (or 1024) of a unit is 1.00 of the next.
    while (std::round(value) >= step && unit + 1 < units.size()) {
        value /= step;
        ++unit;
    }
    const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, digits, units.at(unit));
}

}  // namespace

table::table(std::vector<table_column> columns) : columns_(std::move(columns))
{
    if (columns_.empty()) {
        throw std::invalid_argument("table: no columns");
    }
}

void table::add_row(std::vector<std::string> cells)
{
    if (cells.size() > columns_.size()) {
        throw std::invalid_argument(fmt::format("table: {} cells for {} columns", cells.size(), columns_.size()));
    }
    cells.resize(columns_.size());
    rows_.push_back({std::move(cells), false});
}

void table::add_rule()
{
    rows_.push_back({{}, true});
}

std::string table::to_string() const
{
    std::vector<std::size_t> widths;
    bool has_headings = false;
    for (const table_column& column : columns_) {
        widths.push_back(width_of(column.heading));
        has_headings = has_headings || !column.heading.empty();
    }
    for (const row& each : rows_) {
        for (std::size_t i = 0; i < each.cells.size(); ++i) {
            widths[i] = std::max(widths[i], width_of(each.cells[i]));
        }
    }
    std::size_t total = gap.size() * (columns_.size() - 1);
    for (const std::size_t width : widths) {
        total += width;
    }
    std::string text;
    const auto write_line = [&](auto&& cell_of) {
        std::string line;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            line += i == 0 ? std::string_view() : gap;
            write_cell(line, cell_of(i), widths[i], columns_[i].align);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    const auto write_rule = [&] { text += std::string(total, '-') + '\n'; };
    if (has_headings) {
        write_line([&](std::size_t i) { return std::string_view(columns_[i].heading); });
        write_rule();
    }
    for (const row& each : rows_) {
        if (each.is_rule) {
            write_rule();
        } else {
            write_line([&](std::size_t i) { return std::string_view(each.cells[i]); });
        }
    }
    return text;
}

std::string with_separators(std::uint64_t number)
{
    std::string text = fmt::format("{}", number);
    for (std::size_t i = text.size(); i > 3;) {
        i -= 3;
        text.insert(i, 1, ',');
    }
    return text;
}

std::string binary_size(std::uint64_t bytes)
{
    return scaled(bytes, 1024, {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"});
}

std::string decimal_size(std::uint64_t bytes)
{
    return scaled(bytes, 1000, {"kB", "MB", "GB", "TB", "PB", "EB"});
}

std::string human_duration(std::chrono::nanoseconds duration)
{
    const double seconds = std::max(0.0, std::chrono::duration<double>(duration).count());
    if (seconds >= 59.995) {
        const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
        return fmt::format("{} min {:02} s", with_separators(whole / 60), whole % 60);
    }
    if (seconds >= 0.9995) {
        return fmt::format("{:.2f} s", seconds);
    }
    if (seconds >= 0.0009995) {
        return fmt::format("{:.3g} ms", seconds * 1e3);
    }
    return fmt::format("{:.3g} µs", seconds * 1e6);
}

std::string human_share(double share)
{
    if (share == 0) {
        return "0 %";
    }
    if (share < 1e-4) {
        return fmt::format("{:.1e}", share);
    }
    return fmt::format("{:.2f} %", share * 100);
}

}  // namespace examples
