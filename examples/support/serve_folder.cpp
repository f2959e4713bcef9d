// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "support/serve_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "support/percent_decoding.hpp"

namespace examples {

namespace {

/// An open file, closed at the end.
class file_descriptor {
public:
    explicit file_descriptor(int number) noexcept : number_(number) {}
    ~file_descriptor()
    {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    file_descriptor(const file_descriptor&) = delete;
    file_descriptor& operator=(const file_descriptor&) = delete;

    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

/// Where a target leads, as names below the root; dot segments are resolved as text, before any folder is asked.
struct served_path {
    std::vector<std::string> names;
    bool is_folder = false;  ///< the target ends in a slash or a dot segment
};

/// Nothing if the path climbs above the root.
std::optional<served_path> path_of(std::string_view decoded)
{
    served_path path;
    while (!decoded.empty()) {
        decoded.remove_prefix(1);  // the slash
        const std::size_t end = std::min(decoded.find('/'), decoded.size());
        const std::string_view name = decoded.substr(0, end);
        decoded.remove_prefix(end);
        path.is_folder = name.empty() || name == "." || name == "..";
        if (name == "..") {
            if (path.names.empty()) {
                return std::nullopt;
            }
            path.names.pop_back();
        } else if (!path.is_folder) {
            path.names.emplace_back(name);
        }
    }
    return path;
}

/// Both free of symbolic links.
bool is_within(const std::filesystem::path& root, const std::filesystem::path& file)
{
    return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
}

/// The file's bytes as a reply.
http_reply file_reply(const std::filesystem::path& file, std::size_t file_limit)
{
    // Not blocking: opening a named pipe would wait for its writer.
    const file_descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts{};
    if (descriptor.number() < 0 || ::fstat(descriptor.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return plain_reply(404);
    }
    const auto size = static_cast<std::size_t>(facts.st_size);
    if (size > file_limit) {
        return plain_reply(500, "The file is larger than this server sends.");
    }
    http_reply reply;
    reply.content_type = std::string(content_type_of(file));
    reply.body.resize(size);
    std::size_t filled = 0;
    while (filled < size) {
        const ssize_t count = ::read(descriptor.number(), reply.body.data() + filled, size - filled);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return plain_reply(500, "The file cannot be read.");
        }
        if (count == 0) {
            break;  // it has become shorter meanwhile
        }
        filled += static_cast<std::size_t>(count);
    }
    reply.body.resize(filled);
    return reply;
}

/// The same target with a slash after its path. It begins with one slash: two would make what follows a host name.
std::string with_slash(std::string_view target)
{
    const std::size_t end = std::min(target.find_first_of("?#"), target.size());
    const std::size_t begin = std::min(target.find_first_not_of('/'), end);
    std::string location = "/";
    location += target.substr(begin, end - begin);
    location += '/';
    location += target.substr(end);
    return location;
}

http_reply answer(const std::filesystem::path& root, const serve_folder_options& options, const http_request& request)
{
    if (request.method != "GET" && request.method != "HEAD") {
        http_reply reply = plain_reply(405);
        reply.headers.push_back({"Allow", "GET, HEAD"});
        return reply;
    }
    const std::string_view target = request.target;
    const auto decoded = percent_decoded(target.substr(0, target.find_first_of("?#")));
    if (!target.starts_with('/') || !decoded || decoded->find('\0') != std::string::npos) {
        return plain_reply(400);
    }
    const std::optional<served_path> path = path_of(*decoded);
    if (!path) {
        return plain_reply(404);
    }
    std::filesystem::path wanted = root;
    for (const std::string& name : path->names) {
        wanted /= name;
    }
    std::error_code error;
    std::filesystem::path file = std::filesystem::canonical(wanted, error);
    if (error || !is_within(root, file)) {
        return plain_reply(404);
    }
    if (std::filesystem::is_directory(file, error)) {
        if (!path->is_folder) {
            return redirect_reply(301, with_slash(target));
        }
        file = std::filesystem::canonical(file / "index.html", error);
        if (error || !is_within(root, file)) {
            return plain_reply(404);
        }
    } else if (path->is_folder) {
        return plain_reply(404);
    }
    return file_reply(file, options.file_limit);
}

}  // namespace

std::string_view content_type_of(const std::filesystem::path& file) noexcept
{
    struct type {
        std::string_view ending;
        std::string_view name;
    };
    static constexpr std::array types{
        type{".html", "text/html; charset=utf-8"},
        type{".htm", "text/html; charset=utf-8"},
        type{".xhtml", "application/xhtml+xml"},
        type{".css", "text/css; charset=utf-8"},
        type{".js", "text/javascript; charset=utf-8"},
        type{".txt", "text/plain; charset=utf-8"},
        type{".csv", "text/csv; charset=utf-8"},
        type{".xml", "application/xml"},
        type{".json", "application/json"},
        type{".pdf", "application/pdf"},
        type{".svg", "image/svg+xml"},
        type{".png", "image/png"},
        type{".gif", "image/gif"},
        type{".jpg", "image/jpeg"},
        type{".jpeg", "image/jpeg"},
        type{".webp", "image/webp"},
        type{".ico", "image/x-icon"},
        type{".woff", "font/woff"},
        type{".woff2", "font/woff2"},
    };
    const std::string_view name = file.native();
    const std::size_t dot = name.find_last_of("./");
    if (dot == std::string_view::npos) {
        return "application/octet-stream";
    }
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto found = std::ranges::find_if(
        types, [&](const type& known) { return std::ranges::equal(known.ending, name.substr(dot), {}, {}, lower); });
    return found == types.end() ? "application/octet-stream" : found->name;
}

http_handler serve_folder(const std::filesystem::path& root, const serve_folder_options& options)
{
    const std::filesystem::path folder = std::filesystem::canonical(root);
    if (!std::filesystem::is_directory(folder)) {
        throw std::filesystem::filesystem_error("cannot serve", root, std::make_error_code(std::errc::not_a_directory));
    }
    return [folder, options](const http_request& request) { return answer(folder, options, request); };
}

}  // namespace examples
