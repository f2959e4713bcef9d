// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "crew.hpp"
#include "interleave.hpp"
#include "keys.hpp"
#include "machine.hpp"
#include "subject.hpp"

namespace bench {

enum class operation {
    insert_new,
    build_new,  ///< insert_new while nobody else uses the filter; always in bulk
    insert_known,
    find_absent,
    find_present,
    mix  ///< nine lookups, every second of a present key, and one insert of a new key
};
enum class manner { single, bulk };
enum class popularity { uniform, zipf };  ///< which of the present keys are asked for

/// A filter in use: filled until it has the wanted rate of false positives, and kept so. Small ones are filled with
/// keys. For large ones that would take minutes: their bits are set at random, as densely as gives that rate, and
/// some million keys come on top.
template <typename Key>
class contender {
public:
    contender(std::string name, std::unique_ptr<subject<Key>> filter, double rate)
        : name_(std::move(name)), filter_(std::move(filter)), capacity_(filter_->keys_at(rate))
    {
        constexpr std::uint64_t most_inserted = std::is_same_v<Key, std::uint64_t> ? 40'000'000 : 1'000'000;
        constexpr std::uint64_t most_on_top = std::is_same_v<Key, std::uint64_t> ? 4'000'000 : 500'000;
        held_ = capacity_;
        if (capacity_ > most_inserted) {
            held_ = most_on_top;
            const double wanted = std::pow(rate, 1.0 / filter_->bits_of_a_key());
            const double bits_on_top = static_cast<double>(held_) * filter_->bits_of_a_key() * (1 - wanted);
            fill_randomly(filter_->memory(), wanted - bits_on_top / (8.0 * static_cast<double>(memory().size())));
        }
        constexpr std::size_t step = 50'000;
        key_batch<Key> batch;
        for (std::uint64_t first = 0; first < held_; first += step) {
            batch.assign(static_cast<std::size_t>(std::min<std::uint64_t>(step, held_ - first)),
                         [first](std::size_t i) { return first + i; });
            filter_->insert_bulk(batch.keys());
        }
        const std::span<const std::byte> memory = filter_->memory();
        if (memory.size() <= most_kept) as_filled_.assign(memory.begin(), memory.end());
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::span<std::byte> memory() { return filter_->memory(); }
    [[nodiscard]] subject<Key>& filter() { return *filter_; }

    [[nodiscard]] double bits_per_key() const
    {
        return 8 * static_cast<double>(filter_->memory().size()) / static_cast<double>(capacity_);
    }

    /// The share of fresh keys that are answered true.
    [[nodiscard]] double measured_rate(std::size_t draws)
    {
        restore();
        constexpr std::size_t step = 20'000;
        const auto answers = std::make_unique<bool[]>(step);
        std::size_t found = 0;
        std::size_t asked = 0;
        key_batch<Key> batch;
        for (; asked < draws; asked += step) {
            batch.assign(step, [this](std::size_t) { return next_fresh_++; });
            filter_->find_bulk(batch.keys(), {answers.get(), step});
            found += static_cast<std::size_t>(std::count(answers.get(), answers.get() + step, true));
        }
        return static_cast<double>(found) / static_cast<double>(asked);
    }

    void ask_for(popularity present) { present_ = present; }

    /// Times one piece: `keys` keys on each of `threads` threads. Nanoseconds are for one key of one thread, so they do
    /// not depend on the number of threads if these do not disturb each other.
    void time(interleaved& times, std::size_t piece, operation what, manner how, unsigned threads, std::size_t keys)
    {
        time_together(times, piece, std::vector<contender*>(threads, this), what, how, keys);
    }

    /// The same, each thread on the filter that is named for it.
    static void time_together(interleaved& times, std::size_t piece, const std::vector<contender*>& filters,
                              operation what, manner how, std::size_t keys)
    {
        struct share {
            key_batch<Key> batch;
            std::unique_ptr<bool[]> answers;
        };
        std::vector<share> shares(filters.size());
        for (std::size_t t = 0; t < filters.size(); ++t) {
            shares[t].answers = std::make_unique<bool[]>(keys);
            filters[t]->make_ready(what, keys);
            filters[t]->choose(shares[t].batch, what, how, keys);
        }
        const double taken = run_together(
            static_cast<unsigned>(filters.size()), [&](unsigned t) { prepare(filters[t]->memory()); },
            [&](unsigned t) {
                perform(filters[t]->filter(), what, how, shares[t].batch.keys(), {shares[t].answers.get(), keys});
            });
        times.record(piece, taken / static_cast<double>(keys));
    }

    /// Keys as those of a piece, for what is timed beside it.
    [[nodiscard]] key_batch<Key> new_keys(std::size_t keys)
    {
        key_batch<Key> batch;
        make_ready(operation::insert_new, keys);
        choose(batch, operation::insert_new, manner::single, keys);
        return batch;
    }

private:
    /// Before new keys come in: makes them forgotten that came in since it was filled, once they are half a percent.
    void make_ready(operation what, std::size_t keys)
    {
        if (what != operation::insert_new && what != operation::build_new && what != operation::mix) return;
        if (added_ > capacity_ / 200) restore();
        added_ += keys;
    }

    void restore()
    {
        if (as_filled_.empty()) return;
        std::memcpy(filter_->memory().data(), as_filled_.data(), as_filled_.size());
        added_ = 0;
    }

    static constexpr std::size_t most_kept = std::size_t{64} << 20;
    static constexpr std::size_t mixed = 320;  // keys of a batch of the mix in bulk: a tenth of them new

    static void perform(subject<Key>& filter, operation what, manner how, std::span<const Key> keys,
                        std::span<bool> answers)
    {
        const bool bulk = how == manner::bulk;
        switch (what) {
        case operation::build_new:
            return filter.build(keys);
        case operation::insert_new:
        case operation::insert_known:
            return bulk ? filter.insert_bulk(keys) : filter.insert(keys);
        case operation::find_absent:
        case operation::find_present:
            return bulk ? filter.find_bulk(keys, answers) : filter.find(keys, answers);
        case operation::mix:
            if (!bulk) return filter.mix(keys, answers);
            for (std::size_t at = 0; at < keys.size(); at += mixed) {
                const std::span<const Key> part = keys.subspan(at, std::min(mixed, keys.size() - at));
                const std::size_t asked = part.size() - part.size() / 10;
                filter.find_bulk(part.first(asked), answers.subspan(at, asked));
                filter.insert_bulk(part.subspan(asked));
            }
        }
    }

    void choose(key_batch<Key>& batch, operation what, manner how, std::size_t keys)
    {
        batch.assign(keys, [&](std::size_t i) {
            switch (what) {
            case operation::insert_known:
            case operation::find_present:
                return next_present();
            case operation::mix: {
                const bool is_new = how == manner::bulk ? i % mixed >= mixed - mixed / 10 : i % 10 == 9;
                return is_new || i % 2 == 1 ? next_fresh_++ : next_present();
            }
            default:
                return next_fresh_++;
            }
        });
    }

    [[nodiscard]] std::uint64_t next_present()
    {
        const std::uint64_t next = next_present_++;
        return present_ == popularity::uniform ? next % held_ : zipf_rank(next, held_);
    }

    std::string name_;
    std::unique_ptr<subject<Key>> filter_;
    std::uint64_t capacity_;   // keys that it holds at the rate
    std::uint64_t held_ = 0;   // keys of the numbers below are in
    std::uint64_t added_ = 0;  // new keys since it was as filled
    std::uint64_t next_present_ = 0;
    std::uint64_t next_fresh_ = first_fresh;
    popularity present_ = popularity::uniform;
    std::vector<std::byte> as_filled_;  // empty: too large to keep
};

}  // namespace bench
