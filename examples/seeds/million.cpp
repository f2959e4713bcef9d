// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "seeds/million.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/concurrent_unordered_set.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <tamiz/bloom_filter.hpp>

#include "support/process_memory.hpp"
#include "support/table.hpp"

namespace seeds {

namespace {

constexpr std::size_t key_count = 1'000'000;
constexpr double rate = 0.01;

/// Sixteen letters and digits each. Distinct, as good as certainly; the exact set will tell.
std::vector<std::string> keys_from(std::uint64_t seed)
{
    constexpr std::size_t length = 16;
    constexpr std::string_view alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    static_assert(alphabet.size() == 64);
    std::mt19937_64 random(seed);
    std::vector<std::string> keys(key_count);
    for (std::string& key : keys) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < length; ++i) {
            if (i % 8 == 0) {
                bits = random();
            }
            key += alphabet[bits % alphabet.size()];
            bits /= alphabet.size();
        }
    }
    return keys;
}

struct std_account {};
struct tbb_account {};

using std_key = examples::counted_string<std_account>;
using tbb_key = examples::counted_string<tbb_account>;
using std_set = std::unordered_set<std_key, examples::any_string_hash, examples::any_string_equal,
                                   examples::counting_allocator<std_key, std_account>>;
using tbb_set = tbb::concurrent_unordered_set<tbb_key, examples::any_string_hash, examples::any_string_equal,
                                              examples::counting_allocator<tbb_key, tbb_account>>;

/// Fills the set, reads its memory, counts its keys.
template <typename Set, typename Account>
std::uint64_t memory_of(const std::vector<std::string>& keys, std::size_t& distinct)
{
    Set set;
    for (const std::string& key : keys) {
        set.emplace(key.data(), key.size());
    }
    distinct = set.size();
    return examples::memory_account<Account>::bytes();
}

struct answers {
    std::size_t found = 0;     ///< of the keys that were added
    std::size_t mistaken = 0;  ///< of the others
};

void print_rates(const tamiz::bloom_filter<std::string, tamiz::layout::classic>& filter, double measured, double theory)
{
    examples::table rates({{}, {{}, examples::alignment::right}});
    rates.add_row({"keys", examples::with_separators(key_count)});
    rates.add_row({"bits", examples::with_separators(filter.bit_count())});
    rates.add_row({"bits per key", fmt::format("{:.2f}", static_cast<double>(filter.bit_count()) / key_count)});
    rates.add_row({"hashes", fmt::format("{}", filter.hash_count())});
    rates.add_row({"bits that are 1", examples::human_share(filter.fill_ratio())});
    rates.add_row({"false positives, measured", fmt::format("{:.4f} %", 100 * measured)});
    rates.add_row({"in theory, (1 - e^(-kn/m))^k", fmt::format("{:.4f} %", 100 * theory)});
    fmt::print("{}\n", rates.to_string());
}

void print_memory(std::uint64_t filter, std::uint64_t std_bytes, std::uint64_t tbb_bytes)
{
    using examples::alignment;
    examples::table memory({{"the same keys in", alignment::left},
                            {"memory", alignment::right},
                            {"bytes per key", alignment::right},
                            {"times the filter", alignment::right}});
    const auto add = [&](std::string_view name, std::uint64_t bytes) {
        memory.add_row({std::string(name), examples::decimal_size(bytes),
                        fmt::format("{:.1f}", static_cast<double>(bytes) / key_count),
                        fmt::format("{:.1f}", static_cast<double>(bytes) / static_cast<double>(filter))});
    };
    add("tamiz::bloom_filter", filter);
    add("std::unordered_set", std_bytes);
    add("tbb::concurrent_unordered_set", tbb_bytes);
    fmt::print("{}", memory.to_string());
}

}  // namespace

bool compare_with_exact_sets()
{
    fmt::print("\nA million keys of 16 characters, and a filter made for {:.0f} % of false positives.\n\n", 100 * rate);
    const std::vector<std::string> keys = keys_from(1);
    const std::vector<std::string> strangers = keys_from(2);

    tamiz::bloom_filter<std::string, tamiz::layout::classic> filter(
        {.expected_items = key_count, .false_positive_rate = rate});
    for (const std::string& key : keys) {
        filter.insert(key);
    }
    answers given;
    for (std::size_t i = 0; i < key_count; ++i) {
        given.found += filter.may_contain(keys[i]) ? 1U : 0U;
        given.mistaken += filter.may_contain(strangers[i]) ? 1U : 0U;
    }
    std::size_t std_distinct = 0;
    std::size_t tbb_distinct = 0;
    const std::uint64_t std_bytes = memory_of<std_set, std_account>(keys, std_distinct);
    const std::uint64_t tbb_bytes = memory_of<tbb_set, tbb_account>(keys, tbb_distinct);

    const double measured = static_cast<double>(given.mistaken) / key_count;
    const double theory = tamiz::theoretical_false_positive_rate(filter.bit_count(), filter.hash_count(), key_count);
    print_rates(filter, measured, theory);
    print_memory(filter.memory_bytes(), std_bytes, tbb_bytes);

    bool is_right = true;
    const auto check = [&](bool is_so, std::string_view what) {
        if (!is_so) {
            fmt::print("Not as it should be: {}\n", what);
            is_right = false;
        }
    };
    // Six standard deviations of a million draws, which chance passes once in 5e8 runs (and the seeds are fixed).
    const double bound = 6 * std::sqrt(theory * (1 - theory) / key_count);
    check(given.found == key_count, "a key that was added is not found");
    check(std_distinct == key_count && tbb_distinct == key_count, "the keys are not distinct");
    check(std::abs(measured - theory) < bound, "the measured rate is not the theoretical one");
    check(filter.memory_bytes() >= filter.bit_count() / 8 && filter.memory_bytes() < 1'200'000,
          "the filter does not take 1.2 MB");
    check(std_bytes > 10 * filter.memory_bytes() && tbb_bytes > 10 * filter.memory_bytes(),
          "an exact set takes less than ten times the filter");
    return is_right;
}

}  // namespace seeds
