// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Every function of every filter, for clang-tidy to read.
#include <string>
#include <vector>

#if __has_include(<tbb/parallel_for.h>)
#include <tamiz/parallel.hpp>
#endif
#include <tamiz/tamiz.hpp>

template class tamiz::bloom_filter<std::string>;
template class tamiz::bloom_filter<std::string, tamiz::layout::classic>;
template class tamiz::bloom_filter<int, tamiz::layout::two_lines<4>>;
template class tamiz::counting_bloom_filter<std::string>;
template class tamiz::counting_bloom_filter<int, tamiz::layout::word>;

void in_bulk(tamiz::bloom_filter<std::string>& filter, const std::vector<std::string>& keys, std::vector<char>& answers)
{
    filter.insert_range(keys);
    filter.may_contain_range(keys, answers);
#if __has_include(<tbb/parallel_for.h>)
    tamiz::parallel_insert(filter, keys);
    tamiz::parallel_merge(filter, tamiz::parallel_copy(filter));
    if (tamiz::parallel_stats(filter).fill_ratio > 0) answers.clear();
    tamiz::parallel_clear(filter);
#endif
}
