// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bench {

struct column {
    std::string id;       ///< in the CSV file: no commas
    std::string heading;  ///< for people
};

/// Text, or a number: an infinite one or one that is none was not measured.
using cell = std::variant<std::string, double>;
[[nodiscard]] double not_measured() noexcept;

/// One table of results: on the screen, as comma-separated values, as Markdown.
class result_table {
public:
    /// @param name  of its files
    result_table(std::string name, std::string title, std::vector<column> columns);

    /// @throws std::logic_error if it has more or fewer cells than there are columns
    void add(std::vector<cell> row);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string as_text() const;
    [[nodiscard]] std::string as_csv() const;
    [[nodiscard]] std::string as_markdown() const;

private:
    std::string name_;
    std::string title_;
    std::vector<column> columns_;
    std::vector<std::vector<cell>> rows_;
};

/// What a program has found: tables, and for each aim whether it is met.
class report {
public:
    /// @param name  of the program
    explicit report(std::string name);

    /// References stay good.
    result_table& add_table(std::string name, std::string title, std::vector<column> columns);

    /// A ratio that should be `bound` at most, or at least.
    /// @param limit  where it falls short: what was measured in the same run and explains it; may be empty
    void at_most(std::string question, double ratio, double bound, std::string limit = {});
    void at_least(std::string question, double ratio, double bound, std::string limit = {});
    /// An aim of another form.
    void verdict(std::string question, double ratio, std::string aim, bool is_met, std::string limit = {});
    /// Two threads on one filter should do `bound` times as much as one thread, or 0.97 times as much as two threads on
    /// two filters: the control. If these do not run side by side themselves, the machine is busy and nothing is told.
    void two_threads(std::string question, double speed_up, double bound, double control, double of_control,
                     const std::string& limit = {});
    [[nodiscard]] static std::string two_threads_aim(double bound);
    void not_measured(std::string question, std::string aim, std::string why);

    /// A line of text below the tables.
    void note(std::string text);

    void print(std::ostream& out, bool with_tables) const;
    /// NAME.csv and NAME.md for each table; the aims in aims_PROGRAM.csv, the notes in notes_PROGRAM.md.
    /// @throws std::runtime_error if a file cannot be written
    void write(const std::filesystem::path& folder) const;

private:
    std::string name_;
    std::list<result_table> tables_;
    result_table aims_;
    bool has_aims_ = false;
    std::vector<std::string> notes_;
};

}  // namespace bench
