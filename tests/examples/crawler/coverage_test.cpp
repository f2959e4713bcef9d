// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/coverage.hpp"

#include <support/catch.hpp>

#include <cstdint>
#include <vector>

#include <tamiz/tamiz.hpp>

namespace {

/// For each key the answer of a filter that holds all the others: what coverage saves.
template <typename Layout>
std::uint64_t disagreements(const typename Layout::size& size, std::uint64_t bits, std::uint64_t hashes,
                            std::uint64_t keys, std::uint64_t& covered)
{
    using filter_type = tamiz::bloom_filter<std::uint64_t, Layout>;
    const filter_type hasher({.bits = bits, .hashes = hashes});
    crawler::coverage<Layout> all(size);
    for (std::uint64_t key = 0; key < keys; ++key) all.add(hasher.hash(key));
    std::uint64_t result = 0;
    for (std::uint64_t key = 0; key < keys; ++key) {
        filter_type others({.bits = bits, .hashes = hashes});
        for (std::uint64_t other = 0; other < keys; ++other) {
            if (other != key) others.insert(other);
        }
        const bool is_covered = others.may_contain(key);
        covered += is_covered ? 1U : 0U;
        result += is_covered != all.is_covered_by_others(hasher.hash(key)) ? 1U : 0U;
    }
    return result;
}

}  // namespace

TEMPLATE_TEST_CASE("a key is covered iff a filter with all other keys finds it", "[coverage]", tamiz::layout::classic,
                   tamiz::layout::cache_line<2>, tamiz::layout::cache_line<8>, tamiz::layout::word)
{
    // Overfilled on purpose: about as many keys are covered as not.
    const std::uint64_t bits = 2048;
    const std::uint64_t hashes = 8;
    std::uint64_t covered = 0;
    CHECK(disagreements<TestType>(TestType::size_of(bits, hashes), bits, hashes, 500, covered) == 0);
    CHECK(covered > 50);
    CHECK(covered < 450);
}

TEST_CASE("a key that is alone is not covered by itself", "[coverage]")
{
    const auto size = tamiz::layout::classic::size_of(1, 1);
    crawler::coverage<tamiz::layout::classic> one_bit(size);
    one_bit.add(tamiz::hash_value(1));
    CHECK_FALSE(one_bit.is_covered_by_others(tamiz::hash_value(1)));
    one_bit.add(tamiz::hash_value(2));
    CHECK(one_bit.is_covered_by_others(tamiz::hash_value(1)));
    CHECK(one_bit.is_covered_by_others(tamiz::hash_value(2)));
}
