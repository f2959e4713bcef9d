// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "no_false_negatives/catalogue.hpp"

namespace tamiz::stress {

const catalogue& shipping_filters()
{
    static const catalogue filters = catalogue_of<words<>, words<chaos_atomics<>>>();
    return filters;
}

}  // namespace tamiz::stress
