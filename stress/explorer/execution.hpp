// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <explorer/fibers.hpp>
#include <explorer/memory.hpp>
#include <explorer/operation.hpp>
#include <explorer/world.hpp>

/// One run of a case, step by step: who moves next, and which of its options, is said from outside.
///
/// Waiting. A thread that has called `pause` does not read the same message again; until there is a newer one, it has
/// no options. No failure is lost by that. Such a look would bring the loop back to where it was, and tell the thread
/// nothing, so the execution without it is the same for everybody else. (If the second look acquires and the first did
/// not, it would tell something; but who knows less can read and do all that who knows more can.) A look at another
/// word and an exchange that succeeds are not such looks, and remain. What is lost is a loop that gives up after some
/// turns: it must not call `pause`. If all threads that have not ended wait, nobody will write any more: a deadlock,
/// and the execution fails.
namespace tamiz::explorer {

class execution : private access_handler {
public:
    explicit execution(model m);
    execution(const execution&) = delete;
    execution& operator=(const execution&) = delete;

    using builder = std::function<void(world&)>;

    /// Starts again: builds the world and runs each thread to its first access.
    void begin(const builder& build);

    [[nodiscard]] unsigned thread_count() const noexcept { return static_cast<unsigned>(world_.threads_.size()); }
    /// Is the thread before an access? If not, it has ended.
    [[nodiscard]] bool waits(unsigned thread) const noexcept { return !fibers_.has_ended(thread); }
    [[nodiscard]] bool has_ended() const noexcept;
    [[nodiscard]] bool has_failed() const noexcept { return !world_.failure_.empty(); }

    /// In how many ways the access can happen that the thread is before, newest message first; none if it waits for
    /// another thread to write.
    void list_options(unsigned thread, std::vector<option>& result) const;
    [[nodiscard]] bool commute(const option& a, const option& b) const noexcept { return world_.memory_.commute(a, b); }

    /// Lets the access happen in this way, and runs the thread to the next one.
    void step(unsigned thread, const option& how);

    void fail(const std::string& message) { world_.fail(message); }

    /// Ends the execution: threads that still wait run to their end one after another (whatever they do then does not
    /// count), or are left where they are if they have none; if none waits and nothing has failed, what
    /// `world::finally` was given is run.
    void end();

    [[nodiscard]] const std::string& failure() const noexcept { return world_.failure_; }
    [[nodiscard]] std::span<const std::string> notes() const noexcept { return world_.notes_; }
    [[nodiscard]] std::uint64_t steps() const noexcept { return world_.accesses_.size(); }

    /// From the next `begin` on, prints each access to `lines`; null: no longer.
    void print_to(std::vector<std::string>* lines) noexcept { world_.schedule_ = lines; }

private:
    /// The message that a thread has read last.
    struct look {
        const std::uint64_t* word = nullptr;
        option how;
    };

    outcome handle(const operation& op) override;
    void pause() override;
    void fail_if_deadlocked();
    void run_free();
    [[nodiscard]] bool may_run_free() const noexcept { return free_accesses_ < 1'000'000; }
    void run(unsigned thread);
    void run_body(unsigned thread);
    void announce(unsigned thread);
    [[nodiscard]] std::string describe(const operation& op, const option& how, const outcome& result) const;

    world world_;
    std::array<std::function<void()>, max_threads> bodies_;
    std::array<operation, max_threads> pending_;
    std::array<outcome, max_threads> results_;
    std::array<look, max_threads> last_;
    std::array<bool, max_threads> pauses_{};  // since its last access
    bool runs_free_ = false;                  // the end: accesses happen at once
    std::uint64_t free_accesses_ = 0;
    unsigned idle_rounds_ = 0;
    fibers fibers_;
};

}  // namespace tamiz::explorer
