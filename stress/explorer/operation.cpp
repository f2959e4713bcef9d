// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/operation.hpp>

namespace tamiz::explorer {

access_handler* access_handler::current = nullptr;

outcome access(const operation& op)
{
    access_handler* const handler = access_handler::current;
    return handler == nullptr ? access_plain_memory(op) : handler->handle(op);
}

void pause()
{
    if (access_handler::current != nullptr) access_handler::current->pause();
}

outcome access_plain_memory(const operation& op) noexcept
{
    const std::uint64_t found = *op.address;
    if (op.act == action::load || (op.act == action::compare_exchange && found != op.expected)) return {found, false};
    *op.address = written_by(op, found);
    return {found, true};
}

}  // namespace tamiz::explorer
