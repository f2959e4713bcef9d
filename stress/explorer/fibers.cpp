// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/fibers.hpp>

#include <cstddef>
#include <utility>

#include <boost/context/fixedsize_stack.hpp>

namespace tamiz::explorer {

namespace {
constexpr std::size_t stack_bytes = std::size_t{256} << 10;
}

boost::context::fiber fibers::make(slot& s)
{
    return boost::context::fiber(std::allocator_arg, boost::context::fixedsize_stack(stack_bytes),
                                 [&s](boost::context::fiber&& outside) -> boost::context::fiber {
                                     s.outside = std::move(outside);
                                     for (;;) {
                                         (*s.body)();
                                         s.body = nullptr;
                                         // Destroying the fibers ends the loop here, by an exception of Boost's own.
                                         s.outside = std::move(s.outside).resume();
                                     }
                                 });
}

void fibers::begin(unsigned index, const std::function<void()>& body)
{
    while (slots_.size() <= index) {
        slots_.push_back(std::make_unique<slot>());
        slots_.back()->inside = make(*slots_.back());
    }
    slots_[index]->body = &body;
}

void fibers::resume(unsigned index)
{
    slot& s = *slots_[index];
    s.inside = std::move(s.inside).resume();
}

void fibers::suspend(unsigned index)
{
    slot& s = *slots_[index];
    s.outside = std::move(s.outside).resume();
}

void fibers::abandon(unsigned index)
{
    // A fiber that nobody destroys is never taken apart. It refers to its slot, which so stays as well.
    static_cast<void>(slots_[index].release());
    slots_[index] = std::make_unique<slot>();
    slots_[index]->inside = make(*slots_[index]);
}

}  // namespace tamiz::explorer
