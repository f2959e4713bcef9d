// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <tamiz/counting_bloom_filter.hpp>

#include <explorer/atomics.hpp>
#include <explorer/key.hpp>

/// The half of a subject (subject.hpp) that counts: a `counter_words` type, and filters over it.
namespace tamiz::explorer {

enum class counting_layout_kind : std::uint8_t { cache_line_2, word };

/// A `counting_bloom_filter` of any layout. Its functions are the filter's, by hash value.
class any_counting_filter {
public:
    virtual ~any_counting_filter() = default;

    virtual bool insert(hash_value hash) = 0;
    virtual bool erase(hash_value hash) = 0;
    [[nodiscard]] virtual bool may_contain(hash_value hash) const = 0;
    [[nodiscard]] virtual unsigned occurrences(hash_value hash) const = 0;
    [[nodiscard]] virtual std::span<std::uint64_t> words() = 0;  ///< the counters, and behind them the erasers' locks
    [[nodiscard]] virtual std::vector<probe> probes(hash_value hash) const = 0;
};

struct counting_subject {
    bool (*may_contain)(const std::uint64_t* words, const key& k);
    unsigned (*occurrences)(const std::uint64_t* words, const key& k);
    bool (*insert)(std::uint64_t* words, const key& k);
    bool (*erase)(std::uint64_t* words, std::uint64_t* locks, const key& k);
    void (*merge)(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count);
    void (*copy)(std::uint64_t* target, const std::uint64_t* source, std::uint64_t count);
    std::unique_ptr<any_counting_filter> (*make_filter)(counting_layout_kind layout, const explicit_counters& size);
};

/// Is it a `counter_words` type?
template <typename Words>
concept counts = requires(std::uint64_t* words, const std::array<probe, 2>& probes) {
    { Words::erase(words, words, probes) } -> std::same_as<bool>;
};

namespace detail {

template <typename Layout, typename Words>
class counting_filter_of : public any_counting_filter {
public:
    using filter = counting_bloom_filter<std::uint64_t, Layout, tamiz::hash<std::uint64_t>, Words>;

    explicit counting_filter_of(filter&& f) : filter_(std::move(f)) {}

    bool insert(hash_value hash) override { return filter_.insert(hash); }
    bool erase(hash_value hash) override { return filter_.erase(hash); }
    bool may_contain(hash_value hash) const override { return filter_.may_contain(hash); }
    unsigned occurrences(hash_value hash) const override { return filter_.occurrences(hash); }
    std::span<std::uint64_t> words() override { return filter_.words(); }
    std::vector<probe> probes(hash_value hash) const override
    {
        std::vector<probe> result;
        for (const probe& p : filter::layout_type::probes(filter_.layout_size(), hash)) result.push_back(p);
        return result;
    }

private:
    filter filter_;
};

template <typename Words>
std::unique_ptr<any_counting_filter> make_counting_filter(counting_layout_kind layout, const explicit_counters& size)
{
    const auto make = [&]<typename Layout>(Layout) -> std::unique_ptr<any_counting_filter> {
        using type = counting_filter_of<Layout, Words>;
        return std::make_unique<type>(typename type::filter(size));
    };
    if (layout == counting_layout_kind::cache_line_2) return make(layout::cache_line<2>());
    return make(layout::word());
}

/// Calls `use` with the key's probes as the layouts that can count have them.
template <typename Use>
auto with_array(const key& k, const Use& use)
{
    if (k.given_as() != form::array)
        throw std::logic_error("explorer: counters want a key whose words come all at once");
    switch (k.size()) {
    case 1:
        return use(k.as_array<1>());
    case 2:
        return use(k.as_array<2>());
    default:
        return use(k.as_array<3>());
    }
}

}  // namespace detail

/// @param Words  `tamiz::counter_words<atomics>`, or a class like it that is wrong on purpose
template <counts Words>
[[nodiscard]] counting_subject counting_subject_of()
{
    return {
        .may_contain =
            [](const std::uint64_t* words, const key& k) {
                return detail::with_array(k, [&](const auto& probes) { return Words::test(words, probes); });
            },
        .occurrences =
            [](const std::uint64_t* words, const key& k) {
                return detail::with_array(k, [&](const auto& probes) { return Words::least(words, probes); });
            },
        .insert =
            [](std::uint64_t* words, const key& k) {
                return detail::with_array(k, [&](const auto& probes) { return Words::add(words, probes); });
            },
        .erase =
            [](std::uint64_t* words, std::uint64_t* locks, const key& k) {
                return detail::with_array(k, [&](const auto& probes) { return Words::erase(words, locks, probes); });
            },
        .merge = Words::merge,
        .copy = Words::copy,
        .make_filter = detail::make_counting_filter<Words>,
    };
}

}  // namespace tamiz::explorer
