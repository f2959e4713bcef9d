// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <explorer/memory.hpp>

/// What a case sees of an execution: it puts in threads and objects, and says what has to hold.
namespace tamiz::explorer {

/// Built anew for every execution, always in the same way: an execution is repeated by its choices alone.
///
///     search([](world& w) {
///         auto& flag = w.make<variable>(w, "flag");
///         w.thread("writer", [&] { flag.store(1, boost::memory_order_release); });
///         w.thread("reader", [&] { w.check(flag.load(boost::memory_order_acquire) < 2, "a value out of thin air"); });
///     }, {});
///
/// Threads may use what `make` returned, the world itself and what outlives the search. Between two atomic accesses a
/// thread runs undisturbed; plain memory that several threads use goes through `payload`, which notices races.
class world {
public:
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    // --- while it is built ---------------------------------------------------------------------------------

    /// Adds a thread; the number that reports and `accesses` give it counts from 0. `name` is of static duration.
    /// @throws std::length_error for more than `max_threads`
    unsigned thread(const char* name, std::function<void()> body);

    /// Runs after all threads have ended, if nothing has failed: its accesses see the newest values.
    void finally(std::function<void()> body) { finals_.push_back(std::move(body)); }

    /// An object that lives until the end of the execution. No memory that threads share may be freed earlier: another
    /// object in its place would be taken for the old one.
    template <typename T, typename... Arguments>
    T& make(Arguments&&... arguments)
    {
        auto object = std::make_shared<T>(std::forward<Arguments>(arguments)...);
        T& result = *object;
        kept_.push_back(std::move(object));
        return result;
    }

    /// How reports call a word: `name`, or `name` and its index for several. Once for each word; `name` is of static
    /// duration.
    void name(std::span<const std::uint64_t> words, const char* name) { names_.push_back({words, name}); }

    // --- in threads and afterwards -------------------------------------------------------------------------

    /// The execution fails, with this message, if it does not hold. The first failure counts.
    void check(bool holds, std::string_view message)
    {
        if (!holds) fail(message);
    }
    void fail(std::string_view message)
    {
        if (failure_.empty()) failure_ = message;
    }
    /// Counts how many executions ended in a certain way.
    void note(std::string outcome) { notes_.push_back(std::move(outcome)); }

    /// In a thread: its number.
    [[nodiscard]] unsigned self() const noexcept { return running_; }
    /// In a thread: this point of it.
    [[nodiscard]] moment now() const noexcept { return memory_.now(running_); }
    /// In a thread: did `earlier` happen before this point?
    [[nodiscard]] bool knows(moment earlier) const noexcept { return memory_.knows(running_, earlier); }
    /// In a thread: how many accesses all threads have made until now. Real time, if the model is sequential.
    [[nodiscard]] std::uint64_t time() const noexcept { return accesses_.size(); }

    struct access_record {
        unsigned thread;
        const std::uint64_t* word;
        std::uint64_t raised;  ///< the bits that it changed from 0 to 1
    };
    /// All accesses until now, in the order of the schedule.
    [[nodiscard]] std::span<const access_record> accesses() const noexcept { return accesses_; }
    /// The bits of the word that the thread changed from 0 to 1.
    [[nodiscard]] std::uint64_t raised_by(unsigned thread, const std::uint64_t& word) const noexcept
    {
        std::uint64_t bits = 0;
        for (const access_record& a : accesses_)
            if (a.thread == thread && a.word == &word) bits |= a.raised;
        return bits;
    }

    /// A line in the printed schedule, beside the atomic accesses.
    void log(std::string_view line);

private:
    friend class execution;
    friend class behaviours;
    struct thread_body {
        const char* name;
        std::function<void()> run;
    };
    struct word_names {
        std::span<const std::uint64_t> words;
        const char* name;
    };
    static constexpr unsigned nobody = max_threads;

    explicit world(model m) : memory_(m) {}
    void clear();
    [[nodiscard]] std::string name_of_word(const std::uint64_t* word) const;

    memory memory_;
    unsigned running_ = nobody;  // the thread that runs now
    std::vector<thread_body> threads_;
    std::vector<std::function<void()>> finals_;
    std::vector<std::shared_ptr<void>> kept_;
    std::vector<word_names> names_;
    std::vector<access_record> accesses_;
    std::vector<std::string> notes_;
    std::string failure_;
    std::vector<std::string>* schedule_ = nullptr;  // where to print to, if somebody reads it
};

}  // namespace tamiz::explorer
