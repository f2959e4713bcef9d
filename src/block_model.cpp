// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/sizing.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <tamiz/error.hpp>
#include <tamiz/layout/cache_line.hpp>
#include <tamiz/layout/two_lines.hpp>

// The model. Of n keys, Binomial(n, 1/blocks) fall into the block that a fresh key probes. Given i of them, the words
// that the fresh key probes are independent: in each, every one of the i keys is found with chance
// words_per_key/words_per_block, and a key that is takes `cells` distinct ones. So the rate is the mean, over i, of
// full(i)^words_per_key, where full(i) is the chance that `cells` given cells of one word are all taken. That is so too
// if one of the i keys has the fresh key's own mask, with chance 1/masks; the other masks are random choices of cells.
// Where a filter has two halves, a key's places in them are independent, so each is a filter of this kind and the rates
// multiply.
//
// Idea of the mean over blocks: F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters",
// WEA 2007; they take the load as Poisson. With few blocks the binomial is the truth, and costs the same.

namespace tamiz::inline v0::detail {

namespace {

constexpr double word_bits = 64;

double real(std::uint64_t number) noexcept
{
    return static_cast<double>(number);
}

double binomial_coefficient(unsigned n, unsigned k) noexcept
{
    if (k > n) return 0;
    double product = 1;
    for (unsigned i = 1; i <= k; ++i) product = product * (n - k + i) / i;
    return product;
}

double power(double base, unsigned exponent) noexcept
{
    double product = 1;
    for (; exponent != 0; exponent >>= 1, base *= base) {
        if (exponent % 2 != 0) product *= base;
    }
    return product;
}

/// The rate of a block that took i keys, for each i: independent of how many blocks there are, so a search for their
/// number computes it once.
///
/// Inclusion-exclusion over the cells left free has a closed form, but its terms cancel while i is small: at 1e-12
/// nothing would be left of the sum. So it serves large loads only; up to there, each key is a step of a Markov chain
/// over the number of given cells still free, whose terms are all positive.
class rate_by_load {
public:
    rate_by_load(const block_model& model, unsigned cells)
        : words_per_key_(model.words_per_key), cells_(cells), step_(std::size_t{cells + 1} * (cells + 1)),
          chance_(cells + 1), terms_(cells + 1), missed_(cells + 1), rates_{0.0}
    {
        // A single cell has as many masks as there are cells, which the chain knows by itself.
        if (cells > 1) same_mask_ = share_of_a_word(model) / real(model.masks);
        const double touched = share_of_a_word(model);
        const double choices = binomial_coefficient(model.cells_per_word, cells);
        for (unsigned before = 0; before <= cells; ++before) {
            for (unsigned after = 0; after <= before; ++after) {
                const unsigned taken = before - after;
                const double ways = binomial_coefficient(before, taken) *
                                    binomial_coefficient(model.cells_per_word - before, cells - taken);
                step(before, after) = touched * ways / choices + (taken == 0 ? 1 - touched : 0);
            }
            missed_[before] = step(before, before);
            terms_[before] = binomial_coefficient(cells, before) * (before % 2 == 0 ? -1 : 1);
        }
        chance_[cells] = 1;
        // From this load on, cells * missed^load, which the chance of a free cell is at most, does not show in a rate.
        constexpr double invisible = std::numeric_limits<double>::epsilon() / 16;
        full_load_ = std::max(1.0, std::ceil(std::log(invisible / cells) / std::log(missed_[1])));
    }

    [[nodiscard]] double operator()(double load)
    {
        if (is_full(load)) return 1;
        while (load >= static_cast<double>(rates_.size())) add_key();
        return rates_[static_cast<std::size_t>(load)];
    }

    /// Whether the rate is 1 from this load on, to the last digit.
    [[nodiscard]] bool is_full(double load) const noexcept { return load >= full_load_; }

private:
    /// The chance that a key is in the word that another one probes.
    static double share_of_a_word(const block_model& model) noexcept
    {
        return static_cast<double>(model.words_per_key) / model.words_per_block;
    }

    double& step(unsigned before, unsigned after) noexcept { return step_[before * (cells_ + 1) + after]; }

    void add_key()
    {
        for (unsigned free = 1; free <= cells_; ++free) terms_[free] *= missed_[free];
        const bool cancels = terms_[1] > 0.5;
        matched_ += (1 - matched_) * same_mask_;
        const double full = cancels ? full_by_chain() : full_by_terms();
        rates_.push_back(power(full + (1 - full) * matched_, words_per_key_));
    }

    double full_by_terms() const noexcept
    {
        double free = 0;  // the chance that at least one cell is
        for (unsigned i = cells_; i > 0; --i) free += terms_[i];
        return 1 - free;
    }

    double full_by_chain() noexcept
    {
        for (unsigned after = 0; after <= cells_; ++after) {  // upwards: what is read has not been overwritten
            double sum = 0;
            for (unsigned before = after; before <= cells_; ++before) sum += chance_[before] * step(before, after);
            chance_[after] = sum;
        }
        return chance_[0];
    }

    unsigned words_per_key_;
    unsigned cells_;
    double same_mask_ = 0;        // the chance that a key has the fresh key's word and mask
    double matched_ = 0;          // after the keys so far: that one of them has
    std::vector<double> step_;    // before, after: the chance that one key leaves `after` of `before` cells free
    std::vector<double> chance_;  // after the keys so far: that 0, 1, ... of the given cells are free
    std::vector<double> terms_;   // of inclusion-exclusion, after the keys so far: for 0, 1, ... given cells free
    std::vector<double> missed_;  // the chance that one key takes none of 0, 1, ... given cells
    std::vector<double> rates_;   // by load; one more with each key
    double full_load_;
};

/// The mean over the load, for a whole number of keys. Weights by ratio from the likeliest load outwards, normalised by
/// their sum: logarithms of factorials would lose the digits that a large n has.
double mean_rate(rate_by_load& rates, double blocks, double keys)
{
    constexpr double negligible = 1e-17;
    if (blocks == 1) return rates(keys);
    const double others = blocks - 1;
    const double mode = std::floor((keys + 1) / blocks);
    // Twelve standard deviations below the mode no weight is left, so no load that is not full.
    if (rates.is_full(mode - 12 * std::sqrt(mode + 1))) return 1;

    double weights = 1;
    double sum = rates(mode);
    double weight = 1;
    for (double load = mode; load > 0; --load) {  // rates fall with the load, so the weight alone decides
        weight *= load * others / (keys - load + 1);
        if (weight < negligible) break;
        weights += weight;
        sum += weight * rates(load - 1);
    }
    weight = 1;
    for (double load = mode; load < keys; ++load) {  // and here they rise, to 1 at most
        const double ratio = (keys - load) / ((load + 1) * others);
        if (weight * ratio < negligible * sum * (1 - ratio)) break;
        weight *= ratio;
        weights += weight;
        sum += weight * rates(load + 1);
    }
    return std::min(1.0, sum / weights);
}

/// The fewest blocks whose rate is `target` or less; `sufficient` is a number that does, with its rate.
std::uint64_t fewest_blocks(rate_by_load& rates, double keys, double target, std::uint64_t sufficient, double rate)
{
    // What is sought is a zero of this, close to a straight line in the logarithm of the number of blocks.
    const auto excess = [target](double r) { return std::log(std::max(r, 1e-300) / target); };
    std::uint64_t low = 0;            // too few
    std::uint64_t high = sufficient;  // enough
    double at_low = 0;
    double at_high = excess(rate);
    const auto probe = [&](double blocks) {
        const std::uint64_t rounded = std::clamp(static_cast<std::uint64_t>(blocks), low + 1, high - 1);
        const double at = mean_rate(rates, real(rounded), keys);
        const bool enough = at <= target;
        (enough ? high : low) = rounded;
        (enough ? at_high : at_low) = excess(at);
        return enough;
    };

    double factor = 0.9;  // downwards, in growing steps, until they are too few
    while (low == 0 && high > 1) {
        if (probe(real(high) * factor)) factor *= factor;
    }
    // Then the Illinois method (false position; an end that stays is halved, so that both ends close in), and
    // bisection should it ever be slow.
    int side = 0;
    int steps = 0;
    while (high - low > 1) {
        if (++steps > 40 || !(at_low > at_high)) {  // equal only where they differ in the last digit
            probe(real(low) + real(high - low) / 2);
            continue;
        }
        const double position = at_low / (at_low - at_high);
        if (probe(real(low) * std::pow(real(high) / real(low), position) + 0.5)) {
            if (side == -1) at_low /= 2;
            side = -1;
        } else {
            if (side == 1) at_high /= 2;
            side = 1;
        }
    }
    return high;
}

/// Words that the filter has for each block of a half.
double words_per_blocks(const block_model& model) noexcept
{
    return real(std::uint64_t{model.words_per_block} * model.halves);
}

std::uint64_t most_blocks(const block_model& model, std::uint64_t keys)
{
    const double bits = std::max(max_bits_per_key * real(keys), 8.0 * always_granted_bytes);
    constexpr double representable = 0x1p62;
    return static_cast<std::uint64_t>(std::min(bits / (word_bits * words_per_blocks(model)), representable));
}

/// The smallest size whose model rate is `whole_target` or less; none if it would take more than `most_blocks`.
std::optional<block_size> smallest_size(const block_model& model, std::uint64_t items, double whole_target)
{
    const double target = model.halves == 2 ? std::sqrt(whole_target) : whole_target;
    const double keys = real(items);
    std::uint64_t blocks = most_blocks(model, items);
    std::optional<block_size> best;
    double best_rate = std::numeric_limits<double>::infinity();
    for (unsigned cells = 1; cells <= model.max_cells; ++cells) {
        rate_by_load rates(model, cells);
        double rate = mean_rate(rates, real(blocks), keys);
        if (rate > target) continue;  // it would need more blocks than another number of cells does
        const std::uint64_t fewest = fewest_blocks(rates, keys, target, blocks, rate);
        if (fewest < blocks) {
            rate = mean_rate(rates, real(fewest), keys);
        } else if (best && rate >= best_rate) {
            continue;
        }
        best = block_size{fewest, cells};
        blocks = fewest;
        best_rate = rate;
    }
    return best;
}

/// What to do about a rate that `model` does not serve.
std::string advice(const block_model& model, std::uint64_t items, double rate)
{
    const double of_hash = hash_collision_rate(real(items));
    const bool has_bits = model.cells_per_word == 64;
    std::vector<const char*> names;
    const auto name_if_it_serves = [&](const block_model& other, const char* name) {
        if (smallest_size(other, items, rate - of_hash)) names.push_back(name);
    };
    if (model.words_per_key < 8) {
        if (model.halves == 2)
            name_if_it_serves(layout::two_lines<8>::model, "layout::two_lines<8>");
        else
            name_if_it_serves(has_bits ? layout::cache_line<8>::model : layout::cache_line<8, 16>::model,
                              "layout::cache_line<8>");
    }
    if (has_bits && model.halves == 1) name_if_it_serves(layout::two_lines<4>::model, "layout::two_lines<4>");
    if (has_bits && of_hash < rate / 10) names.push_back("layout::classic");  // its formula knows no hash
    if (names.empty()) return "no other layout serves it: ask for a higher rate";

    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
        text += names[i];
    }
    return text + " serves it";
}

}  // namespace

double block_false_positive_rate(const block_model& model, const block_size& size, double items)
{
    if (size.blocks == 0) throw_invalid("blocks", size.blocks, "must be 1 or more");
    if (size.cells == 0 || size.cells > model.max_cells) {
        throw_invalid("cells", std::uint64_t{size.cells}, "must be 1 to " + std::to_string(model.max_cells));
    }
    check_items(items);
    if (items == 0) return 0;
    rate_by_load rates(model, size.cells);
    const double whole = std::floor(items);
    const double part = items - whole;
    const auto rate_of = [&](double keys) { return power(mean_rate(rates, real(size.blocks), keys), model.halves); };
    double rate = rate_of(whole);
    if (part > 0) rate += part * (rate_of(whole + 1) - rate);
    return std::min(1.0, rate + hash_collision_rate(items));
}

block_size choose_block_size(const block_model& model, std::uint64_t expected_items, double false_positive_rate,
                             const char* layout_name)
{
    check_target(expected_items, false_positive_rate);
    check_hash_reaches(expected_items, false_positive_rate);
    const double target = false_positive_rate - hash_collision_rate(real(expected_items));
    const std::optional<block_size> size = smallest_size(model, expected_items, target);
    if (!size) {
        throw_length("false_positive_rate", false_positive_rate,
                     std::string(layout_name) + " would need more than " + std::to_string(max_bits_per_key) +
                         " bits per key; " + advice(model, expected_items, false_positive_rate));
    }
    check_memory(expected_items, real(size->blocks) * word_bits / 8 * words_per_blocks(model));
    return *size;
}

block_size explicit_block_size(const block_model& model, std::uint64_t cell_total, std::uint64_t hashes,
                               const char* cells_name)
{
    const std::uint64_t words_per_block = std::uint64_t{model.words_per_block} * model.halves;
    const std::uint64_t words_per_key = std::uint64_t{model.words_per_key} * model.halves;
    const std::uint64_t cells_per_block = words_per_block * model.cells_per_word;
    const std::uint64_t most = max_memory_bytes / (8 * words_per_block) * cells_per_block;
    if (cell_total == 0) throw_invalid(cells_name, cell_total, "must be 1 or more");
    if (cell_total > most)
        throw_length(cells_name, cell_total, "more than an address space holds: " + std::to_string(most) + " at most");
    if (hashes == 0) throw_invalid("hashes", hashes, "must be 1 or more");
    if (hashes % words_per_key != 0)
        throw_invalid("hashes", hashes,
                      "must be a multiple of the " + std::to_string(words_per_key) + " words that a key touches");
    if (hashes / words_per_key > model.max_cells)
        throw_invalid("hashes", hashes,
                      "must be " + std::to_string(words_per_key * model.max_cells) + " at most with this layout");
    return {(cell_total - 1) / cells_per_block + 1, static_cast<unsigned>(hashes / words_per_key)};
}

}  // namespace tamiz::inline v0::detail
