// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

/// Is a history of concurrent calls linearizable: can its calls be put in one order that respects real time and in
/// which a sequential object gives every answer that was given? J. M. Wing and C. Gong, "Testing and verifying
/// concurrent objects" (1993): try the calls that nothing unplaced precedes, one after another, and go back when an
/// answer does not fit. G. Lowe, "Testing for linearizability" (2017): remember which sets of placed calls led to which
/// state, and try none twice.
namespace tamiz::linearizability {

/// A call of a history. It took effect at some moment from `begin` to `end`, both included; the unit is the caller's.
template <typename Operation>
struct call {
    Operation operation;  ///< with its arguments and its answer
    std::uint64_t begin;
    std::uint64_t end;
};

/// What the object is, seen by one thread alone.
/// `apply` runs an operation on the state and tells whether it answers as the history says; if not, the state is
/// not used any more. `hash` is of the state, which has operator==.
template <typename S>
concept specification =
    requires(typename S::state state, const typename S::state& constant, const typename S::operation& operation) {
        { S::apply(state, operation) } -> std::same_as<bool>;
        { S::hash(constant) } -> std::convertible_to<std::size_t>;
        { constant == constant } -> std::convertible_to<bool>;
        requires std::copyable<typename S::state>;
    };

/// One 64-bit word of a filter: operations whose keys have all their bits in it. Histories over several words are
/// checked word by word: a history is linearizable if and only if it is so for each object (M. Herlihy, J. M. Wing,
/// 1990).
struct filter_word {
    using state = std::uint64_t;
    enum class kind : std::uint8_t { insert, claim, lookup };
    struct operation {
        kind what;
        std::uint64_t mask;  ///< the key's bits
        bool answer;         ///< insert: true; claim: won; lookup: true
    };

    static bool apply(state& bits, const operation& op)
    {
        const bool there = (op.mask & ~bits) == 0;
        if (op.what == kind::lookup) return op.answer == there;
        bits |= op.mask;
        return op.answer == !there;
    }
    static std::size_t hash(state bits) { return std::hash<state>{}(bits); }
};

struct verdict {
    bool linearizable = false;
    /// Indexes of the calls in an order that explains all answers; if there is none, the longest beginning of one.
    std::vector<std::size_t> order;
    std::uint64_t states = 0;  ///< how many different (placed calls, state) were tried
};

/// Real time: a call precedes those that begin after its end.
struct by_time {
    /// Among calls sorted by their begin, once one has to wait for another, so have all after it.
    static constexpr bool waits_spread = true;

    template <typename Operation>
    [[nodiscard]] bool precedes(const call<Operation>& a, const call<Operation>& b) const
    {
        return a.end < b.begin;
    }
};

namespace detail {

/// The calls that are placed, as bits, and the state that they lead to.
template <typename Specification>
struct visited {
    std::vector<std::uint64_t> placed;
    typename Specification::state state;

    friend bool operator==(const visited&, const visited&) = default;

    struct hasher {
        std::size_t operator()(const visited& v) const
        {
            std::size_t result = Specification::hash(v.state);
            for (const std::uint64_t word : v.placed)
                result = (result ^ static_cast<std::size_t>(word)) * 0x9e3779b97f4a7c15 + (result >> 29);
            return result;
        }
    };
};

template <typename Specification, typename Order>
class search {
    using state_type = typename Specification::state;
    using call_type = call<typename Specification::operation>;
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

public:
    search(const std::vector<call_type>& history, state_type initial, const Order& order)
        : calls_(history), order_(order), sorted_(history.size()), placed_((history.size() + 63) / 64)
    {
        std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
        std::sort(sorted_.begin(), sorted_.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(calls_[a].begin, a) < std::pair(calls_[b].begin, b);
        });
        states_.push_back(std::move(initial));
    }

    verdict run()
    {
        std::size_t after = none;  // the position to try next is the first candidate after this one
        while (path_.size() != calls_.size()) {
            const std::size_t position = next_candidate(after);
            if (position != none) {
                after = try_to_place(position) ? none : position;
            } else {
                if (path_.empty()) return result(false);
                after = path_.back();
                take_back();
            }
        }
        return result(true);
    }

private:
    [[nodiscard]] bool is_placed(std::size_t position) const
    {
        return (placed_[position / 64] >> (position % 64) & 1) != 0;
    }
    void flip(std::size_t position) { placed_[position / 64] ^= std::uint64_t{1} << (position % 64); }
    [[nodiscard]] const call_type& at(std::size_t position) const { return calls_[sorted_[position]]; }

    /// The first position after `after` whose call waits for no other that is not placed yet.
    [[nodiscard]] std::size_t next_candidate(std::size_t after) const
    {
        for (std::size_t i = after == none ? first_open_ : after + 1; i < sorted_.size(); ++i) {
            if (is_placed(i)) continue;
            if (!waits(i)) return i;
            if constexpr (Order::waits_spread) return none;
        }
        return none;
    }
    [[nodiscard]] bool waits(std::size_t position) const
    {
        for (std::size_t i = first_open_; i < sorted_.size(); ++i)
            if (i != position && !is_placed(i)) {
                if (Order::waits_spread && i > position) return false;
                if (order_.precedes(at(i), at(position))) return true;
            }
        return false;
    }

    bool try_to_place(std::size_t position)
    {
        state_type state = states_.back();
        if (!Specification::apply(state, at(position).operation)) return false;
        flip(position);
        if (!seen_.insert({placed_, state}).second) {
            flip(position);
            return false;
        }
        path_.push_back(position);
        states_.push_back(std::move(state));
        if (path_.size() > longest_.size()) longest_ = path_;
        while (first_open_ < sorted_.size() && is_placed(first_open_)) ++first_open_;
        return true;
    }
    void take_back()
    {
        flip(path_.back());
        first_open_ = std::min(first_open_, path_.back());
        path_.pop_back();
        states_.pop_back();
    }

    [[nodiscard]] verdict result(bool linearizable) const
    {
        verdict v{linearizable, {}, seen_.size()};
        for (const std::size_t position : longest_) v.order.push_back(sorted_[position]);
        return v;
    }

    const std::vector<call_type>& calls_;
    const Order& order_;
    std::vector<std::size_t> sorted_;  // position -> index of a call, by begin
    std::vector<std::uint64_t> placed_;
    std::size_t first_open_ = 0;     // all positions below are placed
    std::vector<std::size_t> path_;  // positions in the order in which they are placed
    std::vector<std::size_t> longest_;
    std::vector<state_type> states_;  // before the first call, after it, after the second …
    std::unordered_set<visited<Specification>, typename visited<Specification>::hasher> seen_;
};

}  // namespace detail

/// Checks a history of finished calls, in any order, from the state `initial`. Time and memory grow with the number of
/// calls and, exponentially at worst, with how many of them overlap.
///
/// @throws std::invalid_argument for a call that ends before it begins
///
/// `order` says which call precedes which, where that is not real time: another partial order, such as the
/// happens-before of a memory model. It needs `precedes(call, call)` and `waits_spread` = false.
template <specification Specification, typename Order = by_time>
[[nodiscard]] verdict check(const std::vector<call<typename Specification::operation>>& history,
                            typename Specification::state initial, const Order& order = {})
{
    for (std::size_t i = 0; i < history.size(); ++i)
        if (history[i].end < history[i].begin)
            throw std::invalid_argument("history[" + std::to_string(i) + "].end = " + std::to_string(history[i].end) +
                                        ": before its begin, " + std::to_string(history[i].begin));
    return detail::search<Specification, Order>(history, std::move(initial), order).run();
}

}  // namespace tamiz::linearizability
