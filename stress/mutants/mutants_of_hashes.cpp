// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "mutants/broken_hashes.hpp"
#include "mutants/mutant.hpp"
#include "mutants/tools.hpp"

namespace tamiz::mutants {

namespace {

template <typename Hash>
using usual_filter = bloom_filter<std::uint64_t, layout::cache_line<2>, Hash>;
template <typename Hash>
using precise_filter = bloom_filter<std::uint64_t, layout::cache_line<4>, Hash>;

}  // namespace

std::vector<mutant> mutants_of_hashes()
{
    return {
        {"ignores_low_key_bits",
         "a hash that takes neighbours for one key",
         {by_rate<usual_filter<ignores_low_key_bits>>(usual_rate, "usual filter")}},
        {"unmixed",
         "a hash that says it is mixed and is not",
         {by_rate<usual_filter<unmixed>>(usual_rate, "usual filter")}},
        {"keeps_high_half",
         "a hash of 32 bits in 64",
         {by_rate<precise_filter<keeps_high_half>>(precise_rate, "precise filter")}},
    };
}

}  // namespace tamiz::mutants
