// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/catalogue.hpp"
#include "support/chaos.hpp"

namespace tamiz::stress {

namespace {

template <typename Layout>
layout_entry entry_of(std::string_view name)
{
    return {name, filter_kind_of<Layout, words<>>, filter_kind_of<Layout, words<chaos_atomics<>>>};
}
template <typename Layout>
layout_entry counting_entry_of(std::string_view name)
{
    return {name, filter_kind_of<Layout, counter_words<>>, filter_kind_of<Layout, counter_words<chaos_atomics<>>>};
}

}  // namespace

const catalogue& shipping_filters()
{
    static const catalogue filters = {
        entry_of<layout::classic>("classic"),
        entry_of<layout::cache_line<2>>("cache_line_2"),
        entry_of<layout::cache_line<4>>("cache_line_4"),
        entry_of<layout::cache_line<8>>("cache_line_8"),
        entry_of<layout::word>("word"),
        entry_of<layout::two_lines<4>>("two_lines_4"),
        counting_entry_of<layout::cache_line<2>>("counting_cache_line_2"),
        counting_entry_of<layout::cache_line<8>>("counting_cache_line_8"),
        counting_entry_of<layout::word>("counting_word"),
    };
    return filters;
}

}  // namespace tamiz::stress
