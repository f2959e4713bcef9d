// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "support/table.hpp"

namespace bench {

namespace {

bool is_number(const cell& value)
{
    return std::holds_alternative<double>(value);
}

/// Three digits; large whole numbers in full.
std::string for_people(const cell& value)
{
    if (!is_number(value)) return std::get<std::string>(value);
    const double number = std::get<double>(value);
    if (!std::isfinite(number)) return "–";
    const double size = std::fabs(number);
    if (size == 0) return "0";
    if (size < 1e-3) return fmt::format("{:.2e}", number);
    if (size < 0.9995) return fmt::format("{:#.3g}", number);
    return fmt::format("{:.{}f}", number, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

std::string for_programs(const cell& value)
{
    if (!is_number(value)) {
        std::string text = std::get<std::string>(value);
        for (char& c : text)
            if (c == ',' || c == '"' || c == '\n') c = ';';
        return text;
    }
    const double number = std::get<double>(value);
    return std::isfinite(number) ? fmt::format("{:.5g}", number) : std::string();
}

void write_file(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream file(path);
    file << text;
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

double not_measured() noexcept
{
    return std::numeric_limits<double>::quiet_NaN();
}

result_table::result_table(std::string name, std::string title, std::vector<column> columns)
    : name_(std::move(name)), title_(std::move(title)), columns_(std::move(columns))
{
}

void result_table::add(std::vector<cell> row)
{
    if (row.size() != columns_.size())
        throw std::logic_error(fmt::format("table {}: {} cells for {} columns", name_, row.size(), columns_.size()));
    rows_.push_back(std::move(row));
}

std::string result_table::as_text() const
{
    std::vector<examples::table_column> columns;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        columns.push_back({columns_[i].heading, !rows_.empty() && is_number(rows_.front()[i])
                                                    ? examples::alignment::right
                                                    : examples::alignment::left});
    examples::table table(std::move(columns));
    for (const std::vector<cell>& row : rows_) {
        std::vector<std::string> cells;
        for (const cell& value : row) cells.push_back(for_people(value));
        table.add_row(std::move(cells));
    }
    return title_ + "\n\n" + table.to_string();
}

std::string result_table::as_csv() const
{
    std::string text;
    for (std::size_t i = 0; i < columns_.size(); ++i) text += (i == 0 ? "" : ",") + columns_[i].id;
    text += '\n';
    for (const std::vector<cell>& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + for_programs(row[i]);
        text += '\n';
    }
    return text;
}

std::string result_table::as_markdown() const
{
    std::string text = title_ + "\n\n|";
    std::string rule = "|";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        text += ' ' + columns_[i].heading + " |";
        rule += !rows_.empty() && is_number(rows_.front()[i]) ? " ---: |" : " --- |";
    }
    text += '\n' + rule + '\n';
    for (const std::vector<cell>& row : rows_) {
        text += '|';
        for (const cell& value : row) {
            std::string shown = for_people(value);
            // What looks like a tag to Markdown is a layout.
            if (shown.find('<') != std::string::npos && !is_number(value)) shown = '`' + shown + '`';
            text += ' ' + shown + " |";
        }
        text += '\n';
    }
    return text;
}

report::report(std::string name)
    : name_(std::move(name)),
      aims_(
          "aims_" + name_, "Aims",
          {{"question", "question"}, {"ratio", "ratio"}, {"aim", "aim"}, {"verdict", "verdict"}, {"remark", "remark"}})
{
}

result_table& report::add_table(std::string name, std::string title, std::vector<column> columns)
{
    return tables_.emplace_back(std::move(name), std::move(title), std::move(columns));
}

void report::at_most(std::string question, double ratio, double bound, std::string limit)
{
    verdict(std::move(question), ratio, fmt::format("<= {}", bound), ratio <= bound, std::move(limit));
}

void report::at_least(std::string question, double ratio, double bound, std::string limit)
{
    verdict(std::move(question), ratio, fmt::format(">= {}", bound), ratio >= bound, std::move(limit));
}

void report::verdict(std::string question, double ratio, std::string aim, bool is_met, std::string limit)
{
    if (is_met) limit.clear();
    aims_.add({std::move(question), ratio, std::move(aim), is_met ? "pass" : "short", std::move(limit)});
    has_aims_ = true;
}

void report::two_threads(std::string question, double speed_up, double bound, double control, double of_control,
                         const std::string& limit)
{
    constexpr double side_by_side = 1.5;
    if (speed_up < bound && control < side_by_side)
        return not_measured(std::move(question), two_threads_aim(bound),
                            fmt::format("the machine is busy: two threads on two filters reach {:.2f}", control));
    // The median of ratios and the ratio of medians agree on a quiet machine; where not, the worse one counts.
    of_control = std::min(of_control, speed_up / control);
    verdict(
        std::move(question), speed_up, two_threads_aim(bound), speed_up >= bound || of_control >= 0.97,
        fmt::format("the control: {:.2f}; of it: {:.2f}{}{}", control, of_control, limit.empty() ? "" : "; ", limit));
}

std::string report::two_threads_aim(double bound)
{
    return fmt::format(">= {} or >= 0.97 of the control", bound);
}

void report::not_measured(std::string question, std::string aim, std::string why)
{
    aims_.add({std::move(question), bench::not_measured(), std::move(aim), "not measured", std::move(why)});
    has_aims_ = true;
}

void report::note(std::string text)
{
    notes_.push_back(std::move(text));
}

void report::print(std::ostream& out, bool with_tables) const
{
    if (with_tables) {
        for (const result_table& table : tables_) out << table.as_text() << '\n';
        for (const std::string& text : notes_) out << text << '\n';
        if (!notes_.empty()) out << '\n';
    }
    if (has_aims_) out << aims_.as_text() << '\n';
    out << std::flush;
}

void report::write(const std::filesystem::path& folder) const
{
    std::filesystem::create_directories(folder);
    for (const result_table& table : tables_) {
        write_file(folder / (table.name() + ".csv"), table.as_csv());
        write_file(folder / (table.name() + ".md"), table.as_markdown());
    }
    if (has_aims_) write_file(folder / (aims_.name() + ".csv"), aims_.as_csv());
    if (!notes_.empty()) {
        std::string text;
        for (const std::string& each : notes_) text += "* " + each + '\n';
        write_file(folder / ("notes_" + name_ + ".md"), text);
    }
}

}  // namespace bench
