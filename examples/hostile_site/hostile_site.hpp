// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A small site made of everything that real sites do to crawlers.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/http_message.hpp"

namespace examples {

/// The host name that the site's absolute links use. Links to any other host lead outside.
inline constexpr std::string_view hostile_host = "hostile.example";

/// Where a crawl begins.
inline constexpr std::string_view hostile_start = "/index.html";

/// Longer addresses (of the form "http://...") are too long to be followed. The site has some, and a page that links to
/// an ever longer address of its own.
inline constexpr std::size_t hostile_url_limit = 2047;

/// Answers for the site: files from the pages folder, and what files cannot say (redirects, failures, a page of 20 MB,
/// a connection that breaks). Any host name is served.
[[nodiscard]] http_handler hostile_site();

/// What leads to an address.
enum class hostile_reference {
    link,      ///< href of a or area, a redirect, or the start
    frame,     ///< only src of frame or iframe
    embedded,  ///< only src or href of img, link or script
};

/// One address that a crawl from the start meets.
struct hostile_url {
    std::string url;       ///< canonical and absolute, "http://hostile.example/a%20b.html"; port 80 is left away
    unsigned status = 0;   ///< what the site answers; 0: the connection breaks midway
    bool is_page = false;  ///< status 200 and content type text/html: its links count; those of others do not
    hostile_reference reference = hostile_reference::link;
};

/// All distinct addresses on hostile_host that a crawl from the start reaches, the start included. A correct crawler
/// asks for each of them once (apart from kinds of references that it does not follow), and for nothing else.
/// Pages that are no link's target lead nowhere new, so frames and embedded files can be followed or not.
[[nodiscard]] const std::vector<hostile_url>& hostile_urls();

}  // namespace examples
