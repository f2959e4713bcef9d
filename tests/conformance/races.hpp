// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include "structures.hpp"

#include <support/keys.hpp>
#include <support/plain_twin.hpp>
#include <support/threads.hpp>

#include <tamiz/sizing.hpp>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <thread>
#include <vector>

/// Runs of eight threads against one filter, each told by what it counted. The same functions are run on the library's
/// own words, where they must count no violation, and on words with a mistake, where they must count some.
namespace tamiz_test {

inline constexpr unsigned race_threads = 8;

/// Whether a mistake shows up in a run is a matter of luck, so there are several: small ones, because a dense small
/// filter loses as many bits as a large one. Almost always the first will do; if none of 200 does, the test is blind.
/// @param run called with a seed: a short race with a mistake in it; true: it was noticed
template <typename Run>
[[nodiscard]] bool caught(const Run& run)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
        if (run(seed)) return true;
    return false;
}

// --- who is told that a key is new ---------------------------------------------------------------------------------

struct answers_race {
    std::uint64_t keys = 0;
    std::uint64_t told_nobody = 0;      ///< no caller was told that the key was new, and the others do not cover it
    std::uint64_t told_several = 0;     ///< more than one caller was
    std::uint64_t covered = 0;          ///< keys whose bits the others have, too: false positives, if they came late
    std::uint64_t false_positives = 0;  ///< of these, the ones that nobody was told of
    std::uint64_t lost_claims = 0;      ///< of those: a caller raced, and the others cover a word of the key
    std::uint64_t not_found = 0;        ///< after all
    double fill = 0;

    friend std::ostream& operator<<(std::ostream& out, const answers_race& race)
    {
        return out << race.keys << " keys, told to nobody " << race.told_nobody << " (lost claims " << race.lost_claims
                   << "), told to several " << race.told_several << ", covered by others " << race.covered
                   << " (false positives " << race.false_positives << "), not found " << race.not_found << ", fill "
                   << race.fill;
    }
};

/// What one call answered.
enum class told : std::uint8_t { known, perhaps, is_new };

struct by_insert {
    template <typename Filter>
    told operator()(Filter& filter, const typename Filter::key_type& key) const
    {
        return filter.insert(key) ? told::is_new : told::known;
    }
};

struct by_claim {
    template <typename Filter>
    told operator()(Filter& filter, const typename Filter::key_type& key) const
    {
        const tamiz::claim_result result = filter.claim(key);
        return result == tamiz::claim_result::won     ? told::is_new
               : result == tamiz::claim_result::raced ? told::perhaps
                                                      : told::known;
    }
};

/// Eight threads bring the same new keys in the same order. They keep step, or on two cores one of them would be done
/// before the third begins.
template <typename Filter, typename Call>
[[nodiscard]] answers_race race_for_keys(Filter& filter, const std::vector<typename Filter::key_type>& keys,
                                         const Call& call)
{
    std::vector<std::vector<told>> answers(race_threads, std::vector<told>(keys.size()));
    const std::size_t step = std::max<std::size_t>(1, keys.size() / 20);
    std::barrier together(race_threads);
    in_threads(race_threads, [&](unsigned thread) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i % step == 0) together.arrive_and_wait();
            answers[thread][i] = call(filter, keys[i]);
        }
    });

    plain_twin<typename Filter::layout_type> twin(filter.layout_size());
    for (const auto& key : keys) twin.insert(filter.hash(key));
    answers_race result;
    result.keys = keys.size();
    result.fill = filter.fill_ratio();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto callers = [&](told answer) {
            return std::ranges::count_if(answers, [&](const auto& thread) { return thread[i] == answer; });
        };
        const bool covered = twin.covered_by_others(filter.hash(keys[i]));
        if (covered) ++result.covered;
        if (callers(told::is_new) > 1) ++result.told_several;
        if (callers(told::is_new) == 0) {
            ++(covered ? result.false_positives : result.told_nobody);
            // Of the key's callers, those who saw its highest incomplete word incomplete all set it; if none of them
            // changed it, others did, and these have all of the key's bits there.
            if (!covered && callers(told::perhaps) > 0 && twin.word_covered_by_others(filter.hash(keys[i])))
                ++result.lost_claims;
        }
        if (!filter.may_contain(keys[i])) ++result.not_found;
    }
    return result;
}

/// A size at which less than one of a million runs with so many keys has a false positive among them.
template <typename Filter>
[[nodiscard]] auto without_false_positives(std::uint64_t items)
{
    using layout = typename Filter::layout_type;
    constexpr std::uint64_t hashes = erasing<Filter> && decided_at_once<Filter> ? 8 : 16;  // the layout has them
    for (std::uint64_t cells = 64 * items;; cells *= 2) {
        const auto size = layout::size_of(cells, hashes);
        const auto rate = [&](double held) { return layout::false_positive_rate(size, held); };
        if (tamiz::detail::expected_false_drops(rate, static_cast<double>(items)) < 1e-6)
            return explicit_size_for<Filter>(cells, hashes);
    }
}

// --- who finds a key -----------------------------------------------------------------------------------------------

/// Keys of writers: the i-th one of each, without a table that the threads would share.
template <typename Key>
[[nodiscard]] Key key_of(unsigned writer, std::uint64_t i)
{
    return key_from<Key>{}((std::uint64_t{writer} << 40) + i);
}

/// What some writers have inserted, for others to see: a writer stores its count by release, and who acquires it knows
/// that so many inserts happened before. At several stages a writer waits for the others; without that, on two cores,
/// all might be inserted before anybody looks. Half of the time it waits until a look has begun, and goes on while it
/// lasts; half of the time until it has ended, so that somebody sees exactly what is there.
class publications {
public:
    publications(unsigned writers, unsigned lookers, std::uint64_t keys_per_writer)
        : keys_per_writer_(keys_per_writer), lookers_(lookers), inserted_(writers)
    {
    }

    /// Inserts this writer's keys by `insert(key number)` and publishes each.
    template <typename Insert>
    void write(unsigned writer, const Insert& insert)
    {
        const std::uint64_t stage = std::max<std::uint64_t>(1, keys_per_writer_ / stages);
        for (std::uint64_t i = 0; i < keys_per_writer_; ++i) {
            insert(i);
            inserted_[writer].count.store(i + 1, std::memory_order_release);
            // Not after the last key: nobody may look any more.
            if ((i + 1) % stage == 0 && i + 1 != keys_per_writer_)
                wait_for((i + 1) / stage % 2 == 0 ? looks_begun_ : looks_ended_);
        }
    }

    /// For one of the others: called after it has read the counts, and after it has looked at what was there by then.
    void look_begins() { looks_begun_.fetch_add(1, std::memory_order_relaxed); }
    void look_ends() { looks_ended_.fetch_add(1, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t inserted_by(unsigned writer) const
    {
        return inserted_[writer].count.load(std::memory_order_acquire);
    }
    [[nodiscard]] unsigned writers() const { return static_cast<unsigned>(inserted_.size()); }
    [[nodiscard]] std::uint64_t keys_per_writer() const { return keys_per_writer_; }

private:
    static constexpr std::uint64_t stages = 20;
    struct alignas(64) counter {
        std::atomic<std::uint64_t> count{0};
    };

    /// Each of the others may be on its way with older counts; the next one has newer ones.
    /// relaxed: waiting must not order what the filter itself fails to order.
    void wait_for(const std::atomic<std::uint64_t>& looks) const
    {
        const std::uint64_t enough = looks.load(std::memory_order_relaxed) + lookers_ + 1;
        while (looks.load(std::memory_order_relaxed) < enough) std::this_thread::yield();
    }

    std::uint64_t keys_per_writer_;
    unsigned lookers_;
    std::vector<counter> inserted_;
    alignas(64) std::atomic<std::uint64_t> looks_begun_{0};
    std::atomic<std::uint64_t> looks_ended_{0};
};

/// Which keys were published when one looked.
class published_keys {
public:
    explicit published_keys(const publications& published)
    {
        for (unsigned writer = 0; writer < published.writers(); ++writer) {
            counts_.push_back(published.inserted_by(writer));
            if (counts_.back() < published.keys_per_writer()) complete_ = false;
        }
    }
    /// All keys that there will be.
    [[nodiscard]] bool complete() const { return complete_; }
    [[nodiscard]] std::uint64_t count(unsigned writer) const { return counts_[writer]; }

    /// How many of the keys of writers `first` to `end - 1` are missing.
    template <typename Filter>
    [[nodiscard]] std::uint64_t missing_in(const Filter& filter, unsigned first, unsigned end) const
    {
        std::uint64_t missing = 0;
        for (unsigned writer = first; writer < end; ++writer)
            for (std::uint64_t i = 0; i < counts_[writer]; ++i)
                if (!filter.may_contain(key_of<typename Filter::key_type>(writer, i))) ++missing;
        return missing;
    }

private:
    std::vector<std::uint64_t> counts_;
    bool complete_ = true;
};

struct lookups_race {
    std::uint64_t missed_at_once = 0;    ///< by the writer itself, after its insert
    std::uint64_t missed_published = 0;  ///< by a reader who had seen that it was inserted
    std::uint64_t missed_at_end = 0;
    std::uint64_t asked_meanwhile = 0;  ///< published keys that readers asked for before all were inserted
    double fill = 0;

    [[nodiscard]] std::uint64_t violations() const { return missed_at_once + missed_published + missed_at_end; }
    friend std::ostream& operator<<(std::ostream& out, const lookups_race& race)
    {
        return out << "missed at once " << race.missed_at_once << ", when published " << race.missed_published
                   << " (asked meanwhile: " << race.asked_meanwhile << "), at the end " << race.missed_at_end
                   << ", fill " << race.fill;
    }
};

/// Four threads insert keys and publish each one; four ask for what is new at once.
template <typename Filter, typename Call>
[[nodiscard]] lookups_race publish_and_look_up(Filter& filter, std::uint64_t keys_per_writer, const Call& call)
{
    using key = typename Filter::key_type;
    constexpr unsigned writers = race_threads / 2;
    publications published(writers, race_threads - writers, keys_per_writer);
    std::vector<lookups_race> seen(race_threads);
    in_threads(race_threads, [&](unsigned thread) {
        lookups_race& mine = seen[thread];
        if (thread < writers) {
            published.write(thread, [&](std::uint64_t i) {
                (void)call(filter, key_of<key>(thread, i));
                if (!filter.may_contain(key_of<key>(thread, i))) ++mine.missed_at_once;
            });
            return;
        }
        std::vector<std::uint64_t> asked(writers);
        for (bool complete = false; !complete; published.look_ends()) {
            const published_keys there(published);
            complete = there.complete();
            published.look_begins();
            for (unsigned writer = 0; writer < writers; ++writer) {
                if (!complete) mine.asked_meanwhile += there.count(writer) - asked[writer];
                for (; asked[writer] < there.count(writer); ++asked[writer])
                    if (!filter.may_contain(key_of<key>(writer, asked[writer]))) ++mine.missed_published;
            }
            std::this_thread::yield();
        }
    });

    lookups_race result;
    result.fill = filter.fill_ratio();
    for (const lookups_race& thread : seen) {
        result.missed_at_once += thread.missed_at_once;
        result.missed_published += thread.missed_published;
        result.asked_meanwhile += thread.asked_meanwhile;
    }
    for (unsigned writer = 0; writer < writers; ++writer)
        for (std::uint64_t i = 0; i < keys_per_writer; ++i)
            if (!filter.may_contain(key_of<key>(writer, i))) ++result.missed_at_end;
    return result;
}

// --- whole filters beside writers ----------------------------------------------------------------------------------

struct snapshots_race {
    std::uint64_t snapshots = 0;    ///< taken while not all was inserted yet
    std::uint64_t keys_missed = 0;  ///< inserted before the copy or merge began, and not in it
    std::uint64_t cells_lost = 0;   ///< bits or counters that are lower in a later copy than in an earlier one
    std::uint64_t missed_at_end = 0;
    double fill = 0;

    [[nodiscard]] std::uint64_t violations() const { return keys_missed + cells_lost + missed_at_end; }
    friend std::ostream& operator<<(std::ostream& out, const snapshots_race& race)
    {
        return out << race.snapshots << " snapshots beside writers, keys missed " << race.keys_missed << ", cells lost "
                   << race.cells_lost << ", missed at the end " << race.missed_at_end << ", fill " << race.fill;
    }
};

/// Seven threads insert and publish; one makes copies, one after another, until all is inserted.
template <typename Filter>
[[nodiscard]] snapshots_race copy_beside_writers(Filter& filter, std::uint64_t keys_per_writer)
{
    using key = typename Filter::key_type;
    constexpr unsigned writers = race_threads - 1;
    publications published(writers, race_threads - writers, keys_per_writer);
    snapshots_race result;
    in_threads(race_threads, [&](unsigned thread) {
        if (thread < writers) {
            published.write(thread, [&](std::uint64_t i) { filter.insert(key_of<key>(thread, i)); });
            return;
        }
        std::vector<std::uint64_t> earlier;
        for (bool complete = false; !complete; published.look_ends()) {
            const published_keys before(published);
            complete = before.complete();
            published.look_begins();
            const Filter copy = filter.copy();
            result.keys_missed += before.missing_in(copy, 0, writers);
            for (std::size_t i = 0; i < earlier.size(); ++i)
                result.cells_lost += cells_lowered<Filter>(earlier[i], copy.words()[i]);
            earlier.assign(copy.words().begin(), copy.words().end());
            if (!complete) ++result.snapshots;
        }
    });
    result.missed_at_end = published_keys(published).missing_in(filter, 0, writers);
    result.fill = filter.fill_ratio();
    return result;
}

/// Four threads insert into one filter, three into another, and one merges the first into the second all the while.
template <typename Filter>
[[nodiscard]] snapshots_race merge_beside_writers(Filter& target, Filter& source, std::uint64_t keys_per_writer)
{
    using key = typename Filter::key_type;
    constexpr unsigned writers = race_threads - 1;
    constexpr unsigned source_writers = 4;
    publications published(writers, race_threads - writers, keys_per_writer);
    snapshots_race result;
    in_threads(race_threads, [&](unsigned thread) {
        if (thread < writers) {
            Filter& filter = thread < source_writers ? source : target;
            published.write(thread, [&](std::uint64_t i) { filter.insert(key_of<key>(thread, i)); });
            return;
        }
        for (bool complete = false; !complete; published.look_ends()) {
            const published_keys before(published);
            complete = before.complete();
            published.look_begins();
            target.merge(source);
            result.keys_missed += before.missing_in(target, 0, writers);
            if (!complete) ++result.snapshots;
        }
    });
    const published_keys all(published);
    result.missed_at_end = all.missing_in(target, 0, writers) + all.missing_in(source, 0, source_writers);
    result.fill = target.fill_ratio();
    return result;
}

}  // namespace tamiz_test
