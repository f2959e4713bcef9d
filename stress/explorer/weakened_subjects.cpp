// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/weakened_subjects.hpp>

#include <string>

#include <explorer/atomics.hpp>
#include <explorer/weakened.hpp>

namespace tamiz::explorer {

namespace {

template <site Where, part Taken>
subject without_order()
{
    using policy = weakened<atomics, Where, Taken>;
    return subject_of<words<policy>, counter_words<policy>>(std::string(name_of(Where)) + "." + name_of(Taken));
}

}  // namespace

std::vector<subject> weakened_subjects()
{
    return {
        without_order<site::test_load, part::acquire>(),       without_order<site::set_load, part::acquire>(),
        without_order<site::set_or, part::acquire>(),          without_order<site::set_or, part::release>(),
        without_order<site::claim_load, part::acquire>(),      without_order<site::claim_exchange, part::success>(),
        without_order<site::claim_exchange, part::failure>(),  without_order<site::merge_source, part::acquire>(),
        without_order<site::merge_or, part::release>(),        without_order<site::copy_load, part::acquire>(),
        without_order<site::add_load, part::acquire>(),        without_order<site::add_exchange, part::success>(),
        without_order<site::add_exchange, part::failure>(),    without_order<site::lock_exchange, part::success>(),
        without_order<site::unlock_exchange, part::success>(), without_order<site::merge_exchange, part::success>(),
    };
}

}  // namespace tamiz::explorer
