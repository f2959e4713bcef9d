// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

#include <exception>
#include <initializer_list>
#include <string>
#include <string_view>
#include <typeinfo>

namespace tamiz_test {

/// The message of the exception that `call` throws, if its type is `Exception` exactly: std::length_error is a
/// std::logic_error too, and the difference is part of the promise.
template <typename Exception, typename Call>
[[nodiscard]] std::string message_of(const Call& call)
{
    try {
        call();
    } catch (const std::exception& e) {
        if (typeid(e) == typeid(Exception)) return e.what();
        return std::string(typeid(e).name()).append(": ").append(e.what());
    }
    return "no exception";
}

/// Empty if the text has all the parts; else the first that it lacks, and the text.
[[nodiscard]] inline std::string missing_in(std::string_view text, std::initializer_list<std::string_view> parts)
{
    for (const std::string_view part : parts) {
        if (text.find(part) == std::string_view::npos) return std::string(part).append(" -- is not in: ").append(text);
    }
    return "";
}

}  // namespace tamiz_test
