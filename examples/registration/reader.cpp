// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/reader.hpp"

#include <thread>
#include <utility>

namespace registration {

reader::reader(const std::filesystem::path& file)
    : connection_(file, access::read), find_(connection_, "SELECT 1 FROM registrations WHERE email = ?"),
      emails_(connection_, "SELECT email FROM registrations WHERE id BETWEEN ? AND ?")
{
}

bool reader::contains(std::string_view email)
{
    const one_run run(find_);
    find_.bind(1, email);
    return find_.step();
}

std::uint64_t reader::rows()
{
    statement count(connection_, "SELECT count(*) FROM registrations");
    return count.step() ? static_cast<std::uint64_t>(count.number(0)) : 0;
}

std::optional<reader::id_range> reader::ids()
{
    // Two statements: SQLite looks up one extreme at an end of the tree, but reads the whole of it for two.
    statement range(connection_, "SELECT (SELECT min(id) FROM registrations), (SELECT max(id) FROM registrations), "
                                 "EXISTS (SELECT 1 FROM registrations)");
    if (!range.step() || range.number(2) == 0) return std::nullopt;
    return id_range{range.number(0), range.number(1)};
}

std::vector<std::string> reader::emails(id_range ids)
{
    std::vector<std::string> result;
    const one_run run(emails_);
    emails_.bind(1, ids.first);
    emails_.bind(2, ids.last);
    while (emails_.step()) result.emplace_back(emails_.text(0));
    return result;
}

bool reader_pool::contains(std::string_view email, deadline limit)
{
    backoff pause;
    for (;;) {
        try {
            std::unique_ptr<reader> mine = take();
            const bool is_there = mine->contains(email);
            give_back(std::move(mine));
            return is_there;
        } catch (const sqlite_error& error) {
            if (!error.is_busy() || std::chrono::steady_clock::now() >= limit) throw;
        }
        std::this_thread::sleep_for(pause.next());
    }
}

std::unique_ptr<reader> reader_pool::take()
{
    {
        const std::lock_guard guard(mutex_);
        if (!idle_.empty()) {
            std::unique_ptr<reader> taken = std::move(idle_.back());
            idle_.pop_back();
            return taken;
        }
    }
    return std::make_unique<reader>(file_);
}

void reader_pool::give_back(std::unique_ptr<reader> used)
{
    const std::lock_guard guard(mutex_);
    idle_.push_back(std::move(used));
}

}  // namespace registration
