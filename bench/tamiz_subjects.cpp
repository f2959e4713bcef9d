// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The library's filters as subjects: here alone, so that each loop is compiled once.
#include "subject.hpp"

#include <stdexcept>
#include <type_traits>

#include <tamiz/tamiz.hpp>

namespace bench {

namespace {

template <typename Key, typename Layout>
class tamiz_subject : public key_set_over<Key, tamiz::bloom_filter<Key, Layout>> {
    using base = key_set_over<Key, tamiz::bloom_filter<Key, Layout>>;

public:
    explicit tamiz_subject(const tamiz::explicit_size& size) : base(size) {}

    void insert_bulk(std::span<const Key> keys) override { base::filter_.insert_range(keys); }
    void build(std::span<const Key> keys) override { base::filter_.build_range(keys); }
    void find_bulk(std::span<const Key> keys, std::span<bool> answers) const override
    {
        base::filter_.may_contain_range(keys, answers);
    }
    [[nodiscard]] std::span<std::byte> memory() override { return std::as_writable_bytes(base::filter_.words()); }
    [[nodiscard]] unsigned bits_of_a_key() const override { return static_cast<unsigned>(base::filter_.hash_count()); }
    [[nodiscard]] std::uint64_t keys_at(double rate) const override
    {
        const auto rate_at = [this](double keys) {
            return Layout::false_positive_rate(base::filter_.layout_size(), keys);
        };
        return keys_where(rate_at, rate, base::filter_.bit_count());
    }
    [[nodiscard]] std::optional<std::uint64_t> hash(std::span<const Key> keys) const override
    {
        std::uint64_t sum = 0;
        for (const Key& key : keys) sum += base::filter_.hash(key).value();
        return sum;
    }
};

/// Calls `use` with the layout of that name.
template <typename Use>
auto with_layout(const std::string& name, const Use& use)
{
    if (name == "classic") return use(std::type_identity<tamiz::layout::classic>());
    if (name == "cache_line<2>") return use(std::type_identity<tamiz::layout::cache_line<2>>());
    if (name == "cache_line<4>") return use(std::type_identity<tamiz::layout::cache_line<4>>());
    if (name == "cache_line<8>") return use(std::type_identity<tamiz::layout::cache_line<8>>());
    if (name == "two_lines<4>") return use(std::type_identity<tamiz::layout::two_lines<4>>());
    if (name == "word") return use(std::type_identity<tamiz::layout::word>());
    throw std::invalid_argument("layout = " + name + ": there is no such layout");
}

template <typename Key>
std::unique_ptr<subject<Key>> make(const std::string& layout, const tamiz::explicit_size& size)
{
    return with_layout(layout, [&]<typename Layout>(std::type_identity<Layout>) -> std::unique_ptr<subject<Key>> {
        return std::make_unique<tamiz_subject<Key, Layout>>(size);
    });
}

}  // namespace

template <typename Key>
std::unique_ptr<subject<Key>> make_filter(const std::string& layout, std::uint64_t bytes, double rate)
{
    constexpr std::uint64_t many = 1'000'000;
    const std::uint64_t hashes = with_layout(layout, [&]<typename Layout>(std::type_identity<Layout>) {
        return Layout::hash_count(Layout::size_for(many, rate));
    });
    return make<Key>(layout, {.bits = bytes * 8, .hashes = hashes});
}
template std::unique_ptr<subject<std::uint64_t>> make_filter(const std::string&, std::uint64_t, double);
template std::unique_ptr<subject<std::string_view>> make_filter(const std::string&, std::uint64_t, double);

std::unique_ptr<subject<std::uint64_t>> make_filter_of_size(const std::string& layout, std::uint64_t bits,
                                                            std::uint64_t hashes, std::uint64_t seed)
{
    return make<std::uint64_t>(layout, {.bits = bits, .hashes = hashes, .seed = seed});
}

double model_rate(const std::string& layout, std::uint64_t bits, std::uint64_t hashes, double keys)
{
    return with_layout(layout, [&]<typename Layout>(std::type_identity<Layout>) {
        return Layout::false_positive_rate(Layout::size_of(bits, hashes), keys);
    });
}

sizing sizing_of(const std::string& layout, std::uint64_t keys, double rate)
{
    return with_layout(layout, [&]<typename Layout>(std::type_identity<Layout>) -> sizing {
        const tamiz::bloom_filter<std::uint64_t, Layout> filter(
            tamiz::filter_options{.expected_items = keys, .false_positive_rate = rate});
        return {tamiz::bits_per_key<Layout>(rate),
                8 * static_cast<double>(filter.memory_bytes()) / static_cast<double>(keys)};
    });
}

}  // namespace bench
