// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/email.hpp"

#include <support/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using registration::bad_request;
using registration::normalised_email;

TEST_CASE("white space around an address goes, its domain becomes lower case, the rest stays", "[email]")
{
    CHECK(normalised_email("ann@example.com") == "ann@example.com");
    CHECK(normalised_email(" \t\r\nann@example.com \v\f") == "ann@example.com");
    CHECK(normalised_email("Ann.O'Hara+x@MAIL.Example.COM") == "Ann.O'Hara+x@mail.example.com");
    CHECK(normalised_email("a@b") == "a@b");
    CHECK(normalised_email("!#$%&'*+/=?^_`{|}~-.@xn--bcher-kva.example") ==
          "!#$%&'*+/=?^_`{|}~-.@xn--bcher-kva.example");
    CHECK(normalised_email("1@2.3") == "1@2.3");
}

TEST_CASE("lengths are allowed up to their limits", "[email]")
{
    const std::string local(64, 'l');
    const std::string label(63, 'd');
    CHECK(normalised_email(local + "@" + label) == local + "@" + label);
    CHECK_THROWS_AS(normalised_email(local + "l@" + label), bad_request);
    CHECK_THROWS_AS(normalised_email(local + "@" + label + "d"), bad_request);
    const std::string longest = local + "@" + label + "." + label + "." + std::string(61, 'e');
    REQUIRE(longest.size() == registration::longest_email);
    CHECK(normalised_email("  " + longest + "  ") == longest);
    CHECK_THROWS_AS(normalised_email(longest + "e"), bad_request);
}

TEST_CASE("what is no address is refused, and the reason named", "[email]")
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "empty"},
        {" \n", "empty"},
        {"ann", "no @"},
        {"@example.com", "before"},
        {"ann@", "domain"},
        {"ann@b@example.com", "domain"},
        {"ann@example..com", "domain"},
        {"ann@.example.com", "domain"},
        {"ann@example.com.", "domain"},
        {"ann@-example.com", "domain"},
        {"ann@example-.com", "domain"},
        {"ann@exa_mple.com", "domain"},
        {"ann@exam ple.com", "domain"},
        {"ann@[127.0.0.1]", "domain"},
        {"ann@b\xc3\xbc"
         "cher.example",
         "domain"},
        {"an n@example.com", "character"},
        {"\"ann\"@example.com", "character"},
        {"ann,bob@example.com", "character"},
        {"\xc3\xa4nn@example.com", "character"},
        {std::string("a\0b@example.com", 15), "character"},
        {std::string("ann@example.com\0", 16), "domain"},
        {std::string(300, 'a') + "@example.com", "312"},
        {std::string(70, 'a') + "@example.com", "70"},
    };
    for (const auto& [text, named] : cases) {
        CAPTURE(text, named);
        try {
            const std::string result = normalised_email(text);
            FAIL("passed for " << result);
        } catch (const bad_request& error) {
            CHECK(std::string(error.what()).find(named) != std::string::npos);
        }
    }
}
