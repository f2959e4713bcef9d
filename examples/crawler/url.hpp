// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Links as real pages have them, made into one spelling per address.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace crawler {

/// An absolute http or https address in canonical form: two links that lead to one place by the rules of RFC 3986,
/// section 6.2.2 and 6.2.3, have the same text.
///
///  * scheme and host in lower case, the scheme's own port left out, at least "/" as path, no dot segments;
///  * characters that need no escape are not escaped, all others are, "%2f" is written "%2F";
///  * no fragment; no name or password (such a link is refused: it is not the same page for everybody).
///
/// Everything that a page can hold is mended first, as browsers do (url.spec.whatwg.org): white space around a link and
/// line breaks in it vanish; spaces, quotes, brackets, non-ASCII bytes, control characters and a stray "%" are escaped;
/// "\" before the query is "/". Host names beyond ASCII are refused. No input throws anything but std::bad_alloc.
class url {
public:
    /// More is refused: what real servers and sitemaps.org ("less than 2,048 characters") allow. It also ends the walk
    /// into a page that links to a longer version of its own address for ever.
    static constexpr std::size_t max_length = 2047;

    /// An address that stands alone. Nothing if it is none, or none that a crawler of pages can follow.
    [[nodiscard]] static std::optional<url> parse(std::string_view absolute);

    /// What a link on this page, or a redirect from it, leads to. Linear in the length of both.
    [[nodiscard]] std::optional<url> resolve(std::string_view reference) const;

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    /// "http://host" or "http://host:8080".
    [[nodiscard]] std::string_view origin() const noexcept { return std::string_view(text_).substr(0, path_begin_); }
    /// "host" or "host:8080": what goes into a Host header.
    [[nodiscard]] std::string_view authority() const noexcept { return origin().substr(authority_begin_); }
    /// "/path?query": what goes into a request line.
    [[nodiscard]] std::string_view target() const noexcept { return std::string_view(text_).substr(path_begin_); }

    [[nodiscard]] friend bool operator==(const url& left, const url& right) noexcept
    {
        return left.text_ == right.text_;
    }

private:
    url(std::string text, std::size_t authority_begin, std::size_t path_begin) noexcept
        : text_(std::move(text)), authority_begin_(authority_begin), path_begin_(path_begin)
    {
    }

    friend class url_composer;

    std::string text_;
    std::size_t authority_begin_;
    std::size_t path_begin_;
};

}  // namespace crawler
