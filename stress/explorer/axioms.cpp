// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/axioms.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <explorer/behaviours.hpp>
#include <explorer/text.hpp>

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

/// Tries one combination of behaviours after another.
class axiom_check {
public:
    axiom_check(const execution::builder& build, load_buffering cycles) : threads_(build), cycles_(cycles) {}

    search_result run()
    {
        choose_behaviour(0);
        result_.exhausted = !result_.failure;
        return result_;
    }

private:
    /// An event in its place: at which position of the word's modification order it reads and writes; position 0 is the
    /// first value.
    struct placed {
        const event* e = nullptr;
        unsigned thread = 0;
        std::size_t read_at = 0;
        std::size_t written_at = 0;
    };
    static constexpr std::size_t most_events = 64;  // of all threads: sets of them are bits of a number

    // --- one behaviour for each thread ---------------------------------------------------------------------

    void choose_behaviour(unsigned thread)
    {
        if (thread == threads_.thread_count()) {
            order_writes(0);
            return;
        }
        const std::size_t before = events_.size();
        for (const behaviour& b : threads_.of(thread)) {
            if (before + b.size() > most_events)
                throw std::invalid_argument(
                    "explorer: the threads make more than 64 accesses, too many for the axioms");
            for (const event& e : b) events_.push_back({&e, thread});
            choose_behaviour(thread + 1);
            events_.resize(before);
            if (result_.failure) return;
        }
    }

    // --- a modification order for each word ----------------------------------------------------------------

    void order_writes(std::size_t location)
    {
        if (location == threads_.location_count()) {
            choose_reads(0);
            return;
        }
        orders_.resize(threads_.location_count());
        orders_[location].clear();
        append_write(location, threads_.initial(location));
    }

    void append_write(std::size_t location, std::uint64_t value)
    {
        bool complete = true;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            placed& p = events_[i];
            if (p.e->location != location || !p.e->writes || p.written_at != 0) continue;
            complete = false;
            if (p.e->reads() && p.e->found != value) continue;
            orders_[location].push_back(i);
            p.written_at = orders_[location].size();
            p.read_at = p.written_at - 1;
            append_write(location, p.e->written());
            p.written_at = 0;
            orders_[location].pop_back();
            if (result_.failure) return;
        }
        if (complete) order_writes(location + 1);
    }

    [[nodiscard]] std::uint64_t value_at(std::size_t location, std::size_t position) const
    {
        return position == 0 ? threads_.initial(location) : events_[orders_[location][position - 1]].e->written();
    }

    // --- what the loads read -------------------------------------------------------------------------------

    void choose_reads(std::size_t i)
    {
        while (i < events_.size() && events_[i].e->writes) ++i;
        if (i == events_.size()) {
            if (is_consistent()) use_execution();
            return;
        }
        placed& p = events_[i];
        for (p.read_at = 0; p.read_at <= orders_[p.e->location].size(); ++p.read_at) {
            if (value_at(p.e->location, p.read_at) != p.e->found) continue;
            choose_reads(i + 1);
            if (result_.failure) return;
        }
    }

    // --- the axioms ----------------------------------------------------------------------------------------

    using relation = std::vector<std::uint64_t>;  // for each event, those behind it

    [[nodiscard]] bool is_consistent() const
    {
        relation happens_before = program_order();
        relation reads_from = happens_before;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            if (!events_[i].e->reads() || events_[i].read_at == 0) continue;
            const std::vector<std::size_t>& order = orders_[events_[i].e->location];
            reads_from[order[events_[i].read_at - 1]] |= bit(i);
            if (!acquires(events_[i].e->order())) continue;
            // Whose release sequence does it read from? Its head has only updates between it and what is read.
            for (std::size_t position = events_[i].read_at; position != 0; --position) {
                const placed& head = events_[order[position - 1]];
                if (releases(head.e->order())) happens_before[order[position - 1]] |= bit(i);
                if (!head.e->is_update()) break;
            }
        }
        close(happens_before);
        if (cycles_ == load_buffering::forbidden) {
            close(reads_from);
            if (has_cycle(reads_from)) return false;
        }
        return !has_cycle(happens_before) && is_coherent(happens_before);
    }

    [[nodiscard]] relation program_order() const
    {
        relation order(events_.size());
        for (std::size_t i = 0; i < events_.size(); ++i)
            for (std::size_t j = i + 1; j < events_.size() && events_[j].thread == events_[i].thread; ++j)
                order[i] |= bit(j);
        return order;
    }

    [[nodiscard]] bool is_coherent(const relation& happens_before) const
    {
        for (std::size_t i = 0; i < events_.size(); ++i)
            for (std::uint64_t behind = happens_before[i]; behind != 0; behind &= behind - 1) {
                const placed& a = events_[i];
                const placed& b = events_[static_cast<std::size_t>(std::countr_zero(behind))];
                if (a.e->location != b.e->location) continue;
                const std::size_t reached = a.e->writes ? a.written_at : a.read_at;
                if (b.e->reads() && b.read_at < reached) return false;
                if (b.e->writes && b.written_at <= reached) return false;
            }
        return true;
    }

    [[nodiscard]] static std::uint64_t bit(std::size_t i) noexcept { return std::uint64_t{1} << i; }
    static void close(relation& r)
    {
        for (std::size_t via = 0; via < r.size(); ++via)
            for (std::uint64_t& behind : r)
                if ((behind & bit(via)) != 0) behind |= r[via];
    }
    [[nodiscard]] static bool has_cycle(const relation& closed)
    {
        for (std::size_t i = 0; i < closed.size(); ++i)
            if ((closed[i] & bit(i)) != 0) return true;
        return false;
    }

    // --- an execution that the axioms allow ----------------------------------------------------------------

    void use_execution()
    {
        ++result_.executions;
        result_.steps += events_.size();
        std::vector<std::vector<std::uint64_t>> found(threads_.thread_count());
        for (const placed& p : events_) found[p.thread].push_back(value_at(p.e->location, p.read_at));
        std::vector<std::uint64_t> last_values;
        for (std::size_t i = 0; i < orders_.size(); ++i) last_values.push_back(value_at(i, orders_[i].size()));
        threads_.repeat(found, last_values);
        if (!threads_.failure().empty())
            result_.failure = {threads_.failure(), {}, describe()};
        else
            for (const std::string& note : threads_.notes()) ++result_.notes[note];
    }

    /// The threads one after another, and what each access read from whom.
    [[nodiscard]] std::vector<std::string> describe() const
    {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            const placed& p = events_[i];
            std::string line = std::to_string(i + 1) + ". " + std::to_string(p.thread) + " " +
                               threads_.name_of(p.thread) + "  " + p.e->what.what + " " + p.e->word + " [" +
                               explorer::name_of(p.e->order()) + "]";
            if (p.e->reads()) {
                line += " -> " + hex(p.e->found) + " of ";
                line +=
                    p.read_at == 0 ? "the beginning" : std::to_string(orders_[p.e->location][p.read_at - 1] + 1) + ".";
            }
            if (p.e->writes) line += " => " + hex(p.e->written()) + ", as write " + std::to_string(p.written_at);
            lines.push_back(line);
        }
        return lines;
    }

    behaviours threads_;
    load_buffering cycles_;
    std::vector<placed> events_;                    // thread by thread
    std::vector<std::vector<std::size_t>> orders_;  // for each word, its writes
    search_result result_;
};

}  // namespace

search_result check_axioms(const execution::builder& build, load_buffering cycles)
{
    return axiom_check(build, cycles).run();
}

}  // namespace tamiz::explorer
