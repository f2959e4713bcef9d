// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/execution.hpp>

#include <exception>
#include <stdexcept>

#include <boost/context/detail/exception.hpp>

#include <explorer/text.hpp>

namespace tamiz::explorer {

execution::execution(model m) : world_(m)
{
    for (unsigned i = 0; i < max_threads; ++i) bodies_[i] = [this, i] { run_body(i); };
}

void execution::begin(const builder& build)
{
    world_.clear();
    runs_free_ = false;
    current = this;
    build(world_);
    world_.memory_.begin(thread_count());
    last_.fill({});
    pauses_.fill(false);
    for (unsigned i = 0; i < thread_count(); ++i) fibers_.begin(i, bodies_[i]);
    for (unsigned i = 0; i < thread_count(); ++i) run(i);
}

bool execution::has_ended() const noexcept
{
    for (unsigned i = 0; i < thread_count(); ++i)
        if (waits(i)) return false;
    return true;
}

void execution::list_options(unsigned thread, std::vector<option>& result) const
{
    const operation& op = pending_[thread];
    world_.memory_.list_options(thread, op, result);
    if (!pauses_[thread] || last_[thread].word != op.address) return;
    std::erase_if(result, [&](const option& o) { return !o.writes && o.from == last_[thread].how.from; });
}

void execution::step(unsigned thread, const option& how)
{
    const operation& op = pending_[thread];
    const bool stale = !world_.memory_.is_newest(how);
    const std::uint64_t newest = world_.memory_.newest_value(how);
    try {
        results_[thread] = world_.memory_.perform(thread, op, how);
    } catch (const std::length_error& e) {
        world_.fail(e.what());
        return;
    }
    last_[thread] = {op.address, how};
    pauses_[thread] = false;
    world_.accesses_.push_back({thread, op.address, raised_by(op, results_[thread])});
    if (world_.schedule_ != nullptr) {
        world_.running_ = thread;
        world_.log(describe(op, how, results_[thread]) +
                   (stale ? (how.writes ? " (behind it: " : " (stale, newest ") + hex(newest) + ")" : ""));
    }
    run(thread);
    fail_if_deadlocked();
}

void execution::fail_if_deadlocked()
{
    std::string who;
    std::vector<option> options;
    for (unsigned i = 0; i < thread_count(); ++i) {
        if (!waits(i)) continue;
        if (!pauses_[i]) return;
        list_options(i, options);
        if (!options.empty()) return;
        who += (who.empty() ? "" : ", ") + std::to_string(i) + " " + world_.threads_[i].name + " for " +
               world_.name_of_word(pending_[i].address);
    }
    if (!who.empty()) world_.fail("deadlock: every thread that has not ended waits: " + who);
}

void execution::end()
{
    const bool complete = has_ended();
    runs_free_ = true;
    // Nothing that the threads do from here on is part of the execution.
    const std::string failure = world_.failure_;
    std::vector<std::string>* const schedule = world_.schedule_;
    world_.schedule_ = nullptr;
    run_free();
    world_.schedule_ = schedule;
    if (!complete) world_.failure_ = failure;
    if (complete && !has_failed())
        for (const auto& body : world_.finals_) body();
    current = nullptr;
}

void execution::run_free()
{
    // A thread that has looked so often in vain, and nobody has written meanwhile, waits for ever.
    constexpr unsigned in_vain = 100;
    free_accesses_ = 0;
    for (idle_rounds_ = 0; !has_ended() && may_run_free() && idle_rounds_ < in_vain; ++idle_rounds_)
        for (unsigned i = 0; i < thread_count(); ++i) {
            if (!waits(i) || !may_run_free()) continue;
            pauses_[i] = false;
            run(i);
            if (!pauses_[i]) idle_rounds_ = 0;
        }
    // Nothing can be thrown through the library's functions, which are noexcept, to bring such a thread to its end.
    for (unsigned i = 0; i < thread_count(); ++i)
        if (waits(i)) fibers_.abandon(i);
}

void execution::run(unsigned thread)
{
    world_.running_ = thread;
    fibers_.resume(thread);
    world_.running_ = world::nobody;
    if (waits(thread) && !runs_free_) announce(thread);
}

/// Runs in the fiber.
void execution::run_body(unsigned thread)
{
    try {
        world_.threads_[thread].run();
    } catch (const boost::context::detail::forced_unwind&) {
        throw;
    } catch (const std::exception& e) {
        world_.fail(std::string(world_.threads_[thread].name) + " threw an exception: " + e.what());
    } catch (...) {
        world_.fail(std::string(world_.threads_[thread].name) + " threw an exception");
    }
}

/// Runs in the fiber, or outside of the threads.
outcome execution::handle(const operation& op)
{
    if (world_.running_ == world::nobody) return access_plain_memory(op);
    const unsigned thread = world_.running_;
    if (!runs_free_) {
        pending_[thread] = op;
        fibers_.suspend(thread);
    }
    if (!runs_free_) return results_[thread];
    // A thread that waits for another one is to end as well.
    constexpr std::uint64_t turn = 1000;
    if (++free_accesses_ % turn == 0 || !may_run_free()) fibers_.suspend(thread);
    const outcome done = access_plain_memory(op);
    if (done.wrote) idle_rounds_ = 0;
    return done;
}

/// Runs in the fiber, or outside of the threads.
void execution::pause()
{
    if (world_.running_ == world::nobody) return;
    pauses_[world_.running_] = true;
    if (runs_free_) fibers_.suspend(world_.running_);
}

/// The thread has come to an access.
void execution::announce(unsigned thread)
{
    const operation& op = pending_[thread];
    for (const boost::memory_order order : {op.order, op.failure})
        if (order == boost::memory_order::seq_cst || order == boost::memory_order::consume)
            world_.fail(std::string(op.what) + " has the order " + name_of(order) +
                        ", which the explorer does not model");
    try {
        if (!world_.memory_.touch(op.address))
            world_.fail(std::string(world_.threads_[thread].name) + " finds " + world_.name_of_word(op.address) +
                        " changed by a plain write: no atomic access wrote " + hex(*op.address));
    } catch (const std::length_error& e) {
        world_.fail(e.what());
    }
}

/// "claim_load word 1 [acquire] -> 0x3"
std::string execution::describe(const operation& op, const option& how, const outcome& result) const
{
    const bool failed = op.act == action::compare_exchange && !how.writes;
    std::string text = std::string(op.what) + " " + world_.name_of_word(op.address) + " [" +
                       name_of(failed ? op.failure : op.order) + "] ";
    if (op.act == action::store)
        text += "= " + hex(op.operand);
    else if (how.writes)
        text += hex(result.value) + " => " + hex(written_by(op, result.value));
    else
        text += std::string(failed ? "failed " : "") + "-> " + hex(result.value);
    return text;
}

}  // namespace tamiz::explorer
