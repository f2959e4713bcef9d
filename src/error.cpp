// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/error.hpp>

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>

namespace tamiz::inline v0::detail {

namespace {

template <typename Number>
std::string text(const char* parameter, Number value, std::string_view requirement)
{
    std::array<char, 64> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;  // shortest, exact
    std::string message = "tamiz: ";
    message += parameter;
    message += " = ";
    message.append(digits.data(), end);
    message += ": ";
    message += requirement;
    return message;
}

}  // namespace

void throw_invalid(const char* parameter, double value, std::string_view requirement)
{
    throw std::invalid_argument(text(parameter, value, requirement));
}

void throw_invalid(const char* parameter, std::uint64_t value, std::string_view requirement)
{
    throw std::invalid_argument(text(parameter, value, requirement));
}

void throw_length(const char* parameter, double value, std::string_view requirement)
{
    throw std::length_error(text(parameter, value, requirement));
}

void throw_length(const char* parameter, std::uint64_t value, std::string_view requirement)
{
    throw std::length_error(text(parameter, value, requirement));
}

void throw_unlike(const char* parameter, std::uint64_t theirs, std::uint64_t ours)
{
    throw std::invalid_argument(text(parameter, theirs, "differs from this filter's " + std::to_string(ours)));
}

void throw_invalid(std::string_view message)
{
    throw std::invalid_argument("tamiz: " + std::string(message));
}

void throw_moved_from(const char* operation)
{
    throw std::logic_error("tamiz: " + std::string(operation) + " on a filter that was moved from");
}

}  // namespace tamiz::inline v0::detail
