// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/reference.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace crawler {
namespace {

constexpr bool is_alpha(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}
constexpr char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool is_unreserved(char c) noexcept
{
    return is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// What may stand unescaped in a path beside "/", and in a query beside "/" and "?" (RFC 3986, section 3.3: pchar).
constexpr bool is_path_character(char c) noexcept
{
    return is_unreserved(c) || std::string_view("!$&'()*+,;=:@").find(c) != std::string_view::npos;
}

constexpr int hex_value(char c) noexcept
{
    if (is_digit(c)) return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void append_escaped(std::string& out, char c)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 15];
}

/// Appends text with each escape in its one right spelling: unreserved characters bare, all else that `allowed` does
/// not name as %XX in upper case. Reserved characters stay as they came, escaped or not: the two mean different things.
template <typename Allowed>
void append_normalised(std::string& out, std::string_view text, Allowed allowed)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0) {
            const char decoded = static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
            if (is_unreserved(decoded)) {
                out += decoded;
            } else {
                append_escaped(out, decoded);
            }
            i += 2;
        } else if (allowed(c)) {
            out += c;
        } else {
            append_escaped(out, c);
        }
    }
}

/// Without control characters and spaces around it, and without the line breaks and tabs that authors put into long
/// links.
std::string stripped(std::string_view text)
{
    const auto is_edge = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && is_edge(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_edge(text.back())) text.remove_suffix(1);
    std::string result(text);
    std::erase_if(result, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
    return result;
}

/// The scheme at the beginning, without its colon; empty if there is none.
std::string_view scheme_of(std::string_view text) noexcept
{
    if (text.empty() || !is_alpha(text.front())) return {};
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ':') return text.substr(0, i);
        if (!is_alpha(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') break;
    }
    return {};
}

bool is_host(std::string_view host) noexcept
{
    if (host.empty()) return false;
    if (host.front() == '[') {  // an IPv6 address: whether it is a good one is for the parser to say
        return host.back() == ']' && host.size() > 2 && std::all_of(host.begin() + 1, host.end() - 1, [](char c) {
                   return hex_value(c) >= 0 || c == ':' || c == '.';
               });
    }
    return std::all_of(host.begin(), host.end(),
                       [](char c) { return is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_'; });
}

/// Appends "host" or "host:port"; false if the authority is not one that a crawler goes to.
bool append_authority(std::string& out, std::string_view authority)
{
    if (authority.find('@') != std::string_view::npos) return false;
    std::string_view host = authority;
    std::string_view port;
    const std::size_t colon = authority.rfind(':');
    if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
        host = authority.substr(0, colon);
        port = authority.substr(colon + 1);
    }
    std::string decoded;
    append_normalised(decoded, host, [](char) { return true; });
    if (!is_host(decoded)) return false;
    std::transform(decoded.begin(), decoded.end(), std::back_inserter(out), lower);

    if (port.empty()) return true;
    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc() || end != port.data() + port.size() || number == 0) return false;
    out += ':';
    out += std::to_string(number);
    return true;
}

}  // namespace

std::optional<std::string> mended_reference(std::string_view text)
{
    const std::string whole = stripped(text);
    std::string_view rest = whole;
    rest = rest.substr(0, rest.find('#'));

    std::string result;
    result.reserve(rest.size() + 16);
    std::string scheme(scheme_of(rest));
    if (!scheme.empty()) {
        rest.remove_prefix(scheme.size() + 1);
        std::transform(scheme.begin(), scheme.end(), scheme.begin(), lower);
        if (scheme != "http" && scheme != "https") return std::nullopt;
        result += scheme;
        result += ':';
    }

    const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
    if (rest.size() >= 2 && is_slash(rest[0]) && is_slash(rest[1])) {
        rest.remove_prefix(2);
        const std::string_view authority = rest.substr(0, rest.find_first_of("/\\?"));
        rest.remove_prefix(authority.size());
        result += "//";
        if (!append_authority(result, authority)) return std::nullopt;
    } else if (scheme.empty()) {
        // A colon in the first segment of a relative path would make it look like a scheme (RFC 3986, section 4.2).
        const std::string_view first = rest.substr(0, rest.find_first_of("/\\?"));
        if (first.find(':') != std::string_view::npos) result += "./";
    }

    std::string path(rest.substr(0, rest.find('?')));
    rest.remove_prefix(path.size());
    std::replace(path.begin(), path.end(), '\\', '/');
    append_normalised(result, path, [](char c) { return is_path_character(c) || c == '/'; });
    append_normalised(result, rest, [](char c) { return is_path_character(c) || c == '/' || c == '?'; });
    return result;
}

}  // namespace crawler
