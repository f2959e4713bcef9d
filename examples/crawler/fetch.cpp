// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/fetch.hpp"

#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace crawler {

using examples::http_delivery;
using examples::http_error;
using examples::http_failure;
using examples::http_reply;
using examples::http_request;
using examples::http_response;

fetch_maker over_http(std::uint16_t port)
{
    return [port]() -> fetch_function {
        // Shared, because std::function wants to be copied; there is one owner all the same.
        auto client = std::make_shared<examples::http_client>(port);
        return [client](std::string_view authority, std::string_view target) { return client->get(authority, target); };
    };
}

fetch_function straight_from(examples::http_handler handler)
{
    return [handler = std::move(handler)](std::string_view authority, std::string_view target) {
        http_request request;
        request.method = "GET";
        request.target = target;
        request.host = authority;
        http_reply reply;
        try {
            reply = handler(request);
        } catch (const std::exception&) {
            reply = examples::plain_reply(500);
        }
        if (reply.delivery == http_delivery::cut_short) {
            throw http_error(http_failure::closed, "the reply to " + request.target + " was cut short");
        }
        http_response response;
        response.status = reply.status;
        response.content_type = std::move(reply.content_type);
        for (const examples::http_header& header : reply.headers) {
            if (header.name == "Location") response.location = header.value;
        }
        response.body = std::move(reply.body);
        return response;
    };
}

}  // namespace crawler
