// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace tamiz::stress {

/// Plain threads that do one task after another, all of them at once.
class crew {
public:
    /// @throws std::system_error if the system gives no more threads
    explicit crew(unsigned size);
    ~crew();
    crew(const crew&) = delete;
    crew& operator=(const crew&) = delete;

    [[nodiscard]] unsigned size() const noexcept { return size_; }

    /// Calls `task(0)` … `task(size - 1)`, each on a thread of its own, and returns when all have returned. What the
    /// caller did before is seen by the tasks, and what they did by the caller. If tasks threw, one of the exceptions
    /// is thrown again.
    void run(const std::function<void(unsigned)>& task);

private:
    void work(unsigned index);

    unsigned size_;
    std::barrier<> gate_;                                  // of all threads and the caller
    const std::function<void(unsigned)>* task_ = nullptr;  // changed only while all threads wait; none: they end
    std::vector<std::exception_ptr> errors_;               // by thread
    std::vector<std::thread> threads_;
};

}  // namespace tamiz::stress
