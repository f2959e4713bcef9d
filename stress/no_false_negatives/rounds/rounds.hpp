// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <memory>

#include "no_false_negatives/round.hpp"

/// A round of each scenario. What it does is written beside its class.
namespace tamiz::stress {

[[nodiscard]] std::unique_ptr<round> make_disjoint_keys(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_same_keys(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_hot_keys(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_tiny_filters(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_publish_and_probe(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_merge_beside_writers(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_copy_beside_writers(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_urls(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_insert_and_erase(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_erase_twice(const round_setup& setup);
[[nodiscard]] std::unique_ptr<round> make_suspended_erasers(const round_setup& setup);

}  // namespace tamiz::stress
