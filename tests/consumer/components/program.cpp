// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>
#include <tamiz/parallel.hpp>

#include <cstdint>
#include <vector>

int main()
{
    using filter = tamiz::bloom_filter<std::uint64_t>;
    const tamiz::filter_options options{.expected_items = 100'000, .false_positive_rate = 0.001};
    std::vector<std::uint64_t> keys(100'000);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i;

    filter seen = tamiz::parallel_create<filter>(options);
    filter others(options);
    tamiz::parallel_insert(others, keys);
    tamiz::parallel_merge(seen, others);
    for (const std::uint64_t key : keys)
        if (!seen.may_contain(key)) return 1;
    return tamiz::parallel_stats(seen).fill_ratio == seen.fill_ratio() ? 0 : 1;
}
