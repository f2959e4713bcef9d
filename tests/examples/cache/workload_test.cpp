// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/workload.hpp"

#include <support/catch.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "../temporary_folder.hpp"

using namespace std::string_literals;
using cache::workload;

namespace {

std::vector<std::string> requests_of(const workload& trace)
{
    std::vector<std::string> result;
    for (const std::uint32_t number : trace.requests()) result.push_back(trace.key_of(number));
    return result;
}

workload read(const std::string& content)
{
    const examples_test::temporary_folder folder;
    folder.write("trace", content);
    return cache::read_trace(folder.path() / "trace");
}

using lines = std::vector<std::string>;

std::string fault_of(const std::filesystem::path& file)
{
    try {
        (void)cache::read_trace(file);
    } catch (const cache::unreadable_trace& error) {
        return error.what();
    }
    return "(none)";
}

/// Requests that are not for strangers, by key.
std::map<std::string, std::uint64_t> popular(const workload& trace)
{
    std::map<std::string, std::uint64_t> times;
    for (const std::uint32_t number : trace.requests()) {
        if (trace.key_of(number).starts_with("item:")) ++times[trace.key_of(number)];
    }
    return times;
}

}  // namespace

TEST_CASE("a line of the trace is a key, byte by byte", "[workload]")
{
    CHECK(requests_of(read("a\nb\na\n")) == lines{"a", "b", "a"});
    CHECK(requests_of(read("a\nb")) == lines{"a", "b"});  // no newline at the end
    CHECK(requests_of(read("\n\na\n")) == lines{"", "", "a"});
    CHECK(requests_of(read("a\r\na\n a")) == lines{"a\r", "a", " a"});
    CHECK(requests_of(read("a\0b\na\0c\n"s)) == lines{"a\0b"s, "a\0c"s});
    const std::string longest(100'000, 'x');
    CHECK(requests_of(read(longest + "\n" + longest)) == lines{longest, longest});
}

TEST_CASE("it knows which keys come only once", "[workload]")
{
    const workload trace = read("a\nb\na\nc\nd\nd\nd\n");
    CHECK(trace.keys() == lines{"a", "b", "c", "d"});
    CHECK(trace.once() == 2);
    CHECK(!trace.is_once(0));
    CHECK(trace.is_once(1));
    CHECK(trace.is_once(2));
    CHECK(!trace.is_once(3));
}

TEST_CASE("a trace that cannot be read is named", "[workload]")
{
    const examples_test::temporary_folder folder;
    folder.write("empty", "");
    CHECK(fault_of(folder.path() / "nowhere") ==
          "'" + (folder.path() / "nowhere").string() + "' cannot be read: No such file or directory");
    CHECK(fault_of(folder.path()) == "'" + folder.path().string() + "' is a folder");
    CHECK(fault_of(folder.path() / "empty") == "'" + (folder.path() / "empty").string() + "' has no line");
}

TEST_CASE("the same seed makes the same requests, another one others", "[workload]")
{
    const cache::zipf_options options{.requests = 1000, .keys = 100, .seed = 5};
    cache::zipf_options other = options;
    other.seed = 6;
    CHECK(requests_of(cache::make_zipf(options)) == requests_of(cache::make_zipf(options)));
    CHECK(requests_of(cache::make_zipf(options)) != requests_of(cache::make_zipf(other)));
}

TEST_CASE("keys come as often as Zipf's law says", "[workload]")
{
    const double exponent = GENERATE(0.0, 0.7, 1.2);
    constexpr std::uint64_t requests = 200'000, keys = 50;
    const workload trace =
        cache::make_zipf({.requests = requests, .keys = keys, .exponent = exponent, .once_share = 0, .seed = 3});
    CHECK(trace.requests().size() == requests);
    double sum = 0;
    for (std::uint64_t n = 1; n <= keys; ++n) sum += std::pow(n, -exponent);
    const auto times = popular(trace);
    CHECK(times.size() == keys);
    for (std::uint64_t n = 1; n <= keys; ++n) {
        const double share = std::pow(n, -exponent) / sum;
        const double expected = share * requests;
        const double deviation = std::sqrt(expected * (1 - share));
        CAPTURE(exponent, n);
        CHECK(std::abs(static_cast<double>(times.at("item:" + std::to_string(n))) - expected) < 6 * deviation);
    }
}

TEST_CASE("strangers are the share that was asked for, and come once", "[workload]")
{
    const double share = GENERATE(0.0, 0.3, 1.0);
    constexpr std::uint64_t requests = 100'000;
    const workload trace =
        cache::make_zipf({.requests = requests, .keys = 10, .exponent = 1, .once_share = share, .seed = 4});
    std::uint64_t strangers = 0;
    for (const std::uint32_t number : trace.requests()) {
        if (!trace.key_of(number).starts_with("once:")) continue;
        ++strangers;
        REQUIRE(trace.is_once(number));
    }
    CHECK(strangers == trace.once());
    const double deviation = std::sqrt(share * (1 - share) * requests);
    CHECK(std::abs(static_cast<double>(strangers) - share * requests) <= 6 * deviation);
}

TEST_CASE("one key alone is asked for always", "[workload]")
{
    const workload trace = cache::make_zipf({.requests = 100, .keys = 1, .exponent = 0.9, .once_share = 0});
    CHECK(trace.keys() == lines{"item:1"});
    CHECK(trace.requests().size() == 100);
}
