// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <tamiz/atomics.hpp>

#include <boost/memory_order.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
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

/// An atomics policy for one thread: it writes down every access, and lets a test change the words just before one, as
/// another thread could.
struct recording_atomics {
    inline static std::vector<access> log;
    inline static std::function<void(const access&)> meanwhile;

    static void reset()
    {
        log.clear();
        meanwhile = nullptr;
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

    static void pause(unsigned = 0) noexcept {}
};

}  // namespace tamiz_test
