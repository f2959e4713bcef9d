// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include <tamiz/bloom_filter.hpp>
#include <tamiz/counting_bloom_filter.hpp>

#include "no_false_negatives/keys.hpp"
#include "no_false_negatives/subject.hpp"

namespace tamiz::stress {

/// Words of counters, broken ones as well: the filter over them counts.
template <typename Words>
concept counting_words = std::derived_from<Words, counter_words<typename Words::atomics>>;

template <typename Key, typename Layout, typename Words>
struct filter_over {
    using type = bloom_filter<Key, Layout, hash<Key>, Words>;
};
template <typename Key, typename Layout, counting_words Words>
struct filter_over<Key, Layout, Words> {
    using type = counting_bloom_filter<Key, Layout, hash<Key>, Words>;
};

/// A filter of one layout over certain words, behind `subject`.
template <typename Layout, typename Words, typename Keys>
class filter_subject final : public subject {
    using key_type = typename Keys::key_type;
    using filter_type = typename filter_over<key_type, Layout, Words>::type;
    using layout_type = typename filter_type::layout_type;
    static constexpr bool counts = counting_words<Words>;

public:
    filter_subject(const explicit_size& size, Keys keys) : filter_(size_of(size)), keys_(std::move(keys)) {}

    bool insert(std::size_t key) override { return filter_.insert(keys_[key]); }
    void insert_unanswered(std::size_t key) override { filter_.insert(keys_[key]); }
    claim_result claim(std::size_t key) override
    {
        if constexpr (counts)
            throw std::logic_error("a filter that counts has no claims");
        else
            return filter_.claim(keys_[key]);
    }
    bool erase(std::size_t key) override
    {
        if constexpr (counts)
            return filter_.erase(keys_[key]);
        else
            throw std::logic_error("a filter of bits does not erase");
    }
    unsigned occurrences(std::size_t key) const override
    {
        if constexpr (counts)
            return filter_.occurrences(keys_[key]);
        else
            throw std::logic_error("a filter of bits does not count");
    }
    bool may_contain(std::size_t key) const override
    {
        if constexpr (std::same_as<key_type, std::string>) {
            // However a text is held, it is the same key.
            switch (key % 3) {
            case 0:
                return filter_.may_contain(std::string_view(keys_[key]));
            case 1:
                return filter_.may_contain(keys_[key].c_str());
            default:
                break;
            }
        }
        return filter_.may_contain(keys_[key]);
    }

    void insert_range(const key_run& keys, std::span<bool> answers) override
    {
        filter_.insert_range(range_of(keys), answers);
    }
    void claim_range(const key_run& keys, std::span<claim_result> answers) override
    {
        if constexpr (counts)
            throw std::logic_error("a filter that counts has no claims");
        else
            filter_.claim_range(range_of(keys), answers);
    }
    void may_contain_range(const key_run& keys, std::span<bool> answers) const override
    {
        filter_.may_contain_range(range_of(keys), answers);
    }

    void merge(const subject& other) override { filter_.merge(static_cast<const filter_subject&>(other).filter_); }
    std::unique_ptr<subject> copy() const override
    {
        return std::unique_ptr<subject>(new filter_subject(filter_.copy(), keys_));
    }

    std::unique_ptr<subject> empty_twin() const override
    {
        return std::make_unique<filter_subject>(explicit_size{cell_count(), filter_.hash_count(), filter_.seed()},
                                                keys_);
    }
    std::span<const std::uint64_t> words() const override { return filter_.words(); }
    std::uint64_t cell_count() const override
    {
        if constexpr (counts)
            return filter_.counter_count();
        else
            return filter_.bit_count();
    }
    std::uint64_t cells_set(std::uint64_t word) const override
    {
        if constexpr (counts)
            return tamiz::detail::counters_above_zero(word);
        else
            return word;
    }
    void append_probes(std::size_t key, std::vector<probe>& probes) const override
    {
        for (const probe p : layout_type::probes(filter_.layout_size(), filter_.hash(keys_[key]))) probes.push_back(p);
    }
    double false_positive_rate(double items) const override
    {
        return layout_type::false_positive_rate(filter_.layout_size(), items);
    }
    std::string key_text(std::size_t key) const override { return keys_.text(key); }

    void remember_object() override { object_ = bytes(); }
    bool object_is_as_remembered() const override { return object_ == bytes(); }

private:
    using object_bytes = std::array<std::byte, sizeof(filter_type)>;

    filter_subject(filter_type filter, Keys keys) : filter_(std::move(filter)), keys_(std::move(keys)) {}

    static auto size_of(const explicit_size& size)
    {
        if constexpr (counts)
            return explicit_counters{size.bits, size.hashes, size.seed};
        else
            return size;
    }

    [[nodiscard]] auto range_of(const key_run& keys) const
    {
        return std::views::iota(std::size_t{0}, keys.size()) |
               std::views::transform([this, keys](std::size_t n) -> decltype(auto) { return keys_[keys[n]]; });
    }
    [[nodiscard]] object_bytes bytes() const noexcept
    {
        object_bytes result;
        std::memcpy(result.data(), std::addressof(filter_), sizeof(filter_type));
        return result;
    }

    filter_type filter_;
    Keys keys_;
    object_bytes object_{};
};

/// All that the scenarios need to know of a layout over certain words.
struct filter_kind {
    std::uint64_t hashes;          ///< cells that a key sets: what the layout is used with at a rate of about 1 %
    std::uint64_t cells_per_line;  ///< bits, or counters
    bool has_one_word;             ///< all cells of a key are in one word
    bool counts;                   ///< its cells are counters: it has `erase`, and no `claim`
    /// `bits` of the size are counters if it counts.
    std::unique_ptr<subject> (*with_numbers)(const explicit_size&, number_keys);
    std::unique_ptr<subject> (*with_urls)(const explicit_size&, url_keys);
};

template <typename Layout>
inline constexpr std::uint64_t usual_hashes = 8;
template <>
inline constexpr std::uint64_t usual_hashes<layout::classic> = 7;
template <>
inline constexpr std::uint64_t usual_hashes<layout::cache_line<2>> = 6;
template <>
inline constexpr std::uint64_t usual_hashes<layout::word> = 5;

template <typename Layout, typename Words, typename Keys>
[[nodiscard]] std::unique_ptr<subject> make_subject(const explicit_size& size, Keys keys)
{
    return std::make_unique<filter_subject<Layout, Words, Keys>>(size, std::move(keys));
}

template <typename Layout, typename Words>
inline constexpr filter_kind filter_kind_of{
    usual_hashes<Layout>,  counting_words<Words> ? 128 : 512,        std::same_as<Layout, layout::word>,
    counting_words<Words>, make_subject<Layout, Words, number_keys>, make_subject<Layout, Words, url_keys>};

}  // namespace tamiz::stress
