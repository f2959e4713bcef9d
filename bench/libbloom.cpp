// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "peers.hpp"

#include <cmath>
#include <stdexcept>

#if defined(TAMIZ_BENCH_HAS_LIBBLOOM)

#include <bloom.h>

namespace bench {

namespace {

class libbloom {
public:
    libbloom(unsigned entries, double rate)
    {
        if (bloom_init2(&bloom_, entries, rate) != 0)
            throw std::runtime_error("libbloom: cannot make a filter of " + std::to_string(entries) + " entries");
    }
    libbloom(const libbloom&) = delete;
    libbloom& operator=(const libbloom&) = delete;
    ~libbloom() { bloom_free(&bloom_); }

    void insert(std::uint64_t key) { bloom_add(&bloom_, &key, sizeof key); }
    [[nodiscard]] bool may_contain(std::uint64_t key) const { return bloom_check(&bloom_, &key, sizeof key) == 1; }
    [[nodiscard]] const bloom& state() const { return bloom_; }

private:
    mutable bloom bloom_{};  // bloom_check takes no pointer to constant
};

class libbloom_subject final : public key_set_over<std::uint64_t, libbloom> {
public:
    libbloom_subject(unsigned entries, double rate) : key_set_over(entries, rate) {}

    [[nodiscard]] std::span<std::byte> memory() override
    {
        const bloom& state = filter_.state();
        return std::as_writable_bytes(std::span<unsigned char>(state.bf, state.bytes));
    }
    [[nodiscard]] unsigned bits_of_a_key() const override { return filter_.state().hashes; }
    [[nodiscard]] std::uint64_t keys_at(double /*rate*/) const override
    {
        return static_cast<std::uint64_t>(filter_.state().entries);  // as it was made
    }
};

}  // namespace

std::unique_ptr<subject<std::uint64_t>> make_libbloom_filter(std::uint64_t bytes, double rate)
{
    const double bits_per_key = -std::log(rate) / (std::log(2.0) * std::log(2.0));
    return std::make_unique<libbloom_subject>(static_cast<unsigned>(static_cast<double>(bytes) * 8 / bits_per_key),
                                              rate);
}

}  // namespace bench

#else

std::unique_ptr<bench::subject<std::uint64_t>> bench::make_libbloom_filter(std::uint64_t /*bytes*/, double /*rate*/)
{
    return nullptr;
}

#endif
