// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/url.hpp"

#include <uriparser/Uri.h>

#include <utility>

#include "crawler/reference.hpp"

namespace crawler {
namespace {

/// A parsed reference. Its parts point into the text that it was parsed from.
class parsed_uri {
public:
    parsed_uri() = default;
    ~parsed_uri() { uriFreeUriMembersA(&uri_); }
    parsed_uri(const parsed_uri&) = delete;
    parsed_uri& operator=(const parsed_uri&) = delete;

    [[nodiscard]] bool parse(std::string_view text) noexcept
    {
        return uriParseSingleUriExA(&uri_, text.data(), text.data() + text.size(), nullptr) == URI_SUCCESS;
    }

    /// Resolves as RFC 3986, section 5.2 says; "http:page.html" is relative to an http page, as in browsers.
    [[nodiscard]] bool resolve(const parsed_uri& reference, const parsed_uri& base) noexcept
    {
        return uriAddBaseUriExA(&uri_, &reference.uri_, &base.uri_, URI_RESOLVE_IDENTICAL_SCHEME_COMPAT) == URI_SUCCESS;
    }

    [[nodiscard]] bool remove_dot_segments() noexcept
    {
        return uriNormalizeSyntaxExA(&uri_, URI_NORMALIZE_PATH) == URI_SUCCESS;
    }

    [[nodiscard]] const UriUriA& get() const noexcept { return uri_; }

private:
    UriUriA uri_{};
};

std::string_view view(const UriTextRangeA& range) noexcept
{
    if (range.first == nullptr) return {};
    return {range.first, static_cast<std::size_t>(range.afterLast - range.first)};
}

}  // namespace

class url_composer {
public:
    /// Writes an absolute address with a host, whose parts are already in canonical form.
    [[nodiscard]] static std::optional<url> compose(const UriUriA& uri)
    {
        const std::string_view scheme = view(uri.scheme);
        const std::string_view host = view(uri.hostText);
        if (scheme.empty() || host.empty()) return std::nullopt;

        std::string text(scheme);
        text += "://";
        const std::size_t authority_begin = text.size();
        const bool is_address = uri.hostData.ip6 != nullptr;
        if (is_address) text += '[';
        text += host;
        if (is_address) text += ']';
        const std::string_view port = view(uri.portText);
        if (!port.empty() && port != (scheme == "https" ? "443" : "80")) {
            text += ':';
            text += port;
        }

        const std::size_t path_begin = text.size();
        const UriPathSegmentA* segment = uri.pathHead;
        if (segment == nullptr) text += '/';
        // uriparser writes a path that begins with an empty segment as "/.//x", which is needed only without a host.
        if (segment != nullptr && segment->next != nullptr && view(segment->text) == ".") segment = segment->next;
        for (; segment != nullptr; segment = segment->next) {
            text += '/';
            text += view(segment->text);
        }
        if (uri.query.first != nullptr) {
            text += '?';
            text += view(uri.query);
        }
        if (text.size() > url::max_length) return std::nullopt;
        return url(std::move(text), authority_begin, path_begin);
    }
};

std::optional<url> url::parse(std::string_view absolute)
{
    if (absolute.size() > max_length) return std::nullopt;
    const std::optional<std::string> mended = mended_reference(absolute);
    parsed_uri uri;
    if (!mended || !uri.parse(*mended) || !uri.remove_dot_segments()) return std::nullopt;
    return url_composer::compose(uri.get());
}

std::optional<url> url::resolve(std::string_view reference) const
{
    if (reference.size() > max_length) return std::nullopt;
    const std::optional<std::string> mended = mended_reference(reference);
    parsed_uri base;
    parsed_uri link;
    parsed_uri target;
    if (!mended || !base.parse(text_) || !link.parse(*mended) || !target.resolve(link, base)) return std::nullopt;
    return url_composer::compose(target.get());
}

}  // namespace crawler
