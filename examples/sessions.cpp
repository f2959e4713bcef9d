// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Sessions that come and go, and a filter that spares most requests of strangers the store's lock. The pattern is safe:
// a key goes into the filter before its entry goes into the store, and is erased by whoever took the entry out, once.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <vector>

#include <tamiz/counting_bloom_filter.hpp>

class session_store {
public:
    explicit session_store(std::size_t expected) : maybe_({.expected_items = expected, .false_positive_rate = 0.01}) {}

    bool open(std::uint64_t session)
    {
        maybe_.insert(session);  // first, so that an entry in the store is always found
        const std::lock_guard guard(lock_);
        if (entries_.insert(session).second) return true;
        maybe_.erase(session);  // it was open: take back our own insert, and nobody else's
        return false;
    }
    bool close(std::uint64_t session)
    {
        {
            const std::lock_guard guard(lock_);
            if (entries_.erase(session) == 0) return false;  // somebody else has closed it, and erases it
        }
        return maybe_.erase(session);
    }
    bool is_open(std::uint64_t session)
    {
        if (!maybe_.may_contain(session)) return false;  // certainly not, and no lock was taken
        locked_.fetch_add(1, std::memory_order_relaxed);
        const std::lock_guard guard(lock_);
        return entries_.contains(session);
    }
    [[nodiscard]] std::size_t locked() const { return locked_.load(std::memory_order_relaxed); }
    [[nodiscard]] tamiz::counting_stats stats() const { return maybe_.stats(); }

private:
    std::mutex lock_;
    std::unordered_set<std::uint64_t> entries_;  // the exact store, for which a database may stand
    tamiz::counting_bloom_filter<std::uint64_t> maybe_;
    std::atomic<std::size_t> locked_{0};
};

int main()
{
    constexpr std::size_t threads = 8, sessions = 20'000, strangers = 10;
    session_store store(threads * sessions);
    std::atomic<std::size_t> missed{0}, asked{0};
    {
        std::vector<std::jthread> workers;
        for (std::size_t worker = 0; worker < threads; ++worker) {
            workers.emplace_back([&store, &missed, &asked, worker] {
                const std::uint64_t mine = worker << 32;
                for (std::uint64_t s = mine; s < mine + sessions; ++s) {
                    store.open(s);
                    missed += store.is_open(s) ? 0 : 1;
                    for (std::size_t i = 0; i < strangers; ++i) store.is_open(~(s * strangers + i));
                    asked += 1 + strangers;
                    if (s % 2 == 0) missed += store.close(s) ? 0 : 1;
                }
            });
        }
    }  // joins
    const tamiz::counting_stats stats = store.stats();
    std::printf("%zu requests, %zu of them took the lock; about %.0f sessions are open, in %.0f KiB of filter\n",
                asked.load(), store.locked(), stats.estimated_items, static_cast<double>(stats.memory_bytes) / 1024);
    std::printf("%zu open sessions were missed, %llu counters are stuck\n", missed.load(),
                static_cast<unsigned long long>(stats.stuck_counters));
    return missed == 0 ? 0 : 1;
}
