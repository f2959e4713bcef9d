// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// The hostile site, crawled whole: what it must find was written by hand, by somebody else than the crawler.

#include <support/catch.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "crawler/run.hpp"
#include "hostile_site/hostile_site.hpp"
#include "support/http_server.hpp"

using crawler::policy;
using crawler::run_result;
using crawler::run_settings;
using crawler::url;

namespace {

struct expectation {
    std::vector<std::string> addresses;  // sorted
    crawler::visit_counts counts;        // of what is fetched; of links nothing
};

expectation expected()
{
    expectation result;
    for (const examples::hostile_url& each : examples::hostile_urls()) {
        if (each.reference == examples::hostile_reference::embedded) continue;  // no pages, or none for a crawler
        result.addresses.push_back(each.url);
        const bool is_redirect = each.status >= 300 && each.status < 400;
        // Two of the redirects name no target, so they are as dead as any link.
        const bool leads_nowhere = each.url.ends_with("/redirect/missing") || each.url.ends_with("/redirect/empty");
        if (each.status == 200 && each.is_page) {
            ++result.counts.pages;
        } else if (each.status >= 200 && each.status < 300) {
            ++result.counts.files;
        } else if (is_redirect && !leads_nowhere) {
            ++result.counts.redirects;
        } else {
            ++result.counts.broken;
        }
    }
    std::sort(result.addresses.begin(), result.addresses.end());
    return result;
}

std::vector<std::string> difference(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    std::vector<std::string> result;
    std::set_difference(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(result));
    return result;
}

}  // namespace

TEST_CASE("a hostile site is crawled to its end, each address once and nothing else", "[hostile_crawl]")
{
    const examples::http_handler site = examples::hostile_site();
    examples::http_server server(site);
    const expectation wanted = expected();
    for (const policy rule : {policy::claim, policy::insert}) {
        run_settings settings;
        settings.seeds = {
            url::parse("http://" + std::string(examples::hostile_host) + std::string(examples::hostile_start)).value()};
        settings.threads = 8;
        settings.rule = rule;
        settings.filter = {.expected_items = 10'000, .false_positive_rate = 1e-9};
        settings.fetch = crawler::over_http(server.port());
        settings.fetch_truth = crawler::straight_from(site);
        const run_result result = crawler::run<tamiz::layout::cache_line<8>>(settings);

        std::vector<std::string> fetched = result.crawled.fetched;
        if (rule == policy::insert) fetched.erase(std::unique(fetched.begin(), fetched.end()), fetched.end());
        CHECK(difference(fetched, wanted.addresses) == std::vector<std::string>{});
        CHECK(difference(wanted.addresses, fetched) == std::vector<std::string>{});
        CHECK(result.failures() == std::vector<std::string>{});
        CHECK(result.verified.has_value());
        if (result.fetched_twice == 0) {
            CHECK(result.crawled.counts.pages == wanted.counts.pages);
            CHECK(result.crawled.counts.files == wanted.counts.files);
            CHECK(result.crawled.counts.redirects == wanted.counts.redirects);
            CHECK(result.crawled.counts.broken == wanted.counts.broken);
        }
        CHECK(result.crawled.counts.unreadable == 0);
    }
}
