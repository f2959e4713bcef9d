// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <tamiz/options.hpp>

#include <explorer/subject.hpp>

/// Hash values of keys that lie to each other as a case wants them, in a real filter.
namespace tamiz::explorer::cases {

struct filter_shape {
    const char* name;
    layout_kind layout;
    explicit_size size;
};

/// The words and bits of a key in a filter of this shape.
[[nodiscard]] inline std::vector<probe> probes_of(const filter_shape& shape, hash_value hash)
{
    const auto list = [&]<typename Layout>(Layout) {
        const auto size = Layout::size_of(shape.size.bits, shape.size.hashes);
        std::vector<probe> result;
        for (const probe& p : Layout::probes(size, hash)) result.push_back(p);
        return result;
    };
    switch (shape.layout) {
    case layout_kind::classic:
        return list(layout::classic());
    case layout_kind::cache_line_2:
        return list(layout::cache_line<2>());
    case layout_kind::word:
        break;
    }
    return list(layout::word());
}

/// The first hash value, of a fixed sequence, whose probes are as wanted.
/// @throws std::logic_error if there is none among many
template <typename Wanted>
[[nodiscard]] hash_value find_key(const filter_shape& shape, const Wanted& wanted)
{
    for (std::uint64_t i = 1; i < 1'000'000; ++i) {
        const hash_value hash(tamiz::detail::mix(i));
        if (wanted(probes_of(shape, hash))) return hash;
    }
    throw std::logic_error("explorer: no key lies as wanted in a filter of this shape");
}

/// How many words two keys have in common, and how many bits.
struct overlap {
    unsigned words = 0;
    unsigned bits = 0;
    friend constexpr bool operator==(const overlap&, const overlap&) = default;
};
[[nodiscard]] inline overlap overlap_of(const std::vector<probe>& a, const std::vector<probe>& b)
{
    overlap result;
    for (const probe& p : a)
        for (const probe& q : b)
            if (p.word == q.word) {
                ++result.words;
                result.bits += static_cast<unsigned>(__builtin_popcountll(p.mask & q.mask));
            }
    return result;
}

}  // namespace tamiz::explorer::cases
