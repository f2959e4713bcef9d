// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace bench {

/// What is measured: a filter, or an exact set. Functions take many keys and hold the whole loop, so that the virtual
/// call is paid once a batch, and each implementation is compiled once.
template <typename Key>
class key_set {
public:
    key_set() = default;
    key_set(const key_set&) = delete;
    key_set& operator=(const key_set&) = delete;
    virtual ~key_set() = default;

    virtual void insert(std::span<const Key> keys) = 0;
    virtual void find(std::span<const Key> keys, std::span<bool> answers) const = 0;
    /// One in ten is inserted (the last of each ten), nine are asked for.
    virtual void mix(std::span<const Key> keys, std::span<bool> answers) = 0;

    /// Many at a time, if it can: otherwise one by one.
    virtual void insert_bulk(std::span<const Key> keys) { insert(keys); }
    /// While nobody else uses it, if that makes a difference.
    virtual void build(std::span<const Key> keys) { insert_bulk(keys); }
    virtual void find_bulk(std::span<const Key> keys, std::span<bool> answers) const { find(keys, answers); }
};

/// A filter.
template <typename Key>
class subject : public key_set<Key> {
public:
    [[nodiscard]] virtual std::span<std::byte> memory() = 0;
    [[nodiscard]] virtual unsigned bits_of_a_key() const = 0;
    /// The most keys that it holds if the share `rate` of the others may be answered true.
    [[nodiscard]] virtual std::uint64_t keys_at(double rate) const = 0;
    /// The sum of the keys' hash values: what an operation spends before it looks at the filter. Nothing if the hash
    /// cannot be had alone.
    [[nodiscard]] virtual std::optional<std::uint64_t> hash(std::span<const Key> /*keys*/) const { return {}; }
};

/// What the loops of most of them are: over anything with `insert(key)` and `may_contain(key)`.
template <typename Key, typename Filter, typename Base = subject<Key>>
class key_set_over : public Base {
public:
    template <typename... Arguments>
    explicit key_set_over(Arguments&&... arguments) : filter_(std::forward<Arguments>(arguments)...)
    {
    }
    void insert(std::span<const Key> keys) override
    {
        for (const Key& key : keys) filter_.insert(key);
    }
    void find(std::span<const Key> keys, std::span<bool> answers) const override
    {
        for (std::size_t i = 0; i < keys.size(); ++i) answers[i] = filter_.may_contain(keys[i]);
    }
    void mix(std::span<const Key> keys, std::span<bool> answers) override
    {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i % 10 == 9)
                filter_.insert(keys[i]);
            else
                answers[i] = filter_.may_contain(keys[i]);
        }
    }

protected:
    Filter filter_;
};

/// The whole number of keys at which a rate that never falls reaches `rate`; at most `most`.
template <typename RateAt>
[[nodiscard]] std::uint64_t keys_where(const RateAt& rate_at, double rate, std::uint64_t most)
{
    std::uint64_t least = 0;
    while (least < most) {
        const std::uint64_t middle = least + (most - least + 1) / 2;
        if (rate_at(static_cast<double>(middle)) <= rate)
            least = middle;
        else
            most = middle - 1;
    }
    return least;
}

/// The library's filters, by layout: "classic", "cache_line<2>", "cache_line<4>", "cache_line<8>",
/// "two_lines<4>", "word".
inline constexpr const char* all_layouts[] = {"classic",       "cache_line<2>", "cache_line<4>",
                                              "cache_line<8>", "two_lines<4>",  "word"};
inline constexpr const char* default_layout = "cache_line<2>";

/// A filter of `bytes` whose keys have as many bits as serve `rate` best.
/// @throws std::invalid_argument for an unknown layout
template <typename Key>
[[nodiscard]] std::unique_ptr<subject<Key>> make_filter(const std::string& layout, std::uint64_t bytes, double rate);

/// A filter of 64-bit keys whose size is given outright.
[[nodiscard]] std::unique_ptr<subject<std::uint64_t>> make_filter_of_size(const std::string& layout, std::uint64_t bits,
                                                                          std::uint64_t hashes, std::uint64_t seed);
/// The share of absent keys that it answers true with so many keys in: by the model.
[[nodiscard]] double model_rate(const std::string& layout, std::uint64_t bits, std::uint64_t hashes, double keys);

/// What the sizing model says for many keys, and what a filter of `keys` then takes.
struct sizing {
    double modelled_bits_per_key;
    double taken_bits_per_key;
};
[[nodiscard]] sizing sizing_of(const std::string& layout, std::uint64_t keys, double rate);

}  // namespace bench
