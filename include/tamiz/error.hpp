// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <cstdint>
#include <string_view>

#include <tamiz/detail/platform.hpp>

/// What tamiz throws:
/// * std::invalid_argument: a parameter that no filter can have (0 hashes, a rate of 1.5, unaligned memory,
///   a merge of unlike filters);
/// * std::length_error: parameters that are sound one by one and together ask for more than there is: memory
///   beyond the limit or the address space, a rate that a 64-bit hash or a layout cannot reach;
/// * std::logic_error: an insert into a filter that was moved from;
/// * std::bad_alloc: the memory could not be had.
/// Every message names the library and the parameter, and its value if it has one that can be shown. A call that throws
/// one of these for its arguments has allocated nothing and changed nothing.
namespace tamiz::inline v0::detail {

TAMIZ_API [[noreturn]] void throw_invalid(const char* parameter, double value, std::string_view requirement);
TAMIZ_API [[noreturn]] void throw_invalid(const char* parameter, std::uint64_t value, std::string_view requirement);
TAMIZ_API [[noreturn]] void throw_length(const char* parameter, double value, std::string_view requirement);
TAMIZ_API [[noreturn]] void throw_length(const char* parameter, std::uint64_t value, std::string_view requirement);

/// Two things that had to be equal and are not: "seed = 7 differs from the target's 42".
TAMIZ_API [[noreturn]] void throw_unlike(const char* parameter, std::uint64_t theirs, std::uint64_t ours);
TAMIZ_API [[noreturn]] void throw_invalid(std::string_view message);
TAMIZ_API [[noreturn]] void throw_moved_from(const char* operation);

}  // namespace tamiz::inline v0::detail
