// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "registration/messages.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "registration/email.hpp"
#include "registration/statistics.hpp"
#include "support/table.hpp"

namespace registration {
namespace {

using json = nlohmann::ordered_json;

std::string written(const json& value, int indent = -1)
{
    return value.dump(indent, ' ', false, json::error_handler_t::replace) + '\n';
}

json overfull_warning(const statistics& now)
{
    if (!now.is_overfull()) return nullptr;
    return fmt::format("the table has {} rows, the filter was made for {}: restart the service to size it anew",
                       examples::with_separators(now.rows), examples::with_separators(now.guard->expected_items));
}

}  // namespace

std::string email_of(std::string_view body)
{
    const json value = json::parse(body.begin(), body.end(), nullptr, false);
    if (value.is_discarded()) throw bad_request("the body is no JSON");
    if (!value.is_object()) throw bad_request("the body is no JSON object");
    const auto found = value.find("email");
    if (found == value.end()) throw bad_request("the body has no \"email\"");
    if (!found->is_string()) throw bad_request("email is no string");
    return found->get<std::string>();
}

std::string registered_message(std::string_view email)
{
    return written({{"email", email}});
}

std::string error_message(std::string_view text)
{
    return written({{"error", text}});
}

std::string to_json(const statistics& now)
{
    json result = {
        {"rows", now.rows},
        {"registrations", now.registrations},
        {"conflicts", now.conflicts},
        {"late_conflicts", now.late_conflicts},
        {"selects_made", now.selects_made},
        {"selects_avoided", now.selects_avoided},
        {"selects_in_vain", now.selects_in_vain},
        {"commits", now.commits},
        {"errors",
         {{"bad_request", now.errors.bad_request},
          {"too_large", now.errors.too_large},
          {"busy", now.errors.busy},
          {"internal", now.errors.internal}}},
    };
    if (!now.guard) {
        result["filter"] = {{"state", "off"}};
    } else {
        result["filter"] = {
            {"state", to_string(now.guard->state)},
            {"loaded_rows", now.guard->loaded},
            {"expected_items", now.guard->expected_items},
            {"estimated_items", std::llround(now.guard->filter.estimated_items)},
            {"estimated_false_positive_rate", now.guard->filter.estimated_false_positive_rate},
            {"fill_ratio", now.guard->filter.fill_ratio},
            {"memory_bytes", now.guard->filter.memory_bytes},
            {"overfull", now.is_overfull()},
            {"warning", overfull_warning(now)},
        };
    }
    return written(result, 2);
}

}  // namespace registration
