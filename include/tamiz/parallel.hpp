// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <ranges>
#include <utility>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <tamiz/detail/filter_base.hpp>
#include <tamiz/detail/in_sequence.hpp>
#include <tamiz/options.hpp>

/// Work on a whole filter, or with many keys, by all threads of oneTBB. For the CMake target `tamiz::parallel`; nothing
/// else of the library needs oneTBB.
///
/// Each function does what the filter's own one of that name does, with the same promises, the same errors and bit for
/// bit the same words, and it is safe beside the same operations. What is different:
/// * All that its tasks did happened before it returns.
/// * It waits for its own tasks, so it is not wait-free; each access to the filter is as wait-free as ever, and nobody
///   else waits for it.
/// * The threads are those of the caller's arena: `tbb::task_arena` bounds them. While the caller waits, oneTBB may
///   give it other tasks of that arena: do not hold a lock that these take.
/// * oneTBB allocates its tasks: std::bad_alloc from there leaves a part of the work done.
///
/// Work that is too little for two tasks (some hundred KiB of memory, a thousand keys) is done by one.
namespace tamiz::inline v0 {

namespace detail {

/// How the work on a whole filter is shared out among tasks; see in_sequence.hpp for what each function means.
struct in_parallel {
    template <typename Work>
    static void each_part(std::uint64_t total, std::uint64_t unit, const Work& work)
    {
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::uint64_t>(0, units(total, unit)),
                                  [&](const oneapi::tbb::blocked_range<std::uint64_t>& part) {
                                      const std::uint64_t first = part.begin() * unit;
                                      work(first, std::min(part.end() * unit, total) - first);
                                  });
    }

    template <typename Sum, typename Work>
    [[nodiscard]] static Sum sum_of_parts(std::uint64_t total, std::uint64_t unit, const Sum& zero, const Work& work)
    {
        // Deterministic: which parts there are and how their sums are put together depends on the total alone. Sums of
        // floating-point numbers would differ from call to call otherwise.
        return oneapi::tbb::parallel_deterministic_reduce(
            oneapi::tbb::blocked_range<std::uint64_t>(0, units(total, unit)), zero,
            [&](const oneapi::tbb::blocked_range<std::uint64_t>& part, Sum sum) {
                const std::uint64_t first = part.begin() * unit;
                work(sum, first, std::min(part.end() * unit, total) - first);
                return sum;
            },
            [](Sum sum, const Sum& other) {
                sum.add(other);
                return sum;
            });
    }

private:
    [[nodiscard]] static constexpr std::uint64_t units(std::uint64_t total, std::uint64_t unit) noexcept
    {
        return total / unit + (total % unit != 0 ? 1 : 0);
    }
};

/// The way into a filter. A filter of the family has a function for each operation that is told how to share it out.
struct whole_filter {
    template <typename Filter>
    static void merge(Filter& target, const Filter& source)
    {
        target.merge_by(in_parallel{}, source);
    }
    template <typename Filter>
    [[nodiscard]] static Filter copy(const Filter& filter)
    {
        return filter.copy_by(in_parallel{});
    }
    template <typename Filter>
    [[nodiscard]] static auto stats(const Filter& filter, scan_options options)
    {
        return filter.stats_by(in_parallel{}, options);
    }
    template <typename Filter>
    static void clear(Filter& filter)
    {
        filter.clear_by(in_parallel{});
    }
    template <typename Filter>
    static void touch_new(Filter& filter)
    {
        filter.touch_new_words(in_parallel{});
    }

    template <typename Filter>
    static constexpr bool known = requires(Filter& filter, const Filter& other, in_parallel how) {
        filter.merge_by(how, other);
        { other.copy_by(how) } -> std::same_as<Filter>;
        other.stats_by(how, scan_options{});
        filter.clear_by(how);
        filter.touch_new_words(how);
    };
};

template <typename Filter>
concept shared_out = whole_filter::known<Filter>;

/// What many threads can insert at once: elements are keys or hash values, reached by their number.
template <typename Range, typename Filter>
concept numbered_keys = std::ranges::random_access_range<Range> && std::ranges::sized_range<Range> &&
                        requires(Filter& filter, std::ranges::range_reference_t<Range> key) { filter.insert(key); };

/// The least that is worth a task of its own, and many times what bulk inserts have in flight.
inline constexpr std::uint64_t keys_per_task = 1024;

}  // namespace detail

/// `filter.insert_range(keys)`. The order in which keys are inserted is not known. Many threads read the range and call
/// the hash function at the same time, which must be safe: it is for containers that nobody changes meanwhile.
/// Time: keys / threads, until the memory is the limit.
/// @throws what hashing a key throws, the first that was thrown: other keys, before and behind it in the range, may or
///         may not have been inserted then (so do not repeat the range on a filter that counts); std::logic_error on a
///         filter that was moved from
template <typename Filter, detail::numbered_keys<Filter> Keys>
void parallel_insert(Filter& filter, Keys&& keys)
{
    using offset = std::ranges::range_difference_t<Keys>;
    const auto first_key = std::ranges::begin(keys);
    const auto count = static_cast<std::uint64_t>(std::ranges::size(keys));
    const auto insert_part = [&](const oneapi::tbb::blocked_range<std::uint64_t>& part) {
        filter.insert_range(std::ranges::subrange(first_key + static_cast<offset>(part.begin()),
                                                  first_key + static_cast<offset>(part.end())));
    };
    oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::uint64_t>(0, count, detail::keys_per_task), insert_part);
}

/// `target.merge(source)`; a filter that counts is doubled if both are the same. Time: one pass over both memories.
/// @throws as `merge`; then nothing is changed
template <detail::shared_out Filter>
void parallel_merge(Filter& target, const Filter& source)
{
    detail::whole_filter::merge(target, source);
}

/// `filter.copy()`, in memory that the tasks touch first. Time: one pass over both memories. @throws std::bad_alloc
template <detail::shared_out Filter>
[[nodiscard]] Filter parallel_copy(const Filter& filter)
{
    return detail::whole_filter::copy(filter);
}

/// `filter.stats(options)`: counts the bits, or the counters that are not 0. The figures repeat, and are those of
/// `stats` but for `estimated_false_positive_rate`, whose last digits depend on the order of a sum. Time: one pass over
/// the memory, or the sample.
template <detail::shared_out Filter>
[[nodiscard]] auto parallel_stats(const Filter& filter, scan_options options = {})
{
    return detail::whole_filter::stats(filter, options);
}

/// `filter.clear()`: exclusive access, no other call may run meanwhile. Time: one pass over the memory.
template <detail::shared_out Filter>
void parallel_clear(Filter& filter)
{
    detail::whole_filter::clear(filter);
}

/// `Filter(options, hash)`, whose memory many threads have touched first: it is all there when the function returns. A
/// constructor touches nothing of a large filter. So whoever comes to a page first waits until the system has zeroed
/// it; and on a machine with several memories the page lies near that thread for ever, so that a filter which one
/// thread fills lies in one memory. Made here, it is spread in parts of 2 MiB over the memories of the threads that
/// made it. Time: what the system takes to zero the memory, shared out.
/// @throws as the constructor of the filter
template <detail::shared_out Filter>
[[nodiscard]] Filter parallel_create(const filter_options& options,
                                     typename Filter::hasher hash = typename Filter::hasher())
{
    Filter filter(options, std::move(hash));
    detail::whole_filter::touch_new(filter);
    return filter;
}
template <detail::shared_out Filter>
[[nodiscard]] Filter parallel_create(const detail::explicit_size_of<typename Filter::layout_type>& size,
                                     typename Filter::hasher hash = typename Filter::hasher())
{
    Filter filter(size, std::move(hash));
    detail::whole_filter::touch_new(filter);
    return filter;
}

}  // namespace tamiz::inline v0
