// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The `word` layout under real threads, against a filter that one thread uses alone.
#include "linearizability/histories.hpp"

#include <chrono>

#include "support/broken_filters.hpp"
#include "support/catch.hpp"

using namespace tamiz;
using namespace tamiz::linearizability;

namespace {

std::string what_was_seen(const history_report& seen)
{
    return std::to_string(seen.histories) + " histories, " + std::to_string(seen.overlapping) + " with overlap\n" +
           (seen.first ? text_of(*seen.first) : std::string());
}

void check_that_it_is_caught(const history_report& seen)
{
    INFO(what_was_seen(seen));
    CHECK(seen.not_linearizable > 0);
    REQUIRE(seen.first.has_value());
    CHECK(has_overlap(*seen.first));  // alone, even these filters are right
}

}  // namespace

TEST_CASE("every history of threads that are held up at random is linearizable")
{
    for (const unsigned threads : {2U, 3U, 5U}) {
        const history_report seen =
            record_and_check<words<stress::chaos_atomics<>>>({.threads = threads,
                                                              .calls_per_thread = 6 / threads + 1,
                                                              .seed = threads,
                                                              .time = std::chrono::milliseconds(800)});
        INFO(threads << " threads: " << what_was_seen(seen));
        CHECK(seen.not_linearizable == 0);
        CHECK(seen.histories >= 500);
        CHECK(seen.overlapping > 0);
    }
}

TEST_CASE("every history of threads that are left alone is linearizable")
{
    const history_report seen = record_and_check<words<>>({.threads = 2,
                                                           .calls_per_thread = 4,
                                                           .seed = 1,
                                                           .chaotic = false,
                                                           .time = std::chrono::seconds(1),
                                                           .batch = 4000});
    INFO(what_was_seen(seen));
    CHECK(seen.not_linearizable == 0);
    CHECK(seen.histories >= 4000);
}

TEST_CASE("an answer that was read before the bits were set is caught")
{
    check_that_it_is_caught(record_and_check<stress::answer_from_load_words>({.time = std::chrono::seconds(60)}));
}

TEST_CASE("bits that are set by a load and a store are caught")
{
    check_that_it_is_caught(record_and_check<stress::plain_or_words>({.time = std::chrono::seconds(60)}));
}
