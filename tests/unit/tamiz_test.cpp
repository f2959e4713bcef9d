// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/fwd.hpp>

#include <tamiz/tamiz.hpp>

#include <support/catch.hpp>

#include <concepts>
#include <string>
#include <type_traits>

namespace {

// Every version has a namespace of its own: two versions in one program do not share a name, and a user does not see
// it.
static_assert(std::same_as<tamiz::bloom_filter<int>, tamiz::v0::bloom_filter<int>>);
static_assert(TAMIZ_VERSION_MAJOR == 0, "the inline namespace is named after the major version");
static_assert(TAMIZ_VERSION_MINOR >= 0 && TAMIZ_VERSION_PATCH >= 0);

// What the forward declarations name is what the headers define.
static_assert(std::is_class_v<tamiz::bloom_filter<std::string, tamiz::layout::classic, tamiz::hash<std::string>,
                                                  tamiz::words<tamiz::boost_atomics>, tamiz::storage>>);
static_assert(std::is_class_v<tamiz::layout::basic_word<64>> && std::is_class_v<tamiz::layout::cache_line<8, 16>>);
static_assert(std::is_class_v<tamiz::layout::two_lines<4>>);
static_assert(sizeof(tamiz::filter_options) > 0 && sizeof(tamiz::explicit_size) > 0 && sizeof(tamiz::filter_stats) > 0);

TEST_CASE("one header has all of the library")
{
    tamiz::bloom_filter<std::string> filter({.expected_items = 1'000, .false_positive_rate = 0.001});
    CHECK(filter.claim("here") == tamiz::claim_result::won);
    CHECK(filter.may_contain("here"));
    CHECK_FALSE(filter.may_contain("there"));
    CHECK(tamiz::optimal_hashes(tamiz::optimal_bits(1'000, 0.01), 1'000) == 7);
    CHECK(tamiz::random_seed() != tamiz::random_seed());
}

}  // namespace
