// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/visit.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace crawler {
namespace {

bool is_redirect(unsigned status) noexcept
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// XHTML sent as XML is read by other rules, and by other parsers; hardly anybody sends it.
bool is_html(std::string_view content_type)
{
    std::string type(content_type.substr(0, content_type.find(';')));
    type.erase(type.find_last_not_of(" \t") + 1);
    std::transform(type.begin(), type.end(), type.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return type == "text/html";
}

void follow(visit& result, const url& base, std::string_view link, const scope& sites)
{
    ++result.counts.links;
    std::optional<url> address = base.resolve(link);
    if (!address) {
        ++result.counts.unusable;
    } else if (!sites.contains(*address)) {
        ++result.counts.elsewhere;
    } else {
        result.links.push_back(*std::move(address));
    }
}

}  // namespace

visit_counts& visit_counts::operator+=(const visit_counts& other) noexcept
{
    pages += other.pages;
    files += other.files;
    redirects += other.redirects;
    broken += other.broken;
    unreadable += other.unreadable;
    links += other.links;
    elsewhere += other.elsewhere;
    unusable += other.unusable;
    return *this;
}

visit visit_page(const url& page, const fetch_function& fetch, const scope& sites, const link_reader& read)
{
    visit result;
    examples::http_response response;
    try {
        response = fetch(page.authority(), page.target());
    } catch (const examples::http_error&) {
        ++result.counts.broken;
        return result;
    }

    if (is_redirect(response.status) && !response.location.empty()) {
        ++result.counts.redirects;
        follow(result, page, response.location, sites);
    } else if (response.status < 200 || response.status > 299) {
        ++result.counts.broken;
    } else if (!is_html(response.content_type)) {
        ++result.counts.files;
    } else {
        ++result.counts.pages;
        const std::optional<page_links> found = read(response.body);
        if (!found) {
            ++result.counts.unreadable;
            return result;
        }
        const std::optional<url> base = found->base ? page.resolve(*found->base) : std::nullopt;
        for (const std::string& link : found->links) follow(result, base ? *base : page, link, sites);
    }
    return result;
}

}  // namespace crawler
