// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/lru.hpp"

#include <support/catch.hpp>

#include <string>
#include <vector>

namespace {

using lru = cache::lru<int>;

tamiz::hash_value hash_of(std::string_view key)
{
    return tamiz::hash_value(tamiz::hash<std::string>{}(key, 1));
}

void put(lru& into, const std::string& key, int value)
{
    lru::entry_list fresh;
    fresh.push_back({key, hash_of(key), value});
    into.put(fresh);
    REQUIRE(fresh.empty());
}

std::vector<std::string> keys_of(const lru& of)
{
    std::vector<std::string> keys;
    of.for_each([&](const lru::entry& each) { keys.push_back(each.key); });
    return keys;
}

using keys = std::vector<std::string>;

}  // namespace

TEST_CASE("entries stand in the order of their last use", "[lru]")
{
    lru entries;
    for (const char* const key : {"a", "b", "c"}) put(entries, key, key[0]);
    CHECK(keys_of(entries) == keys{"c", "b", "a"});
    CHECK(entries.oldest().key == "a");

    REQUIRE(entries.use("a", hash_of("a")) != nullptr);
    CHECK(keys_of(entries) == keys{"a", "c", "b"});
    CHECK(entries.oldest().key == "b");

    REQUIRE(entries.find("b", hash_of("b")) != nullptr);
    CHECK(keys_of(entries) == keys{"a", "c", "b"});  // found, not used

    CHECK(entries.use("d", hash_of("d")) == nullptr);
    CHECK(entries.size() == 3);
}

TEST_CASE("what is taken out is found no more and keeps its value", "[lru]")
{
    lru entries;
    for (const char* const key : {"a", "b", "c"}) put(entries, key, key[0]);
    lru::entry_list gone;
    entries.take(*entries.find("b", hash_of("b")), gone);
    entries.take(entries.oldest(), gone);
    CHECK(entries.size() == 1);
    CHECK(entries.find("a", hash_of("a")) == nullptr);
    CHECK(entries.find("b", hash_of("b")) == nullptr);
    CHECK(keys_of(entries) == keys{"c"});
    REQUIRE(gone.size() == 2);
    CHECK(gone.front().key == "b");
    CHECK(gone.front().value == 'b');
    CHECK(gone.back().key == "a");

    entries.put(gone);  // and can come back
    CHECK(keys_of(entries) == keys{"b", "c"});
}

TEST_CASE("keys of one hash are different entries", "[lru]")
{
    lru entries;
    const tamiz::hash_value same(7);
    lru::entry_list fresh;
    fresh.push_back({"a", same, 1});
    entries.put(fresh);
    fresh.push_back({"b", same, 2});
    entries.put(fresh);
    CHECK(entries.find("a", same)->value == 1);
    CHECK(entries.find("b", same)->value == 2);
    CHECK(entries.find("c", same) == nullptr);
}
