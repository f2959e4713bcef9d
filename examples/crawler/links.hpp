// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The links of a page, found by Gumbo, which reads HTML as browsers do, broken or not.

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crawler {

struct page_links {
    /// The href of the first <base> that has one, as written: what all links of the page are relative to.
    std::optional<std::string> base;
    /// As written, in the order of the page, each time that they occur.
    std::vector<std::string> links;
};

/// What one page may cost. HTML can be written so that a reader who follows the rules needs time and memory that grow
/// with the square of its length: a megabyte of "<div>", or "<b id=1><p><b id=2><p>...".
struct page_limits {
    std::size_t memory =
        std::size_t{1} << 30;                ///< bytes of the parsed page; an honest one takes 25 to 45 times its text
    std::chrono::milliseconds time{10'000};  ///< of processor time
};

/// What leads from this page to other pages: the href of <a> and <area>, the src of <iframe> and <frame>. Style sheets,
/// scripts and pictures are no pages. Links in <template> are not there yet, and are left out.
///
/// The text is taken for UTF-8; what is not becomes U+FFFD. Nothing if the page passes a limit.
/// Safe for any thread. Any nesting is fine: nothing here recurses.
[[nodiscard]] std::optional<page_links> links_of(std::string_view html, const page_limits& limits = {});

}  // namespace crawler
