// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/load_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "registration/service.hpp"
#include "support/http_client.hpp"
#include "support/http_server.hpp"
#include "support/progress.hpp"
#include "support/table.hpp"

namespace registration {
namespace {

using clock = std::chrono::steady_clock;
using examples::with_separators;

/// The finaliser of SplitMix64: a permutation of all 64-bit numbers.
std::uint64_t mixed(std::uint64_t number) noexcept
{
    number = (number ^ (number >> 30)) * 0xbf58'476d'1ce4'e5b9;
    number = (number ^ (number >> 27)) * 0x94d0'49bb'1331'11eb;
    return number ^ (number >> 31);
}

/// The n-th number of a stream, in [0, 1).
double uniform(std::uint64_t stream, std::uint64_t n) noexcept
{
    return static_cast<double>(mixed(mixed(stream) + n) >> 11) * 0x1p-53;
}

std::unique_ptr<examples::progress> progress_of(const load_settings& settings, std::string doing,
                                                const std::atomic<std::uint64_t>& done, std::uint64_t all)
{
    if (settings.progress_to == nullptr) return nullptr;
    return std::make_unique<examples::progress>(
        [&done, all, doing = std::move(doing), begin = clock::now()] {
            const std::uint64_t now = std::min(done.load(std::memory_order_relaxed), all);
            const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
            const double rate = seconds > 0 ? static_cast<double>(now) / seconds : 0;
            return fmt::format("{}: {} of {} | {}/s", doing, with_separators(now), with_separators(all),
                               with_separators(static_cast<std::uint64_t>(rate)));
        },
        examples::progress_options{.out = settings.progress_to});
}

/// Writes the known addresses in one transaction. False if it was stopped.
bool fill(const std::filesystem::path& file, const load_settings& settings)
{
    {
        const writer makes_the_table(file, {});
    }
    connection bulk(file, access::read_write);
    bulk.execute("PRAGMA synchronous = OFF");     // nobody misses the file if the machine fails
    bulk.execute("PRAGMA cache_size = -262144");  // 256 MiB: the index is filled in random order
    bulk.execute("BEGIN IMMEDIATE");
    statement insert(bulk, "INSERT INTO registrations (email) VALUES (?)");
    std::atomic<std::uint64_t> done{0};
    const auto shown = progress_of(settings, "filling the table", done, settings.known);
    for (std::uint64_t n = 0; n < settings.known; ++n) {
        if (n % 1024 == 0 && settings.stop_requested()) return false;
        const std::string email = address(n);
        const one_run run(insert);
        insert.bind(1, email);
        insert.step();
        done.fetch_add(1, std::memory_order_relaxed);
    }
    bulk.execute("COMMIT");
    return true;
}

/// What one client saw.
struct client_record {
    std::vector<std::chrono::nanoseconds> latencies;
    std::uint64_t registered = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t wrong = 0;
};

class clients {
public:
    clients(const load_settings& settings, std::uint16_t port) : settings_(settings), port_(port) {}

    /// Asks for all that is to be asked for, or until it is stopped. @throws what the first failing client threw
    void run(std::string_view doing, load_measured& into)
    {
        std::vector<client_record> records(settings_.clients);
        const auto begin = clock::now();
        {
            const auto shown = progress_of(settings_, std::string(doing), next_, settings_.requests);
            std::vector<std::thread> threads;
            for (client_record& mine : records) threads.emplace_back([this, &mine] { run_one(mine); });
            for (std::thread& thread : threads) thread.join();
        }
        into.time += clock::now() - begin;
        if (failure_) std::rethrow_exception(failure_);
        for (const client_record& each : records) {
            into.latencies.insert(into.latencies.end(), each.latencies.begin(), each.latencies.end());
            into.registered += each.registered;
            into.conflicts += each.conflicts;
            into.wrong += each.wrong;
        }
    }

private:
    void run_one(client_record& mine)
    {
        try {
            mine.latencies.reserve(settings_.requests / settings_.clients + 1);
            examples::http_client client(port_);
            for (;;) {
                const std::uint64_t n = next_.fetch_add(1, std::memory_order_relaxed);
                if (n >= settings_.requests || settings_.stop_requested()) return;
                ask(client, n, mine);
            }
        } catch (...) {
            next_.store(settings_.requests, std::memory_order_relaxed);  // the others need not go on
            const std::lock_guard guard(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
    }

    void ask(examples::http_client& client, std::uint64_t n, client_record& mine) const
    {
        const bool is_new = uniform(settings_.seed, 2 * n) < settings_.new_share;
        const auto known = static_cast<double>(settings_.known);
        const auto drawn = static_cast<std::uint64_t>(uniform(settings_.seed, 2 * n + 1) * known);
        const std::string email = address(is_new ? settings_.known + n : drawn);
        const std::string body = fmt::format(R"({{"email": "{}"}})", email);
        const auto begin = clock::now();
        const unsigned status = client.post("localhost", "/register", "application/json", body).status;
        mine.latencies.push_back(clock::now() - begin);
        mine.registered += status == 201 ? 1 : 0;
        mine.conflicts += status == 409 ? 1 : 0;
        mine.wrong += status == (is_new ? 201 : 409) ? 0 : 1;
    }

    const load_settings& settings_;
    const std::uint16_t port_;
    std::atomic<std::uint64_t> next_{0};
    std::mutex mutex_;
    std::exception_ptr failure_;  ///< guarded by mutex_
};

/// One round on a fresh copy of the table.
void measure(const load_settings& settings, const std::filesystem::path& table, bool use_filter, load_measured& into)
{
    const std::filesystem::path copy = settings.folder / "round.db";
    std::filesystem::copy_file(table, copy, std::filesystem::copy_options::overwrite_existing);

    std::mutex mutex;
    std::string complaint;
    service_options options;
    options.database = copy;
    options.writing.durable = settings.durable;
    options.use_filter = use_filter;
    options.expected_items = settings.known + settings.requests;
    options.false_positive_rate = settings.false_positive_rate;
    options.seed = settings.seed;
    service serving(options, [&](std::string_view line) {
        const std::lock_guard guard(mutex);
        complaint = line;
    });
    examples::http_server server([&](const examples::http_request& request) { return serving.answer(request); },
                                 {.threads = settings.threads, .connections = settings.clients + 1});

    const auto begin = clock::now();
    serving.load_filter(std::max(1U, std::thread::hardware_concurrency()));
    if (use_filter) {
        guard_state state = guard_state::loading;
        while (state == guard_state::loading && !settings.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            state = serving.filter_state();
        }
        if (state == guard_state::failed) {
            const std::lock_guard guard(mutex);
            throw std::runtime_error(complaint);
        }
        into.loading = clock::now() - begin;
    }
    clients(settings, server.port()).run(use_filter ? "with the filter" : "without the filter", into);
    server.stop();
    const statistics counted = serving.current();
    into.selects_made += counted.selects_made;
    into.selects_avoided += counted.selects_avoided;
    into.commits += counted.commits;
    if (counted.guard) into.filter_bytes = counted.guard->filter.memory_bytes;
}

}  // namespace

std::string address(std::uint64_t n)
{
    return fmt::format("{:016x}@mail{:02}.example", mixed(n), n % 100);
}

double load_measured::per_second() const
{
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<double>(latencies.size()) / seconds : 0;
}

std::chrono::nanoseconds load_measured::within(double share) const
{
    if (latencies.empty()) return std::chrono::nanoseconds(0);
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(latencies.size())));
    return latencies[std::clamp<std::size_t>(rank, 1, latencies.size()) - 1];
}

load_result run_load(const load_settings& settings)
{
    load_result result;
    const std::filesystem::path table = settings.folder / "known.db";
    const auto begin = clock::now();
    result.is_stopped = !fill(table, settings);
    result.filling = clock::now() - begin;
    for (unsigned turn = 0; turn < 2 * settings.rounds && !result.is_stopped; ++turn) {
        // With, without, without, with ...: what comes and goes on the machine meets both.
        const bool use_filter = turn % 4 == 0 || turn % 4 == 3;
        measure(settings, table, use_filter, use_filter ? result.with_filter : result.without_filter);
        result.is_stopped = settings.stop_requested();
    }
    std::ranges::sort(result.with_filter.latencies);
    std::ranges::sort(result.without_filter.latencies);
    return result;
}

std::string report(const load_settings& settings, const load_result& result)
{
    std::string text =
        fmt::format("{} known addresses, {} requests, {} of them new; {} clients, {} threads, {}\n",
                    with_separators(settings.known), with_separators(settings.requests * settings.rounds),
                    examples::human_share(settings.new_share), settings.clients, settings.threads,
                    settings.durable ? "each commit on the disk" : "commits do not wait for the disk");
    text += fmt::format(
        "the table was filled in {}, read into {} of filter in {}\n\n", examples::human_duration(result.filling),
        examples::binary_size(result.with_filter.filter_bytes), examples::human_duration(result.with_filter.loading));

    examples::table rows({{"filter", examples::alignment::left},
                          {"requests/s", examples::alignment::right},
                          {"p50", examples::alignment::right},
                          {"p99", examples::alignment::right},
                          {"p999", examples::alignment::right},
                          {"201", examples::alignment::right},
                          {"409", examples::alignment::right},
                          {"wrong", examples::alignment::right},
                          {"commits", examples::alignment::right},
                          {"selects made", examples::alignment::right},
                          {"selects avoided", examples::alignment::right}});
    const auto add = [&](std::string_view name, const load_measured& each) {
        rows.add_row({std::string(name), with_separators(static_cast<std::uint64_t>(each.per_second())),
                      examples::human_duration(each.within(0.5)), examples::human_duration(each.within(0.99)),
                      examples::human_duration(each.within(0.999)), with_separators(each.registered),
                      with_separators(each.conflicts), with_separators(each.wrong), with_separators(each.commits),
                      with_separators(each.selects_made), with_separators(each.selects_avoided)});
    };
    add("on", result.with_filter);
    add("off", result.without_filter);
    return text + rows.to_string();
}

}  // namespace registration
