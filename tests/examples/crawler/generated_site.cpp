// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "generated_site.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace examples_test {

namespace fs = std::filesystem;

std::size_t generated_site::links() const
{
    // The start links to a level; each page of a level to the next or to the dead link; all of them to the start.
    return width + (levels - 1) * width * width + width + pages();
}

std::string generated_site::page(std::string_view name) const
{
    std::size_t level = 0;
    std::size_t number = 0;
    if (std::sscanf(std::string(name).c_str(), "/%zu-%zu.html", &level, &number) != 2) return {};
    if (level > levels || number >= (level == 0 ? 1 : width)) return {};
    std::string html = "<!DOCTYPE html><title>generated</title><a href=\"0-0.html#top\">start</a>\n";
    if (level == levels) return html + "<a href=\"dead.html\">dead</a>\n";
    for (std::size_t i = 0; i < width; ++i) html += fmt::format("<a href=\"{}-{}.html\">next</a>\n", level + 1, i);
    return html;
}

examples::http_handler generated_site::handler() const
{
    return [site = *this](const examples::http_request& request) {
        examples::http_reply reply;
        reply.body = site.page(request.target);
        if (reply.body.empty()) return examples::plain_reply(404);
        reply.content_type = "text/html; charset=utf-8";
        return reply;
    };
}

void generated_site::write_to(const fs::path& folder) const
{
    const auto write = [&](const std::string& name) { std::ofstream(folder / name) << page("/" + name); };
    write("0-0.html");
    for (std::size_t level = 1; level <= levels; ++level) {
        for (std::size_t i = 0; i < width; ++i) write(fmt::format("{}-{}.html", level, i));
    }
}

std::vector<crawler::url> seeds_on(std::size_t hosts, std::string_view start)
{
    std::vector<crawler::url> result;
    for (std::size_t i = 1; i <= hosts; ++i) {
        result.push_back(crawler::url::parse(fmt::format("http://host{}.example{}", i, start)).value());
    }
    return result;
}

crawler::fetch_maker each_straight_from(const examples::http_handler& handler)
{
    return [handler] { return crawler::straight_from(handler); };
}

temporary_folder::temporary_folder()
{
    std::string name = (fs::temp_directory_path() / "tamiz-crawler-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder " + name);
    path_ = name;
}

temporary_folder::~temporary_folder()
{
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace examples_test
