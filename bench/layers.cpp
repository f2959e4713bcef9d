// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// Is a key hashed once however many filters are asked? Four layers, URLs of 70 bytes.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <tamiz/bloom_filter.hpp>

#include "interleave.hpp"
#include "keys.hpp"
#include "machine.hpp"
#include "program.hpp"

namespace {

using filter = tamiz::bloom_filter<std::string_view>;
constexpr std::size_t layer_count = 4;

void measure(const bench::settings& how, bench::report& found)
{
    enum piece : std::size_t { hash, one_probe, hash_once, hash_each };
    std::vector<filter> layers;
    const std::uint64_t bytes = how.sizes[0] / layer_count;
    bench::key_batch<std::string_view> batch;
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < layer_count; ++i) {
        layers.emplace_back(tamiz::explicit_size{.bits = bytes * 8, .hashes = 6});
        // Ten bits a key.
        batch.assign(static_cast<std::size_t>(bytes * 8 / 10), [&next](std::size_t) { return next++; });
        layers.back().insert_range(batch.keys());
    }
    std::vector<tamiz::hash_value> hashes(how.keys);
    bench::interleaved times;
    for (std::size_t round = 0; round < how.rounds; ++round) {
        // Keys that no layer has, so that all of them are asked.
        batch.assign(how.keys, [&next](std::size_t) { return next++; });
        const auto keys = batch.keys();
        std::size_t known = 0;
        for (const filter& layer : layers) bench::prepare(std::as_bytes(layer.words()));
        times.time(hash, keys.size(), [&] {
            for (std::size_t i = 0; i < keys.size(); ++i) hashes[i] = layers.front().hash(keys[i]);
        });
        times.time(one_probe, keys.size() * layer_count, [&] {
            for (const filter& layer : layers)
                for (const tamiz::hash_value each : hashes) known += layer.may_contain(each) ? 1U : 0U;
        });
        times.time(hash_once, keys.size(), [&] {
            for (const std::string_view key : keys) {
                const tamiz::hash_value hashed = layers.front().hash(key);
                for (const filter& layer : layers) known += layer.may_contain(hashed) ? 1U : 0U;
            }
        });
        times.time(hash_each, keys.size(), [&] {
            for (const std::string_view key : keys)
                for (const filter& layer : layers) known += layer.may_contain(key) ? 1U : 0U;
        });
        bench::keep(known);
    }
    bench::result_table& table =
        found.add_table("layers",
                        fmt::format("{} layers of {}, URLs of 70 bytes that none of them has: ns a key", layer_count,
                                    bench::size_name(bytes)),
                        {{"hash_ns", "one hash"},
                         {"probe_ns", "one probe"},
                         {"hash_once_ns", "4 layers, hashed once"},
                         {"hash_each_ns", "4 layers, hashed each time"}});
    table.add({times.nanoseconds(hash), times.nanoseconds(one_probe), times.nanoseconds(hash_once),
               times.nanoseconds(hash_each)});
    const double ratio = times.median_of(
        [&](std::size_t round) {
            return times.at(hash_once, round) / (times.at(hash, round) + layer_count * times.at(one_probe, round));
        },
        hash_once);
    found.at_most("asking 4 layers, hashed once, against one hash and 4 probes", ratio, 1.25);
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::run_program(argc, argv, "layers", "Is a key hashed once however many filters are asked?", measure);
}
