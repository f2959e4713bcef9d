// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "cache/exact_book.hpp"

#include <support/catch.hpp>

using cache::exact_book;

TEST_CASE("absent is wrong about a key that lived all the time, and about no other", "[exact_book]")
{
    exact_book book;
    const auto ask = [&](bool answer, auto&& meanwhile) {
        CHECK(book.asked("key", [&] {
            meanwhile();
            return answer;
        }) == answer);
    };
    const auto nothing = [] {};

    ask(false, nothing);  // it does not live
    ask(false, [&] { book.entered("key"); });
    CHECK(book.judged() == 0);

    ask(true, nothing);  // it does, and is found
    CHECK(book.judged() == 1);
    CHECK(book.denied() == 0);

    ask(false, [&] { book.leaves("key"); });
    book.entered("key");
    ask(false, [&] {  // it left and came back: between these it did not live
        book.leaves("key");
        book.entered("key");
    });
    CHECK(book.judged() == 1);
    CHECK(book.denied() == 0);
    CHECK(book.first_denied().empty());

    ask(false, [&] { book.entered("another"); });
    CHECK(book.judged() == 2);
    CHECK(book.denied() == 1);
    CHECK(book.first_denied() == "key");
    CHECK(book.impossible() == 0);
}

TEST_CASE("it knows who lives", "[exact_book]")
{
    exact_book book;
    for (const char* const key : {"a", "b", "c"}) book.entered(key);
    book.leaves("b");
    CHECK(book.lives("a"));
    CHECK(!book.lives("b"));
    CHECK(!book.lives("never"));
    CHECK(book.living() == 2);
    book.entered("b");
    CHECK(book.lives("b"));
    CHECK(book.living() == 3);
    CHECK(book.impossible() == 0);
}

TEST_CASE("what cannot be is counted and changes nothing", "[exact_book]")
{
    exact_book book;
    book.entered("a");
    book.entered("a");
    book.leaves("b");
    CHECK(book.impossible() == 2);
    CHECK(book.lives("a"));
    CHECK(!book.lives("b"));
    book.leaves("a");
    book.leaves("a");
    CHECK(book.impossible() == 3);
    CHECK(book.living() == 0);
}
