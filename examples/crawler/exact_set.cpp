// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/exact_set.hpp"

namespace crawler {

exact_set::exact_set() = default;
exact_set::~exact_set() = default;

bool exact_set::contains(std::string_view address) const
{
    return addresses_.find(address) != addresses_.end();
}

void exact_set::insert(std::string_view address)
{
    addresses_.emplace(address);
}

std::uint64_t exact_set::size() const
{
    return addresses_.size();
}

void exact_set::for_each(const std::function<void(std::string_view address)>& visit) const
{
    for (const element& address : addresses_) visit(address);
}

std::uint64_t exact_set::memory_bytes() noexcept
{
    return examples::memory_account<account>::bytes();
}

}  // namespace crawler
