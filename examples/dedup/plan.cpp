// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "dedup/plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <tamiz/sizing.hpp>

#include "dedup/line_filter.hpp"

namespace dedup {
namespace {

constexpr std::uint64_t samples = 64;
constexpr std::uint64_t sample_bytes = 64 * 1024;

/// How many of up to so many bytes are newlines, and whether the last one is.
struct sample {
    std::uint64_t bytes = 0;
    std::uint64_t newlines = 0;
    bool ends_line = true;
};

sample sample_at(const file& of, std::uint64_t offset, std::uint64_t bytes, std::vector<char>& buffer)
{
    sample result;
    while (result.bytes < bytes) {
        const std::uint64_t most = std::min<std::uint64_t>(buffer.size(), bytes - result.bytes);
        const std::size_t got = of.read_at(buffer.data(), most, offset + result.bytes);
        if (got == 0) break;
        result.newlines += static_cast<std::uint64_t>(
            std::count(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got), '\n'));
        result.ends_line = buffer[got - 1] == '\n';
        result.bytes += got;
    }
    return result;
}

std::uint64_t bytes_for(std::uint64_t items, double rate)
{
    return line_filter::word_count_for(tamiz::filter_options{.expected_items = items, .false_positive_rate = rate}) *
           sizeof(std::uint64_t);
}

/// False as well for more items than a 64-bit hash tells apart at this rate.
bool fits(std::uint64_t items, double rate, std::uint64_t bytes)
{
    try {
        return bytes_for(items, rate) <= bytes;
    } catch (const std::length_error&) {
        return false;
    }
}

}  // namespace

std::optional<line_count> lines_of(const file& of, std::uint64_t most_counted)
{
    if (!of.is_regular()) return std::nullopt;
    const off_t position = std::max<off_t>(0, ::lseek(of.descriptor(), 0, SEEK_CUR));
    const auto begin = static_cast<std::uint64_t>(position);
    const auto end = static_cast<std::uint64_t>(of.status().st_size);
    const std::uint64_t size = end > begin ? end - begin : 0;
    std::vector<char> buffer(sample_bytes);
    if (size == 0) {
        if (of.read_at(buffer.data(), 1, begin) != 0) return std::nullopt;
        return line_count{};
    }
    if (size <= std::max(most_counted, samples * sample_bytes)) {
        const sample all = sample_at(of, begin, size, buffer);
        return line_count{all.newlines + (all.ends_line ? 0 : 1)};
    }

    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < samples; ++i) {
        const double share = static_cast<double>(i) / (samples - 1);
        const auto offset = static_cast<std::uint64_t>(share * static_cast<double>(size - sample_bytes));
        const sample one = sample_at(of, begin + offset, sample_bytes, buffer);
        sum += static_cast<double>(one.newlines);
        squares += static_cast<double>(one.newlines) * static_cast<double>(one.newlines);
    }
    constexpr double count = samples;
    const double mean = sum / count;
    const double variance = std::max(0.0, (squares - sum * mean) / (count - 1));
    const double high = std::min<double>(sample_bytes, mean + 3 * std::sqrt(variance / count));
    return line_count{static_cast<std::uint64_t>(std::ceil(high * static_cast<double>(size) / sample_bytes)) + 1,
                      false};
}

plan plan_for_files(const std::vector<std::string>& names, int input_descriptor, double rate, std::uint64_t most_bytes)
{
    plan result{.items = 0, .from = basis::files};
    for (const std::string& name : names) {
        try {
            if (name != standard_input) {
                const std::filesystem::file_status status = std::filesystem::status(name);
                if (!std::filesystem::exists(status) || std::filesystem::is_directory(status)) continue;
                // Opening a named pipe would wait for its writer, who would take the closing for the end of reading.
                if (!std::filesystem::is_regular_file(status)) {
                    result.from = basis::assumed;
                    result.items += assumed_lines;
                    continue;
                }
            }
            const std::optional<line_count> found = lines_of(file(name, input_descriptor));
            if (found && found->is_exact) {
                result.items += found->lines;
            } else {
                result.from = basis::assumed;
                result.items += std::max(assumed_lines, found ? found->lines : 0);
            }
        } catch (const std::system_error&) {
            // It is named when it is to be read.
        }
    }
    result.items = std::max<std::uint64_t>(1, result.items);
    if (!fits(result.items, rate, most_bytes)) result = {items_in(most_bytes, rate), basis::memory};
    return result;
}

std::uint64_t items_in(std::uint64_t bytes, double rate)
{
    // What is asked of a filter grows with its items, but for whole lines.
    std::uint64_t most = 0;
    const double about = static_cast<double>(bytes) * 8 / tamiz::bits_per_key<layout>(rate);
    auto too_many = static_cast<std::uint64_t>(about * 1.5) + 1024;
    while (too_many - most > 1) {
        const std::uint64_t middle = most + (too_many - most) / 2;
        (fits(middle, rate, bytes) ? most : too_many) = middle;
    }
    if (most == 0) throw std::invalid_argument(fmt::format("{} bytes are too few for a single line", bytes));
    return most;
}

std::uint64_t most_unasked_bytes()
{
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page_bytes = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_bytes <= 0) return std::uint64_t{1} << 30;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 2;
}

}  // namespace dedup
