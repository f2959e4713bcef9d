// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The part of sizing.hpp that is about counters which stick.
#include <tamiz/sizing.hpp>

#include <support/catch.hpp>
#include <unit/message_of.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using tamiz_test::message_of;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// P(B >= 15) for B binomial(n, k/c), summed with 120 decimal digits elsewhere.
TEST_CASE("the chance that a counter sticks is the binomial tail", "[sizing]")
{
    struct row {
        std::uint64_t counters;
        std::uint64_t hashes;
        std::uint64_t items;
        double chance;
    };
    const std::vector<row> rows = {
        {128, 4, 15, 2.64697796016968856e-23},
        {128, 4, 16, 4.11108764438854754e-22},
        {128, 4, 100, 5.43071451890618016e-07},
        {128, 8, 1000, 0.999999999999957577},
        {1000, 4, 250, 2.06398801965564883e-13},
        {12'120'000, 4, 1'000'000, 3.36919744225191049e-20},  // made for a million keys at 1 %, two words and four
        {11'450'000, 8, 1'000'000, 1.83496553275164179e-15},
        {1024, 8, 1919, 0.533944806373285868},  // a mean below 15, and one above
        {1024, 8, 1921, 0.5355512337801102},
        {1024, 8, 2000, 0.597427132233392272},
        {1024, 8, 10'000, 1.0},
        {16, 8, 15, 3.0517578125e-05},
        {16, 8, 30, 0.57223222404718399},
        {10, 9, 16, 0.5147278302366225},
        {std::uint64_t{1} << 40, 2, std::uint64_t{1} << 30, 1.75249068276733463e-53},
        {std::uint64_t{1} << 50, 16, std::uint64_t{1} << 50, 0.632472640234436392},
    };
    for (const row& r : rows) {
        CAPTURE(r.counters, r.hashes, r.items);
        CHECK(tamiz::counter_saturation_probability(r.counters, r.hashes, r.items) ==
              Approx(r.chance).epsilon(1e-10).margin(0));
    }
}

TEST_CASE("a counter cannot stick before 15 inserts, and sticks ever more likely after them", "[sizing]")
{
    for (const std::uint64_t counters : {1ULL, 16ULL, 128ULL, 1'000'000ULL, 1ULL << 50}) {
        CAPTURE(counters);
        CHECK(tamiz::counter_saturation_probability(counters, 1, 0) == 0);
        CHECK(tamiz::counter_saturation_probability(counters, 1, 14) == 0);
        double before = 0;
        for (double items = 15; items < 1e19; items *= 1.3) {
            const double now = tamiz::counter_saturation_probability(counters, 1, static_cast<std::uint64_t>(items));
            CHECK(now >= before * (1 - 1e-12));
            CHECK(now <= 1);
            before = now;
        }
        CHECK(before == Approx(1));
    }
    CHECK(tamiz::counter_saturation_probability(10, 10, 15) == 1);  // every key raises all of them
    CHECK(tamiz::counter_saturation_probability(1000, 2, most) == Approx(1));
}

TEST_CASE("a chance to stick is refused for impossible counters, by name and value", "[sizing]")
{
    const auto chance = [](std::uint64_t c, std::uint64_t k) {
        return [=] { (void)tamiz::counter_saturation_probability(c, k, 100); };
    };
    CHECK(holds(message_of<std::invalid_argument>(chance(0, 1)), "counters = 0:"));
    CHECK(holds(message_of<std::invalid_argument>(chance(16, 0)), "hashes = 0:"));
    CHECK(holds(message_of<std::invalid_argument>(chance(16, 17)), "hashes = 17: must not exceed the 16 counters"));
}

TEST_CASE("what an insert is expected to stick is what the expected number grows by", "[sizing]")
{
    struct row {
        std::uint64_t counters, hashes, items;
    };
    for (const row r :
         {row{128, 4, 100}, {128, 8, 200}, {1024, 8, 1000}, {1024, 2, 5000}, {16, 8, 20}, {8192, 8, 4096}}) {
        CAPTURE(r.counters, r.hashes, r.items);
        const double growth = tamiz::counter_saturation_probability(r.counters, r.hashes, r.items + 1) -
                              tamiz::counter_saturation_probability(r.counters, r.hashes, r.items);
        CHECK(tamiz::expected_stuck_per_insert(r.counters, r.hashes, r.items) ==
              Approx(static_cast<double>(r.counters) * growth).epsilon(1e-7).margin(1e-15));
    }
    CHECK(tamiz::expected_stuck_per_insert(1000, 4, 13) == 0);  // none can stand at 14
    CHECK(tamiz::expected_stuck_per_insert(10, 10, 14) == 10);  // all of them do
    CHECK(tamiz::expected_stuck_per_insert(10, 10, 15) == 0);   // they are stuck already
    CHECK(holds(message_of<std::invalid_argument>([] { (void)tamiz::expected_stuck_per_insert(16, 17, 1); }),
                "hashes = 17: must not exceed the 16 counters"));
}

}  // namespace
