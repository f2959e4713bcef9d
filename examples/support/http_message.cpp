// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/http_message.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/beast.hpp"

namespace examples {

std::string_view http_request::header(std::string_view name) const noexcept
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto same = [&](char left, char right) { return lower(left) == lower(right); };
    const auto found = std::ranges::find_if(
        headers, [&](const http_header& header) { return std::ranges::equal(header.name, name, same); });
    return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

http_reply plain_reply(unsigned status, std::string_view text)
{
    const auto reason = http::obsolete_reason(http::int_to_status(status));
    http_reply reply;
    reply.status = status;
    reply.content_type = "text/plain; charset=utf-8";
    reply.body = fmt::format("{} {}\n", status, std::string_view(reason.data(), reason.size()));
    if (!text.empty()) {
        reply.body += fmt::format("{}\n", text);
    }
    return reply;
}

http_reply redirect_reply(unsigned status, std::string_view location)
{
    http_reply reply = plain_reply(status);
    reply.headers.push_back({"Location", std::string(location)});
    return reply;
}

std::string_view to_string(http_failure failure) noexcept
{
    switch (failure) {
    case http_failure::refused:
        return "refused";
    case http_failure::timed_out:
        return "timed out";
    case http_failure::closed:
        return "closed too early";
    case http_failure::too_large:
        return "too large";
    case http_failure::bad_message:
        return "bad message";
    }
    return "unknown";
}

}  // namespace examples
