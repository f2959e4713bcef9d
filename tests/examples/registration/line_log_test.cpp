// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/line_log.hpp"

#include <support/catch.hpp>

#include <chrono>
#include <sstream>

using registration::line_log;

TEST_CASE("a line that comes again within a second is counted, and no line is lost", "[registration]")
{
    std::ostringstream out;
    const line_log::clock::time_point start = line_log::clock::now();
    {
        line_log log(out);
        for (int i = 0; i < 1000; ++i) log.say("error: disk full", start + std::chrono::microseconds(i));
        log.say("error: another", start + std::chrono::milliseconds(2));
        log.say("error: disk full", start + std::chrono::milliseconds(3));
        log.say("error: disk full", start + std::chrono::milliseconds(1500));
        log.say("error: disk full", start + std::chrono::milliseconds(1600));
    }
    CHECK(out.str() == "registration: error: disk full\n"
                       "registration: the line before came 999 more times\n"
                       "registration: error: another\n"
                       "registration: error: disk full\n"
                       "registration: error: disk full\n"
                       "registration: the line before came 1 more time\n");
}
