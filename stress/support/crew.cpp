// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "support/crew.hpp"

#include <utility>

namespace tamiz::stress {

crew::crew(unsigned size) : size_(size), gate_(std::ptrdiff_t{size} + 1), errors_(size)
{
    threads_.reserve(size);
    try {
        for (unsigned i = 0; i < size; ++i) threads_.emplace_back([this, i] { work(i); });
    } catch (...) {
        for (std::size_t i = threads_.size(); i < size; ++i) gate_.arrive_and_drop();
        gate_.arrive_and_wait();  // no task: those that began end
        for (std::thread& thread : threads_) thread.join();
        throw;
    }
}

crew::~crew()
{
    task_ = nullptr;
    gate_.arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
}

void crew::run(const std::function<void(unsigned)>& task)
{
    task_ = &task;
    gate_.arrive_and_wait();
    gate_.arrive_and_wait();
    std::exception_ptr first;
    for (std::exception_ptr& error : errors_) {
        if (error && !first) first = error;
        error = nullptr;
    }
    if (first) std::rethrow_exception(first);
}

void crew::work(unsigned index)
{
    for (;;) {
        gate_.arrive_and_wait();
        if (task_ == nullptr) return;
        try {
            (*task_)(index);
        } catch (...) {
            errors_[index] = std::current_exception();
        }
        gate_.arrive_and_wait();
    }
}

}  // namespace tamiz::stress
