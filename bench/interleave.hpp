// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
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
        if (nanoseconds_.size() <= piece) nanoseconds_.resize(piece + 1);
        nanoseconds_[piece].push_back(taken.count() / static_cast<double>(operations));
    }

    [[nodiscard]] double nanoseconds(std::size_t piece) const { return median(nanoseconds_[piece]); }

    /// How many times as long the one takes as the other.
    [[nodiscard]] double ratio(std::size_t piece, std::size_t to) const
    {
        std::vector<double> ratios;
        for (std::size_t round = 0; round < nanoseconds_[piece].size(); ++round)
            ratios.push_back(nanoseconds_[piece][round] / nanoseconds_[to][round]);
        return median(std::move(ratios));
    }

private:
    [[nodiscard]] static double median(std::vector<double> values)
    {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    }

    std::vector<std::vector<double>> nanoseconds_;
};

}  // namespace bench
