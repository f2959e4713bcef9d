// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Is the share of false positives what the model says, for every layout and size, and the memory too?
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "keys.hpp"
#include "program.hpp"
#include "subject.hpp"

namespace {

using filter = bench::subject<std::uint64_t>;

struct plan {
    std::uint64_t keys;
    std::uint64_t draws;  // absent keys that each filter is asked for
    unsigned seeds;
    std::vector<double> bits_per_key;
};

plan plan_for(bench::effort how_much)
{
    switch (how_much) {
    case bench::effort::smoke:
        return {2'000, 20'000, 1, {8, 16}};
    case bench::effort::quick:
        return {500'000, 2'000'000, 1, {}};
    default:
        return {500'000, 4'000'000, 4, {6, 8, 10, 12, 14, 16, 20, 24}};
    }
}

/// The number of bits of a key that has the least rate, by the model.
std::uint64_t best_hashes(const std::string& layout, std::uint64_t bits, std::uint64_t keys)
{
    const std::uint64_t step = layout == "cache_line<2>"                               ? 2
                               : layout == "cache_line<4>"                             ? 4
                               : layout == "cache_line<8>" || layout == "two_lines<4>" ? 8
                                                                                       : 1;
    std::uint64_t best = step;
    double best_rate = 1;
    for (std::uint64_t hashes = step; hashes <= 16; hashes += step) {
        const double rate = bench::model_rate(layout, bits, hashes, static_cast<double>(keys));
        if (rate < best_rate) {
            best = hashes;
            best_rate = rate;
        }
    }
    return best;
}

std::uint64_t count_false_positives(filter& subject, std::uint64_t keys, std::uint64_t draws, std::uint64_t first)
{
    constexpr std::size_t step = 20'000;
    bench::key_batch<std::uint64_t> batch;
    const auto answers = std::make_unique<bool[]>(step);
    std::uint64_t found = 0;
    for (std::uint64_t done = 0; done < keys + draws;) {
        const bool is_insert = done < keys;
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(step, (is_insert ? keys : keys + draws) - done));
        batch.assign(count, [&](std::size_t i) { return first + done + i; });
        if (is_insert) {
            subject.insert_bulk(batch.keys());
        } else {
            subject.find_bulk(batch.keys(), {answers.get(), count});
            found += static_cast<std::uint64_t>(std::count(answers.get(), answers.get() + count, true));
        }
        done += count;
    }
    return found;
}

void measure(const bench::settings& how, bench::report& found)
{
    const plan chosen = plan_for(how.how_much);
    const double draws = static_cast<double>(chosen.draws) * chosen.seeds;
    bench::result_table& table = found.add_table(
        "rates",
        fmt::format("Rate against bits per key: {} keys, {} absent keys asked for, fixed seeds. The bounds are five "
                    "standard deviations of that many draws",
                    chosen.keys, chosen.draws * chosen.seeds),
        {{"layout", "layout"},
         {"bits_per_key", "bits/key"},
         {"hashes", "bits of a key"},
         {"model_rate", "model"},
         {"measured_rate", "measured"},
         {"least_rate", "at least"},
         {"most_rate", "at most"}});
    std::size_t outside = 0;
    double at_aim = bench::not_measured();  // measured to modelled, the default layout at the wanted rate
    for (const char* layout : bench::all_layouts) {
        bench::progress(fmt::format("rates: {}", layout));
        std::vector<double> sizes = chosen.bits_per_key;
        const double sized = bench::sizing_of(layout, chosen.keys, how.rate).taken_bits_per_key;
        sizes.push_back(sized);
        std::ranges::sort(sizes);
        for (const double size : sizes) {
            const auto bits = static_cast<std::uint64_t>(std::llround(size * static_cast<double>(chosen.keys)));
            const std::uint64_t hashes = best_hashes(layout, bits, chosen.keys);
            std::uint64_t count = 0;
            const double model = bench::model_rate(layout, bits, hashes, static_cast<double>(chosen.keys));
            for (unsigned seed = 0; seed < chosen.seeds; ++seed) {
                const auto subject = bench::make_filter_of_size(layout, bits, hashes, seed);
                count += count_false_positives(*subject, chosen.keys, chosen.draws, std::uint64_t{seed} << 40);
            }
            // Five standard deviations of a binomial draw, five counts more where these are few, and 0.3 % of the
            // rate because no two filters are filled exactly alike.
            const double expected = model * draws;
            const double margin = 5 * std::sqrt(expected * (1 - model)) + 0.003 * expected + 5;
            const double least = std::max(0.0, expected - margin) / draws;
            const double most = (expected + margin) / draws;
            const double measured = static_cast<double>(count) / draws;
            if (measured < least || measured > most) ++outside;
            table.add({layout, size, std::to_string(hashes), model, measured, least, most});
            if (layout == std::string(bench::default_layout) && size == sized) at_aim = measured / model;
        }
    }
    found.verdict("measured rate, cache_line<2> at 1 %, to the predicted one; all layouts and sizes within the bounds",
                  at_aim, "all within", outside == 0, fmt::format("{} are outside", outside));
    constexpr std::uint64_t many = 10'000'000;
    double worst = 0;
    for (const char* layout : bench::all_layouts) {
        const bench::sizing memory = bench::sizing_of(layout, many, how.rate);
        worst = std::max(worst, memory.taken_bits_per_key / memory.modelled_bits_per_key);
    }
    found.at_most("memory of a filter, to what the sizing model says, worst layout", worst, 1.01);
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "rates",
                              "Is the share of false positives what the model says, and the memory too?", measure);
}
