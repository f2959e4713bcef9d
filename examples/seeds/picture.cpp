// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "seeds/picture.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tamiz/bloom_filter.hpp>

namespace seeds {

namespace {

using layout = tamiz::layout::classic;
using filter = tamiz::bloom_filter<std::string, layout>;

constexpr unsigned bit_count = 24;
constexpr unsigned hash_count = 3;
constexpr std::string_view members[] = {"cat", "dog", "fox"};

/// Strangers to ask for.
constexpr std::string_view animals[] = {
    "ant",     "ape",    "asp",     "bat",    "bear",   "bee",     "bird",   "bison",   "boar",   "bug",    "bull",
    "camel",   "carp",   "clam",    "cobra",  "cod",    "condor",  "coot",   "cow",     "crab",   "crane",  "crow",
    "deer",    "dove",   "duck",    "eagle",  "eel",    "elk",     "emu",    "ewe",     "falcon", "ferret", "finch",
    "flea",    "fly",    "frog",    "gnat",   "gnu",    "goat",    "goose",  "gull",    "hare",   "hawk",   "hen",
    "heron",   "hippo",  "horse",   "hyena",  "ibex",   "ibis",    "iguana", "impala",  "jackal", "jaguar", "jay",
    "kestrel", "kid",    "kite",    "kiwi",   "koala",  "lamb",    "lark",   "lemming", "lemur",  "lion",   "lizard",
    "llama",   "loon",   "lynx",    "magpie", "marmot", "marten",  "mink",   "mole",    "moose",  "moth",   "mouse",
    "mule",    "newt",   "ocelot",  "okapi",  "orca",   "osprey",  "otter",  "owl",     "ox",     "oyster", "panda",
    "panther", "parrot", "pelican", "pig",    "pike",   "pony",    "puffin", "puma",    "quail",  "rabbit", "ram",
    "rat",     "raven",  "robin",   "salmon", "seal",   "shark",   "sheep",  "shrew",   "skunk",  "sloth",  "slug",
    "snail",   "snake",  "sparrow", "spider", "squid",  "stoat",   "stork",  "swan",    "tapir",  "tern",   "tiger",
    "toad",    "trout",  "turtle",  "viper",  "vole",   "vulture", "walrus", "wasp",    "weasel", "whale",  "wolf",
    "wombat",  "worm",   "wren",    "yak",    "zebra",
};

/// The filter's bits, all in its first word.
std::uint64_t bits_of(const filter& small)
{
    return small.words().front();
}

/// The bits that belong to a word.
std::uint64_t bits_of(const filter& small, std::string_view word)
{
    std::uint64_t bits = 0;
    for (const auto& [index, mask] : layout::probes(small.layout_size(), small.hash(std::string(word)))) {
        bits |= mask;  // 24 bits: the index is always 0
    }
    return bits;
}

std::vector<unsigned> positions(std::uint64_t bits)
{
    std::vector<unsigned> found;
    for (; bits != 0; bits &= bits - 1) {
        found.push_back(static_cast<unsigned>(std::countr_zero(bits)));
    }
    return found;
}

std::string listed(std::uint64_t bits)
{
    return fmt::format("{}", fmt::join(positions(bits), ", "));
}

/// One cell of three characters for each bit, bit 0 first, with a gap after each third.
template <typename Cell>
void print_line(std::string_view what, const Cell& cell_of)
{
    constexpr unsigned third = bit_count / hash_count;
    std::string line = fmt::format("  {:<9}", what);
    for (unsigned i = 0; i < bit_count; ++i) {
        line += i != 0 && i % third == 0 ? "  " : "";
        line += cell_of(i);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
}

/// Marked bits stand in brackets.
void print(std::string_view what, std::uint64_t bits, std::uint64_t marked)
{
    print_line(what, [&](unsigned i) {
        const auto bit = static_cast<unsigned>(bits >> i & 1);
        return (marked >> i & 1) != 0 ? fmt::format("[{}]", bit) : fmt::format(" {} ", bit);
    });
}

/// What the bits say must be what the filter answers.
bool is_agreed(const filter& small, std::string_view word)
{
    const std::uint64_t wanted = bits_of(small, word);
    return small.may_contain(std::string(word)) == ((bits_of(small) & wanted) == wanted);
}

bool show(const filter& small, std::string_view word, std::string_view verdict)
{
    const std::uint64_t wanted = bits_of(small, word);
    fmt::print("\n{}? It has the bits {}.\n", word, listed(wanted));
    print("", bits_of(small), wanted);
    const std::uint64_t missing = wanted & ~bits_of(small);
    if (missing != 0) {
        fmt::print("  Bit {} is 0, and adding {} would have set it. So {} was never added: certain.\n",
                   positions(missing).front(), word, word);
    } else {
        fmt::print("  All of them are 1: {}\n", verdict);
    }
    return is_agreed(small, word);
}

/// Adds the members and draws the bits after each. False if another bit changed than those of the word.
bool add_members(filter& small)
{
    bool is_right = true;
    print_line("bit", [](unsigned i) { return fmt::format("{:>2} ", i); });
    print("empty", bits_of(small), 0);
    for (const std::string_view word : members) {
        const std::uint64_t before = bits_of(small);
        const std::uint64_t wanted = bits_of(small, word);
        small.insert(std::string(word));
        print(fmt::format("add {}", word), bits_of(small), wanted);
        is_right = is_right && bits_of(small) == (before | wanted) && std::popcount(wanted) == hash_count;
    }
    return is_right;
}

}  // namespace

bool draw_small_filter()
{
    filter small({.bits = bit_count, .hashes = hash_count});
    fmt::print("A filter of {} bits. Each word gets {} of them, one in each third, by its hash (in brackets).\n\n",
               bit_count, hash_count);
    bool is_right = add_members(small);

    for (const std::string_view word : members) {
        is_right = is_right && small.may_contain(std::string(word));
    }
    is_right = show(small, members[0], "it was added, and is found, now and for ever.") && is_right;

    std::optional<std::string_view> stranger;
    std::optional<std::string_view> mistaken;
    unsigned mistakes = 0;
    for (const std::string_view word : animals) {
        is_right = is_right && is_agreed(small, word);
        if (!small.may_contain(std::string(word))) {
            stranger = stranger.value_or(word);
        } else {
            mistaken = mistaken.value_or(word);
            ++mistakes;
        }
    }
    if (!stranger || !mistaken) {
        fmt::print("\nNo {} among {} animals: the hash is not as it should be.\n",
                   stranger ? "false positive" : "true stranger", std::size(animals));
        return false;
    }
    is_right = show(small, *stranger, "") && is_right;
    is_right = show(small, *mistaken,
                    fmt::format("the filter says \"perhaps\". But {} was never added: a false positive.", *mistaken)) &&
               is_right;
    fmt::print("\nOf {} other animals, {} are taken for members: {:.1f} %. With {} of {} bits set, {:.1f} % are to be "
               "expected.\n",
               std::size(animals), mistakes, 100.0 * mistakes / static_cast<double>(std::size(animals)),
               std::popcount(bits_of(small)), bit_count, 100 * small.estimated_false_positive_rate());
    if (!is_right) {
        fmt::print("Something above is wrong: bits and answers do not agree.\n");
    }
    return is_right;
}

}  // namespace seeds
