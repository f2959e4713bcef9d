// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>

namespace cache {
namespace {

/// [0, 1), the same with every standard library.
double unit(std::mt19937_64& random)
{
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

}  // namespace

void workload::add(std::string_view key)
{
    auto found = numbers_.find(key);
    if (found == numbers_.end()) {
        if (keys_.size() == std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error(fmt::format("a trace can have {} different keys at most", keys_.size()));
        }
        found = numbers_.emplace(key, static_cast<std::uint32_t>(keys_.size())).first;
        keys_.emplace_back(key);
        times_.push_back(0);
    }
    ++times_[found->second];
    requests_.push_back(found->second);
}

std::uint64_t workload::once() const
{
    return static_cast<std::uint64_t>(std::count(times_.begin(), times_.end(), 1));
}

workload read_trace(const std::filesystem::path& file)
{
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) throw unreadable_trace(fmt::format("'{}' cannot be read: {}", file.string(), std::strerror(errno)));
    if (std::filesystem::is_directory(file)) throw unreadable_trace(fmt::format("'{}' is a folder", file.string()));
    workload result;
    for (std::string line; std::getline(in, line);) result.add(line);
    if (in.bad()) throw unreadable_trace(fmt::format("'{}' cannot be read: {}", file.string(), std::strerror(errno)));
    if (result.requests().empty()) throw unreadable_trace(fmt::format("'{}' has no line", file.string()));
    return result;
}

workload make_zipf(const zipf_options& options)
{
    std::vector<double> up_to;  // the weights of the keys so far
    up_to.reserve(options.keys);
    double sum = 0;
    for (std::uint64_t rank = 1; rank <= options.keys; ++rank) {
        sum += std::pow(static_cast<double>(rank), -options.exponent);
        up_to.push_back(sum);
    }
    std::mt19937_64 random(options.seed);
    workload result;
    std::uint64_t strangers = 0;
    for (std::uint64_t i = 0; i < options.requests; ++i) {
        if (unit(random) < options.once_share) {
            result.add(fmt::format("once:{}", ++strangers));
            continue;
        }
        const auto drawn = std::upper_bound(up_to.begin(), up_to.end(), unit(random) * sum);
        // Rounding can make the product the sum itself.
        const auto index = std::min(static_cast<std::uint64_t>(drawn - up_to.begin()), options.keys - 1);
        result.add(fmt::format("item:{}", index + 1));
    }
    return result;
}

}  // namespace cache
