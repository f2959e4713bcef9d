// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/error.hpp>

#include <support/catch.hpp>
#include <unit/message_of.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace {

namespace detail = tamiz::detail;
using tamiz_test::message_of;

TEST_CASE("a message names the parameter, its value and what is wrong")
{
    CHECK(message_of<std::invalid_argument>([] {
              detail::throw_invalid("bits", std::uint64_t{0}, "must be 1 or more");
          }) == "tamiz: bits = 0: must be 1 or more");
    CHECK(message_of<std::length_error>([] { detail::throw_length("bits", ~std::uint64_t{0}, "too many"); }) ==
          "tamiz: bits = 18446744073709551615: too many");
    CHECK(message_of<std::invalid_argument>([] { detail::throw_unlike("seed", 7, 42); }) ==
          "tamiz: seed = 7: differs from this filter's 42");
    CHECK(message_of<std::invalid_argument>([] { detail::throw_invalid("key = nullptr"); }) == "tamiz: key = nullptr");
    CHECK(message_of<std::logic_error>([] { detail::throw_moved_from("insert"); }) ==
          "tamiz: insert on a filter that was moved from");
}

TEST_CASE("a rate is shown as short as it can be without losing a digit")
{
    const auto shown = [](double value) {
        return message_of<std::invalid_argument>([value] { detail::throw_invalid("rate", value, "no"); });
    };
    using limits = std::numeric_limits<double>;
    CHECK(shown(1.5) == "tamiz: rate = 1.5: no");
    CHECK(shown(0.1) == "tamiz: rate = 0.1: no");
    CHECK(shown(-0.0) == "tamiz: rate = -0: no");
    CHECK(shown(1e-300) == "tamiz: rate = 1e-300: no");
    CHECK(shown(limits::denorm_min()) == "tamiz: rate = 5e-324: no");
    CHECK(shown(limits::max()) == "tamiz: rate = 1.7976931348623157e+308: no");
    CHECK(shown(limits::infinity()) == "tamiz: rate = inf: no");
    CHECK(shown(-limits::infinity()) == "tamiz: rate = -inf: no");
    CHECK(shown(limits::quiet_NaN()) == "tamiz: rate = nan: no");
    CHECK(message_of<std::length_error>([] { detail::throw_length("rate", 0.25, "no"); }) == "tamiz: rate = 0.25: no");
}

}  // namespace
