// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/command_line.hpp"

#include <fmt/format.h>

#include "support/arguments.hpp"

namespace crawler {

void command_line::declare(CLI::App& app)
{
    app.option_defaults()->take_last();  // scripts/demo puts its own choices first
    app.add_option("--root", root, "Folder with the pages; served on 127.0.0.1 while the crawl runs")
        ->required()
        ->check(examples::existing_folder());
    app.add_option("--start", start, "Page below the folder where the crawl begins, as the path of a URL")
        ->capture_default_str();
    app.add_option("--threads", threads, "Workers, each with its own connection")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_option("--expected-urls", expected_urls, "What the filter is made for: different URLs")
        ->check(examples::positive_integer())
        ->capture_default_str();
    app.add_option("--false-positive-rate", false_positive_rate,
                   "What the filter is made for: the share of URLs that may be lost once the expected ones are in")
        ->check(examples::rate())
        ->capture_default_str();
    app.add_option(
           "--policy", policy_name,
           "claim: fetch if the claim is won, so no page is fetched twice. insert: fetch if the insert changed a "
           "bit, so no page is lost to a race")
        ->check(CLI::IsMember({"claim", "insert"}))
        ->capture_default_str();
    app.add_option(
           "--layout", layout,
           "cache_line8: one cache miss for each link. classic: a quarter less memory at 1e-6, a cache miss for "
           "each of its bits")
        ->check(CLI::IsMember({"cache_line8", "classic"}))
        ->capture_default_str();
    app.add_option("--hosts", hosts, "Names under which the same pages are served and crawled")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_flag("--verify", verify,
                 "Keep an exact set beside the filter, crawl again with one thread, account for every URL");
    app.add_option("--seed", seed, "Seed of the filter; random if not given, for strangers choose the URLs")
        ->check(examples::whole_number(0, std::numeric_limits<std::uint64_t>::max()));
    app.footer("Exit status: 0 all is well; 1 a promise was broken or the crawl failed; 2 bad arguments; 130 stopped "
               "by Ctrl-C.");
}

std::vector<url> command_line::seeds() const
{
    std::vector<url> result;
    for (unsigned i = 1; i <= hosts; ++i) {
        const std::optional<url> site = url::parse(fmt::format("http://site{}.example/", i));
        const std::string path = start.starts_with('/') ? start : '/' + start;
        std::optional<url> page = site ? site->resolve(path) : std::nullopt;
        if (!page || page->origin() != site->origin()) return {};
        result.push_back(*std::move(page));
    }
    return result;
}

}  // namespace crawler
