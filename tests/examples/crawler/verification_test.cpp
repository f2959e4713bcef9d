// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/verification.hpp"

#include <support/catch.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tamiz/tamiz.hpp>

#include "generated_site.hpp"

using crawler::crawl_record;
using crawler::exact_set;
using crawler::policy;
using crawler::truth;
using crawler::url;
using crawler::verification;
using crawler::watched_filter;
using examples_test::seeds_on;

namespace {

using filter_type = tamiz::bloom_filter<std::string, tamiz::layout::cache_line<8>>;

/// A crawl made up by hand, on a site where start leads to a and b, and b to c.
class made_up_crawl {
public:
    made_up_crawl(policy rule, filter_type&& filter)
        : rule_(rule), filter_(std::move(filter)), watched_(filter_, rule, met_)
    {
    }

    /// A link was met, and asked of the filter.
    bool meet(std::string_view name) { return watched_.is_mine(address(name)); }
    /// A link was met that the filter knows nothing of.
    void meet_past_filter(std::string_view name) { met_.insert(address(name).text()); }
    void fetch(std::string_view name)
    {
        record_.fetched.push_back(address(name).text());
        std::sort(record_.fetched.begin(), record_.fetched.end());
    }
    filter_type& filter() { return filter_; }

    verification verify() const
    {
        const auto site = [](const examples::http_request& request) {
            examples::http_reply reply;
            reply.content_type = "text/html";
            reply.body = request.target == "/start" ? "<a href=a><a href=b>"
                         : request.target == "/b"   ? "<a href=c>"
                                                    : "";
            return reply;
        };
        const auto all = truth::explore(seeds_on(1, "/start"), crawler::straight_from(site), [] { return false; });
        return crawler::verify(filter_, watched_, rule_, record_, met_, *all);
    }

private:
    static url address(std::string_view name)
    {
        return url::parse("http://host1.example/" + std::string(name)).value();
    }

    policy rule_;
    filter_type filter_;
    exact_set met_;
    watched_filter<filter_type> watched_;
    crawl_record record_;
};

filter_type roomy()
{
    return filter_type({.expected_items = 1000, .false_positive_rate = 1e-9});
}

}  // namespace

TEST_CASE("a crawl without fault is passed", "[verification]")
{
    for (const policy rule : {policy::claim, policy::insert}) {
        made_up_crawl crawl(rule, roomy());
        for (const char* const page : {"start", "a", "b", "c"}) {
            CHECK(crawl.meet(page));
            CHECK_FALSE(crawl.meet(page));
            crawl.fetch(page);
        }
        const verification judged = crawl.verify();
        CHECK(judged.failures().empty());
        CHECK(judged.reachable == 4);
        CHECK(judged.distinct == 4);
        CHECK(judged.lost() == 0);
    }
}

TEST_CASE("a page fetched twice breaks the promise of claim, and none of insert", "[verification]")
{
    for (const policy rule : {policy::claim, policy::insert}) {
        made_up_crawl crawl(rule, roomy());
        for (const char* const page : {"start", "a", "b", "c"}) {
            CHECK(crawl.meet(page));
            crawl.fetch(page);
        }
        crawl.fetch("b");
        const verification judged = crawl.verify();
        CHECK(judged.fetched_twice == 1);
        CHECK(judged.failures().size() == (rule == policy::claim ? 1U : 0U));
    }
}

TEST_CASE("a page that nobody fetched and no others cover is a lost claim, or lost by a race", "[verification]")
{
    for (const policy rule : {policy::claim, policy::insert}) {
        made_up_crawl crawl(rule, roomy());
        for (const char* const page : {"start", "a", "b"}) CHECK(crawl.meet(page));
        for (const char* const page : {"start", "a"}) crawl.fetch(page);
        const verification judged = crawl.verify();
        CHECK(judged.lost_claims == (rule == policy::claim ? 1U : 0U));
        CHECK(judged.lost_by_race == (rule == policy::insert ? 1U : 0U));
        CHECK(judged.behind_lost == 1);  // only b leads to c
        CHECK(judged.false_positives == 0);
        CHECK(judged.unexplained == 0);
        CHECK(judged.failures().size() == (rule == policy::insert ? 1U : 0U));
    }
}

TEST_CASE("a page that the others' bits cover is a false positive", "[verification]")
{
    // In a filter of one line with all 128 bits of each key, any other key covers nearly everything.
    made_up_crawl crawl(policy::insert, filter_type({.bits = 512, .hashes = 128}));
    for (int i = 0; i < 200; ++i) crawl.filter().insert("filler " + std::to_string(i));
    CHECK_FALSE(crawl.meet("start"));
    const verification judged = crawl.verify();
    // The filler is no page: judged by the pages alone, start was lost for no good reason.
    CHECK(judged.lost_by_race == 1);
    CHECK(judged.false_positives == 0);

    made_up_crawl full(policy::insert, filter_type({.bits = 1, .hashes = 8}));
    for (int i = 0; i < 2000; ++i) full.meet("filler" + std::to_string(i));
    CHECK_FALSE(full.meet("start"));
    CHECK(full.verify().false_positives >= 1);
    CHECK(full.verify().lost_by_race < full.verify().false_positives);
}

TEST_CASE("an address that the filter forgets is noticed, at once and at the end", "[verification]")
{
    made_up_crawl crawl(policy::insert, roomy());
    for (const char* const page : {"start", "a", "b", "c"}) {
        CHECK(crawl.meet(page));
        crawl.fetch(page);
    }
    crawl.filter().clear();
    CHECK(crawl.verify().forgotten == 4);
    CHECK(crawl.verify().failures().size() == 1);
    crawl.meet("a");
    CHECK(crawl.verify().forgotten == 1 + 3);  // a was missed when it was met again, and is back since
}

TEST_CASE("links that were not seen, and fetches without a link, are faults of the crawl", "[verification]")
{
    SECTION("a link of a fetched page was not seen")
    {
        made_up_crawl crawl(policy::claim, roomy());
        for (const char* const page : {"start", "a", "b"}) {
            CHECK(crawl.meet(page));
            crawl.fetch(page);
        }
        CHECK(crawl.verify().unexplained == 1);
        CHECK(crawl.verify().failures().size() == 1);
    }
    SECTION("a link was seen that no page has")
    {
        made_up_crawl crawl(policy::claim, roomy());
        for (const char* const page : {"start", "a", "b", "c", "x"}) {
            CHECK(crawl.meet(page));
            crawl.fetch(page);
        }
        CHECK(crawl.verify().unexplained == 1);
    }
    SECTION("a page was fetched to which no link was seen")
    {
        made_up_crawl crawl(policy::claim, roomy());
        for (const char* const page : {"start", "a", "b", "c"}) {
            CHECK(crawl.meet(page));
            crawl.fetch(page);
        }
        crawl.fetch("y");
        CHECK(crawl.verify().unexplained == 1);
    }
    SECTION("nothing was crawled at all")
    {
        const made_up_crawl crawl(policy::claim, roomy());
        CHECK(crawl.verify().unexplained == 1);  // the start
        CHECK(crawl.verify().behind_lost == 3);
    }
}
