// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>

#include <boost/memory_order.hpp>

#include <tamiz/atomics.hpp>

namespace tamiz::explorer {

/// What is taken from an order.
enum class part : std::uint8_t {
    all,      ///< relaxed, for a compare_exchange on success and on failure
    acquire,  ///< its acquire half: acq_rel leaves release, acquire leaves relaxed
    release,  ///< its release half: acq_rel leaves acquire, release leaves relaxed
    success,  ///< a compare_exchange's order where it succeeds
    failure   ///< a compare_exchange's order where it fails
};

[[nodiscard]] constexpr const char* name_of(part taken) noexcept
{
    switch (taken) {
    case part::all:
        return "all";
    case part::acquire:
        return "acquire";
    case part::release:
        return "release";
    case part::success:
        return "success";
    case part::failure:
        return "failure";
    }
    return "unknown";
}

[[nodiscard]] constexpr boost::memory_order without(part taken, boost::memory_order order) noexcept
{
    using enum boost::memory_order;
    if (taken == part::acquire) return order == acq_rel || order == release ? release : relaxed;
    if (taken == part::release) return order == acq_rel || order == acquire ? acquire : relaxed;
    return relaxed;
}

/// An atomics policy that is weaker than `Atomics` at one site: a library that forgot an order. Whoever tests an
/// order puts `words<weakened<atomics, site::claim_load, part::acquire>>` under the cases, and one has to fail.
template <typename Atomics, site Where, part Taken = part::all>
struct weakened {
    class ref {
    public:
        explicit ref(std::uint64_t& word) noexcept : ref_(word) {}

        std::uint64_t load(site where, boost::memory_order order) const noexcept
        {
            return ref_.load(where, weaken(where, order));
        }
        void store(site where, std::uint64_t value, boost::memory_order order) const noexcept
        {
            ref_.store(where, value, weaken(where, order));
        }
        std::uint64_t fetch_or(site where, std::uint64_t mask, boost::memory_order order) const noexcept
        {
            return ref_.fetch_or(where, mask, weaken(where, order));
        }
        bool compare_exchange(site where, std::uint64_t& expected, std::uint64_t desired, boost::memory_order success,
                              boost::memory_order failure) const noexcept
        {
            if (Taken != part::failure) success = weaken(where, success);
            if (Taken != part::success) failure = weaken(where, failure);
            return ref_.compare_exchange(where, expected, desired, success, failure);
        }

    private:
        static constexpr boost::memory_order weaken(site where, boost::memory_order order) noexcept
        {
            return where == Where ? without(Taken, order) : order;
        }

        typename Atomics::ref ref_;
    };

    static void pause(unsigned turn = 0) noexcept { Atomics::pause(turn); }
};

}  // namespace tamiz::explorer
