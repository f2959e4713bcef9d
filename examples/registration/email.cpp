// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/email.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace registration {
namespace {

// By hand: those of <cctype> depend on the locale.
bool is_upper(char c) noexcept
{
    return c >= 'A' && c <= 'Z';
}
bool is_alphanumeric(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || is_upper(c) || (c >= '0' && c <= '9');
}
bool is_local(char c) noexcept
{
    return is_alphanumeric(c) || std::string_view(".!#$%&'*+/=?^_`{|}~-").find(c) != std::string_view::npos;
}

bool is_label(std::string_view label) noexcept
{
    return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
           std::ranges::all_of(label, [](char c) { return is_alphanumeric(c) || c == '-'; });
}

bool is_domain(std::string_view domain) noexcept
{
    for (;;) {
        const std::size_t dot = domain.find('.');
        if (!is_label(domain.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        domain.remove_prefix(dot + 1);
    }
}

std::string_view trimmed(std::string_view text) noexcept
{
    constexpr std::string_view white = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(white);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white) - first + 1);
}

}  // namespace

std::string normalised_email(std::string_view text)
{
    const std::string_view address = trimmed(text);
    if (address.empty()) throw bad_request("email is empty");
    if (address.size() > longest_email) {
        throw bad_request(fmt::format("email has {} bytes, must have {} at most", address.size(), longest_email));
    }
    const std::size_t at = address.find('@');
    if (at == std::string_view::npos) throw bad_request("email has no @");
    const std::string_view local = address.substr(0, at);
    const std::string_view domain = address.substr(at + 1);
    if (local.empty()) throw bad_request("email has nothing before its @");
    if (local.size() > longest_local_part) {
        throw bad_request(
            fmt::format("email has {} bytes before its @, must have {} at most", local.size(), longest_local_part));
    }
    if (!std::ranges::all_of(local, is_local))
        throw bad_request("email has a character before its @ that is not allowed");
    if (!is_domain(domain)) throw bad_request("email has no valid domain behind its @");

    std::string result(address);
    std::transform(result.begin() + static_cast<std::ptrdiff_t>(at), result.end(),
                   result.begin() + static_cast<std::ptrdiff_t>(at),
                   [](char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

}  // namespace registration
