// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Boost.Bloom, compiled for AVX2 where the compiler can: its users choose their -march. Nothing of the library is
// included here, so that none of its inline functions is compiled so too. With TAMIZ_BENCH_PORTABLE it is for any
// x86-64, as the library is: in a shared library whose functions nobody else sees.
#include "peers.hpp"

#include <stdexcept>
#include <string>

#if defined(TAMIZ_BENCH_HAS_BOOST_BLOOM)

#include <boost/bloom/block.hpp>
#include <boost/bloom/fast_multiblock32.hpp>
#include <boost/bloom/filter.hpp>
#include <boost/version.hpp>

#include "machine.hpp"

namespace bench {

namespace {

template <typename Key, std::size_t K, typename Subfilter>
using boost_filter = boost::bloom::filter<Key, K, Subfilter, 0, boost::hash<Key>, huge_allocator<unsigned char>>;

template <typename Key, std::size_t K, typename Subfilter>
class boost_subject final : public key_set_over<Key, boost_filter<Key, K, Subfilter>> {
    using filter_type = boost_filter<Key, K, Subfilter>;
    using base = key_set_over<Key, filter_type>;

public:
    explicit boost_subject(std::uint64_t bytes) : base(static_cast<std::size_t>(bytes * 8)) {}

    void insert_bulk(std::span<const Key> keys) override { base::filter_.insert(keys.begin(), keys.end()); }
    void find_bulk(std::span<const Key> keys, std::span<bool> answers) const override
    {
        bool* answer = answers.data();
        base::filter_.may_contain(keys.begin(), keys.end(), [&answer](const Key&, bool found) { *answer++ = found; });
    }
    [[nodiscard]] std::span<std::byte> memory() override
    {
        const auto bytes = base::filter_.array();
        return std::as_writable_bytes(std::span<unsigned char>(bytes.data(), bytes.size()));
    }
    [[nodiscard]] unsigned bits_of_a_key() const override { return static_cast<unsigned>(K * Subfilter::k); }
    [[nodiscard]] std::uint64_t keys_at(double rate) const override
    {
        const std::size_t bits = base::filter_.capacity();
        const auto rate_at = [bits](double keys) { return filter_type::fpr_for(static_cast<std::size_t>(keys), bits); };
        return keys_where(rate_at, rate, bits);
    }
    [[nodiscard]] std::optional<std::uint64_t> hash(std::span<const Key> keys) const override
    {
        std::uint64_t sum = 0;
        for (const Key& key : keys) sum += boost::hash<Key>()(key);
        return sum;
    }
};

using multiblock = boost::bloom::fast_multiblock32<8>;

#if defined(TAMIZ_BENCH_PORTABLE)

}  // namespace

std::unique_ptr<subject<std::uint64_t>> make_portable_boost_filter(std::uint64_t bytes)
{
    return std::make_unique<boost_subject<std::uint64_t, 1, multiblock>>(bytes);
}
std::unique_ptr<subject<std::string_view>> make_portable_boost_string_filter(std::uint64_t bytes)
{
    return std::make_unique<boost_subject<std::string_view, 1, multiblock>>(bytes);
}

}  // namespace bench

#else

bool can_run()
{
#if defined(__AVX2__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return true;
#endif
}

}  // namespace

std::unique_ptr<subject<std::uint64_t>> make_boost_filter(const std::string& name, std::uint64_t bytes)
{
    using key = std::uint64_t;
    if (!can_run()) return nullptr;
    if (name == boost_multiblock) return std::make_unique<boost_subject<key, 1, multiblock>>(bytes);
    if (name == boost_block)
        return std::make_unique<boost_subject<key, 1, boost::bloom::block<std::uint64_t, 5>>>(bytes);
    if (name == boost_classic)
        return std::make_unique<boost_subject<key, 7, boost::bloom::block<unsigned char, 1>>>(bytes);
    throw std::invalid_argument("name = " + name + ": there is no such filter of Boost.Bloom");
}

std::unique_ptr<subject<std::string_view>> make_boost_string_filter(std::uint64_t bytes)
{
    if (!can_run()) return nullptr;
    return std::make_unique<boost_subject<std::string_view, 1, multiblock>>(bytes);
}

std::string about_boost_bloom()
{
    if (!can_run()) return "compiled for AVX2, which this processor does not have";
    std::string text =
        "Boost.Bloom " + std::to_string(BOOST_VERSION / 100'000) + "." + std::to_string(BOOST_VERSION / 100 % 1'000);
#if defined(__AVX2__)
    return text + ", compiled for AVX2; its own hash functions";
#else
    return text + ", compiled for the plain instruction set; its own hash functions";
#endif
}

}  // namespace bench

#endif

#else

namespace bench {

std::unique_ptr<subject<std::uint64_t>> make_boost_filter(const std::string& /*name*/, std::uint64_t /*bytes*/)
{
    return nullptr;
}
std::unique_ptr<subject<std::string_view>> make_boost_string_filter(std::uint64_t /*bytes*/)
{
    return nullptr;
}
std::unique_ptr<subject<std::uint64_t>> make_portable_boost_filter(std::uint64_t /*bytes*/)
{
    return nullptr;
}
std::unique_ptr<subject<std::string_view>> make_portable_boost_string_filter(std::uint64_t /*bytes*/)
{
    return nullptr;
}
std::string about_boost_bloom()
{
    return "no Boost.Bloom (Boost 1.89 or later): name its folder in TAMIZ_BENCH_BOOST_BLOOM_INCLUDE";
}

}  // namespace bench

#endif
