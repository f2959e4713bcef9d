// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <boost/memory_order.hpp>

#include <tamiz/atomics.hpp>

/// One atomic access as a thread announces it, before the scheduler says when it happens and the memory what it reads.
namespace tamiz::explorer {

enum class action : std::uint8_t { load, store, fetch_or, compare_exchange };

struct operation {
    const char* what = "";  ///< the site's or the variable's own name, for reports
    action act = action::load;
    std::uint64_t* address = nullptr;
    boost::memory_order order{};    ///< of compare_exchange: where it succeeds
    boost::memory_order failure{};  ///< compare_exchange: where it fails
    std::uint64_t operand = 0;      ///< store: the value; fetch_or: the mask; compare_exchange: what to put in
    std::uint64_t expected = 0;     ///< compare_exchange
};

/// What an operation did.
struct outcome {
    std::uint64_t value = 0;  ///< what it read; of a store: what was there before, which it does not tell its thread
    bool wrote = false;
};

/// What an operation that writes leaves where it finds `found`.
[[nodiscard]] constexpr std::uint64_t written_by(const operation& op, std::uint64_t found) noexcept
{
    return op.act == action::fetch_or ? found | op.operand : op.operand;
}

/// Runs an operation: in a thread of a case as whoever runs the case has it, elsewhere at once on the plain memory.
outcome access(const operation& op);

/// The bits that it changed from 0 to 1.
[[nodiscard]] constexpr std::uint64_t raised_by(const operation& op, const outcome& done) noexcept
{
    return done.wrote ? written_by(op, done.value) & ~done.value : 0;
}

outcome access_plain_memory(const operation& op) noexcept;

/// In a loop that waits for another thread, called once a turn, between two looks at the word that is waited for. Ends
/// no loop outside of a case's threads.
void pause();

/// Who runs a case: all accesses go there while `current` points to it.
class access_handler {
public:
    virtual outcome handle(const operation& op) = 0;
    virtual void pause() = 0;

    static access_handler* current;

protected:
    access_handler() = default;
    ~access_handler()
    {
        if (current == this) current = nullptr;
    }
};

[[nodiscard]] constexpr const char* name_of(site where) noexcept
{
    switch (where) {
    case site::test_load:
        return "test_load";
    case site::set_load:
        return "set_load";
    case site::set_or:
        return "set_or";
    case site::claim_load:
        return "claim_load";
    case site::claim_exchange:
        return "claim_exchange";
    case site::merge_source:
        return "merge_source";
    case site::merge_load:
        return "merge_load";
    case site::merge_or:
        return "merge_or";
    case site::copy_load:
        return "copy_load";
    case site::count_load:
        return "count_load";
    case site::clear_store:
        return "clear_store";
    case site::build_load:
        return "build_load";
    case site::build_store:
        return "build_store";
    case site::add_load:
        return "add_load";
    case site::add_exchange:
        return "add_exchange";
    case site::erase_load:
        return "erase_load";
    case site::erase_exchange:
        return "erase_exchange";
    case site::lock_load:
        return "lock_load";
    case site::lock_exchange:
        return "lock_exchange";
    case site::unlock_exchange:
        return "unlock_exchange";
    case site::merge_exchange:
        return "merge_exchange";
    case site::history_load:
        return "history_load";
    case site::history_store:
        return "history_store";
    }
    return "unnamed site";
}

[[nodiscard]] constexpr const char* name_of(boost::memory_order order) noexcept
{
    switch (order) {
    case boost::memory_order::relaxed:
        return "relaxed";
    case boost::memory_order::consume:
        return "consume";
    case boost::memory_order::acquire:
        return "acquire";
    case boost::memory_order::release:
        return "release";
    case boost::memory_order::acq_rel:
        return "acq_rel";
    case boost::memory_order::seq_cst:
        return "seq_cst";
    }
    return "unknown order";
}

}  // namespace tamiz::explorer
