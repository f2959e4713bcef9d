// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include <fmt/format.h>

#include <initializer_list>
#include <string_view>

#include "registration/statistics.hpp"

namespace registration {
namespace {

struct sample {
    std::string_view labels;
    double value = 0;
};

class exposition {
public:
    void counter(std::string_view name, std::string_view help, std::initializer_list<sample> samples)
    {
        add(name, help, "counter", samples);
    }
    void counter(std::string_view name, std::string_view help, std::uint64_t value)
    {
        counter(name, help, {{"", static_cast<double>(value)}});
    }
    void gauge(std::string_view name, std::string_view help, double value) { add(name, help, "gauge", {{"", value}}); }

    [[nodiscard]] std::string text() && { return std::move(text_); }

private:
    void add(std::string_view name, std::string_view help, std::string_view type, std::initializer_list<sample> samples)
    {
        text_ += fmt::format("# HELP registration_{0} {1}\n# TYPE registration_{0} {2}\n", name, help, type);
        for (const sample& each : samples) {
            text_ += fmt::format("registration_{}{} {}\n", name, each.labels, each.value);
        }
    }

    std::string text_;
};

}  // namespace

std::string to_metrics(const statistics& now)
{
    const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
    exposition out;
    out.counter("registrations_total", "Addresses registered (status 201).", now.registrations);
    out.counter("conflicts_total", "Addresses that were registered already (status 409).", now.conflicts);
    out.counter("late_conflicts_total", "Conflicts that only the UNIQUE constraint found.", now.late_conflicts);
    out.counter("errors_total", "Requests answered with an error, by reason.",
                {{R"({reason="bad_request"})", number(now.errors.bad_request)},
                 {R"({reason="too_large"})", number(now.errors.too_large)},
                 {R"({reason="busy"})", number(now.errors.busy)},
                 {R"({reason="internal"})", number(now.errors.internal)}});
    out.counter("selects_made_total", "Times the table was asked whether it has an address.", now.selects_made);
    out.counter("selects_avoided_total", "Times the filter knew that the table does not have it.", now.selects_avoided);
    out.counter("selects_in_vain_total", "Selects that a complete filter asked for and that found nothing.",
                now.selects_in_vain);
    out.counter("commits_total", "Transactions committed; those who wait at the same time share one.", now.commits);
    out.gauge("rows", "Rows of the table.", number(now.rows));
    if (!now.guard) return std::move(out).text();

    const guard_statistics& guard = *now.guard;
    out.gauge("filter_complete", "1 once the filter holds the whole table; until then every address may be in it.",
              guard.state == guard_state::complete ? 1 : 0);
    out.gauge("filter_load_failed", "1 if the table could not be read into the filter.",
              guard.state == guard_state::failed ? 1 : 0);
    out.gauge("filter_loaded_rows", "Rows read into the filter at the start.", number(guard.loaded));
    out.gauge("filter_fill_ratio", "Share of the filter's bits that are set.", guard.filter.fill_ratio);
    out.gauge("filter_estimated_items", "Addresses in the filter, estimated from its bits.",
              guard.filter.estimated_items);
    out.gauge("filter_estimated_false_positive_rate",
              "Share of new addresses that the filter takes for known ones now.",
              guard.filter.estimated_false_positive_rate);
    out.gauge("filter_expected_items", "Addresses that the filter was made for.", number(guard.expected_items));
    out.gauge("filter_overfull", "1 if the table has more rows than the filter was made for.",
              now.is_overfull() ? 1 : 0);
    out.gauge("filter_memory_bytes", "Memory of the filter.", number(guard.filter.memory_bytes));
    return std::move(out).text();
}

}  // namespace registration
