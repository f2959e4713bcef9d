// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <explorer/execution.hpp>
#include <explorer/operation.hpp>
#include <explorer/world.hpp>

/// What each thread of a case does by itself, whatever the others have it read. Half of the axiomatic check
/// (axioms.hpp).
namespace tamiz::explorer {

/// An access in a thread's own course, not yet related to the other threads.
struct event {
    operation what;
    unsigned location = 0;
    std::string word;         ///< its name
    std::uint64_t found = 0;  ///< what it read; of a store: nothing
    bool writes = false;

    [[nodiscard]] bool reads() const noexcept { return what.act != action::store; }
    [[nodiscard]] bool is_update() const noexcept { return reads() && writes; }
    [[nodiscard]] std::uint64_t written() const noexcept { return written_by(what, found); }
    [[nodiscard]] boost::memory_order order() const noexcept
    {
        return what.act == action::compare_exchange && !writes ? what.failure : what.order;
    }
};
/// A thread's events, in its order.
using behaviour = std::vector<event>;

/// Runs the threads of a case one at a time, each alone, and makes up what their accesses read: every value that any
/// behaviour of any thread could have written there, in every combination.
///
/// Where all writes to a word only raise its bits, a thread reads rising values there: coherence would forbid the rest
/// later anyhow, and a loop that waits for nothing would not end otherwise.
class behaviours : private access_handler {
public:
    /// @throws std::invalid_argument if a thread makes more than 60 accesses, touches a word without a name, asks for
    ///         an order that is not modelled (seq_cst, consume), waits for another thread, or throws
    explicit behaviours(const execution::builder& build);

    [[nodiscard]] unsigned thread_count() const noexcept { return static_cast<unsigned>(by_thread_.size()); }
    [[nodiscard]] const std::vector<behaviour>& of(unsigned thread) const { return by_thread_[thread]; }
    [[nodiscard]] const char* name_of(unsigned thread) const { return names_[thread]; }
    [[nodiscard]] std::size_t location_count() const noexcept { return initial_.size(); }
    [[nodiscard]] std::uint64_t initial(std::size_t location) const { return initial_[location]; }

    /// Runs the whole case once.
    /// @param found        what each access of each thread finds; of a store, what it replaces
    /// @param last_values  of each location
    void repeat(const std::vector<std::vector<std::uint64_t>>& found, const std::vector<std::uint64_t>& last_values);
    [[nodiscard]] const std::string& failure() const noexcept { return world_.failure_; }
    [[nodiscard]] std::span<const std::string> notes() const noexcept { return world_.notes_; }

private:
    static constexpr std::size_t most_events = 60;

    outcome handle(const operation& op) override;
    void pause() override;
    void begin();
    void run(unsigned thread);
    void list_behaviours_of(unsigned thread);
    void learn_from(const event& write);
    [[nodiscard]] unsigned number_of(const std::uint64_t* word) const;
    [[nodiscard]] std::uint64_t make_up(unsigned location);

    const execution::builder& build_;
    world world_;
    std::vector<std::uint64_t> initial_;           // by location
    std::vector<std::set<std::uint64_t>> values_;  // by location: all that could be there
    std::vector<bool> only_rises_;                 // by location
    bool learned_ = false;                         // a value, or that a location does not only rise
    std::vector<std::vector<behaviour>> by_thread_;
    std::vector<const char*> names_;

    struct choice_point {
        std::vector<std::uint64_t> values;
        std::size_t current = 0;
    };
    std::vector<choice_point> choices_;  // of the behaviour that is being listed
    std::size_t depth_ = 0;
    behaviour events_;
    std::string problem_;                                 // why the case cannot be checked so
    const std::vector<std::uint64_t>* script_ = nullptr;  // what is found, when a behaviour is repeated
    std::size_t position_ = 0;
    std::uint64_t accesses_ = 0;
};

}  // namespace tamiz::explorer
