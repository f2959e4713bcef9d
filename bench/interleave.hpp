// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

/// Times several pieces of work in turn, over and over, so that what disturbs the machine for a while disturbs all of
/// them. What is compared is a ratio within one round; the median over the rounds is what is told.
namespace bench {

class interleaved {
public:
    /// @param operations  how many the piece of work makes: times are for one of them
    template <typename Work>
    void time(std::size_t piece, std::size_t operations, const Work& work)
    {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
        record(piece, taken.count() / static_cast<double>(operations));
    }

    /// A piece of this round that was timed elsewhere.
    void record(std::size_t piece, double nanoseconds)
    {
        if (nanoseconds_.size() <= piece) nanoseconds_.resize(piece + 1);
        nanoseconds_[piece].push_back(nanoseconds);
    }

    [[nodiscard]] bool has(std::size_t piece) const
    {
        return piece < nanoseconds_.size() && !nanoseconds_[piece].empty();
    }
    [[nodiscard]] double nanoseconds(std::size_t piece) const { return median(nanoseconds_.at(piece)); }

    /// How many times as long the one takes as the other.
    [[nodiscard]] double ratio(std::size_t piece, std::size_t to) const
    {
        return median_of([&](std::size_t round) { return at(piece, round) / at(to, round); }, piece);
    }

    /// The median over the rounds of what `figure` makes of one round's times.
    template <typename Figure>
    [[nodiscard]] double median_of(const Figure& figure, std::size_t any_piece) const
    {
        std::vector<double> figures;
        for (std::size_t round = 0; round < nanoseconds_.at(any_piece).size(); ++round)
            figures.push_back(figure(round));
        return median(std::move(figures));
    }
    [[nodiscard]] double at(std::size_t piece, std::size_t round) const { return nanoseconds_.at(piece).at(round); }

private:
    [[nodiscard]] static double median(std::vector<double> values)
    {
        if (values.empty()) throw std::logic_error("interleaved: a piece that was never timed has no median");
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    }

    std::vector<std::vector<double>> nanoseconds_;
};

}  // namespace bench
