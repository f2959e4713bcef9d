// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tamiz/layout/probe.hpp>
#include <tamiz/options.hpp>

namespace tamiz::stress {

/// Numbers of keys in equal steps.
class key_run {
public:
    key_run(std::size_t first, std::size_t step, std::size_t size) noexcept : first_(first), step_(step), size_(size) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t operator[](std::size_t n) const noexcept { return first_ + n * step_; }
    [[nodiscard]] key_run part(std::size_t begin, std::size_t size) const noexcept
    {
        return {(*this)[begin], step_, size};
    }

private:
    std::size_t first_;
    std::size_t step_;
    std::size_t size_;
};

/// A filter with its keys, as the scenarios see it: keys go by their numbers. All keys are different; those from
/// `key_count` on are never put in. The scenarios are so compiled once, and each kind of filter adds what is
/// behind these functions (filter_kind.hpp). A call of one costs a nanosecond or two.
class subject {
public:
    virtual ~subject() = default;

    // Safe together, as the filter's own operations are.
    virtual bool insert(std::size_t key) = 0;
    virtual void insert_unanswered(std::size_t key) = 0;  ///< compiles to other instructions
    /// Only where the filter does not count. @throws std::logic_error
    [[nodiscard]] virtual claim_result claim(std::size_t key) = 0;
    [[nodiscard]] virtual bool may_contain(std::size_t key) const = 0;
    /// Only where the filter counts. @throws std::logic_error
    virtual bool erase(std::size_t key) = 0;
    [[nodiscard]] virtual unsigned occurrences(std::size_t key) const = 0;

    virtual void insert_range(const key_run& keys, std::span<bool> answers) = 0;
    virtual void claim_range(const key_run& keys, std::span<claim_result> answers) = 0;  ///< as `claim`
    virtual void may_contain_range(const key_run& keys, std::span<bool> answers) const = 0;

    /// `other` has the same type.
    virtual void merge(const subject& other) = 0;
    [[nodiscard]] virtual std::unique_ptr<subject> copy() const = 0;

    // For one thread alone.
    [[nodiscard]] virtual std::unique_ptr<subject> empty_twin() const = 0;  ///< same size, same keys
    [[nodiscard]] virtual std::span<const std::uint64_t> words() const = 0;
    [[nodiscard]] virtual std::uint64_t cell_count() const = 0;  ///< bits, or counters
    /// Which cells are set in a word of `words`, one bit for each: its bits, or its counters that are not 0.
    [[nodiscard]] virtual std::uint64_t cells_set(std::uint64_t word) const = 0;
    /// Appends the words and masks of a key.
    virtual void append_probes(std::size_t key, std::vector<probe>& probes) const = 0;
    /// The chance that a fresh key is answered true, by the layout's model.
    [[nodiscard]] virtual double false_positive_rate(double items) const = 0;
    [[nodiscard]] virtual std::string key_text(std::size_t key) const = 0;
    /// Looks at the bytes of the filter object, without its words; and whether they are still the same.
    virtual void remember_object() = 0;
    [[nodiscard]] virtual bool object_is_as_remembered() const = 0;
};

/// How many keys a bulk call takes at most.
inline constexpr std::size_t bulk_size = 64;

}  // namespace tamiz::stress
