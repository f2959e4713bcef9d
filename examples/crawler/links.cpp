// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/links.hpp"

#include <gumbo.h>
#include <time.h>

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <new>

namespace crawler {
namespace {

/// The memory of one parsed page. It is all released at once: Gumbo's own way of freeing a tree recurses, and a page
/// of 100,000 nested elements would overflow the stack.
class page_memory {
public:
    explicit page_memory(const page_limits& limits) noexcept : limits_(limits), begin_(processor_time()) {}

    /// Where allocate() goes when a limit is passed. Gumbo checks no result, and an exception must not cross it: C code
    /// need not be built for that. A long jump over C frames is well defined (C++20 [csetjmp.syn]: no C++ object is
    /// skipped), and what Gumbo leaves behind lies in this memory.
    std::jmp_buf give_up;

    static void* allocate(void* self, std::size_t bytes) noexcept
    {
        auto& memory = *static_cast<page_memory*>(self);
        void* const block = memory.take(bytes);
        if (block == nullptr) std::longjmp(memory.give_up, 1);
        return block;
    }

    /// Nearly all of what Gumbo allocates lives as long as the page: giving back the rest would save 4 %.
    static void release(void*, void*) noexcept {}

private:
    void* take(std::size_t bytes) noexcept
    {
        if (bytes > limits_.memory - taken_) return nullptr;
        if (++blocks_ % blocks_per_look == 0 && processor_time() - begin_ > limits_.time) return nullptr;
        taken_ += bytes;
        try {
            return pool_.allocate(bytes, alignof(std::max_align_t));
        } catch (const std::bad_alloc&) {
            return nullptr;
        }
    }

    static std::chrono::nanoseconds processor_time() noexcept
    {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    }

    static constexpr std::uint64_t blocks_per_look = 1024;

    const page_limits limits_;
    const std::chrono::nanoseconds begin_;
    std::size_t taken_ = 0;  // at most limits_.memory
    std::uint64_t blocks_ = 0;
    std::pmr::monotonic_buffer_resource pool_{256 * 1024};
};

/// Characters that Gumbo would not hand on as HTML says: it turns control characters into U+FFFD, and skips a NUL
/// before the name of an attribute. References to the former and U+FFFD for the latter come through. Line breaks are no
/// such characters.
constexpr bool is_mangled(char c) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r') || byte == 0x7F;
}

std::string unmangled(std::string_view html)
{
    std::string result;
    result.reserve(html.size() + html.size() / 8);
    for (const char c : html) {
        if (!is_mangled(c)) {
            result += c;
        } else if (c == '\0') {
            result += "\xEF\xBF\xBD";
        } else {
            result += "&#" + std::to_string(static_cast<int>(c)) + ';';
        }
    }
    return result;
}

/// The document, or null if a limit was passed. Its memory belongs to `memory`. Holds no objects of its own: it is
/// jumped into.
const GumboNode* parse(std::string_view html, page_memory& memory) noexcept
{
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = &page_memory::allocate;
    options.deallocator = &page_memory::release;
    options.userdata = &memory;
    options.max_errors = 0;
    if (setjmp(memory.give_up) != 0) return nullptr;
    return gumbo_parse_with_options(&options, html.data(), html.size())->document;
}

const char* attribute(const GumboElement& element, const char* name) noexcept
{
    const GumboAttribute* const found = gumbo_get_attribute(&element.attributes, name);
    return found == nullptr ? nullptr : found->value;
}

void look_at(const GumboElement& element, page_links& result)
{
    switch (element.tag) {
    case GUMBO_TAG_A:
    case GUMBO_TAG_AREA:
        if (const char* const href = attribute(element, "href")) result.links.emplace_back(href);
        break;
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_FRAME:
        if (const char* const source = attribute(element, "src")) result.links.emplace_back(source);
        break;
    case GUMBO_TAG_BASE:
        if (const char* const href = attribute(element, "href"); href != nullptr && !result.base) result.base = href;
        break;
    default:
        break;
    }
}

}  // namespace

std::optional<page_links> links_of(std::string_view html, const page_limits& limits)
{
    std::string mended;  // lives as long as the document, which may point into it
    if (std::any_of(html.begin(), html.end(), is_mangled)) html = mended = unmangled(html);
    if (html.empty()) html = "";  // for Gumbo, which wants a pointer
    if (html.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;  // Gumbo's own limit

    page_memory memory(limits);
    const GumboNode* const document = parse(html, memory);
    if (document == nullptr) return std::nullopt;

    page_links result;
    const auto children = [](const GumboNode& node) noexcept -> const GumboVector* {
        if (node.type == GUMBO_NODE_DOCUMENT) return &node.v.document.children;
        if (node.type == GUMBO_NODE_ELEMENT) return &node.v.element.children;
        return nullptr;
    };
    std::vector<const GumboNode*> to_do{document};
    while (!to_do.empty()) {
        const GumboNode& node = *to_do.back();
        to_do.pop_back();
        if (node.type == GUMBO_NODE_ELEMENT) look_at(node.v.element, result);
        if (const GumboVector* const below = children(node)) {
            for (unsigned i = below->length; i > 0; --i) {
                to_do.push_back(static_cast<const GumboNode*>(below->data[i - 1]));
            }
        }
    }
    return result;
}

}  // namespace crawler
