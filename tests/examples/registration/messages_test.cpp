// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/messages.hpp"

#include <support/catch.hpp>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "registration/email.hpp"
#include "registration/statistics.hpp"

using nlohmann::json;
using registration::email_of;
using registration::statistics;

namespace {

statistics some_statistics()
{
    statistics now;
    now.rows = 12'345'678'901;
    now.registrations = 1;
    now.conflicts = 2;
    now.late_conflicts = 3;
    now.selects_made = 4;
    now.selects_avoided = 5;
    now.selects_in_vain = 6;
    now.commits = 7;
    now.errors = {8, 9, 10, 11};
    registration::guard_statistics guard;
    guard.state = registration::guard_state::loading;
    guard.loaded = 12;
    guard.expected_items = 12'345'678'901;
    guard.filter.fill_ratio = 0.25;
    guard.filter.estimated_items = 13.4;
    guard.filter.estimated_false_positive_rate = 1e-9;
    guard.filter.memory_bytes = 14;
    now.guard = guard;
    return now;
}

/// The samples of an exposition in Prometheus' text format. Empty if a line is none, if a name has no HELP and TYPE
/// before it, or if one comes twice.
std::map<std::string, double> samples_of(const std::string& text)
{
    std::map<std::string, double> samples;
    std::set<std::string> helped;
    std::map<std::string, std::string> types;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first, second, third;
        words >> first >> second >> third;
        if (first == "#") {
            std::string rest;
            words >> rest;
            const bool is_new = second == "HELP" ? helped.insert(third).second : types.emplace(third, rest).second;
            const bool is_known = second == "HELP" || (second == "TYPE" && (rest == "counter" || rest == "gauge"));
            if (!is_new || !is_known || rest.empty()) return {};
            continue;
        }
        const std::string name = first.substr(0, first.find('{'));
        const bool is_total = name.ends_with("_total");
        if (!helped.contains(name) || !types.contains(name) || is_total != (types[name] == "counter")) return {};
        std::size_t used = 0;
        const double value = std::stod(second, &used);
        if (used != second.size() || !third.empty() || !samples.emplace(first, value).second) return {};
    }
    return text.ends_with('\n') ? samples : std::map<std::string, double>();
}

}  // namespace

TEST_CASE("the address is taken from the body as it is there", "[messages]")
{
    CHECK(email_of(R"({"email": "ann@example.com"})") == "ann@example.com");
    CHECK(email_of(R"( {"name":["Ann"],"email":"\u0061\u0000 \n"} )") == std::string("a\0 \n", 4));
    CHECK(email_of(R"({"email": ""})").empty());
}

TEST_CASE("a body that holds no address is refused, and the reason named", "[messages]")
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "no JSON"},
        {"email=ann@example.com", "no JSON"},
        {R"({"email": "ann@example.com")", "no JSON"},
        {R"({"email": "ann@example.com"} x)", "no JSON"},
        {"{\"email\": \"\xff\"}", "no JSON"},
        {std::string(4000, '['), "no JSON"},
        {"[]", "no JSON object"},
        {R"("ann@example.com")", "no JSON object"},
        {"null", "no JSON object"},
        {"{}", "no \"email\""},
        {R"({"Email": "ann@example.com"})", "no \"email\""},
        {R"({"email": 7})", "no string"},
        {R"({"email": null})", "no string"},
        {R"({"email": ["ann@example.com"]})", "no string"},
    };
    for (const auto& [body, named] : cases) {
        CAPTURE(body, named);
        try {
            const std::string result = email_of(body);
            FAIL("passed for " << result);
        } catch (const registration::bad_request& error) {
            CHECK(std::string(error.what()).find(named) != std::string::npos);
        }
    }
}

TEST_CASE("replies are JSON whatever they quote", "[messages]")
{
    CHECK(json::parse(registration::registered_message("a\"b\\@c")) == json{{"email", "a\"b\\@c"}});
    CHECK(json::parse(registration::error_message("\xff\n"))["error"] == "\xef\xbf\xbd\n");
}

TEST_CASE("statistics are written in full as JSON", "[messages]")
{
    statistics now = some_statistics();
    const json all = json::parse(to_json(now));
    CHECK(all["rows"] == 12'345'678'901);
    CHECK(all["registrations"] == 1);
    CHECK(all["conflicts"] == 2);
    CHECK(all["late_conflicts"] == 3);
    CHECK(all["selects_made"] == 4);
    CHECK(all["selects_avoided"] == 5);
    CHECK(all["selects_in_vain"] == 6);
    CHECK(all["commits"] == 7);
    CHECK(all["errors"] == json({{"bad_request", 8}, {"too_large", 9}, {"busy", 10}, {"internal", 11}}));
    const json& filter = all["filter"];
    CHECK(filter["state"] == "loading");
    CHECK(filter["loaded_rows"] == 12);
    CHECK(filter["expected_items"] == 12'345'678'901);
    CHECK(filter["estimated_items"] == 13);
    CHECK(filter["estimated_false_positive_rate"] == 1e-9);
    CHECK(filter["fill_ratio"] == 0.25);
    CHECK(filter["memory_bytes"] == 14);
    CHECK(filter["overfull"] == false);
    CHECK(filter["warning"].is_null());
    ++now.rows;
    const json overfull = json::parse(to_json(now))["filter"];
    CHECK(overfull["overfull"] == true);
    CHECK(overfull["warning"].get<std::string>().find("12,345,678,901") != std::string::npos);
    now.guard.reset();
    CHECK(json::parse(to_json(now))["filter"] == json({{"state", "off"}}));
}

TEST_CASE("statistics are written in full as metrics", "[messages]")
{
    statistics now = some_statistics();
    const std::map<std::string, double> expected = {
        {"registration_rows", 12'345'678'901},
        {"registration_registrations_total", 1},
        {"registration_conflicts_total", 2},
        {"registration_late_conflicts_total", 3},
        {"registration_selects_made_total", 4},
        {"registration_selects_avoided_total", 5},
        {"registration_selects_in_vain_total", 6},
        {"registration_commits_total", 7},
        {"registration_errors_total{reason=\"bad_request\"}", 8},
        {"registration_errors_total{reason=\"too_large\"}", 9},
        {"registration_errors_total{reason=\"busy\"}", 10},
        {"registration_errors_total{reason=\"internal\"}", 11},
        {"registration_filter_complete", 0},
        {"registration_filter_load_failed", 0},
        {"registration_filter_loaded_rows", 12},
        {"registration_filter_expected_items", 12'345'678'901},
        {"registration_filter_estimated_items", 13.4},
        {"registration_filter_fill_ratio", 0.25},
        {"registration_filter_estimated_false_positive_rate", 1e-9},
        {"registration_filter_memory_bytes", 14},
        {"registration_filter_overfull", 0},
    };
    CHECK(samples_of(to_metrics(now)) == expected);
    now.rows += 1;
    now.guard->state = registration::guard_state::complete;
    CHECK(samples_of(to_metrics(now)).at("registration_filter_overfull") == 1);
    CHECK(samples_of(to_metrics(now)).at("registration_filter_complete") == 1);
    now.guard->state = registration::guard_state::failed;
    CHECK(samples_of(to_metrics(now)).at("registration_filter_load_failed") == 1);
    now.guard.reset();
    CHECK(samples_of(to_metrics(now)).size() == 12);
}
