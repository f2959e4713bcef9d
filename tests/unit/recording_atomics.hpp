// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/atomics.hpp>

#include <boost/memory_order.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace tamiz_test {

enum class action : std::uint8_t { load, store, fetch_or, exchange };

struct access {
    tamiz::site where;
    action what;
    const std::uint64_t* word;
    std::uint64_t value;  ///< what was read or written: the mask of a fetch_or, the wanted value of an exchange
    boost::memory_order order;
    boost::memory_order failure;  ///< of an exchange; otherwise the same
};

/// Sites that only one kind of words has. A test of the other kind need not meet them; whoever adds a site must put it
/// here or meet it in both.
inline const std::set<tamiz::site> sites_of_bits = {
    tamiz::site::set_load,       tamiz::site::set_or,       tamiz::site::claim_load,
    tamiz::site::claim_exchange, tamiz::site::merge_or,     tamiz::site::build_load,
    tamiz::site::build_store,    tamiz::site::history_load, tamiz::site::history_store};
inline const std::set<tamiz::site> sites_of_counters = {
    tamiz::site::add_load,  tamiz::site::add_exchange,  tamiz::site::erase_load,      tamiz::site::erase_exchange,
    tamiz::site::lock_load, tamiz::site::lock_exchange, tamiz::site::unlock_exchange, tamiz::site::merge_exchange};

/// All sites but some.
[[nodiscard]] inline std::set<tamiz::site> sites_without(const std::set<tamiz::site>& some)
{
    std::set<tamiz::site> result;
    for (int i = 0; i <= static_cast<int>(tamiz::site::history_store); ++i)
        if (!some.contains(static_cast<tamiz::site>(i))) result.insert(static_cast<tamiz::site>(i));
    return result;
}

/// An atomics policy for one thread: it writes down every access, and lets a test change the words just before one, as
/// another thread could.
struct recording_atomics {
    inline static std::vector<access> log;
    inline static std::function<void(const access&)> meanwhile;

    static void reset()
    {
        log.clear();
        meanwhile = nullptr;
        pauses.clear();
        waited_for = nullptr;
    }
    [[nodiscard]] static std::size_t count(action what)
    {
        return static_cast<std::size_t>(std::ranges::count(log, what, &access::what));
    }
    [[nodiscard]] static std::size_t writes() { return log.size() - count(action::load); }
    /// The words of all accesses of a kind, in the order of time.
    [[nodiscard]] static std::vector<const std::uint64_t*> words(action what)
    {
        std::vector<const std::uint64_t*> result;
        for (const access& a : log)
            if (a.what == what) result.push_back(a.word);
        return result;
    }

    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : word_(&word) {}

        std::uint64_t load(tamiz::site where, boost::memory_order order) const
        {
            note({where, action::load, word_, 0, order, order});
            return log.back().value = *word_;
        }
        void store(tamiz::site where, std::uint64_t value, boost::memory_order order) const
        {
            note({where, action::store, word_, value, order, order});
            *word_ = value;
        }
        std::uint64_t fetch_or(tamiz::site where, std::uint64_t mask, boost::memory_order order) const
        {
            note({where, action::fetch_or, word_, mask, order, order});
            return std::exchange(*word_, *word_ | mask);
        }
        bool compare_exchange(tamiz::site where, std::uint64_t& expected, std::uint64_t desired,
                              boost::memory_order success, boost::memory_order failure) const
        {
            note({where, action::exchange, word_, desired, success, failure});
            if (*word_ == expected) {
                *word_ = desired;
                return true;
            }
            expected = *word_;
            return false;
        }

    private:
        static void note(const access& a)
        {
            if (meanwhile) meanwhile(a);
            log.push_back(a);
        }
        std::uint64_t* word_;
    };

    /// A turn of a loop that waits: noted by its number; a test lets the other thread go on here.
    inline static std::vector<unsigned> pauses;
    inline static std::function<void(unsigned)> waited_for;
    static void pause(unsigned turn = 0)
    {
        pauses.push_back(turn);
        if (waited_for) waited_for(turn);
    }
};

}  // namespace tamiz_test
