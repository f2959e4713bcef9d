// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tamiz/bloom_filter.hpp>

#include <explorer/atomics.hpp>
#include <explorer/counting_subject.hpp>
#include <explorer/key.hpp>

/// What the cases are about: one `words` type and one `counter_words` type, and filters over them, behind an interface,
/// so that the cases are compiled once and not for each mutant.
namespace tamiz::explorer {

enum class layout_kind : std::uint8_t { classic, cache_line_2, word };

/// A `bloom_filter` of any layout. Its functions are the filter's, by hash value.
class any_filter {
public:
    virtual ~any_filter() = default;

    virtual bool insert(hash_value hash) = 0;
    virtual claim_result claim(hash_value hash) = 0;
    [[nodiscard]] virtual bool may_contain(hash_value hash) const = 0;
    virtual std::vector<bool> insert_range(std::span<const hash_value> hashes) = 0;
    virtual std::vector<claim_result> claim_range(std::span<const hash_value> hashes) = 0;
    [[nodiscard]] virtual std::vector<bool> may_contain_range(std::span<const hash_value> hashes) const = 0;
    virtual void merge(const any_filter& other) = 0;
    [[nodiscard]] virtual std::unique_ptr<any_filter> copy() const = 0;
    virtual void clear() = 0;
    [[nodiscard]] virtual filter_stats stats() const = 0;
    [[nodiscard]] virtual std::span<const std::uint64_t> words() const = 0;
    [[nodiscard]] virtual std::vector<probe> probes(hash_value hash) const = 0;
};

struct subject {
    std::string name;
    bool (*may_contain)(const std::uint64_t* words, const key& k);
    bool (*insert)(std::uint64_t* words, const key& k);
    claim_result (*claim)(std::uint64_t* words, const key& k);
    std::unique_ptr<any_filter> (*make_filter)(layout_kind layout, const explicit_size& size);
    counting_subject counting;
};

namespace detail {

template <typename Layout, typename Words>
class filter_of : public any_filter {
public:
    using filter = bloom_filter<std::uint64_t, Layout, tamiz::hash<std::uint64_t>, Words>;

    explicit filter_of(filter&& f) : filter_(std::move(f)) {}

    bool insert(hash_value hash) override { return filter_.insert(hash); }
    claim_result claim(hash_value hash) override { return filter_.claim(hash); }
    bool may_contain(hash_value hash) const override { return filter_.may_contain(hash); }
    std::vector<bool> insert_range(std::span<const hash_value> hashes) override
    {
        std::vector<bool> answers(hashes.size());
        filter_.insert_range(hashes, answers);
        return answers;
    }
    std::vector<claim_result> claim_range(std::span<const hash_value> hashes) override
    {
        std::vector<claim_result> answers(hashes.size());
        filter_.claim_range(hashes, answers);
        return answers;
    }
    std::vector<bool> may_contain_range(std::span<const hash_value> hashes) const override
    {
        std::vector<bool> answers(hashes.size());
        filter_.may_contain_range(hashes, answers);
        return answers;
    }
    void merge(const any_filter& other) override { filter_.merge(dynamic_cast<const filter_of&>(other).filter_); }
    std::unique_ptr<any_filter> copy() const override { return std::make_unique<filter_of>(filter_.copy()); }
    void clear() override { filter_.clear(); }
    filter_stats stats() const override { return filter_.stats(); }
    std::span<const std::uint64_t> words() const override { return filter_.words(); }
    std::vector<probe> probes(hash_value hash) const override
    {
        std::vector<probe> result;
        for (const probe& p : Layout::probes(filter_.layout_size(), hash)) result.push_back(p);
        return result;
    }

private:
    filter filter_;
};

template <typename Words>
std::unique_ptr<any_filter> make_filter(layout_kind layout, const explicit_size& size)
{
    const auto make = [&]<typename Layout>(Layout) -> std::unique_ptr<any_filter> {
        using type = filter_of<Layout, Words>;
        return std::make_unique<type>(typename type::filter(size));
    };
    switch (layout) {
    case layout_kind::classic:
        return make(layout::classic());
    case layout_kind::cache_line_2:
        return make(layout::cache_line<2>());
    case layout_kind::word:
        break;
    }
    return make(layout::word());
}

/// Calls `use` with the key's probes as a layout of its form has them.
template <typename Use>
auto with_probes(const key& k, const Use& use)
{
    if (k.given_as() == form::sequence) return use(k);
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

/// @param Words     `tamiz::words<atomics>`, or a class like it that is wrong on purpose, with `explorer::atomics` at
/// the
///                  bottom of its policy
/// @param Counters  the same of `tamiz::counter_words<atomics>`
template <typename Words, typename Counters = counter_words<atomics>>
    requires(!counts<Words>)
[[nodiscard]] subject subject_of(std::string name)
{
    return {
        .name = std::move(name),
        .may_contain =
            [](const std::uint64_t* words, const key& k) {
                return detail::with_probes(k, [&](const auto& probes) { return Words::test(words, probes); });
            },
        .insert =
            [](std::uint64_t* words, const key& k) {
                return detail::with_probes(k, [&](const auto& probes) { return Words::set(words, probes, [] {}); });
            },
        .claim =
            [](std::uint64_t* words, const key& k) {
                return detail::with_probes(k, [&](const auto& probes) { return Words::claim(words, probes, [] {}); });
            },
        .make_filter = detail::make_filter<Words>,
        .counting = counting_subject_of<Counters>(),
    };
}

/// Of a class that counts: the words of bits are the library's.
template <counts Counters>
[[nodiscard]] subject subject_of(std::string name)
{
    return subject_of<words<atomics>, Counters>(std::move(name));
}

}  // namespace tamiz::explorer
