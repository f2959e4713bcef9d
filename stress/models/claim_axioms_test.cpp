// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/memory_order.hpp>

#include <tamiz/words.hpp>

#include "support/catch.hpp"

/// The claim protocol under the axioms of C++20 ([intro.races], [atomics.order]): not a machine that runs, but every way in which
/// reads and writes can be matched, of which the axioms forbid some. They leave more than any machine of views does, the
/// explorer's for instance: load buffering, where two threads each read what the other one writes only later.
///
/// A key has one bit in each of its words, so a word holds it or not, and changes once: by one claim's exchange, or by
/// others. An execution is then given by who changes each word, and what each claim's load of each word sees.
///
/// The orders are those with which the library's own code calls its atomics policy.

namespace {

using namespace tamiz;

// --- the orders of words::claim -------------------------------------------------------------------------------------

struct claim_orders {
    boost::memory_order load{};
    boost::memory_order success{};
    boost::memory_order failure{};
};

/// An atomics policy for one thread that remembers with which orders a claim calls it.
struct recording_atomics {
    static inline claim_orders seen;

    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : word_(word) {}

        std::uint64_t load(site, boost::memory_order order) const noexcept
        {
            seen.load = order;
            return word_;
        }
        bool compare_exchange(site, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            seen.success = success;
            seen.failure = failure;
            if (word_ != expected) {
                expected = word_;
                return false;
            }
            word_ = desired;
            return true;
        }

    private:
        std::uint64_t& word_;
    };
};

claim_orders orders_of_the_library()
{
    std::uint64_t word = 0;
    const std::array key{probe{0, 1}};
    static_cast<void>(words<recording_atomics>::claim(&word, key, [] {}));
    return recording_atomics::seen;
}

bool acquires(boost::memory_order order)
{
    return order == boost::memory_order_acquire || order == boost::memory_order_acq_rel || order == boost::memory_order_seq_cst;
}
bool releases(boost::memory_order order)
{
    return order == boost::memory_order_release || order == boost::memory_order_acq_rel || order == boost::memory_order_seq_cst;
}

// --- executions -----------------------------------------------------------------------------------------------------

constexpr std::size_t most_words = 3;
constexpr std::size_t most_claims = 3;
constexpr std::size_t most_events = 32;

struct event {
    std::size_t thread;
    std::size_t word;
    bool reads_bit;  // or the word as it was at first
    bool sets_bit;
    bool acquires;
    bool releases;
};

struct plan {
    std::size_t claims;
    std::size_t words;
    claim_orders orders;
};

/// Who changes each word, a claim's number or `others`, and what each claim's loads see.
struct choice {
    std::array<std::size_t, most_words> changed_by;
    std::array<std::array<bool, most_words>, most_claims> loads_bit;
};

class execution {
public:
    /// Nothing if the protocol has no such execution: a claim exchanges a word exactly where its load saw it incomplete.
    static std::optional<execution> of(const plan& p, const choice& c)
    {
        execution result;
        for (std::size_t claim = 0; claim < p.claims; ++claim) {
            std::size_t end = 0;  // one past the highest word that is seen incomplete
            for (std::size_t word = 0; word < p.words; ++word) {
                const bool bit = c.loads_bit[claim][word];
                result.events_.push_back({claim, word, bit, false, acquires(p.orders.load), false});
                if (!bit) end = word + 1;
            }
            for (std::size_t word = 0; word < p.words; ++word) {
                const bool changes = c.changed_by[word] == claim;
                if (c.loads_bit[claim][word]) {
                    if (changes) return std::nullopt;
                } else if (changes) {
                    result.events_.push_back({claim, word, false, true, acquires(p.orders.success), releases(p.orders.success)});
                } else {
                    result.events_.push_back({claim, word, true, false, acquires(p.orders.failure), false});
                }
            }
            if (end != 0 && c.changed_by[end - 1] == claim) ++result.won_;
        }
        // Others: each change a thread of its own. Their orders do not matter, since nobody asks what they did before.
        for (std::size_t word = 0; word < p.words; ++word)
            if (c.changed_by[word] >= p.claims) result.events_.push_back({p.claims + word, word, false, true, false, true});
        return result;
    }

    [[nodiscard]] unsigned won() const noexcept { return won_; }

    /// Do the axioms allow it?
    [[nodiscard]] bool is_consistent() const
    {
        // Happens-before: in one thread, and where an acquire reads the bit that a release has set. (Each word is changed once, so
        // a release sequence is the release alone.)
        const relation before = closure([this](const event& a, const event& b) {
            return comes_first(a, b) || (reads_from(b, a) && a.releases && b.acquires);
        });
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = 0; b < events_.size(); ++b) {
                if (!before[a][b]) continue;
                if (a == b) return false;                              // happens-before is an order
                if (events_[a].word != events_[b].word) continue;
                // Coherence: after the change, or after a read that saw it, nobody reads or changes the word as it was at
                // first. And nobody reads a change that happens after the read.
                const bool knows_change = events_[a].reads_bit || events_[a].sets_bit;
                const bool is_from_before = !events_[b].reads_bit;
                if (knows_change && is_from_before) return false;
            }
        return true;
    }

    /// Can it happen step by step, each read after the write that it reads? If not, it is load buffering.
    [[nodiscard]] bool has_an_order() const
    {
        const relation before =
            closure([this](const event& a, const event& b) { return comes_first(a, b) || reads_from(b, a); });
        for (std::size_t a = 0; a < events_.size(); ++a)
            if (before[a][a]) return false;
        return true;
    }

private:
    using relation = std::array<std::bitset<most_events>, most_events>;

    /// In one thread; `a` and `b` are elements of events_, which has each thread's in program order.
    static bool comes_first(const event& a, const event& b) { return a.thread == b.thread && &a < &b; }
    static bool reads_from(const event& reader, const event& writer)
    {
        return reader.reads_bit && writer.sets_bit && reader.word == writer.word;
    }

    template <typename Related>
    [[nodiscard]] relation closure(const Related& related) const
    {
        relation result;
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = 0; b < events_.size(); ++b) result[a][b] = related(events_[a], events_[b]);
        for (std::size_t middle = 0; middle < events_.size(); ++middle)
            for (std::size_t a = 0; a < events_.size(); ++a)
                if (result[a][middle]) result[a] |= result[middle];
        return result;
    }

    std::vector<event> events_;
    unsigned won_ = 0;
};

struct tally {
    std::uint64_t allowed = 0;               // executions that the axioms allow
    std::uint64_t won_twice = 0;             // of these, with two winners
    std::uint64_t won_twice_in_an_order = 0; // of these, without load buffering
};

tally count(const plan& p)
{
    tally result;
    const std::size_t writers = p.claims + 1;
    const std::size_t loads = p.claims * p.words;
    std::size_t ways = 1;
    for (std::size_t word = 0; word < p.words; ++word) ways *= writers;

    for (std::size_t way = 0; way < ways; ++way)
        for (std::size_t seen = 0; seen < std::size_t{1} << loads; ++seen) {
            choice c{};
            for (std::size_t word = 0, rest = way; word < p.words; ++word, rest /= writers) c.changed_by[word] = rest % writers;
            for (std::size_t i = 0; i < loads; ++i) c.loads_bit[i / p.words][i % p.words] = (seen >> i & 1) != 0;
            const std::optional<execution> e = execution::of(p, c);
            if (!e || !e->is_consistent()) continue;
            ++result.allowed;
            if (e->won() <= 1) continue;
            ++result.won_twice;
            result.won_twice_in_an_order += e->has_an_order() ? 1u : 0u;
        }
    return result;
}

}  // namespace

TEST_CASE("with the orders of the library, the axioms of C++ allow no execution in which two claims are won")
{
    const claim_orders orders = orders_of_the_library();
    const auto check = [&](std::size_t claims, std::size_t words, std::uint64_t executions) {
        const tally seen = count({claims, words, orders});
        CHECK(seen.won_twice == 0);
        CHECK(seen.allowed == executions);  // a count that changes says that the orders or this model are other ones
    };
    check(2, 1, 8);
    check(2, 2, 58);
    check(2, 3, 396);
    check(3, 2, 331);
    check(3, 3, 4880);
}

TEST_CASE("without acquire on a claim's loads, or release on its exchanges, load buffering lets two claims win")
{
    for (const bool weakens_load : {true, false}) {
        claim_orders orders = orders_of_the_library();
        (weakens_load ? orders.load : orders.success) = boost::memory_order_relaxed;
        const tally seen = count({2, 2, orders});
        CHECK(seen.won_twice != 0);
        CHECK(seen.won_twice_in_an_order == 0);
    }
}

TEST_CASE("for one winner, a claim's exchange that fails needs no order")
{
    claim_orders orders = orders_of_the_library();
    orders.failure = boost::memory_order_relaxed;
    CHECK(count({2, 3, orders}).won_twice == 0);
    CHECK(count({3, 3, orders}).won_twice == 0);
}
