// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

#include "support/table.hpp"

namespace examples {

namespace {

std::string program_of(const CLI::App& app)
{
    const std::string name = std::filesystem::path(app.get_name()).filename().string();
    return name.empty() ? "program" : name;
}

/// The whole text as a number; nothing if it is none or does not fit.
template <typename Number>
std::optional<Number> number_in(std::string_view text)
{
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

std::optional<int> parse_arguments(CLI::App& app, int argc, const char* const* argv, std::ostream& out,
                                   std::ostream& err)
{
    try {
        app.parse(argc, argv);
        return std::nullopt;
    } catch (const CLI::Success& asked) {  // --help and --version
        return app.exit(asked, out, err);
    } catch (const CLI::Error& error) {
        return bad_arguments(app, error.what(), err);
    }
}

std::optional<int> parse_arguments(CLI::App& app, int argc, const char* const* argv)
{
    return parse_arguments(app, argc, argv, std::cout, std::cerr);
}

int bad_arguments(const CLI::App& app, const std::string& message, std::ostream& err)
{
    std::string line = message;
    for (char& c : line) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    err << fmt::format("{}: {} (--help lists the options)\n", program_of(app), line) << std::flush;
    return 2;
}

int bad_arguments(const CLI::App& app, const std::string& message)
{
    return bad_arguments(app, message, std::cerr);
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most)
{
    const std::string range = most == std::numeric_limits<std::uint64_t>::max()
                                  ? fmt::format("of {} or more", with_separators(least))
                                  : fmt::format("from {} to {}", with_separators(least), with_separators(most));
    return CLI::Validator(
        [least, most, range](const std::string& text) -> std::string {
            const auto number = number_in<std::uint64_t>(text);
            // A leading zero would be read as octal by the conversion that follows.
            const bool is_octal = text.size() > 1 && text.front() == '0';
            if (number && !is_octal && *number >= least && *number <= most) {
                return {};
            }
            return fmt::format("'{}' is not a whole number {}", text, range);
        },
        {});
}

CLI::Validator rate()
{
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            const auto number = number_in<double>(text);
            if (number && *number > 0 && *number < 1) {
                return {};
            }
            return fmt::format("'{}' is not a number above 0 and below 1", text);
        },
        {});
}

CLI::Validator existing_folder()
{
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            std::error_code error;
            const std::filesystem::file_status status = std::filesystem::status(text, error);
            if (!std::filesystem::exists(status)) {
                return fmt::format("'{}' does not exist", text);
            }
            if (!std::filesystem::is_directory(status)) {
                return fmt::format("'{}' is not a folder", text);
            }
            const std::filesystem::directory_iterator entries(text, error);
            if (error) {
                return fmt::format("'{}' cannot be read: {}", text, error.message());
            }
            return {};
        },
        {});
}

}  // namespace examples
