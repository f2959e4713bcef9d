// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// The program, run within the test: that it passes over the filters that ship, fails over broken ones, and says what to
// do.
#include "no_false_negatives/program.hpp"
#include "no_false_negatives/scenarios.hpp"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "mutants/broken_counters.hpp"
#include "support/broken_filters.hpp"
#include "support/catch.hpp"

using namespace tamiz::stress;
using tamiz::explicit_size;

namespace {

struct outcome {
    int status;
    std::string out;
    std::string err;
};

outcome run(const catalogue& filters, const std::vector<std::string>& arguments)
{
    std::vector<const char*> argv{"./no_false_negatives"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out;
    std::ostringstream err;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> live(std::tmpfile(), std::fclose);
    REQUIRE(live != nullptr);
    const int status = run_program(static_cast<int>(argv.size()), argv.data(), filters, {out, err, live.get()});
    return {status, out.str(), err.str()};
}

bool is_one_line(const std::string& text)
{
    return text.size() > 1 && std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

/// The arguments of the command that a run told to repeat it by; none if it told none.
std::vector<std::string> told_arguments(const std::string& out)
{
    const std::string command = "./no_false_negatives ";
    const std::size_t begin = out.find(command);
    if (begin == std::string::npos) return {};
    std::istringstream line(out.substr(begin + command.size(), out.find('\n', begin) - begin - command.size()));
    return {std::istream_iterator<std::string>(line), {}};
}

/// A single layout, under the name "word" whatever it is.
template <typename Layout, typename Words>
catalogue broken_filters()
{
    return {{"word", filter_kind_of<Layout, Words>, filter_kind_of<Layout, Words>}};
}

outcome run_broken(const catalogue& filters, const std::string& scenario)
{
    return run(filters, {"--scenario", scenario, "--threads", "6", "--seconds", "60", "--seed", "42"});
}

}  // namespace

TEST_CASE("the filters that ship pass, over every scenario and layout")
{
    const outcome seen = run(shipping_filters(), {"--threads", "4", "--seconds", "1", "--seed", "7"});
    INFO(seen.out << seen.err);
    CHECK(seen.status == 0);
    CHECK(seen.err.empty());
    for (const scenario_info& info : all_scenarios) CHECK(seen.out.find(info.name) != std::string::npos);
    CHECK(seen.out.find("\n0 false negatives and 0 double winners in ") != std::string::npos);
    CHECK(seen.out.find("seed 7") != std::string::npos);
    CHECK(seen.out.find(" suspended in the middle, beside which ") != std::string::npos);
}

TEST_CASE("a filter that loses updates is reported, with a command that shows it again")
{
    const catalogue filters = broken_filters<tamiz::layout::cache_line<2>, plain_or_words>();
    const outcome seen = run_broken(filters, "disjoint_keys");
    INFO(seen.out);
    CHECK(seen.status == 1);
    CHECK(seen.out.find("FALSE NEGATIVE: ") != std::string::npos);

    const std::vector<std::string> arguments = told_arguments(seen.out);
    CHECK(std::find(arguments.begin(), arguments.end(), "--seed") != arguments.end());
    CHECK(run(filters, arguments).status == 1);
}

TEST_CASE("a filter that publishes a key before its last word is set is reported")
{
    const outcome seen =
        run_broken(broken_filters<tamiz::layout::classic, early_publication_words>(), "publish_and_probe");
    INFO(seen.out);
    CHECK(seen.status == 1);
    CHECK(seen.out.find("FALSE NEGATIVE: a thread published this key") != std::string::npos);
    CHECK(told_arguments(seen.out).size() == 10);
}

TEST_CASE("a filter that answers by what it read before it wrote is reported")
{
    for (const catalogue& filters : {broken_filters<tamiz::layout::word, answer_from_load_words>(),
                                     broken_filters<tamiz::layout::cache_line<4>, answer_from_load_words>()}) {
        const outcome seen = run_broken(filters, "same_keys");
        INFO(seen.out);
        CHECK(seen.status == 1);
        CHECK(seen.out.find("DOUBLE WINNER: ") != std::string::npos);
        CHECK(told_arguments(seen.out).size() == 10);
    }
}

TEST_CASE("a filter whose erases are not kept apart is reported")
{
    const catalogue filters =
        broken_filters<tamiz::layout::cache_line<2>, tamiz::mutants::unlocked_erase<chaos_atomics<>>>();
    const outcome seen = run_broken(filters, "erase_twice");
    INFO(seen.out);
    CHECK(seen.status == 1);
    CHECK(told_arguments(seen.out).size() == 10);
    CHECK(run(filters, told_arguments(seen.out)).status == 1);
}

TEST_CASE("a signal ends the run with the table of what was seen")
{
    // It comes while the second round is made.
    constexpr auto interrupted = [](const explicit_size& size, number_keys keys) {
        static int rounds = 0;
        if (++rounds == 2) std::raise(SIGINT);
        return make_subject<tamiz::layout::word, tamiz::words<>, number_keys>(size, keys);
    };
    filter_kind kind = filter_kind_of<tamiz::layout::word, tamiz::words<>>;
    kind.with_numbers = interrupted;
    const outcome seen = run({{"word", kind, kind}}, {"--scenario", "same_keys", "--seconds", "600", "--threads", "3"});
    INFO(seen.out);
    CHECK(seen.status == 128 + SIGINT);
    CHECK(seen.out.find("Stopped by a signal") != std::string::npos);
    CHECK(seen.out.find("\n2 rounds of 3 threads") != std::string::npos);
}

TEST_CASE("bad arguments end the program with status 2 and one line that names them")
{
    const struct {
        std::vector<std::string> arguments;
        std::string named;
    } bad[] = {
        {{"--threads", "1"}, "--threads"},
        {{"--threads", "many"}, "'many'"},
        {{"--threads", "-4"}, "-4"},
        {{"--threads", "257"}, "257"},
        {{"--seconds", "0"}, "--seconds"},
        {{"--seconds", "1.5"}, "1.5"},
        {{"--seed", "-1"}, "-1"},
        {{"--seed", "18446744073709551616"}, "18446744073709551616"},
        {{"--layout", "round"}, "round"},
        {{"--layout", "word,round"}, "round"},
        {{"--scenario", "peace"}, "peace"},
        {{"--scenario"}, "--scenario"},
        {{"--colour"}, "--colour"},
        {{"extra"}, "extra"},
        {{"--scenario", "urls", "--layout", "counting_word"}, "urls"},
    };
    for (const auto& [arguments, named] : bad) {
        const outcome seen = run(shipping_filters(), arguments);
        INFO(arguments.front() << ": " << seen.err);
        CHECK(seen.status == 2);
        CHECK(seen.out.empty());
        CHECK(is_one_line(seen.err));
        CHECK(seen.err.find(named) != std::string::npos);
    }
}

TEST_CASE("--list names every scenario and layout, --help every option")
{
    const outcome listed = run(shipping_filters(), {"--list"});
    CHECK(listed.status == 0);
    for (const scenario_info& info : all_scenarios) CHECK(listed.out.find(info.name) != std::string::npos);
    for (const layout_entry& entry : shipping_filters()) CHECK(listed.out.find(entry.name) != std::string::npos);

    const outcome help = run(shipping_filters(), {"--help"});
    CHECK(help.status == 0);
    for (const char* option : {"--threads", "--seconds", "--seed", "--scenario", "--layout", "--list"})
        CHECK(help.out.find(option) != std::string::npos);
}
