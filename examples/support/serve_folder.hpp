// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
//
// Answers HTTP requests with the files of a folder.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "support/http_message.hpp"

namespace examples {

struct serve_folder_options {
    std::size_t file_limit = 64 * 1024 * 1024;  ///< bytes; a larger file is answered with status 500
};

/// A handler for the files below root.
///
/// * The target is percent-decoded, its query and fragment are dropped, its host is ignored.
/// * A folder answers with its index.html; without the closing slash with 301 to the same path with it.
/// * 404 for what is no regular file or not there, 400 for a target that cannot be decoded or holds a NUL, 405 for
///   methods other than GET and HEAD.
/// * What lies outside of root is 404, by ".." (encoded or not) and by symbolic links alike. Links that stay inside
///   are followed. The check is made before the file is opened: it is no defence against somebody who changes the
///   folder at that moment.
///
/// Files are read for each request: the system's page cache makes that cheap, and the handler itself holds nothing
/// between requests. Throws std::filesystem::filesystem_error if root is no folder.
[[nodiscard]] http_handler serve_folder(const std::filesystem::path& root, const serve_folder_options& options = {});

/// The content type by the name's ending ("text/html; charset=utf-8" for .html and .htm), else
/// application/octet-stream.
[[nodiscard]] std::string_view content_type_of(const std::filesystem::path& file) noexcept;

}  // namespace examples
