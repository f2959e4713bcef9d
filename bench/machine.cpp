// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "machine.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <sched.h>
#include <sys/mman.h>

#include "support/table.hpp"

namespace bench {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t line = 64;

std::vector<std::size_t> allowed_processors()
{
    cpu_set_t set;
    std::vector<std::size_t> allowed;
    if (::sched_getaffinity(0, sizeof set, &set) == 0)
        for (std::size_t i = 0; i < CPU_SETSIZE; ++i)
            if (CPU_ISSET(i, &set)) allowed.push_back(i);
    return allowed;
}

std::size_t rounded(std::size_t bytes)
{
    return (bytes + huge_page - 1) / huge_page * huge_page;
}

std::string first_line_of(const std::string& path)
{
    std::ifstream file(path);
    std::string text;
    std::getline(file, text);
    return text;
}

void touch(std::span<const std::byte> memory)
{
    unsigned sum = 0;
    for (std::size_t i = 0; i < memory.size(); i += line) sum += std::to_integer<unsigned>(memory[i]);
    keep(sum);
}

/// Sixteen words at a time, so that the compiler can use vectors. (The generator is Marsaglia's xorshift64, 2003.)
class random_words {
public:
    static constexpr std::size_t count = 16;
    explicit random_words(std::uint64_t seed)
    {
        for (std::uint64_t& state : states_) state = seed += 0x9e3779b97f4a7c15;
    }
    /// Each bit is set with a chance of `density` / 2^12.
    void next(std::uint64_t (&words)[count], unsigned density)
    {
        for (std::uint64_t& word : words) word = 0;
        for (unsigned digit = 0; digit < 12; ++digit) {
            const std::uint64_t set = (density >> digit & 1) != 0 ? ~std::uint64_t{0} : 0;
            for (std::size_t i = 0; i < count; ++i) {
                std::uint64_t random = states_[i];
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                states_[i] = random;
                // One binary digit of the density, the lowest first: a half of the bits keep what they had.
                words[i] = (words[i] & random) | (set & ~random);
            }
        }
    }

private:
    std::uint64_t states_[count];
};

}  // namespace

unsigned processors()
{
    const std::size_t allowed = allowed_processors().size();
    return allowed != 0 ? static_cast<unsigned>(allowed) : std::max(1U, std::thread::hardware_concurrency());
}

void stay_on_processor(unsigned which) noexcept
{
    static const std::vector<std::size_t> allowed = allowed_processors();
    if (allowed.empty()) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(allowed[which % allowed.size()], &set);
    (void)::sched_setaffinity(0, sizeof set, &set);  // of the calling thread
}

std::string machine_name()
{
    std::string model = "unknown processor";
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string text; std::getline(cpuinfo, text);)
        if (text.starts_with("model name")) {
            model = text.substr(text.find(':') + 2);
            break;
        }
    std::string caches;
    for (unsigned index = 0; index < 8; ++index) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index);
        if (first_line_of(folder + "type") == "Instruction") continue;
        const std::string text = first_line_of(folder + "size");  // "48K"
        std::uint64_t kibibytes = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), kibibytes).ec != std::errc()) continue;
        caches += fmt::format("{}{}", caches.empty() ? ", caches of " : " / ", examples::binary_size(kibibytes * 1024));
    }
    return fmt::format("{}, {} processors{}", model, processors(), caches);
}

std::string compiler_name()
{
#if defined(__clang__)
    return fmt::format("Clang {}", __clang_version__);
#else
    return fmt::format("GCC {}", __VERSION__);
#endif
}

void prepare(std::span<const std::byte> memory)
{
    constexpr std::size_t small = std::size_t{4} << 20;
    constexpr std::size_t beyond_caches = std::size_t{256} << 20;
    if (memory.size() >= beyond_caches) return;
    static const std::vector<std::byte> others(std::size_t{64} << 20, std::byte{1});
    touch(memory.size() <= small ? memory : std::span<const std::byte>(others));
}

std::optional<page_use> pages_of(const void* address)
{
    const auto wanted = std::bit_cast<std::uint64_t>(address);
    std::ifstream maps("/proc/self/smaps");
    std::optional<page_use> found;
    for (std::string text; std::getline(maps, text);) {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        const char* const last = text.data() + text.size();
        const auto dash = std::from_chars(text.data(), last, begin, 16);
        if (dash.ec == std::errc() && dash.ptr != last && *dash.ptr == '-' &&
            std::from_chars(dash.ptr + 1, last, end, 16).ec == std::errc()) {
            if (found) return found;
            if (begin <= wanted && wanted < end) found.emplace().mapped_bytes = end - begin;
        } else if (found && text.starts_with("AnonHugePages:")) {
            std::istringstream figure(text.substr(text.find(':') + 1));
            std::uint64_t kibibytes = 0;
            figure >> kibibytes;
            found->huge_bytes = kibibytes * 1024;
        }
    }
    return found;
}

void* allocate_huge(std::size_t bytes)
{
    void* const memory = std::aligned_alloc(huge_page, rounded(bytes));
    if (memory == nullptr) throw std::bad_alloc();
    (void)::madvise(memory, rounded(bytes), MADV_HUGEPAGE);  // advice
    return memory;
}

void free_huge(void* memory, std::size_t /*bytes*/) noexcept
{
    std::free(memory);
}

void fill_randomly(std::span<std::byte> memory, double density)
{
    if (!(density > 0 && density < 1))
        throw std::invalid_argument(fmt::format("fill_randomly: density = {}: must be above 0 and below 1", density));
    const auto digits = static_cast<unsigned>(density * 4096 + 0.5);
    constexpr std::size_t step = random_words::count * sizeof(std::uint64_t);
    const auto fill = [&](unsigned t) {
        random_words random(t + 1);
        std::uint64_t words[random_words::count];
        const std::size_t half = memory.size() / 2 / step * step;
        std::span<std::byte> rest = t == 0 ? memory.first(half) : memory.subspan(half);
        while (!rest.empty()) {
            random.next(words, digits);
            const std::size_t bytes = std::min(rest.size(), step);
            std::memcpy(rest.data(), words, bytes);
            rest = rest.subspan(bytes);
        }
    };
    const std::jthread other([&] { fill(1); });
    fill(0);
}

}  // namespace bench
