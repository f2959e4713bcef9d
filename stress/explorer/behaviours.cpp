// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/behaviours.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>

namespace tamiz::explorer {

behaviours::behaviours(const execution::builder& build) : build_(build), world_(model::weak)
{
    begin();
    for (const auto& t : world_.threads_) names_.push_back(t.name);
    for (const world::word_names& n : world_.names_)
        for (const std::uint64_t word : n.words) initial_.push_back(word);
    for (const std::uint64_t value : initial_) values_.push_back({value});
    only_rises_.assign(initial_.size(), true);
    // What a thread can write depends on what it can read, and the other way round.
    do {
        learned_ = false;
        by_thread_.assign(names_.size(), {});
        for (unsigned thread = 0; thread < names_.size(); ++thread) list_behaviours_of(thread);
    } while (learned_);
}

void behaviours::begin()
{
    world_.clear();
    current = nullptr;
    build_(world_);
    world_.memory_.begin(static_cast<unsigned>(world_.threads_.size()));
    current = this;
}

void behaviours::run(unsigned thread)
{
    world_.running_ = thread;
    position_ = 0;
    accesses_ = 0;
    try {
        world_.threads_[thread].run();
    } catch (const std::exception& e) {
        problem_ = std::string("it throws an exception: ") + e.what();
    }
    world_.running_ = world::nobody;
}

void behaviours::list_behaviours_of(unsigned thread)
{
    choices_.clear();
    for (bool more = true; more;) {
        begin();
        events_.clear();
        depth_ = 0;
        run(thread);
        if (!problem_.empty())
            throw std::invalid_argument("explorer: the thread '" + std::string(names_[thread]) +
                                        "' cannot be checked by the axioms: " + problem_);
        by_thread_[thread].push_back(events_);
        while (!choices_.empty() && ++choices_.back().current == choices_.back().values.size()) choices_.pop_back();
        more = !choices_.empty();
    }
    current = nullptr;
}

void behaviours::learn_from(const event& write)
{
    if (values_[write.location].insert(write.written()).second) learned_ = true;
    const bool rises = write.reads() && (write.found & ~write.written()) == 0;
    if (!rises && only_rises_[write.location]) {
        only_rises_[write.location] = false;
        learned_ = true;
    }
}

unsigned behaviours::number_of(const std::uint64_t* word) const
{
    std::size_t number = 0;
    for (const world::word_names& n : world_.names_) {
        const std::uint64_t* const first = n.words.data();
        if (!std::less<>{}(word, first) && std::less<>{}(word, first + n.words.size()))
            return static_cast<unsigned>(number + static_cast<std::size_t>(word - first));
        number += n.words.size();
    }
    return static_cast<unsigned>(number);
}

outcome behaviours::handle(const operation& op)
{
    if (world_.running_ == world::nobody) return access_plain_memory(op);
    outcome result;
    if (script_ != nullptr) {
        result.value = (*script_)[position_++];
    } else {
        constexpr std::uint64_t too_many = 1'000'000;
        if (++accesses_ == too_many) {
            std::fprintf(stderr, "explorer: the thread '%s' does not end: %s again and again\n",
                         names_[world_.running_], op.what);
            std::abort();
        }
        event e{.what = op, .location = number_of(op.address), .word = world_.name_of_word(op.address)};
        for (const boost::memory_order order : {op.order, op.failure})
            if (order == boost::memory_order::seq_cst || order == boost::memory_order::consume)
                problem_ =
                    std::string(op.what) + " has the order " + explorer::name_of(order) + ", which is not modelled";
        if (e.location == initial_.size()) problem_ = std::string(op.what) + " touches a word that has no name";
        if (events_.size() == most_events) problem_ = "it makes more than " + std::to_string(most_events) + " accesses";
        // The library's functions must not throw: after a problem the thread goes its way, by exchanges that succeed
        // and loads that find nothing and everything by turns, so that whatever waits has an end.
        if (problem_.empty() && op.act != action::store)
            result.value = make_up(e.location);
        else
            result.value = op.act == action::load && accesses_ % 2 == 0 ? ~std::uint64_t{0} : op.expected;
        e.found = result.value;
        if (problem_.empty()) events_.push_back(e);
    }
    result.wrote = op.act == action::store || op.act == action::fetch_or ||
                   (op.act == action::compare_exchange && result.value == op.expected);
    if (script_ != nullptr)
        world_.accesses_.push_back({world_.running_, op.address, raised_by(op, result)});
    else if (problem_.empty() && result.wrote) {
        events_.back().writes = true;
        learn_from(events_.back());
    }
    return result;
}

/// Alone, a thread would wait for ever: what it waits for may not come.
void behaviours::pause()
{
    if (world_.running_ != world::nobody) problem_ = "it waits for another thread";
}

std::uint64_t behaviours::make_up(unsigned location)
{
    if (depth_ == choices_.size()) {
        std::uint64_t known = initial_[location];
        for (const event& e : events_)
            if (e.location == location) known = e.writes ? e.written() : e.found;
        choices_.emplace_back();
        for (const std::uint64_t value : values_[location])
            if (!only_rises_[location] || (known & ~value) == 0) choices_.back().values.push_back(value);
    }
    const choice_point& c = choices_[depth_++];
    return c.values[c.current];
}

void behaviours::repeat(const std::vector<std::vector<std::uint64_t>>& found,
                        const std::vector<std::uint64_t>& last_values)
{
    begin();
    for (unsigned thread = 0; thread < found.size(); ++thread) {
        script_ = &found[thread];
        run(thread);
    }
    script_ = nullptr;
    current = nullptr;
    auto value = last_values.begin();
    for (const world::word_names& n : world_.names_)
        for (const std::uint64_t& word : n.words) const_cast<std::uint64_t&>(word) = *value++;
    if (world_.failure_.empty())
        for (const auto& body : world_.finals_) body();
}

}  // namespace tamiz::explorer
