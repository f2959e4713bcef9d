// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/memory.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace tamiz::explorer {

namespace {

bool acquires(boost::memory_order order) noexcept
{
    return order == boost::memory_order::acquire || order == boost::memory_order::acq_rel;
}
bool releases(boost::memory_order order) noexcept
{
    return order == boost::memory_order::release || order == boost::memory_order::acq_rel;
}

}  // namespace

memory::memory(model m) : model_(m)
{
    if (m == model::axioms)
        throw std::invalid_argument("memory: model = axioms: there is no machine for it, see axioms.hpp");
}

void memory::begin(unsigned threads)
{
    for (unsigned i = 0; i < location_count_; ++i) locations_[i].order.clear();
    location_count_ = 0;
    threads_.assign(threads, {});
    // 1, not 0: nobody knows of a thread's beginning but itself.
    for (unsigned i = 0; i < threads; ++i) threads_[i].clock[i] = 1;
}

unsigned memory::find(const std::uint64_t* word) const noexcept
{
    unsigned i = 0;
    while (i < location_count_ && locations_[i].word != word) ++i;
    return i;
}

bool memory::touch(std::uint64_t* word)
{
    const unsigned number = find(word);
    if (number < location_count_) return locations_[number].order.back().value == *word;
    if (number == max_locations)
        throw std::length_error("explorer: more than " + std::to_string(max_locations) + " words in one execution");
    locations_[number].word = word;
    locations_[number].order.push_back({.value = *word, .carries = {}, .number = 0, .update = false});
    ++location_count_;
    return true;
}

bool memory::is_open_behind(const location& l, std::size_t position) noexcept
{
    return position + 1 == l.order.size() || !l.order[position + 1].update;
}

void memory::list_options(unsigned thread, const operation& op, std::vector<option>& result) const
{
    result.clear();
    const unsigned number = find(op.address);
    const location& l = locations_[number];
    const std::size_t newest = l.order.size() - 1;
    const std::size_t oldest = model_ == model::sequential ? newest : threads_[thread].seen[number];
    for (std::size_t position = newest + 1; position-- > oldest;) {
        const message& m = l.order[position];
        const bool writes = op.act == action::store || op.act == action::fetch_or ||
                            (op.act == action::compare_exchange && m.value == op.expected);
        if (!writes || is_open_behind(l, position))
            result.push_back({.location = static_cast<std::uint8_t>(number), .from = m.number, .writes = writes});
    }
}

bool memory::commute(const option& a, const option& b) const noexcept
{
    if (a.location != b.location || (!a.writes && !b.writes)) return true;
    // In the weak model both act on messages that are there, and nothing comes to be that they could have chosen
    // instead: what is read stays readable. Of two updates of one message the second is no longer open; of two stores
    // behind one message, each order of the two is reached by either of them first, behind the other or behind that
    // message.
    return model_ == model::weak;
}

outcome memory::perform(unsigned thread, const operation& op, const option& how)
{
    location& l = locations_[how.location];
    knowledge& known = threads_[thread];
    std::size_t position = 0;
    while (l.order[position].number != how.from) ++position;
    const std::uint64_t found = l.order[position].value;

    if (op.act != action::store) {
        known.seen[how.location] = std::max(known.seen[how.location], static_cast<std::uint8_t>(position));
        const bool failed = op.act == action::compare_exchange && !how.writes;
        if (acquires(failed ? op.failure : op.order)) known.join(l.order[position].carries);
    }
    if (how.writes) put(thread, op, how.location, position);
    // Only now: what is done after a release is not released by it.
    if (++known.clock[thread] == std::numeric_limits<std::uint8_t>::max())
        throw std::length_error("explorer: a thread makes more than 253 accesses");
    return {found, how.writes};
}

void memory::put(unsigned thread, const operation& op, unsigned location_number, std::size_t behind)
{
    location& l = locations_[location_number];
    if (l.order.size() == std::numeric_limits<std::uint8_t>::max())
        throw std::length_error("explorer: more than 254 writes to one word");
    const bool update = op.act != action::store;
    message m{.value = written_by(op, l.order[behind].value),
              .carries = {},
              .number = static_cast<std::uint8_t>(l.order.size()),
              .update = update};
    const std::size_t position = behind + 1;
    if (position != l.order.size()) make_room(location_number, position);
    knowledge& known = threads_[thread];
    known.seen[location_number] = static_cast<std::uint8_t>(position);
    if (update) m.carries = l.order[behind].carries;
    if (releases(op.order)) m.carries.join(known);
    l.order.insert(l.order.begin() + static_cast<std::ptrdiff_t>(position), m);
    *l.word = l.order.back().value;
}

void memory::make_room(unsigned location_number, std::size_t position)
{
    const auto move_up = [&](knowledge& k) {
        if (k.seen[location_number] >= position) ++k.seen[location_number];
    };
    for (knowledge& k : threads_) move_up(k);
    for (unsigned i = 0; i < location_count_; ++i)
        for (message& m : locations_[i].order) move_up(m.carries);
}

}  // namespace tamiz::explorer
