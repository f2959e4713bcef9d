// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// A site made to let workers race: many pages that all lead to the same new ones at the same moment.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "crawler/fetch.hpp"
#include "crawler/url.hpp"
#include "support/http_message.hpp"

namespace examples_test {

/// A start page and levels of pages below it. Each page links to all pages of the next level, in the same order, and
/// back to the start; those of the last level also to a page that is not there.
struct generated_site {
    std::size_t levels = 20;
    std::size_t width = 24;

    static constexpr std::string_view start = "/0-0.html";

    [[nodiscard]] std::size_t pages() const { return levels * width + 1; }
    /// Pages and the dead link.
    [[nodiscard]] std::size_t addresses() const { return pages() + 1; }
    /// Links, each time that they occur.
    [[nodiscard]] std::size_t links() const;

    /// The page of that name ("/3-17.html"), or nothing.
    [[nodiscard]] std::string page(std::string_view name) const;

    [[nodiscard]] examples::http_handler handler() const;

    /// The same site as files.
    void write_to(const std::filesystem::path& folder) const;
};

/// The start page on host1.example, host2.example, ...
[[nodiscard]] std::vector<crawler::url> seeds_on(std::size_t hosts, std::string_view start = generated_site::start);

/// Fetches without a server, as many functions as there are workers.
[[nodiscard]] crawler::fetch_maker each_straight_from(const examples::http_handler& handler);

/// A folder that is there as long as the object.
class temporary_folder {
public:
    temporary_folder();
    ~temporary_folder();

    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace examples_test
