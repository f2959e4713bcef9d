// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The C interface (tamiz.h): each function calls one of the C++ classes, and turns what that throws into a number.
#include <tamiz/tamiz.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <tamiz/tamiz.hpp>

namespace {

using tamiz::layout::cache_line;

template <template <typename, typename> typename Filter, typename... Layouts>
using any_of = std::variant<Filter<std::string, Layouts>...>;

template <typename Key, typename Layout>
using plain = tamiz::bloom_filter<Key, Layout>;
template <typename Key, typename Layout>
using counting = tamiz::counting_bloom_filter<Key, Layout>;

/// In a variant, in the order of enum tamiz_layout.
using any_plain = any_of<plain, cache_line<2>, cache_line<4>, cache_line<8>, tamiz::layout::word,
                         tamiz::layout::classic, tamiz::layout::two_lines<4>>;
using any_counting = any_of<counting, cache_line<2>, cache_line<4>, cache_line<8>, tamiz::layout::word>;

/// Memory of its own, so that an error can be told when there is no memory.
thread_local char last_error[512] = "no call has failed";

int fail(tamiz_error error, const char* message) noexcept
{
    std::snprintf(last_error, sizeof last_error, "%s", message);
    return error;
}

/// Runs `call`, which answers a number of 0 or more.
template <typename Call>
int answer(const Call& call) noexcept
{
    try {
        return call();
    } catch (const std::invalid_argument& error) {
        return fail(TAMIZ_INVALID_ARGUMENT, error.what());
    } catch (const std::length_error& error) {
        return fail(TAMIZ_TOO_LARGE, error.what());
    } catch (const std::bad_alloc&) {
        return fail(TAMIZ_OUT_OF_MEMORY, "tamiz: the memory for the filter could not be had");
    } catch (const std::exception& error) {
        return fail(TAMIZ_FAILED, error.what());
    } catch (...) {
        return fail(TAMIZ_FAILED, "tamiz: something was thrown that is no std::exception");
    }
}

template <typename Pointer>
void require(Pointer pointer, const char* parameter)
{
    if (pointer == nullptr) throw std::invalid_argument(std::string("tamiz: ") + parameter + " = NULL");
}

std::string_view key_of(const void* key, std::size_t bytes)
{
    if (bytes != 0) require(key, "key");
    return {static_cast<const char*>(key), bytes};
}

/// The filter of a variant whose number is `layout`.
template <typename Any, std::size_t Number = 0>
Any make(int layout, const tamiz::filter_options& options)
{
    if constexpr (Number == std::variant_size_v<Any>) {
        throw std::invalid_argument("tamiz: layout = " + std::to_string(layout) +
                                    ": must be a tamiz_layout from 0 to " + std::to_string(Number - 1));
    } else {
        if (layout == static_cast<int>(Number)) return Any(std::in_place_index<Number>, options);
        return make<Any, Number + 1>(layout, options);
    }
}

template <typename Handle>
int create(const tamiz_options* options, Handle** filter) noexcept
{
    return answer([&] {
        require(options, "options");
        require(filter, "filter");
        auto any = make<decltype(Handle::any)>(options->layout, {.expected_items = options->expected_items,
                                                                 .false_positive_rate = options->false_positive_rate,
                                                                 .seed = options->seed,
                                                                 .memory_limit = options->memory_limit});
        *filter = std::make_unique<Handle>(std::move(any)).release();
        return 0;
    });
}

/// Calls `use` with the filter that is in the handle, and the key.
template <typename Handle, typename Use>
int with_key(Handle* filter, const void* key, std::size_t bytes, const Use& use) noexcept
{
    return answer([&] {
        require(filter, "filter");
        const std::string_view text = key_of(key, bytes);
        return std::visit([&](auto& each) { return static_cast<int>(use(each, text)); }, filter->any);
    });
}

template <typename Handle>
int read_stats(const Handle* filter, tamiz_stats* stats) noexcept
{
    return answer([&] {
        require(filter, "filter");
        require(stats, "stats");
        const auto found = std::visit(
            [](const auto& each) {
                const auto now = each.stats();
                tamiz::counting_stats all;
                if constexpr (std::is_same_v<decltype(now), const tamiz::counting_stats>)
                    all = now;
                else
                    static_cast<tamiz::filter_stats&>(all) = now;
                return all;
            },
            filter->any);
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        *stats = {.bit_count = found.bit_count,
                  .memory_bytes = found.memory_bytes,
                  .fill_ratio = found.fill_ratio,
                  .estimated_items = found.estimated_items,
                  .estimated_false_positive_rate = found.estimated_false_positive_rate,
                  .remaining_items = found.remaining_items.value_or(unknown),
                  .expected_false_drops = found.expected_false_drops.value_or(unknown),
                  .stuck_counters = found.stuck_counters,
                  .stuck_line_share = found.stuck_line_share};
        return 0;
    });
}

constexpr auto insert = [](auto& filter, std::string_view key) { return filter.insert(key); };
constexpr auto may_contain = [](const auto& filter, std::string_view key) { return filter.may_contain(key); };

}  // namespace

struct tamiz_filter {
    explicit tamiz_filter(any_plain&& made) noexcept : any(std::move(made)) {}
    any_plain any;
};
struct tamiz_counting_filter {
    explicit tamiz_counting_filter(any_counting&& made) noexcept : any(std::move(made)) {}
    any_counting any;
};

static_assert(TAMIZ_PRESENT == static_cast<int>(tamiz::claim_result::present));
static_assert(TAMIZ_RACED == static_cast<int>(tamiz::claim_result::raced));
static_assert(TAMIZ_WON == static_cast<int>(tamiz::claim_result::won));

const char* tamiz_last_error() noexcept
{
    return last_error;
}

const char* tamiz_version() noexcept
{
    return TAMIZ_VERSION;
}

int tamiz_options_init(tamiz_options* options) noexcept
{
    return answer([&] {
        require(options, "options");
        const tamiz::filter_options defaults;
        *options = {.expected_items = defaults.expected_items,
                    .false_positive_rate = defaults.false_positive_rate,
                    .seed = defaults.seed,
                    .memory_limit = defaults.memory_limit,
                    .layout = TAMIZ_CACHE_LINE_2};
        return 0;
    });
}

int tamiz_random_seed(std::uint64_t* seed) noexcept
{
    return answer([&] {
        require(seed, "seed");
        *seed = tamiz::random_seed();
        return 0;
    });
}

int tamiz_filter_create(const tamiz_options* options, tamiz_filter** filter) noexcept
{
    return create(options, filter);
}

void tamiz_filter_destroy(tamiz_filter* filter) noexcept
{
    delete filter;
}

int tamiz_filter_insert(tamiz_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, insert);
}

int tamiz_filter_claim(tamiz_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, [](auto& each, std::string_view text) { return each.claim(text); });
}

int tamiz_filter_may_contain(const tamiz_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, may_contain);
}

int tamiz_filter_stats(const tamiz_filter* filter, tamiz_stats* stats) noexcept
{
    return read_stats(filter, stats);
}

int tamiz_counting_filter_create(const tamiz_options* options, tamiz_counting_filter** filter) noexcept
{
    return create(options, filter);
}

void tamiz_counting_filter_destroy(tamiz_counting_filter* filter) noexcept
{
    delete filter;
}

int tamiz_counting_filter_insert(tamiz_counting_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, insert);
}

int tamiz_counting_filter_erase(tamiz_counting_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, [](auto& each, std::string_view text) { return each.erase(text); });
}

int tamiz_counting_filter_may_contain(const tamiz_counting_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, may_contain);
}

int tamiz_counting_filter_occurrences(const tamiz_counting_filter* filter, const void* key, std::size_t bytes) noexcept
{
    return with_key(filter, key, bytes, [](const auto& each, std::string_view text) { return each.occurrences(text); });
}

int tamiz_counting_filter_stats(const tamiz_counting_filter* filter, tamiz_stats* stats) noexcept
{
    return read_stats(filter, stats);
}
