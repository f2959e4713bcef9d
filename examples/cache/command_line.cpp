// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/command_line.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <limits>
#include <string_view>
#include <system_error>
#include <tuple>

#include "support/arguments.hpp"

namespace cache {
namespace {

constexpr std::uint64_t most_keys = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view delay_prefix = "delay=";

/// A number from least to most, both of them included.
CLI::Validator number_between(double least, double most)
{
    return CLI::Validator(
        [least, most](const std::string& text) -> std::string {
            double number = 0;
            const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            if (error == std::errc() && stopped == text.data() + text.size() && number >= least && number <= most)
                return {};
            return fmt::format("'{}' is not a number from {} to {}", text, least, most);
        },
        {});
}

/// "sqlite" or "delay=MICROSECONDS".
CLI::Validator store_choice()
{
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            if (text == "sqlite") return {};
            if (!text.starts_with(delay_prefix))
                return fmt::format("'{}' is neither 'sqlite' nor 'delay=MICROSECONDS'", text);
            std::string microseconds = text.substr(delay_prefix.size());
            return examples::whole_number(0, 10'000'000)(microseconds);
        },
        {});
}

}  // namespace

void command_line::declare(CLI::App& app)
{
    app.option_defaults()->take_last();
    CLI::Option* const from_file =
        app.add_option("--trace", trace, "File of requests, a key on each line; else they are made by Zipf's law");
    const auto made = [&](CLI::Option* option) { option->excludes(from_file)->capture_default_str(); };
    made(app.add_option("--requests", zipf.requests, "Requests to make")->check(examples::whole_number(1, most_keys)));
    made(app.add_option("--keys", zipf.keys, "Popular keys to make requests for")
             ->check(examples::whole_number(1, 100'000'000)));
    made(app.add_option("--exponent", zipf.exponent, "Key number n is asked for in proportion to 1 / n^exponent")
             ->check(number_between(0, 10)));
    made(app.add_option("--one-hit-share", zipf.once_share, "Share of the requests for keys that come only once")
             ->check(number_between(0, 1)));
    app.add_option("--seed", zipf.seed, "Seed of the requests and of the filters")
        ->check(examples::whole_number(0, std::numeric_limits<std::uint64_t>::max()))
        ->capture_default_str();
    app.add_option("--store", store,
                   "What is behind the cache: sqlite, a database on disk; delay=MICROSECONDS, one that takes so long")
        ->check(store_choice())
        ->capture_default_str();
    app.add_option("--value-bytes", value_bytes, "Bytes of each value in the store")
        ->check(examples::whole_number(0, 1'000'000))
        ->capture_default_str();
    app.add_option("--capacity", capacity, "Entries of the cache")
        ->check(examples::whole_number(1, most_keys))
        ->capture_default_str();
    app.add_option("--shards", shards, "Parts of the cache, each with a lock; as many as entries at most")
        ->check(examples::whole_number(1, 65'536))
        ->capture_default_str();
    app.add_option("--threads", threads, "Threads that share the cache")
        ->check(examples::whole_number(1, 1000))
        ->capture_default_str();
    app.add_option("--false-positive-rate", false_positive_rate, "What both filters are made for")
        ->check(examples::rate())
        ->capture_default_str();
    app.add_option("--gate-keys", gate_keys,
                   "Different keys that the gate remembers at least [four times the capacity]")
        ->check(examples::positive_integer());
    app.add_option("--filters", filters,
                   "counting: a miss is known without a lock. gate: admit on second sight. all: one run with none, "
                   "each and both")
        ->check(CLI::IsMember({"all", "none", "counting", "gate", "both"}))
        ->capture_default_str();
    app.add_flag("--verify", verify,
                 "Keep an exact set beside the cache, judge every answer about a living key, compare every value with "
                 "the store's");
    app.footer(
        "Exit status: 0 all is well; 1 a promise was broken or the store failed; 2 bad arguments; 130 stopped by "
        "Ctrl-C.");
}

workload command_line::make_workload() const
{
    return trace.empty() ? make_zipf(zipf) : read_trace(trace);
}

std::unique_ptr<cache::store> command_line::make_store(const workload& of,
                                                       const std::function<bool()>& stop_requested) const
{
    if (!store.starts_with(delay_prefix)) return make_sqlite_store(of.keys(), value_bytes, stop_requested);
    return make_delay_store(std::chrono::microseconds(std::stoull(store.substr(delay_prefix.size()))), value_bytes);
}

std::string command_line::store_name() const
{
    if (!store.starts_with(delay_prefix)) return "SQLite behind";
    return fmt::format("a delay of {} µs behind", store.substr(delay_prefix.size()));
}

std::vector<cache_options> command_line::caches() const
{
    std::vector<cache_options> result;
    for (const auto& [name, knows_misses, has_gate] :
         {std::tuple("none", false, false), std::tuple("counting", true, false), std::tuple("gate", false, true),
          std::tuple("both", true, true)}) {
        if (filters != "all" && filters != name) continue;
        result.push_back({.capacity = capacity,
                          .shards = shards,
                          .knows_misses = knows_misses,
                          .has_gate = has_gate,
                          .false_positive_rate = false_positive_rate,
                          .gate_keys = gate_keys.value_or(4 * capacity),
                          .seed = zipf.seed});
    }
    return result;
}

}  // namespace cache
