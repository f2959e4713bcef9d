// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

// The one place where the version is written; CMake reads it from here.
#define TAMIZ_VERSION_MAJOR 0
#define TAMIZ_VERSION_MINOR 1
#define TAMIZ_VERSION_PATCH 0

#define TAMIZ_DETAIL_TEXT(number) #number
#define TAMIZ_DETAIL_VERSION(major, minor, patch)                                                                      \
    TAMIZ_DETAIL_TEXT(major) "." TAMIZ_DETAIL_TEXT(minor) "." TAMIZ_DETAIL_TEXT(patch)
/// "0.1.0"
#define TAMIZ_VERSION TAMIZ_DETAIL_VERSION(TAMIZ_VERSION_MAJOR, TAMIZ_VERSION_MINOR, TAMIZ_VERSION_PATCH)
