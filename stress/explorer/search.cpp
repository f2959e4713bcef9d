// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/search.hpp>

#include <algorithm>
#include <cstddef>

namespace tamiz::explorer {

namespace {

struct transition {
    unsigned thread = 0;
    unsigned nth = 0;  // among the options of its access
    option how;
};

/// A state with what is tried from it.
struct node {
    std::vector<transition> asleep;  // when the state was reached
    std::vector<transition> open;    // all others
    std::size_t current = 0;         // of `open`; those before it are done
};

bool contains(const std::vector<transition>& set, unsigned thread, const option& how)
{
    return std::any_of(set.begin(), set.end(), [&](const transition& t) { return t.thread == thread && t.how == how; });
}

class depth_first {
public:
    depth_first(const execution::builder& build, const search_options& options)
        : build_(build), options_(options), run_(options.memory)
    {
    }

    search_result run()
    {
        do {
            if (result_.executions + result_.blocked == options_.most_executions) return result_;
            one_execution();
            if (result_.failure) return result_;
        } while (backtrack());
        result_.exhausted = true;
        return result_;
    }

private:
    void one_execution()
    {
        run_.begin(build_);
        bool blocked = false;
        for (std::size_t depth = 0; !run_.has_failed() && !run_.has_ended(); ++depth) {
            if (depth == depth_ && !reach_state()) {
                blocked = true;
                break;
            }
            if (depth == options_.most_steps) {
                run_.fail("more than " + std::to_string(options_.most_steps) +
                          " accesses: does a thread wait for another?");
                break;
            }
            const transition& t = nodes_[depth].open[nodes_[depth].current];
            run_.step(t.thread, t.how);
        }
        run_.end();
        result_.steps += run_.steps();
        ++(blocked ? result_.blocked : result_.executions);
        if (run_.has_failed())
            note_failure();
        else if (!blocked)
            for (const std::string& note : run_.notes()) ++result_.notes[note];
    }

    /// Adds a node for a state that is new. False if everything from it sleeps.
    bool reach_state()
    {
        if (nodes_.size() == depth_) nodes_.emplace_back();
        node& n = nodes_[depth_];
        n.asleep.clear();
        n.open.clear();
        n.current = 0;
        if (options_.reduce == reduction::sleep_sets && depth_ != 0) inherit_sleep(nodes_[depth_ - 1], n);
        for (unsigned thread = 0; thread < run_.thread_count(); ++thread) {
            if (!run_.waits(thread)) continue;
            run_.list_options(thread, listed_);
            for (unsigned nth = 0; nth < listed_.size(); ++nth)
                if (!contains(n.asleep, thread, listed_[nth])) n.open.push_back({thread, nth, listed_[nth]});
        }
        if (n.open.empty()) return false;
        ++depth_;
        return true;
    }

    void inherit_sleep(const node& parent, node& child) const
    {
        const transition& taken = parent.open[parent.current];
        const auto add = [&](const transition& t) {
            if (t.thread != taken.thread && run_.commute(t.how, taken.how)) child.asleep.push_back(t);
        };
        for (const transition& t : parent.asleep) add(t);
        for (std::size_t i = 0; i < parent.current; ++i) add(parent.open[i]);
    }

    bool backtrack()
    {
        while (depth_ != 0) {
            node& n = nodes_[depth_ - 1];
            if (++n.current < n.open.size()) return true;
            --depth_;
        }
        return false;
    }

    void note_failure()
    {
        failed_execution failure{.message = run_.failure()};
        for (std::size_t i = 0; i < run_.steps(); ++i) {
            const transition& t = nodes_[i].open[nodes_[i].current];
            failure.choices.push_back({t.thread, t.nth});
        }
        result_.failure = std::move(failure);
    }

    const execution::builder& build_;
    search_options options_;
    execution run_;
    std::vector<node> nodes_;  // the first depth_ are in use; the others keep their memory
    std::size_t depth_ = 0;
    std::vector<option> listed_;
    search_result result_;
};

}  // namespace

search_result search(const execution::builder& build, const search_options& options)
{
    return depth_first(build, options).run();
}

}  // namespace tamiz::explorer
