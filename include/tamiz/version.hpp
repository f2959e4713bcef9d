// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#pragma once

// The one place where the version is written; CMake reads it from here.
#define TAMIZ_VERSION_MAJOR 0
#define TAMIZ_VERSION_MINOR 1
#define TAMIZ_VERSION_PATCH 0
