// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/store.hpp"

#include <fmt/format.h>

#include <thread>

#include <tamiz/hash.hpp>

namespace cache {
namespace {

class delay_reader : public store_reader {
public:
    delay_reader(std::chrono::microseconds delay, std::size_t value_bytes) : delay_(delay), value_bytes_(value_bytes) {}

    std::string read(std::string_view key) override
    {
        if (delay_.count() > 0) std::this_thread::sleep_for(delay_);
        return value_of(key, value_bytes_);
    }
    std::string read_for_check(std::string_view key) override { return value_of(key, value_bytes_); }

private:
    std::chrono::microseconds delay_;
    std::size_t value_bytes_;
};

class delay_store : public store {
public:
    delay_store(std::chrono::microseconds delay, std::size_t value_bytes) : delay_(delay), value_bytes_(value_bytes) {}

    std::unique_ptr<store_reader> connect() const override
    {
        return std::make_unique<delay_reader>(delay_, value_bytes_);
    }

private:
    std::chrono::microseconds delay_;
    std::size_t value_bytes_;
};

}  // namespace

std::string value_of(std::string_view key, std::size_t bytes)
{
    std::string value;
    for (std::uint64_t part = 0; value.size() < bytes; ++part)
        value += fmt::format("{:016x}", tamiz::hash<std::string>{}(key, part));
    value.resize(bytes);
    return value;
}

std::unique_ptr<store> make_delay_store(std::chrono::microseconds delay, std::size_t value_bytes)
{
    return std::make_unique<delay_store>(delay, value_bytes);
}

}  // namespace cache
